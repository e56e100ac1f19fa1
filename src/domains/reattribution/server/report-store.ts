import { and, asc, count, desc, eq, inArray, lt, notInArray, sql as pg } from 'drizzle-orm';
import { reattributionAudit } from '#domains/reattribution/contract/audit.ts';
import type { CreditedKind } from '#domains/reattribution/contract/changes.ts';
import { type Difference, MOST_DAYS, type ReportView } from '#domains/reattribution/contract/endpoints.ts';
import { daysBetween } from '#platform/contract/date-range.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { FileName } from '#platform/server/files/files.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Said } from '#platform/server/jobs/made-in-tries.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import type { Period } from './import-zones.ts';
import { refuse } from './refuse.ts';
import type { RulesInForce } from './rules-in-force.ts';
import type { Summary } from './summary.ts';
import { type ReportRow, reattributionReportTable as table } from './tables.ts';

/** Reports of a package and kind that are kept; older ones go with their files. */
const MOST_KEPT = 200;
const UNDERWAY: ReportRow['state'][] = ['Queued', 'Processing'];

export const fileOf = (id: number): FileName => `reports/reattribution-${id}`;

/** The newest first. */
export async function listReports(
  scope: Scope,
  { db }: Database,
  { packageName, kind, page, limit }: { packageName: string; kind: CreditedKind; page: number; limit: number },
): Promise<{ rows: ReportView[]; total: number }> {
  const which = and(eq(table.packageName, ownPackage(scope, packageName)), eq(table.kind, kind));
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(table)
      .where(which)
      .orderBy(desc(table.createdAt), desc(table.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ n: count() }).from(table).where(which),
  ]);
  return { rows: rows.map(viewOf), total: counted?.n ?? 0 };
}

/** @throws not_found, and whatever forbids the money of its package */
export async function findReport(scope: Scope, { db }: Database, id: number): Promise<ReportRow> {
  const [row] = await db.select().from(table).where(eq(table.id, id));
  if (!row) throw appError('not_found', { field: 'id' });
  ownPackage(scope, row.packageName);
  return row;
}

/** What the version of a report stands on: the rules, and what they met. */
interface StandsOn extends RulesInForce {
  traffic: string;
}

/**
 * Writes down that a report is asked for; a job makes it. What has a version of these days under the same rules and with
 * the same outcome is that version, whose file stays as it is; only one that failed is made again.
 */
export async function askForReport(
  scope: Scope,
  { db }: Database,
  { packageName, kind, from, to }: Period & { packageName: string; kind: CreditedKind },
  standsOn: () => Promise<StandsOn>,
): Promise<ReportView> {
  ownPackage(scope, packageName);
  if (to < from) throw refuse('reattribution_days_reversed', {}, { field: 'to' });
  if (daysBetween(from, to) >= MOST_DAYS) throw refuse('reattribution_too_long', { days: MOST_DAYS }, { field: 'to' });
  const { ruleVersion, rules, traffic } = await standsOn();
  return db.transaction(async (tx) => {
    // Two that ask at once would make two versions of the same.
    await tx.execute(pg`SELECT pg_advisory_xact_lock(hashtext(${`reattribution ${packageName}`}))`);
    const stored = await tx
      .select()
      .from(table)
      .where(
        and(eq(table.packageName, packageName), eq(table.kind, kind), eq(table.firstDay, from), eq(table.lastDay, to)),
      )
      .orderBy(asc(table.version));
    const same = stored.find((row) => row.rules === rules && row.traffic === traffic);
    if (same && same.state !== 'Failed') return viewOf(same);
    const author = { author: scope.userName, createdAt: pg<Date>`now()`, ruleVersion };
    const anew = { state: 'Queued', tries: 0, error: null, told: null, finishedAt: null } as const;
    const [row] = same
      ? await tx
          .update(table)
          .set({ ...author, ...anew })
          .where(eq(table.id, same.id))
          .returning()
      : await tx
          .insert(table)
          .values({
            packageName,
            kind,
            firstDay: from,
            lastDay: to,
            version: (stored.at(-1)?.version ?? 0) + 1,
            rules,
            traffic,
            ...author,
          })
          .returning();
    if (!row) throw new Error('A report was not stored');
    await audit(tx, scope, {
      action: reattributionAudit.generate,
      subject: `${kind} ${from} to ${to}`,
      package: packageName,
      details: { version: row.version, rules },
    });
    return viewOf(row);
  });
}

/** The program's own: of whom nobody asks any more. Undefined when it is made already, or gone. */
export async function beginReport({ db }: Database, id: number): Promise<ReportRow | undefined> {
  const [row] = await db
    .update(table)
    .set({ state: 'Processing', tries: pg`${table.tries} + 1` })
    .where(and(eq(table.id, id), inArray(table.state, UNDERWAY)))
    .returning();
  return row;
}

export async function finishReport(
  { db }: Database,
  report: ReportRow,
  { rows: figures, totals }: Summary,
  made: { fileName: string; bytes: number; rows: number },
  now: Date,
): Promise<void> {
  const { id, packageName, kind, firstDay, lastDay, version } = report;
  const [before] = await db
    .select({ version: table.version, figures: table.figures, rules: table.rules })
    .from(table)
    .where(
      and(
        eq(table.packageName, packageName),
        eq(table.kind, kind),
        eq(table.firstDay, firstDay),
        eq(table.lastDay, lastDay),
        eq(table.state, 'Ready'),
        lt(table.version, version),
      ),
    )
    .orderBy(desc(table.version))
    .limit(1);
  const differs = before
    ? { ...differenceOf(before.version, before.figures ?? [], figures), has_other_rules: before.rules !== report.rules }
    : null;
  await db
    .update(table)
    .set({ state: 'Ready', figures, totals, differs, ...made, finishedAt: now })
    .where(eq(table.id, id));
}

export async function failReport({ db }: Database, id: number, { text: error, told }: Said, now: Date): Promise<void> {
  await db.update(table).set({ state: 'Failed', error, told, finishedAt: now }).where(eq(table.id, id));
}

export async function unfinishedReports({ db }: Database): Promise<{ id: number }[]> {
  return db.select({ id: table.id }).from(table).where(inArray(table.state, UNDERWAY)).orderBy(asc(table.id));
}

/** Forgets reports beyond those that are kept, and answers which are left. */
export async function forgetOldReports({ db }: Database): Promise<Set<number>> {
  const ranked = db
    .select({
      id: table.id,
      place:
        pg<number>`row_number() OVER (PARTITION BY ${table.packageName}, ${table.kind} ORDER BY ${table.createdAt} DESC, ${table.id} DESC)`.as(
          'place',
        ),
    })
    .from(table)
    .as('ranked');
  const kept = db.select({ id: ranked.id }).from(ranked).where(pg`${ranked.place} <= ${MOST_KEPT}`);
  await db.delete(table).where(and(notInArray(table.id, kept), notInArray(table.state, UNDERWAY)));
  const rows = await db.select({ id: table.id }).from(table);
  return new Set(rows.map(({ id }) => id));
}

const MOST_NAMED = 100;

/** What publishers are left with then and now, where it is not the same. */
export function differenceOf(
  version: number,
  then: readonly Summary['rows'][number][],
  now: readonly Summary['rows'][number][],
): Omit<Difference, 'has_other_rules'> {
  const finals = (rows: readonly Summary['rows'][number][]) => new Map(rows.map((row) => [row.publisher, row.final]));
  const [before, after] = [finals(then), finals(now)];
  const publishers = [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .map((publisher) => ({ publisher, before: before.get(publisher) ?? 0, now: after.get(publisher) ?? 0 }))
    .filter((each) => each.before !== each.now);
  return { version, publishers: publishers.slice(0, MOST_NAMED), differing: publishers.length };
}

const viewOf = (row: ReportRow): ReportView => ({
  id: row.id,
  package_name: row.packageName,
  kind: row.kind,
  from: row.firstDay,
  to: row.lastDay,
  version: row.version,
  rule_version: row.ruleVersion,
  rules: row.rules,
  status: row.state,
  rows: row.rows,
  file: row.state === 'Ready' && row.fileName ? { name: row.fileName, bytes: row.bytes ?? 0 } : null,
  totals: row.totals,
  differs: row.differs,
  created_by: row.author,
  created_at: row.createdAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
  error: row.error === null ? null : { message: row.error, told: row.told },
});
