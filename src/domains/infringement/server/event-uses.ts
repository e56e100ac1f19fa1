import { and, eq, sql } from 'drizzle-orm';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { packageTable } from '#platform/server/access/tables.ts';
import { knownCodes } from './known-code.ts';
import { changedBrand } from './own-brand.ts';
import type { InfringementParts, Tx } from './parts.ts';
import { type DayOfUses, daysOfUses, usesOfDay } from './read-event-uses.ts';
import { countUses, markAmongOthers, storeUses, type ToldUse } from './store-uses.ts';
import { couponEventDay, couponUse } from './tables.ts';

export type EventUseParts = Pick<InfringementParts, 'clickhouse' | 'database' | 'packageInfo' | 'moneyOf' | 'now'>;

/**
 * Uses follow the events of all packages: what came is added, what is gone (an import undone, days replaced, history
 * that was not kept) is taken back. A day is done as a whole; days that say what they said are left alone.
 */
export async function takeUsesOfEvents(scope: Scope, parts: EventUseParts, signal: AbortSignal): Promise<void> {
  const { db } = parts.database;
  const wanted = await daysOfUses(scope, parts, signal);
  const stored = await db.select().from(couponEventDay);
  const packages = await db.select({ name: packageTable.name }).from(packageTable);
  for (const { name } of packages) {
    signal.throwIfAborted();
    const days = {
      wanted: wanted.filter((day) => day.package === name),
      stored: stored.filter(({ packageName }) => packageName === name),
    };
    await followDays(scope, parts, { name, ...days }, signal);
  }
}

interface OfPackage {
  name: string;
  wanted: readonly DayOfUses[];
  stored: readonly { day: string; fingerprint: string }[];
}

async function followDays(
  scope: Scope,
  parts: EventUseParts,
  { name, wanted, stored }: OfPackage,
  signal: AbortSignal,
): Promise<void> {
  const before = new Map(stored.map(({ day, fingerprint }) => [day, fingerprint]));
  const after = new Map(wanted.map(({ day, fingerprint }) => [day, fingerprint]));
  const changed = [...new Set([...before.keys(), ...after.keys()])]
    .filter((day) => before.get(day) !== after.get(day))
    .sort();
  if (changed.length === 0) return;
  const info = await parts.packageInfo(scope, changedBrand(scope, name));
  // First all that is gone: an order may have moved to an event of another day, which would be refused as a second use.
  for (const day of changed)
    if (before.has(day)) await takeBack(scope, parts, info, { day, uses: await usesOfDay(scope, parts, info, day) });
  for (const day of changed) {
    signal.throwIfAborted();
    const fingerprint = after.get(day);
    const uses = fingerprint === undefined ? [] : await usesOfDay(scope, parts, info, day);
    await parts.database.db.transaction(async (tx) => {
      await storeUses(scope, tx, parts, info, uses, 'event');
      await note(tx, name, day, fingerprint);
    });
  }
}

const keyOf = ({ id, code }: { id: string | null; code: string }): string => `${id} ${code}`;

/** Uses of a day whose events are not there any more. */
async function takeBack(
  scope: Scope,
  { database: { db } }: EventUseParts,
  info: PackageInfo,
  { day, uses }: { day: string; uses: readonly ToldUse[] },
): Promise<void> {
  const name = changedBrand(scope, info.package_name);
  const there = new Set(uses.map(({ code, event }) => keyOf({ id: event?.id ?? null, code })));
  await db.transaction(async (tx) => {
    const kept = await tx
      .select({ id: couponUse.id, eventId: couponUse.eventId, code: couponUse.code, codeId: couponUse.codeId })
      .from(couponUse)
      .where(and(eq(couponUse.packageName, name), eq(couponUse.eventDay, day)));
    const gone = kept.filter(({ eventId, code }) => !there.has(keyOf({ id: eventId, code })));
    if (gone.length === 0) return;
    const codes = [...new Set(gone.map(({ code }) => code))];
    await knownCodes(tx, name, codes);
    await remove(tx, gone);
    await markAmongOthers(tx, name, codes);
  });
}

async function remove(tx: Tx, gone: readonly { id: number; codeId: number | null }[]): Promise<void> {
  const ids = gone.map(({ id }) => id);
  await tx.execute(sql`DELETE FROM coupon_use WHERE id = ANY(${sql.param(ids)}::bigint[])`);
  await countUses(
    tx,
    gone.map(({ codeId }) => codeId),
    -1,
  );
}

async function note(tx: Tx, packageName: string, day: string, fingerprint: string | undefined): Promise<void> {
  if (fingerprint === undefined) {
    await tx
      .delete(couponEventDay)
      .where(and(eq(couponEventDay.packageName, packageName), eq(couponEventDay.day, day)));
    return;
  }
  await tx
    .insert(couponEventDay)
    .values({ packageName, day, fingerprint })
    .onConflictDoUpdate({ target: [couponEventDay.packageName, couponEventDay.day], set: { fingerprint } });
}
