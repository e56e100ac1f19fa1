import Big from 'big.js';
import { and, asc, count, countDistinct, eq, sql, sum } from 'drizzle-orm';
import type { RuleRecord, TrackRecord } from '#domains/disputes/contract/dispute.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import type { DisputeParts } from './dispute-parts.ts';
import type { Db } from './standing.ts';
import { disputeTable, lineTable, ruleTable } from './tables.ts';

type Part = Exclude<keyof TrackRecord, 'publisher' | 'claims' | 'claimed'>;

/** What became of a line; one of them is true of each. */
const partOf = (now: Date) => sql<Part>`CASE
  WHEN ${lineTable.answer} = 'accepted' THEN 'accepted'
  WHEN ${lineTable.decision} = 'insisted' THEN 'upheld'
  WHEN ${lineTable.decision} = 'taken_back' THEN 'taken_back'
  WHEN ${lineTable.answer} IS NULL AND ${disputeTable.endsAt} <= ${now.toISOString()} THEN 'not_answered'
  ELSE 'waiting' END`;

/** What became of all that was claimed of each publisher, the most claims first. */
export const trackRecords = (
  scope: Scope,
  { database: { db }, now }: DisputeParts,
  packageName: string,
): Promise<TrackRecord[]> => recordsOf(db, ownPackage(scope, packageName), { now: now() });

/** The same of whoever has asked whose package it is; of one publisher, or of all. */
export async function recordsOf(
  db: Db,
  packageName: string,
  { publisher, now }: { publisher?: string; now: Date },
): Promise<TrackRecord[]> {
  const own = and(
    eq(disputeTable.packageName, packageName),
    publisher === undefined ? undefined : eq(disputeTable.publisher, publisher),
  );
  const part = partOf(now);
  const rows = await db
    .select({
      publisher: disputeTable.publisher,
      currency: lineTable.currency,
      part: part.as('part'),
      lines: count(),
      units: sum(lineTable.units).mapWith(Number),
      amount: sum(lineTable.amount),
    })
    .from(disputeTable)
    .innerJoin(lineTable, eq(lineTable.disputeId, disputeTable.id))
    .where(own)
    .groupBy(disputeTable.publisher, lineTable.currency, sql`part`)
    .orderBy(asc(disputeTable.publisher), asc(lineTable.currency));
  const claims = await db
    .select({ publisher: disputeTable.publisher, n: count() })
    .from(disputeTable)
    .where(own)
    .groupBy(disputeTable.publisher);
  const records = new Map(claims.map(({ publisher: of, n }) => [of, emptyRecord(of, n)]));
  for (const { publisher: of, part: name, ...share } of rows) {
    const record = records.get(of);
    if (!record) continue;
    add(record[name], share);
    add(record.claimed, share);
  }
  return [...records.values()].sort((a, b) => b.claims - a.claims || (a.publisher < b.publisher ? -1 : 1));
}

interface Counted {
  lines: number;
  units: number;
  currency: string;
  amount: string | null;
}

function add(share: TrackRecord['claimed'], { lines, units, currency, amount }: Counted): void {
  share.lines += lines;
  share.units += units;
  if (amount === null) return;
  const known = share.amounts.find((each) => each.currency === currency);
  const all = new Big(known?.amount ?? '0').plus(amount).toFixed();
  if (known) known.amount = all;
  else share.amounts.push({ currency, amount: all });
}

const nothing = (): TrackRecord['claimed'] => ({ lines: 0, units: 0, amounts: [] });

const emptyRecord = (publisher: string, claims: number): TrackRecord => ({
  publisher,
  claims,
  claimed: nothing(),
  accepted: nothing(),
  upheld: nothing(),
  taken_back: nothing(),
  not_answered: nothing(),
  waiting: nothing(),
});

/** What was decided about events that rules had hit, those most often overturned first. */
export const ruleRecords = (
  scope: Scope,
  { database: { db } }: Pick<DisputeParts, 'database'>,
  packageName: string,
): Promise<RuleRecord[]> => rulesOf(db, ownPackage(scope, packageName));

/** The same of whoever has asked whose package it is. */
export function rulesOf(db: Db, packageName: string): Promise<RuleRecord[]> {
  const events = (decision: 'taken_back' | 'insisted') =>
    sql<number>`coalesce(sum(${ruleTable.events}) FILTER (WHERE ${ruleTable.decision} = ${decision}), 0)`.mapWith(
      Number,
    );
  return db
    .select({
      rule: ruleTable.rule,
      taken_back: events('taken_back').as('taken_back'),
      upheld: events('insisted').as('upheld'),
      claims: countDistinct(ruleTable.disputeId),
    })
    .from(ruleTable)
    .innerJoin(disputeTable, eq(disputeTable.id, ruleTable.disputeId))
    .where(eq(disputeTable.packageName, packageName))
    .groupBy(ruleTable.rule)
    .orderBy(sql`taken_back DESC, upheld DESC`, asc(ruleTable.rule));
}
