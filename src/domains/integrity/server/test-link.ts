import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { IntegrityKind, Signature } from '#domains/integrity/contract/kinds.ts';
import type { Step, Tested, testBody } from '#domains/integrity/contract/link-endpoints.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { type Facts, RuleSheet } from './evaluate.ts';
import { factsOf } from './facts.ts';
import { keysOf } from './key-store.ts';
import type { Db, IntegrityParts, TrackedCampaign } from './parts.ts';
import { type Recorded, readRecorded } from './read-recorded.ts';
import { type FollowedLink, readSignature } from './read-signature.ts';
import { refuse } from './refuse.ts';
import { rulesOf } from './rule-versions.ts';
import { placeTable } from './tables.ts';

type TestBody = z.infer<typeof testBody>;

/** Every check over a request that never came: what it would say, and nothing written. */
export async function testLink(
  scope: Scope,
  parts: IntegrityParts,
  kind: IntegrityKind,
  body: TestBody,
): Promise<Tested> {
  requireMay(scope, 'tracking.read');
  const { said, from } = readBody(body);
  const packageName = requirePackage(scope, body.package_name);
  const [campaigns, publishers] = await Promise.all([
    parts.trackedCampaigns(scope, packageName),
    parts.trackedPublishers(scope, packageName),
  ]);
  const link = linkIn(said.address, { kind, campaigns, from });
  const campaign = link?.campaign ?? campaigns.find(({ id }) => id === body.campaign_id);
  if (!campaign && body.campaign_id !== null) throw refuse('no_such_campaign', {}, { field: 'campaign_id' });
  const campaignId = campaign?.id ?? null;
  const value = (name: string) => link?.params.find(([each]) => each === name)?.[1] ?? '';
  const { db } = parts.database;
  const facts = factsOf(parts.imports.enricher, {
    kind,
    at: parts.now(),
    ip: body.ip || said.ip,
    userAgent: body.user_agent || said.userAgent,
    deviceId: value('gaid') || value('idfa'),
    publisher: publishers.find(({ key }) => key === value('p'))?.name ?? '',
    subPublisher: value('s'),
    referrer: said.referrer,
    signature: link ? await signatureIn(parts, packageName, link) : '',
    addressPerMinute: null,
    eventName: '',
    secondsAfterClick: null,
  });
  const sheet = new RuleSheet(await rulesOf(db, packageName, kind, body.rules));
  const checked = sheet.evaluate(
    { campaignId, signedOnly: campaign?.signedOnly ?? false },
    facts,
    await countriesOf(db, campaignId, kind),
  );
  const own = campaign ? stepsOf(campaign, facts) : [];
  const [stop] = own.filter(({ holds }) => holds);
  return {
    // The campaign is asked first: what it does not take goes elsewhere, whatever is said of it after that.
    ...(stop ? { action: 'block' as const, reason: stop.step } : { action: checked.action, reason: checked.reason }),
    steps: [...own, ...checked.steps.map((step) => (stop ? { ...step, action: null } : step))],
    not_looked_at: [...(campaign ? [] : ['campaign' as const]), 'publisher', 'dates', 'caps', 'verdict'],
    facts: shown(facts),
  };
}

const shown = (facts: Facts): Tested['facts'] =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));

interface Link {
  path: string;
  params: FollowedLink['params'];
  campaign: TrackedCampaign;
}

/** What a campaign says by itself, as far as it narrows anything; the first that holds sends the request elsewhere. */
function stepsOf({ status, countries, systems }: TrackedCampaign, { country, os }: Facts): Step[] {
  const [from, system] = [String(country ?? ''), String(os ?? '')];
  const looks = [
    { step: 'campaign_state', found: status, asked: status !== 'active', holds: true },
    ...(
      [
        ['campaign_country', from, countries],
        ['campaign_system', system, systems],
      ] as const
    ).map(([step, found, taken]) => ({
      step,
      found,
      asked: taken.length > 0,
      // What nobody knows keeps nobody away.
      holds: found !== '' && !taken.includes(found),
    })),
  ] as const;
  const asked = looks.filter((look) => look.asked);
  const first = asked.find(({ holds }) => holds);
  return asked.map((look) => ({
    step: look.step,
    rule_id: null,
    name: '',
    field: FIELDS[look.step],
    found: look.found,
    holds: look.holds,
    not_asked: null,
    action: look === first ? 'block' : null,
  }));
}

const FIELDS = { campaign_state: 'state', campaign_country: 'country', campaign_system: 'os' } as const;
const WAYS: Readonly<Record<IntegrityKind, string>> = { click: '/t/c/', impression: '/t/i/' };

interface Looked {
  kind: IntegrityKind;
  campaigns: readonly TrackedCampaign[];
  /** The field it was pasted into. */
  from: 'address' | 'headers';
}

/** A link of ours in a pasted text; the host it stands under says nothing. Refuses an address that is none. */
function linkIn(address: string, { kind, campaigns, from }: Looked): Link | null {
  if (address === '') return null;
  const path = WAYS[kind];
  const url = URL.canParse(address, 'http://pasted.invalid') ? new URL(address, 'http://pasted.invalid') : null;
  const key = url?.pathname.startsWith(path) ? url.pathname.slice(path.length) : '';
  const campaign = campaigns.find((each) => each.key === key);
  if (!url || !campaign) throw refuse('no_link_of_ours', { path }, { field: from });
  return { path: url.pathname, params: [...url.searchParams], campaign };
}

async function signatureIn(
  { database: { db }, linkMaster, now }: IntegrityParts,
  packageName: string,
  { path, params }: Link,
): Promise<Signature> {
  const at = now();
  const keys = await keysOf(db, packageName, at);
  const keyOf = (id: string) => keys.find(({ keyId }) => keyId === id);
  return readSignature({ path, params, at }, { db, linkMaster, keyOf, onlyLooking: true });
}

async function countriesOf(db: Db, campaignId: number | null, kind: IntegrityKind): Promise<readonly string[]> {
  if (campaignId === null) return [];
  const own = and(eq(placeTable.campaignId, campaignId), eq(placeTable.kind, kind));
  const [row] = await db.select({ countries: placeTable.countries }).from(placeTable).where(own);
  return row?.countries ?? [];
}

const NOTHING_SAID: Recorded = { address: '', ip: '', userAgent: '', referrer: '' };

/** What was pasted, wherever: nothing at all, or what cannot be read, is refused and never let pass. */
function readBody(body: Pick<TestBody, 'address' | 'headers' | 'ip' | 'user_agent'>): {
  said: Recorded;
  from: 'address' | 'headers';
} {
  const [address, headers] = [body.address.trim(), body.headers.trim()];
  if ([address, headers, body.ip, body.user_agent.trim()].every((text) => text === ''))
    throw refuse('nothing_to_test', {}, { field: 'address' });
  const read = headers === '' ? NOTHING_SAID : readRecorded(headers);
  if (!read) throw refuse('not_a_request', {}, { field: 'headers' });
  if (address === '') return { said: read, from: 'headers' };
  // A whole request is pasted where the link belongs, too.
  const isRecord = /^\{|^(?:\$\s*)?curl\s/i.test(address);
  const whole = isRecord ? readRecorded(address) : null;
  if (isRecord && !whole) throw refuse('not_a_request', {}, { field: 'address' });
  return { said: whole ?? { ...read, address }, from: 'address' };
}
