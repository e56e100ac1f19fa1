import Big from 'big.js';
import { asc, count, countDistinct, eq, sql, sum } from 'drizzle-orm';
import type { Overturned, TrackRecord } from '#domains/disputes/contract/dispute.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import type { DisputeParts } from './dispute-parts.ts';
import { disputeTable, lineTable, overturnedTable } from './tables.ts';

type Part = Exclude<keyof TrackRecord, 'publisher' | 'claims' | 'claimed'>;

/** What became of a line; one of them is true of each. */
const partOf = (now: Date) => sql<Part>`CASE
  WHEN ${lineTable.answer} = 'accepted' THEN 'accepted'
  WHEN ${lineTable.decision} = 'insisted' THEN 'upheld'
  WHEN ${lineTable.decision} = 'taken_back' THEN 'taken_back'
  WHEN ${lineTable.answer} IS NULL AND ${disputeTable.endsAt} <= ${now.toISOString()} THEN 'not_answered'
  ELSE 'waiting' END`;

/** What became of all that was claimed of each publisher, the most claims first. */
export async function trackRecords(
  scope: Scope,
  { database: { db }, now }: DisputeParts,
  packageName: string,
): Promise<TrackRecord[]> {
  const own = eq(disputeTable.packageName, ownPackage(scope, packageName));
  const part = partOf(now());
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
  const records = new Map(claims.map(({ publisher, n }) => [publisher, emptyRecord(publisher, n)]));
  for (const { publisher, part: name, ...share } of rows) {
    const record = records.get(publisher);
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

/** Rules whose calls were taken back, those with the most events first. */
export async function overturnedRules(
  scope: Scope,
  { database: { db } }: Pick<DisputeParts, 'database'>,
  packageName: string,
): Promise<Overturned[]> {
  const events = sum(overturnedTable.events).mapWith(Number);
  return db
    .select({ rule: overturnedTable.rule, events, claims: countDistinct(overturnedTable.disputeId) })
    .from(overturnedTable)
    .innerJoin(disputeTable, eq(disputeTable.id, overturnedTable.disputeId))
    .where(eq(disputeTable.packageName, ownPackage(scope, packageName)))
    .groupBy(overturnedTable.rule)
    .orderBy(sql`${events} DESC`, asc(overturnedTable.rule));
}
