import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { writeLines } from '#demo/line-file.ts';
import {
  LINK_CAMPAIGNS,
  LINK_CAP,
  LINK_DAYS,
  LINK_PUBLISHERS,
  type LinkEvent,
  type LinkStory,
  ownLinkEvents,
  ownLinkStory,
} from '#demo/own-links.ts';
import { LINKS_PACKAGE } from '#demo/packages.ts';
import { publisherRegister } from '#domains/publishers/server/registered.ts';
import { newCampaign } from '#domains/tracking/contract/campaign.ts';
import { addCampaign } from '#domains/tracking/server/campaign-store.ts';
import { periodStart } from '#domains/tracking/server/cap-period.ts';
import { addCap } from '#domains/tracking/server/cap-store.ts';
import { addLandingPage } from '#domains/tracking/server/landing-store.ts';
import { readState } from '#domains/tracking/server/live-campaigns.ts';
import { addPublisher } from '#domains/tracking/server/publisher-store.ts';
import { readPostback } from '#domains/tracking/server/read-postback.ts';
import type { SetupParts } from '#domains/tracking/server/setup-parts.ts';
import { campaignTable, capUseTable, conversionTable, postbackTable } from '#domains/tracking/server/tables.ts';
import { takePostbacks } from '#domains/tracking/server/take-postbacks.ts';
import { addDays, todayIn } from '#platform/contract/date-range.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { storeLocalFile } from '#traffic/intake/server/import-files.ts';
import { createImport, mappingOfFile } from '#traffic/intake/server/imports.ts';
import { runImport } from '#traffic/intake/server/run-import.ts';
import { addAmounts } from '#traffic/money/contract/decimal.ts';
import { type AppContext, publicUrlOf } from './app-context.ts';
import { storeDemoTouches } from './demo-touches.ts';

type Campaign = typeof campaignTable.$inferSelect;

const { name: PACKAGE, timeZone: ZONE } = LINKS_PACKAGE;

/** Campaigns with links of their own, and what they brought: once, and through the stores that links fill. */
export async function loadDemoLinks(scope: Scope, context: AppContext, back = LINK_DAYS): Promise<void> {
  const ofPackage = eq(campaignTable.packageName, PACKAGE);
  const [known] = await context.database.db
    .select({ id: campaignTable.id })
    .from(campaignTable)
    .where(ofPackage)
    .limit(1);
  if (known) return;
  const now = context.clock.now();
  const today = todayIn(ZONE, now);
  const days = Array.from({ length: back }, (_, at) => addDays(today, at + 1 - back));
  const story = ownLinkStory(days, now.getTime());
  const parts: SetupParts = {
    database: context.database,
    clickhouse: context.clickhouse,
    packageInfo: context.packageInfo,
    publisherRegister,
    publicUrl: () => publicUrlOf(context),
    now: () => context.clock.now(),
  };
  const publishers = await addPublishers(scope, parts);
  const { campaigns, secrets } = await addCampaigns(scope, parts);
  const cap = await addCaps(scope, parts, { story, campaigns, publishers });
  await importClicks(scope, context, story, campaigns);
  await storeEvents(context, { story, campaigns, cap });
  await storeDemoTouches(context, { story, campaigns, publishers });
  await sendLost(context, parts, { story, secrets });
}

async function addPublishers(scope: Scope, parts: SetupParts): Promise<Map<string, number>> {
  const told = { email: '', postback_url: '', postback_events: [], sub_required: false, status: 'active' as const };
  const ids = new Map<string, number>();
  for (const { name } of LINK_PUBLISHERS)
    ids.set(name, (await addPublisher(scope, parts, { ...told, package_name: PACKAGE, name })).id);
  return ids;
}

/** The campaigns, and the secret of each. */
async function addCampaigns(scope: Scope, parts: SetupParts): Promise<{ campaigns: Campaign[]; secrets: string[] }> {
  const page = await addLandingPage(scope, parts, {
    package_name: PACKAGE,
    name: 'Linen, short page',
    url: 'https://shop.lindenloom.example/linen-short?click={click_id}',
    status: 'active',
  });
  const secrets: string[] = [];
  for (const [at, campaign] of LINK_CAMPAIGNS.entries()) {
    const { postback_secret: secret } = await addCampaign(
      scope,
      parts,
      newCampaign.parse({
        package_name: PACKAGE,
        campaign_name: campaign.name,
        customer_name: campaign.customer,
        agency_name: campaign.agency,
        landing_page: campaign.landingPage,
        landing_pages: at === 0 ? [{ id: page.id, weight: 1 }] : [],
        time_zone: ZONE,
        currency: campaign.currency,
        click_payout: campaign.clickPayout,
        events: campaign.goals.map(({ event, payout, revenue }) => ({
          event,
          payout_model: 'flat',
          payout,
          revenue_model: 'flat',
          revenue,
        })),
      }),
    );
    secrets.push(secret);
  }
  const ofPackage = eq(campaignTable.packageName, PACKAGE);
  const campaigns = await parts.database.db
    .select()
    .from(campaignTable)
    .where(ofPackage)
    .orderBy(asc(campaignTable.id));
  return { campaigns, secrets };
}

interface Made {
  story: LinkStory;
  campaigns: readonly Campaign[];
  publishers: ReadonlyMap<string, number>;
}

/** Answers the one that is run beyond. */
async function addCaps(
  scope: Scope,
  parts: SetupParts,
  { story, campaigns, publishers }: Made,
): Promise<number | null> {
  const [first, second] = campaigns;
  if (!first || !second) return null;
  const daily = await addCap(scope, parts, {
    campaign_id: second.id,
    publisher_id: publishers.get(LINK_CAP.publisher) ?? null,
    event: LINK_CAP.event,
    metric: 'conversions',
    period: 'daily',
    limit: String(LINK_CAP.limit),
    action: null,
  });
  const monthly = await addCap(scope, parts, {
    campaign_id: first.id,
    publisher_id: null,
    event: 'purchase',
    metric: 'payout',
    period: 'monthly',
    limit: '2500',
    action: null,
  });
  const [today, month] = [periodStart('daily', ZONE, parts.now()), periodStart('monthly', ZONE, parts.now())];
  const since = (day: string) => story.events.filter(({ at }) => todayIn(ZONE, new Date(at)) >= day);
  const leads = since(today).filter(({ click, over }) => isCapped(click) && !over).length;
  const paid = since(month).filter(({ click, goal }) => click.campaign === 0 && goal.event === 'purchase');
  const sums = addAmounts(paid.map(({ goal }) => ({ [first.currency]: goal.payout })));
  await parts.database.db.insert(capUseTable).values([
    { capId: daily.id, periodStart: today, used: String(leads) },
    { capId: monthly.id, periodStart: month, used: sums[first.currency] ?? '0' },
  ]);
  return daily.id;
}

const isCapped = ({ campaign, publisher }: LinkEvent['click']): boolean =>
  campaign === LINK_CAP.campaign && publisher === LINK_CAP.publisher;

/** Through the importer, so that the rules judge them as any other traffic. */
async function importClicks(
  scope: Scope,
  context: AppContext,
  story: LinkStory,
  campaigns: readonly Campaign[],
): Promise<void> {
  const path = join(context.folder.path, 'demo-links.ndjson');
  const keys = campaigns.map(({ key }) => key);
  const lines = function* () {
    for (const event of ownLinkEvents(story, keys)) yield JSON.stringify(event);
  };
  await writeLines(path, lines());
  const { imports } = context;
  const { id: fileId } = await storeLocalFile(scope, imports.database, imports.folder, {
    packageName: PACKAGE,
    path,
    name: 'own-links.ndjson',
  });
  const file = { packageName: PACKAGE, fileId, timeZone: ZONE };
  const { mapping } = await mappingOfFile(scope, imports, file);
  // What a link did with a click nobody would guess of a file.
  const told = { handling: { from: ['handling'] }, handling_reason: { from: ['handling_reason'] } };
  const fields = { ...mapping.fields, ...told };
  const done = await runImport(
    scope,
    imports,
    await createImport(scope, imports, { ...file, mapping: { ...mapping, fields } }),
  );
  await rm(path, { force: true });
  if (done.state !== 'done' || done.rejected > 0)
    throw new Error(
      `The clicks of the demo were not imported: ${done.state}, ${done.rejected} rejected. ${done.error ?? ''}`,
    );
}

/** As postbacks would have brought them. */
async function storeEvents(
  { database: { db }, clickhouse }: AppContext,
  { story, campaigns, cap }: { story: LinkStory; campaigns: readonly Campaign[]; cap: number | null },
): Promise<void> {
  const stored = await clickhouse.query<{ row: string; click: string; event: string }>(
    sql`SELECT toString(row_id) AS row, click_id AS click, toString(event_name) AS event FROM traffic
      WHERE package = ${typed('String', PACKAGE)} AND kind = 'web_event'`,
  );
  const rowOf = new Map(stored.map(({ row, click, event }) => [`${click} ${event}`, row]));
  const conversions = await db
    .insert(conversionTable)
    .values(
      story.events.map(({ click, at, goal, over, status }) => ({
        ...ofCampaign(campaigns, click.campaign),
        publisher: click.publisher,
        subPublisher: click.site,
        clickId: click.id,
        event: goal.event,
        eventId: rowOf.get(`${click.id} ${goal.event}`) ?? '',
        at: new Date(at),
        clickAt: new Date(click.at),
        currency: campaigns[click.campaign]?.currency ?? '',
        payout: over ? '0' : goal.payout,
        revenue: goal.revenue,
        status,
        overCapId: over ? cap : null,
      })),
    )
    .returning({ id: conversionTable.id });
  const answers = story.events.flatMap(({ click, at, goal, over, again }, place) => {
    const row = {
      ...ofCampaign(campaigns, click.campaign),
      publisher: click.publisher,
      receivedAt: new Date(at),
      clickId: click.id,
      event: goal.event,
      pbStatus: over ? ('Over' as const) : ('Success' as const),
      reason: '',
      conversionId: conversions[place]?.id ?? null,
      query: `click_id=${click.id}&event=${goal.event}`,
    };
    return again ? [row, { ...row, receivedAt: new Date(at + SECOND_TRY_MS), pbStatus: 'Duplicate' as const }] : [row];
  });
  await db.insert(postbackTable).values(answers);
}

/** Sent as the server of an advertiser sends them, which has the secret and a click of somebody else. */
async function sendLost(
  { database }: AppContext,
  parts: SetupParts,
  { story, secrets }: { story: LinkStory; secrets: readonly string[] },
): Promise<void> {
  const postbacks = story.lost.map(({ at, campaign, event }) =>
    readPostback(
      { click_id: 'not-one-of-ours', event },
      { ip: '', secret: secrets[campaign] ?? '', receivedAt: new Date(at) },
    ),
  );
  const linkGuard = { checkConversion: async () => ({ action: 'allow', reason: '' }) as const };
  await takePostbacks(database, await readState(parts, ''), postbacks, { linkGuard });
}

const SECOND_TRY_MS = 90_000;

const ofCampaign = (campaigns: readonly Campaign[], at: number) => ({
  packageName: PACKAGE,
  campaignId: campaigns[at]?.id ?? 0,
  campaignName: campaigns[at]?.campaignName ?? '',
});
