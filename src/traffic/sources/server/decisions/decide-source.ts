import { and, desc, eq, isNull, or } from 'drizzle-orm';
import { todayIn } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { packageTable } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { OWN_SITE } from '#traffic/event/contract/dimensions.ts';
import { momentsOf } from '#traffic/event/server/covered-days.ts';
import { rejudge } from '#traffic/judge/server/rejudge.ts';
import { sourceDecisionTable } from '#traffic/judge/server/tables.ts';
import type { VerdictChange } from '#traffic/judge/server/verdict-changes.ts';
import type { SourceState } from '#traffic/rules/contract/rule.ts';
import { sourceAudit } from '#traffic/sources/contract/audit.ts';
import type { SourceDecisionRow } from '#traffic/sources/contract/decision-endpoints.ts';
import { basisOf } from './basis.ts';
import { refuse } from './refuse.ts';

export interface DecisionStores {
  clickhouse: ClickHouse;
  database: Database;
  now: () => Date;
}

export interface NewSourceDecision {
  publisher: string;
  /** The whole publisher when null. */
  sub_publisher: string | null;
  state: SourceState;
  reason: string;
  /** First day it is about, in the package's time zone. */
  from?: string | undefined;
  /** Of the preview that was looked at. */
  basis?: string | undefined;
}

/** What a decision did to verdicts. */
export interface DecisionEffect {
  id: number;
  changes: VerdictChange[];
}

type Stored = typeof sourceDecisionTable.$inferSelect;

/**
 * Confirms or clears a source: its stored events are judged by it at once, later ones when they come. Asking for the
 * same again applies it again, so an interrupted call can be repeated. 409 when it names a preview that has become old.
 */
export async function decideSource(
  scope: Scope,
  stores: DecisionStores,
  packageInfo: PackageInfo,
  wanted: NewSourceDecision,
): Promise<DecisionEffect> {
  const packageName = ownPackage(scope, packageInfo.package_name);
  const from = await begins(stores, packageInfo, wanted);
  const said = {
    packageName,
    publisher: wanted.publisher,
    subPublisher: wanted.sub_publisher,
    state: wanted.state,
    reason: wanted.reason,
    author: scope.userName,
    coversFrom: from,
  };
  const stored = await storeOnce(scope, stores.database, said, wanted.basis);
  return applied(scope, stores, stored, stored.state);
}

/** First moment a decision is about, null where it is about everything. 422 for a source nobody can decide about. */
export async function begins(
  { clickhouse }: Pick<DecisionStores, 'clickhouse'>,
  { today, time_zone }: PackageInfo,
  wanted: Pick<NewSourceDecision, 'publisher' | 'from'>,
): Promise<Date | null> {
  if (wanted.publisher === OWN_SITE) throw refuse('source_is_own_site', {}, { field: 'publisher' });
  if (wanted.from !== undefined && wanted.from > today) throw refuse('source_in_future', {}, { field: 'from' });
  return (await momentsOf(clickhouse, wanted, time_zone)).from;
}

/** Events a decision is about, its first moment aside. */
export const isOfSource = (publisher: string, subPublisher: string | null): Sql =>
  subPublisher === null
    ? sql`publisher = ${typed('String', publisher)}`
    : sql`publisher = ${typed('String', publisher)} AND sub_publisher = ${typed('String', subPublisher)}`;

/** The newest word about a source is the one that counts: only that it is said twice is no news. */
async function storeOnce(
  scope: Scope,
  { db }: Database,
  wanted: typeof sourceDecisionTable.$inferInsert,
  basis: string | undefined,
): Promise<Stored> {
  return db.transaction(async (tx) => {
    // One after the other: two who say the same at once say it once.
    await oneAtATime(tx, wanted.packageName);
    const newest = await newestAbout(tx, wanted);
    const same =
      newest?.state === wanted.state && (newest.coversFrom?.getTime() ?? 0) === (wanted.coversFrom?.getTime() ?? 0);
    const repeated = same && newest.author === wanted.author && newest.reason === wanted.reason;
    if (basis !== undefined && !repeated) {
      const now = await basisOf(scope, tx, wanted.packageName, wanted.publisher);
      if (now !== basis) throw refuse('source_preview_old', {}, { as: 'conflict', field: 'basis' });
    }
    if (newest && same) return newest;
    const [row] = await tx.insert(sourceDecisionTable).values(wanted).returning();
    if (!row) throw new Error('A decision about a source was not stored');
    await audit(tx, scope, {
      action: wanted.state === 'confirmed' ? sourceAudit.confirm : sourceAudit.clear,
      ...auditOf(row),
    });
    return row;
  });
}

type Transaction = Pick<Database['db'], 'select'>;

async function oneAtATime(tx: Transaction, packageName: string): Promise<void> {
  await tx.select().from(packageTable).where(eq(packageTable.name, packageName)).for('update');
}

async function newestAbout(
  tx: Transaction,
  { packageName, publisher, subPublisher }: typeof sourceDecisionTable.$inferInsert,
): Promise<Stored | undefined> {
  const [newest] = await tx
    .select()
    .from(sourceDecisionTable)
    .where(ofSource(packageName, publisher, subPublisher ?? null))
    .orderBy(desc(sourceDecisionTable.id))
    .limit(1);
  return newest;
}

const ofSource = (packageName: string, publisher: string, subPublisher: string | null) =>
  and(
    eq(sourceDecisionTable.packageName, packageName),
    eq(sourceDecisionTable.publisher, publisher),
    subPublisher === null
      ? isNull(sourceDecisionTable.subPublisher)
      : eq(sourceDecisionTable.subPublisher, subPublisher),
    isNull(sourceDecisionTable.undoneAt),
  );

const auditOf = ({ id, packageName, publisher, subPublisher, state, reason, coversFrom }: Stored) => ({
  subject: (subPublisher ? `${publisher} / ${subPublisher}` : publisher).slice(0, 400),
  package: packageName,
  details: { id, state, reason, covers_from: coversFrom },
});

/**
 * Takes a decision back: what was said before it counts again. Doing it twice does it once. With `onlyNewest`, 409 when
 * its source was decided about since.
 */
export async function takeBack(
  scope: Scope,
  stores: DecisionStores,
  id: number,
  { onlyNewest = false }: { onlyNewest?: boolean } = {},
): Promise<DecisionEffect> {
  const { db } = stores.database;
  const [found] = await db.select().from(sourceDecisionTable).where(eq(sourceDecisionTable.id, id));
  if (!found || (scope.packages !== 'all' && !scope.packages.has(found.packageName))) throw appError('not_found');
  ownPackage(scope, found.packageName);
  await db.transaction(async (tx) => {
    await oneAtATime(tx, found.packageName);
    const newest = onlyNewest ? await newestAbout(tx, found) : undefined;
    // Newer by its number: one that was taken back already is not among those in force.
    if (newest && newest.id > id) throw refuse('source_decided_since', {}, { as: 'conflict', field: 'id' });
    const undone = await tx
      .update(sourceDecisionTable)
      .set({ undoneAt: stores.now(), undoneBy: scope.userName })
      .where(and(eq(sourceDecisionTable.id, id), isNull(sourceDecisionTable.undoneAt)))
      .returning({ id: sourceDecisionTable.id });
    if (undone.length > 0) await audit(tx, scope, { action: sourceAudit.takeBack, ...auditOf(found) });
  });
  return applied(scope, stores, found, 'taken back');
}

async function applied(
  { userName }: Scope,
  stores: DecisionStores,
  { id, packageName, publisher, subPublisher, reason, coversFrom }: Stored,
  what: SourceState | 'taken back',
): Promise<DecisionEffect> {
  const changes = await rejudge(stores, {
    package: packageName,
    where: isOfSource(publisher, subPublisher),
    changed: 'anything',
    cause: { kind: 'source', operation: `source ${id} ${what}`, author: userName, reason, at: stores.now() },
    ...(coversFrom ? { from: coversFrom } : {}),
  });
  return { id, changes: changes.filter(({ from, to }) => from !== to) };
}

/**
 * What people said of a source and of its publisher as a whole, or of a publisher and all its sites, also what was taken
 * back; newest first.
 */
export async function decisionsAbout(
  scope: Scope,
  { db }: Database,
  packageInfo: PackageInfo,
  { publisher, sub_publisher }: { publisher: string; sub_publisher?: string | undefined },
): Promise<SourceDecisionRow[]> {
  const packageName = requirePackage(scope, packageInfo.package_name);
  const rows = await db
    .select()
    .from(sourceDecisionTable)
    .where(
      and(
        eq(sourceDecisionTable.packageName, packageName),
        eq(sourceDecisionTable.publisher, publisher),
        sub_publisher === undefined
          ? undefined
          : or(isNull(sourceDecisionTable.subPublisher), eq(sourceDecisionTable.subPublisher, sub_publisher)),
      ),
    )
    .orderBy(desc(sourceDecisionTable.id));
  return rows.map((row) => decisionRow(row, packageInfo.time_zone));
}

export const decisionRow = (row: Stored, timeZone: string): SourceDecisionRow => ({
  id: row.id,
  publisher: row.publisher,
  sub_publisher: row.subPublisher,
  state: row.state,
  reason: row.reason,
  author: row.author,
  created_at: row.createdAt.toISOString(),
  from: row.coversFrom && todayIn(timeZone, row.coversFrom),
  undone_at: row.undoneAt?.toISOString() ?? null,
  undone_by: row.undoneBy,
});

/** A decision covers the traffic of every vendor, so who sees only some of them may not make one. */
export function ownPackage(scope: Scope, packageName: string): string {
  requirePackage(scope, packageName);
  if (scope.vendors !== 'all' || scope.publishers !== 'all')
    throw refuse('source_of_whole_package', {}, { as: 'forbidden' });
  return packageName;
}
