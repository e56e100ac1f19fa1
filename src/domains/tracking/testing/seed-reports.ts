import { randomUUID } from 'node:crypto';
import type { TestApp } from '../../../../test/support/use-app.ts';
import { campaignTable, conversionTable, noticeTable, postbackTable } from '../server/tables.ts';

export const DAYS = ['2026-11-14', '2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'] as const;
const PUBLISHERS = ['p1', 'p2', 'p, three'] as const;

export interface SeedCampaign {
  id: number;
  key: string;
  name: string;
  agency: string;
  currency: string;
  events: readonly string[];
}

export interface SeedClick {
  day: string;
  campaign: SeedCampaign;
  publisher: string;
  kind: 'click' | 'impression';
  handling: string;
  reason: string;
  verdict: 'clean' | 'suspect' | 'fraud' | 'filtered';
  cost: string;
}

export interface SeedReached {
  id: number;
  day: string;
  campaign: SeedCampaign;
  publisher: string;
  event: string;
  status: 'pending' | 'approved' | 'rejected';
  over: boolean;
  payout: number;
  revenue: number;
}

export interface SeedPostback {
  day: string;
  campaign: SeedCampaign;
  publisher: string;
  event: string;
  state: 'Success' | 'Rejected' | 'Duplicate' | 'Over';
  conversion: number | null;
}

const HANDLINGS = [
  ['passed', ''],
  ['passed', ''],
  ['flagged', 'duplicate'],
  ['flagged', 'over_cap'],
  ['redirected', 'country'],
] as const;
/** Requests of video players, of publishers with links and of ones without. */
const VIDEO = [
  ['vast_request', 'p1', 'passed'],
  ['vast_request', 'p1', 'passed'],
  ['vast_request', 'player-only', 'blocked'],
  ['vast_request', 'player-only', 'passed'],
  ['vast_tracking', 'p1', 'passed'],
  ['vast_tracking', 'player-only', 'passed'],
] as const;
const VERDICTS = ['clean', 'clean', 'clean', 'suspect', 'fraud', 'filtered', 'clean'] as const;
const STATES = ['approved', 'approved', 'pending', 'rejected'] as const;

/** Numbers that differ by day, campaign and publisher, so that an answer which mixes them up is another one. */
export function seedsOf(campaigns: readonly SeedCampaign[]) {
  const clicks: SeedClick[] = [];
  const reached: SeedReached[] = [];
  const postbacks: SeedPostback[] = [];
  DAYS.forEach((day, d) => {
    campaigns.forEach((campaign, c) => {
      PUBLISHERS.forEach((publisher, p) => {
        if ((c + p) % 4 === 3) return;
        const place = { day, campaign, publisher };
        const n = 4 + ((d * 5 + c * 7 + p * 3) % 9);
        for (let at = 0; at < n; at++) {
          const [handling, reason] = HANDLINGS[(at + d + p) % HANDLINGS.length] ?? ['passed', ''];
          const verdict = VERDICTS[(at * 3 + d + c) % VERDICTS.length] ?? 'clean';
          const kind = at % 4 === 3 ? 'impression' : 'click';
          clicks.push({
            ...place,
            kind,
            handling,
            reason,
            verdict,
            cost: kind === 'click' && at % 5 === 0 ? '0.05' : '0',
          });
        }
        for (let at = 0; at < 1 + ((d + 2 * c + p) % 4); at++) {
          const event = campaign.events[(at + p) % campaign.events.length] ?? '';
          const status = STATES[(at + d + c) % STATES.length] ?? 'approved';
          const over = (at + d) % 3 === 2;
          const id = reached.length + 1;
          reached.push({ id, ...place, event, status, over, payout: over ? 0 : 1.25 + c, revenue: 2.1 + p });
          postbacks.push({ ...place, event, state: over ? 'Over' : 'Success', conversion: id });
          if (at % 2 === 1) postbacks.push({ ...place, event, state: 'Duplicate', conversion: id });
        }
        if ((d + p) % 2 === 0)
          postbacks.push({ ...place, event: campaign.events[0] ?? '', state: 'Rejected', conversion: null });
      });
    });
  });
  return { clicks, reached, postbacks };
}

/** Just after the day begins in Berlin, which is the day before in UTC. */
const momentOf = (day: string, at: number): Date =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 3_600_000 + 60_000 + (at % 500) * 60_000);

type Seeds = ReturnType<typeof seedsOf>;

/** Writes them where links and postbacks write them. */
export async function storeSeeds({ context }: TestApp, packageName: string, seeds: Seeds) {
  await context.clickhouse.insert('traffic', trafficOf(packageName, seeds));
  await storeReached(context.database, packageName, seeds);
}

function trafficOf(packageName: string, seeds: Seeds) {
  return [
    ...seeds.clicks.map(({ day, campaign, publisher, kind, handling, reason, verdict, cost }, at) => ({
      row_id: randomUUID(),
      package: packageName,
      kind,
      ts: engineTime(momentOf(day, at)),
      publisher,
      sub_publisher: `site-${at % 2}`,
      vendor: campaign.agency,
      campaign: campaign.name,
      campaign_id: campaign.key,
      handling,
      handling_reason: reason,
      verdict,
      reason: verdict === 'fraud' ? 'dev.spoof' : '',
      cost,
      currency: campaign.currency,
    })),
    ...VIDEO.map(([kind, publisher, handling], at) => ({
      row_id: randomUUID(),
      package: packageName,
      kind,
      ts: engineTime(momentOf(DAYS[2], at)),
      publisher,
      // Of a tracker as well as of a campaign that has links: by the kind alone it is none of theirs.
      campaign: at % 2 === 0 ? 'Spots' : seeds.clicks[0]?.campaign.name,
      campaign_id: at % 2 === 0 ? 'spots' : seeds.clicks[0]?.campaign.key,
      event_name: kind === 'vast_tracking' ? 'complete' : '',
      handling,
      verdict: at % 3 === 0 ? 'fraud' : 'clean',
      cost: '0.4',
      currency: 'EUR',
    })),
    // Neither of an own link nor of this package: in no number.
    ...[
      [packageName, ''],
      ['com.foreign', 'passed'],
    ].map(([name, handling]) => ({
      row_id: randomUUID(),
      package: name,
      kind: 'click',
      ts: engineTime(momentOf(DAYS[2], 7)),
      publisher: 'p1',
      campaign_id: seeds.clicks[0]?.campaign.key,
      handling,
      verdict: 'fraud',
    })),
  ];
}

async function storeReached({ db }: TestApp['context']['database'], packageName: string, seeds: Seeds) {
  const stored = await db
    .insert(conversionTable)
    .values(
      seeds.reached.map((one) => ({
        packageName,
        campaignId: one.campaign.id,
        campaignName: one.campaign.name,
        publisher: one.publisher,
        subPublisher: `site-${one.id % 2}`,
        clickId: `click-${one.id}`,
        event: one.event,
        eventId: randomUUID(),
        at: momentOf(one.day, one.id),
        clickAt: new Date(momentOf(one.day, one.id).getTime() - one.id * 1000),
        currency: one.campaign.currency,
        payout: String(one.payout),
        revenue: String(one.revenue),
        status: one.status,
        overCapId: one.over ? 77 : null,
      })),
    )
    .returning({ id: conversionTable.id });
  await db.insert(postbackTable).values(
    seeds.postbacks.map((one, at) => ({
      packageName,
      campaignId: one.campaign.id,
      campaignName: one.campaign.name,
      publisher: one.publisher,
      receivedAt: momentOf(one.day, at),
      clickId: `click-${one.conversion ?? 'none'}`,
      event: one.event,
      pbStatus: one.state,
      reason: one.state === 'Rejected' ? 'unknown_click' : '',
      conversionId: one.conversion === null ? null : (stored[one.conversion - 1]?.id ?? null),
      ip: '192.0.2.7',
      query: `event=${one.event}`,
    })),
  );
  const [first] = stored;
  if (first)
    await db.insert(noticeTable).values({
      packageName,
      conversionId: first.id,
      publisher: 'p1',
      url: 'https://p1.example/pb',
      state: 'dead',
      tries: 8,
      httpStatus: 503,
      nextAt: momentOf(DAYS[0], 0),
      createdAt: momentOf(DAYS[0], 0),
    });
}

const engineTime = (moment: Date): string => moment.toISOString().replace('T', ' ').replace('Z', '');

export async function storedCampaigns({ context }: TestApp): Promise<SeedCampaign[]> {
  const rows = await context.database.db.select().from(campaignTable).orderBy(campaignTable.id);
  return rows.map(({ id, key, campaignName, agencyName, currency }, at) => ({
    id,
    key,
    name: campaignName,
    agency: agencyName,
    currency,
    events: at % 2 === 0 ? ['signup', 'purchase'] : ['lead'],
  }));
}

export interface Place {
  day: string;
  campaign: SeedCampaign;
  publisher: string;
}

/** What is right, reckoned from the seed alone. Amounts in hundredths by currency. */
export function rightOf(seeds: Seeds, which: (place: Place) => boolean) {
  const clicks = seeds.clicks.filter(which);
  const reached = seeds.reached.filter(which);
  const kept = reached.filter(({ status }) => status !== 'rejected');
  const of = (kind: SeedClick['kind']) => clicks.filter((each) => each.kind === kind);
  const duplicates = of('click').filter(({ reason }) => reason === 'duplicate').length;
  const cents = (parts: readonly (readonly [string, number])[]) => {
    const sums: Record<string, number> = {};
    for (const [currency, n] of parts) sums[currency] = (sums[currency] ?? 0) + Math.round(n * 100);
    return Object.fromEntries(Object.entries(sums).filter(([, n]) => n !== 0));
  };
  return {
    impressions: of('impression').length,
    clicks: of('click').length,
    unique_clicks: of('click').length - duplicates,
    duplicates,
    valid_clicks: of('click').filter(
      ({ handling, verdict }) => handling === 'passed' && (verdict === 'clean' || verdict === 'suspect'),
    ).length,
    events: kept.length,
    pending: kept.filter(({ status }) => status === 'pending').length,
    rejected: reached.length - kept.length,
    over: reached.filter(({ over }) => over).length,
    total: clicks.filter(({ verdict }) => verdict !== 'filtered').length,
    fraud: clicks.filter(({ verdict }) => verdict === 'fraud').length,
    cost: cents([
      ...clicks.map(({ campaign, cost }) => [campaign.currency, Number(cost)] as const),
      ...kept.map(({ campaign, payout }) => [campaign.currency, payout] as const),
    ]),
    revenue: cents(kept.map(({ campaign, revenue }) => [campaign.currency, revenue] as const)),
  };
}
