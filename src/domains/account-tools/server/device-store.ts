import { createHmac } from 'node:crypto';
import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { DEVICE_RISKS, DeviceView, frameEndpoints } from '#domains/account-tools/contract/frames.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import { may, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { appUser } from '#platform/server/access/tables.ts';
import type { AccountToolParts } from './parts.ts';
import { devicePrintTable } from './tables.ts';

type Sent = Out<(typeof frameEndpoints.device)['body']>;
type Risk = (typeof DEVICE_RISKS)[number];

const MOST_LETTERS = 500;

/**
 * The id of the browser for one package: of the random value it keeps, so that it is the same after a reload and another
 * one in another browser; two packages never see the same. The print of the library goes along as a finding only, since
 * browsers of one make share it.
 */
export async function recordDevice(
  scope: Scope,
  { database: { db }, accountToolsKey, now }: AccountToolParts,
  sent: Sent,
  agent: string,
): Promise<DeviceView> {
  const packageName = requirePackage(scope, sent.package_name);
  const visitorId = createHmac('sha256', accountToolsKey)
    .update(JSON.stringify(['device', packageName, sent.stored]))
    .digest('hex')
    .slice(0, 32);
  const userAgent = agent.slice(0, MOST_LETTERS);
  const at = now();
  const key = and(
    eq(devicePrintTable.packageName, packageName),
    eq(devicePrintTable.userId, scope.userId),
    eq(devicePrintTable.visitorId, visitorId),
  );
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(devicePrintTable).where(key).for('update');
    const risks = risksOf(sent, userAgent, before?.userAgent);
    const seen = { confidence: sent.confidence, userAgent, risks, lastSeen: at };
    const [row] = await tx
      .insert(devicePrintTable)
      .values({ packageName, userId: scope.userId, visitorId, ...seen, seenCount: 1, firstSeen: at })
      .onConflictDoUpdate({
        target: [devicePrintTable.packageName, devicePrintTable.userId, devicePrintTable.visitorId],
        set: { ...seen, seenCount: sql`${devicePrintTable.seenCount} + 1` },
      })
      .returning();
    if (!row) throw new Error('A browser was not recorded');
    return viewOf(row, scope.userName);
  });
}

/** Signs that a program drives the browser, or that it is not what it says. */
function risksOf(sent: Sent, agent: string, before: string | undefined): Risk[] {
  const risks: Risk[] = [];
  if (sent.webdriver) risks.push('webdriver');
  if (/headless/i.test(agent)) risks.push('headless_agent');
  if (before !== undefined && familyOf(before) !== familyOf(agent)) risks.push('agent_changed');
  if (/windows/i.test(agent) !== /^win/i.test(sent.platform) && sent.platform !== '') risks.push('platform_differs');
  if (sent.languages === 0) risks.push('no_languages');
  return risks;
}

/** A browser grows older and stays itself: versions say nothing. */
const familyOf = (agent: string): string => agent.replaceAll(/[\d._]+/g, '');

/** One's own; of everybody for who administers people. */
export async function listDevices(
  scope: Scope,
  { database: { db } }: AccountToolParts,
  { package_name, page, limit }: Out<(typeof frameEndpoints.devices)['query']>,
): Promise<{ rows: DeviceView[]; total: number }> {
  const where = and(
    eq(devicePrintTable.packageName, requirePackage(scope, package_name)),
    may(scope, 'user.write') ? undefined : eq(devicePrintTable.userId, scope.userId),
  );
  const [rows, [counted]] = await Promise.all([
    db
      .select({ device: devicePrintTable, user: appUser.name })
      .from(devicePrintTable)
      .innerJoin(appUser, eq(appUser.id, devicePrintTable.userId))
      .where(where)
      .orderBy(desc(devicePrintTable.lastSeen), desc(devicePrintTable.visitorId))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(devicePrintTable).where(where),
  ]);
  return { rows: rows.map(({ device, user }) => viewOf(device, user)), total: counted?.total ?? 0 };
}

const viewOf = (row: typeof devicePrintTable.$inferSelect, user: string): DeviceView => ({
  visitor_id: row.visitorId,
  confidence: row.confidence,
  first_seen: row.firstSeen.toISOString(),
  last_seen: row.lastSeen.toISOString(),
  seen_count: row.seenCount,
  user_agent: row.userAgent,
  risks: row.risks,
  user,
});
