import { and, count, eq, inArray, type SQL, sql, sum } from 'drizzle-orm';
import type { DisputeState, Outcome } from '#domains/disputes/contract/dispute.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { disputeTable, lineTable } from './tables.ts';

export type Db = Database['db'];
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

const whole = (where: SQL) => sql<number>`(count(*) FILTER (WHERE ${where}))::int`;

/** Lines of each claim by how far they are. */
const countsOf = (db: Db | Tx) =>
  db
    .select({
      disputeId: lineTable.disputeId,
      lines: count().as('lines'),
      units: sum(lineTable.units).mapWith(Number).as('units'),
      unanswered: whole(sql`${lineTable.answer} IS NULL`).as('unanswered'),
      accepted: whole(sql`${lineTable.answer} = 'accepted'`).as('accepted'),
      objected: whole(sql`${lineTable.answer} = 'objected'`).as('objected'),
      undecided: whole(sql`${lineTable.answer} = 'objected' AND ${lineTable.decision} IS NULL`).as('undecided'),
    })
    .from(lineTable)
    .groupBy(lineTable.disputeId)
    .as('standing');

type Counts = ReturnType<typeof countsOf>;

/** Nothing is stored of it: it follows from the lines and the time. */
const stateOf = ({ unanswered, undecided, lines }: Counts, now: Date) => sql<DisputeState>`CASE
  WHEN ${unanswered} > 0 AND ${disputeTable.endsAt} > ${now.toISOString()} THEN 'open'
  WHEN ${undecided} > 0 THEN 'answered'
  WHEN ${unanswered} = ${lines} THEN 'not_answered'
  ELSE 'closed' END`;

/** Claims with how they stand; where and in which order is for whoever asks. */
export function standings(db: Db | Tx, now: Date) {
  const counts = countsOf(db);
  const state = stateOf(counts, now);
  const { disputeId: _, ...numbers } = counts._.selectedFields;
  const from = () =>
    db
      .select({ dispute: disputeTable, state, ...numbers })
      .from(disputeTable)
      .innerJoin(counts, eq(counts.disputeId, disputeTable.id));
  const total = async (where: SQL | undefined): Promise<number> => {
    const [row] = await db
      .select({ n: count() })
      .from(disputeTable)
      .innerJoin(counts, eq(counts.disputeId, disputeTable.id))
      .where(where);
    return row?.n ?? 0;
  };
  return { from, total, state };
}

const amounts = (where: SQL) =>
  sql<string>`trim_scale(coalesce(sum(${lineTable.amount}) FILTER (WHERE ${where}), 0))::text`;

/** Amounts of claims by what became of them. */
export async function outcomesOf(db: Db | Tx, ids: readonly number[]): Promise<Map<number, Outcome[]>> {
  const { answer, decision } = lineTable;
  const rows = await db
    .select({
      id: lineTable.disputeId,
      currency: lineTable.currency,
      claimed: amounts(sql`true`),
      accepted: amounts(sql`${answer} = 'accepted'`),
      upheld: amounts(sql`${decision} = 'insisted'`),
      taken_back: amounts(sql`${decision} = 'taken_back'`),
      objected: amounts(sql`${answer} = 'objected' AND ${decision} IS NULL`),
      unanswered: amounts(sql`${answer} IS NULL`),
    })
    .from(lineTable)
    .where(and(inArray(lineTable.disputeId, [...ids]), sql`${lineTable.amount} IS NOT NULL`))
    .groupBy(lineTable.disputeId, lineTable.currency)
    .orderBy(lineTable.currency);
  const found = new Map<number, Outcome[]>();
  for (const { id, ...outcome } of rows) found.set(id, [...(found.get(id) ?? []), outcome]);
  return found;
}
