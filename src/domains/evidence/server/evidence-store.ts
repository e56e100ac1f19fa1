import { and, asc, count, desc, eq, gte, ilike, inArray, lte, ne, sql } from 'drizzle-orm';
import { evidenceAudit } from '#domains/evidence/contract/audit.ts';
import { CLAIM_WINDOWS, type WindowPlatform } from '#domains/evidence/contract/claim-windows.ts';
import type { EvidenceRecord } from '#domains/evidence/contract/evidence.ts';
import type { evidenceEndpoints } from '#domains/evidence/contract/evidence-endpoints.ts';
import type { AuditAction } from '#platform/contract/audit.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Said } from '#platform/server/jobs/made-in-tries.ts';
import { containing } from '#platform/server/postgres/like.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import { refuse } from './refuse.ts';
import { refuseDisputed } from './refuse-disputed.ts';
import type { Subject } from './scope-sql.ts';
import { type EvidenceRow, evidenceTable } from './tables.ts';

type Db = Database['db'];
type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
type Listed = Out<(typeof evidenceEndpoints.list)['query']>;
type Asked = Out<(typeof evidenceEndpoints.preview)['query']>;

/** Of one package: nobody fills the disk of others. */
const MOST_KEPT = 1000;

/** What is asked, as it is stored. @throws refused for days that make no sense */
export function subjectOf(
  info: Pick<PackageInfo, 'today'>,
  asked: Asked,
): Subject & Pick<EvidenceRow, 'settlementId' | 'platform'> {
  const { publisher, period_from: periodFrom, period_to: periodTo, campaign, event, category, settlement_id } = asked;
  if (periodTo < periodFrom) throw refuse('evidence_days_reversed', {}, { field: 'period_to' });
  if (periodTo > info.today) throw refuse('evidence_days_to_come', {}, { field: 'period_to' });
  const platform = asked.platform ?? null;
  const windowDays = windowOf(platform, asked.window_days);
  return {
    publisher,
    periodFrom,
    periodTo,
    campaign,
    event,
    category,
    settlementId: settlement_id ?? null,
    platform,
    windowDays,
  };
}

function windowOf(platform: WindowPlatform | null, days: number | undefined): number | null {
  if (platform === null) return null;
  if (platform !== 'other') return CLAIM_WINDOWS[platform].days;
  if (days === undefined) throw refuse('evidence_window', {}, { field: 'window_days' });
  return days;
}

/** Of whose sources evidence is seen: all of the package, or some of them and then only what is ready. */
function visible(scope: Scope, packageName: string) {
  requireMay(scope, 'event.read');
  const own = eq(evidenceTable.packageName, requirePackage(scope, packageName));
  if (scope.publishers === 'all') {
    ownPackage(scope, packageName);
    return own;
  }
  return and(own, inArray(evidenceTable.publisher, [...scope.publishers]), eq(evidenceTable.state, 'ready'));
}

export async function listEvidence(
  scope: Scope,
  { db }: Database,
  { package_name, state, search, page, limit }: Listed,
): Promise<{ rows: EvidenceRecord[]; total: number }> {
  const where = and(
    visible(scope, package_name),
    state === undefined ? undefined : eq(evidenceTable.state, state),
    search ? ilike(evidenceTable.publisher, containing(search)) : undefined,
  );
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(evidenceTable)
      .where(where)
      .orderBy(desc(evidenceTable.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(evidenceTable).where(where),
  ]);
  return { rows: rows.map(recordOf), total: counted?.total ?? 0 };
}

/** 404 for an unknown number and for what the caller does not see, 403 for one of a foreign package. */
export async function findEvidence(scope: Scope, { db }: { db: Db | Tx }, id: number): Promise<EvidenceRow> {
  const [known] = await db
    .select({ packageName: evidenceTable.packageName })
    .from(evidenceTable)
    .where(eq(evidenceTable.id, id));
  if (!known) throw appError('not_found', { field: 'id' });
  const [row] = await db
    .select()
    .from(evidenceTable)
    .where(and(eq(evidenceTable.id, id), visible(scope, known.packageName)));
  if (!row) throw appError('not_found', { field: 'id' });
  return row;
}

/** Writes down that an evidence file is asked for; a job makes it. */
export function addEvidence(
  scope: Scope,
  { db }: Database,
  info: PackageInfo,
  { subject, masked, now }: { subject: ReturnType<typeof subjectOf>; masked: boolean; now: Date },
): Promise<EvidenceRow> {
  const packageName = ownPackage(scope, info.package_name);
  return db.transaction(async (tx) => {
    const [kept] = await tx
      .select({ n: count() })
      .from(evidenceTable)
      .where(eq(evidenceTable.packageName, packageName));
    if ((kept?.n ?? 0) >= MOST_KEPT) throw refuse('evidence_limit', { most: MOST_KEPT });
    const [row] = await tx
      .insert(evidenceTable)
      .values({ ...subject, packageName, masked, createdBy: scope.userName, authorId: scope.userId, createdAt: now })
      .returning();
    if (!row) throw new Error('An evidence file was not stored');
    await record(scope, tx, evidenceAudit.make, row);
    return row;
  });
}

export function removeEvidence(scope: Scope, { db }: Database, id: number): Promise<EvidenceRow> {
  return db.transaction(async (tx) => {
    const row = await findEvidence(scope, { db: tx }, id);
    ownPackage(scope, row.packageName);
    await tx.delete(evidenceTable).where(eq(evidenceTable.id, id)).catch(refuseDisputed);
    await record(scope, tx, evidenceAudit.remove, row);
    return row;
  });
}

export const recordDownload = (scope: Scope, { db }: Database, row: EvidenceRow): Promise<void> =>
  record(scope, db, evidenceAudit.download, row);

const record = (scope: Scope, tx: Tx | Db, action: AuditAction, row: EvidenceRow): Promise<void> =>
  audit(tx, scope, {
    action,
    subject: row.publisher.slice(0, 400),
    package: row.packageName,
    details: { id: row.id, from: row.periodFrom, to: row.periodTo, masked: row.masked },
  });

export const recordOf = (row: EvidenceRow): EvidenceRecord => ({
  id: row.id,
  package_name: row.packageName,
  publisher: row.publisher,
  period_from: row.periodFrom,
  period_to: row.periodTo,
  campaign: row.campaign,
  event: row.event,
  category: row.category,
  settlement_id: row.settlementId,
  lines: row.lines,
  totals: row.totals,
  amounts_from: row.amountsFrom,
  events: row.events,
  claimed: row.claimed,
  claimed_before: row.claimedBefore,
  late: row.late,
  state: row.state,
  masked: row.masked,
  rule_versions: row.ruleVersions,
  platform: row.platform,
  window_days: row.windowDays,
  sha256: row.sha256,
  size: row.size,
  file_name: row.fileName,
  fingerprint: row.fingerprint,
  erased: row.erasedAt !== null,
  error: row.error === null ? null : { message: row.error, told: row.told },
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
});

/** Marks of the files of a publisher that are ready and share days with the subject: their events are claimed. */
export async function claimMarks(
  scope: Scope,
  { db }: { db: Db | Tx },
  packageName: string,
  { publisher, periodFrom, periodTo }: Pick<Subject, 'publisher' | 'periodFrom' | 'periodTo'>,
  besides = 0,
): Promise<string[]> {
  requirePackage(scope, packageName);
  const rows = await db
    .select({ claim: evidenceTable.claim })
    .from(evidenceTable)
    .where(
      and(
        eq(evidenceTable.packageName, packageName),
        eq(evidenceTable.publisher, publisher),
        eq(evidenceTable.state, 'ready'),
        lte(evidenceTable.periodFrom, periodTo),
        gte(evidenceTable.periodTo, periodFrom),
        ne(evidenceTable.id, besides),
      ),
    )
    .orderBy(asc(evidenceTable.id));
  return rows.flatMap(({ claim }) => claim ?? []);
}

/** Begins, or begins anew what a stop broke off; undefined when there is nothing to make. */
export async function beginEvidence({ db }: Database, id: number, claim: string): Promise<EvidenceRow | undefined> {
  const [row] = await db
    .update(evidenceTable)
    .set({ claim, events: 0, claimedBefore: 0, late: 0, tries: sql`${evidenceTable.tries} + 1` })
    .where(and(eq(evidenceTable.id, id), eq(evidenceTable.state, 'queued')))
    .returning();
  return row;
}

/** What was counted so far. */
export async function showCounts(
  { db }: Database,
  id: number,
  counted: Partial<Pick<EvidenceRow, 'events' | 'claimedBefore' | 'late'>>,
): Promise<void> {
  await db
    .update(evidenceTable)
    .set(counted)
    .where(and(eq(evidenceTable.id, id), eq(evidenceTable.state, 'queued')));
}

type Made = Pick<
  EvidenceRow,
  | 'events'
  | 'lines'
  | 'totals'
  | 'amountsFrom'
  | 'claimed'
  | 'claimedBefore'
  | 'late'
  | 'ruleVersions'
  | 'sha256'
  | 'size'
  | 'fileName'
  | 'fingerprint'
  | 'settlementId'
>;

/**
 * It is ready, unless it was deleted or begun anew meanwhile, or another file of the publisher became ready since this
 * one looked which events are claimed.
 */
export function finishEvidence(
  scope: Scope,
  { db }: Database,
  { row, made, marks, now }: { row: EvidenceRow; made: Made; marks: readonly string[]; now: Date },
): Promise<'ready' | 'gone' | 'claimed_meanwhile'> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`evidence ${row.packageName}`}, 0))`);
    const current = await claimMarks(scope, { db: tx }, row.packageName, row, row.id);
    if (current.join() !== marks.join()) return 'claimed_meanwhile';
    const done = await tx
      .update(evidenceTable)
      .set({ ...made, state: 'ready', error: null, told: null, finishedAt: now })
      .where(
        and(eq(evidenceTable.id, row.id), eq(evidenceTable.state, 'queued'), eq(evidenceTable.claim, row.claim ?? '')),
      );
    return (done.rowCount ?? 0) > 0 ? 'ready' : 'gone';
  });
}

export async function failEvidence({ db }: Database, id: number, { text, told }: Said, now: Date): Promise<void> {
  await db
    .update(evidenceTable)
    .set({ state: 'failed', error: text.slice(0, 500), told, finishedAt: now })
    .where(and(eq(evidenceTable.id, id), eq(evidenceTable.state, 'queued')));
}

export const unfinishedEvidence = ({ db }: Database): Promise<{ id: number }[]> =>
  db
    .select({ id: evidenceTable.id })
    .from(evidenceTable)
    .where(eq(evidenceTable.state, 'queued'))
    .orderBy(evidenceTable.id);

/** Ids whose archive is to be kept, and marks whose claims count or will. */
export async function keptEvidence({ db }: Database): Promise<{ ids: ReadonlySet<number>; marks: string[] }> {
  const rows = await db
    .select({ id: evidenceTable.id, claim: evidenceTable.claim, erasedAt: evidenceTable.erasedAt })
    .from(evidenceTable);
  return {
    ids: new Set(rows.filter(({ erasedAt }) => erasedAt === null).map(({ id }) => id)),
    marks: rows.flatMap(({ claim }) => claim ?? []),
  };
}
