import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { IntegrityKind, Signature } from '#domains/integrity/contract/kinds.ts';
import type { Tested, testBody } from '#domains/integrity/contract/link-endpoints.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { type Facts, RuleSheet } from './evaluate.ts';
import { factsOf } from './facts.ts';
import { keysOf } from './key-store.ts';
import type { Db, IntegrityParts, TrackedCampaign } from './parts.ts';
import { type FollowedLink, readSignature } from './read-signature.ts';
import { rulesOf } from './rule-store.ts';
import { placeTable } from './tables.ts';

/** Every check over a request that never came: what it would say, and nothing written. */
export async function testLink(
  scope: Scope,
  parts: IntegrityParts,
  kind: IntegrityKind,
  body: z.infer<typeof testBody>,
): Promise<Tested> {
  requireMay(scope, 'tracking.read');
  const packageName = requirePackage(scope, body.package_name);
  const [campaigns, publishers] = await Promise.all([
    parts.trackedCampaigns(scope, packageName),
    parts.trackedPublishers(scope, packageName),
  ]);
  const said = readRequest(body);
  const link = linkIn(said.address, campaigns);
  const campaignId = link?.campaign?.id ?? body.campaign_id;
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
  const { action, reason, steps } = sheet.evaluate(campaignId, facts, await countriesOf(db, campaignId, kind));
  return { action, reason, steps, facts: shown(facts) };
}

const shown = (facts: Facts): Tested['facts'] =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));

interface Link {
  path: string;
  params: FollowedLink['params'];
  campaign: TrackedCampaign | undefined;
}

/** A link of ours in a pasted text; the host it stands under says nothing. */
function linkIn(address: string, campaigns: readonly TrackedCampaign[]): Link | null {
  const text = address.trim();
  if (text === '' || !URL.canParse(text, 'http://pasted.invalid')) return null;
  const { pathname, searchParams } = new URL(text, 'http://pasted.invalid');
  const key = pathname.split('/').at(-1) ?? '';
  return { path: pathname, params: [...searchParams], campaign: campaigns.find((each) => each.key === key) };
}

async function signatureIn(
  { database: { db }, linkMaster, now }: IntegrityParts,
  packageName: string,
  { path, params }: Link,
): Promise<Signature> {
  const at = now();
  const keys = await keysOf(db, packageName, at);
  const isKey = (id: string): boolean => keys.some(({ keyId }) => keyId === id);
  return readSignature({ packageName, path, params, at }, { db, linkMaster, isKey, onlyLooking: true });
}

async function countriesOf(db: Db, campaignId: number | null, kind: IntegrityKind): Promise<readonly string[]> {
  if (campaignId === null) return [];
  const own = and(eq(placeTable.campaignId, campaignId), eq(placeTable.kind, kind));
  const [row] = await db.select({ countries: placeTable.countries }).from(placeTable).where(own);
  return row?.countries ?? [];
}

/** Pasted lines of a request: its first may name the address, headers are known by their names. */
function readRequest({ address, headers }: { address: string; headers: string }) {
  const lines = headers.split(/\r?\n/);
  const named = (name: string): string => {
    const line = lines.find((each) => each.toLowerCase().startsWith(`${name}:`));
    return line?.slice(name.length + 1).trim() ?? '';
  };
  const asked = /^(?:GET|POST|HEAD) (\S+)/.exec(lines[0] ?? '')?.[1] ?? '';
  return {
    address: address.trim() || asked,
    ip: named('x-forwarded-for').split(',')[0]?.trim() ?? '',
    userAgent: named('user-agent'),
    referrer: named('referer'),
  };
}
