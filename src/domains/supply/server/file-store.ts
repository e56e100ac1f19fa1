import { and, asc, count, desc, eq, getTableColumns, ilike, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { containing } from '#platform/server/postgres/like.ts';
import { supplyAudit } from '../contract/audit.ts';
import type { FileRow, newFile, VersionRow } from '../contract/supply-endpoints.ts';
import {
  KEPT_VERSIONS,
  MOST_FILES,
  MOST_RECORDS,
  type SupplyFault,
  type SupplyKind,
  type SupplyRecord,
  type SupplyVariable,
} from '../contract/supply-file.ts';
import { changedSupply, ownFile, ownSupply } from './own-supply.ts';
import { isDomain, isEmpty, type Parsed } from './parsed.ts';
import type { SupplyParts } from './parts.ts';
import { refuse } from './refuse.ts';
import { type StoredFile, type StoredVersion, supplyFile, supplyVersion } from './tables.ts';
import { parsedOf, takeVersion } from './take-version.ts';

type Newest = Pick<StoredVersion, 'says' | 'origin' | 'validFrom' | 'validUntil' | 'recordCount' | 'faultCount'>;

const NEWEST = {
  says: supplyVersion.says,
  origin: supplyVersion.origin,
  validFrom: supplyVersion.validFrom,
  validUntil: supplyVersion.validUntil,
  recordCount: supplyVersion.recordCount,
  faultCount: supplyVersion.faultCount,
};
const isNewest = sql`${supplyVersion.id} = (SELECT v.id FROM supply_version AS v WHERE v.file_id = ${supplyFile.id}
  ORDER BY v.valid_from DESC, v.id DESC LIMIT 1)`;

const LAST_FIRST = [desc(supplyVersion.validFrom), desc(supplyVersion.id)];

/** Those that want looking at first. */
const BY_STATE = sql`array_position(ARRAY['missing', 'unreachable', 'new', 'current'], ${supplyFile.state}), ${supplyFile.domain}, ${supplyFile.kind}`;

export async function listFiles(
  scope: Scope,
  { database: { db } }: Pick<SupplyParts, 'database'>,
  packageName: string,
  {
    kind,
    search,
    page,
    limit,
  }: { kind?: SupplyKind | undefined; search?: string | undefined; page: number; limit: number },
): Promise<{ rows: FileRow[]; total: number }> {
  const pattern = containing(search ?? '');
  const where = and(
    eq(supplyFile.packageName, ownSupply(scope, packageName)),
    kind && eq(supplyFile.kind, kind),
    search
      ? or(ilike(supplyFile.domain, pattern), sql`array_to_string(${supplyFile.apps}, ' ') ILIKE ${pattern}`)
      : undefined,
  );
  const [rows, [counted]] = await Promise.all([
    db
      .select({ file: supplyFile, newest: NEWEST })
      .from(supplyFile)
      .leftJoin(supplyVersion, isNewest)
      .where(where)
      .orderBy(BY_STATE)
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(supplyFile).where(where),
  ]);
  return { rows: rows.map(({ file, newest }) => viewOf(file, newest)), total: counted?.total ?? 0 };
}

const viewOf = (file: StoredFile, newest: { [F in keyof Newest]: Newest[F] | null } | null): FileRow => ({
  id: file.id,
  kind: file.kind,
  domain: file.domain,
  apps: file.apps,
  watched: file.watched,
  state: file.state,
  problem: file.problem,
  records: newest?.recordCount ?? 0,
  faults: newest?.faultCount ?? 0,
  says: newest?.says ?? null,
  origin: newest?.origin ?? null,
  valid_from: newest?.validFrom?.toISOString() ?? null,
  valid_until: newest?.validUntil?.toISOString() ?? null,
  checked_at: file.checkedAt?.toISOString() ?? null,
  changed_at: file.changedAt?.toISOString() ?? null,
  created_by: file.createdBy,
});

/** Host of what somebody typed, in ASCII; the file of www is that of the domain. */
function domainOf(typed: string): string {
  const address = /^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`;
  const host = URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : '';
  if (!isDomain(host)) throw refuse('supply_not_a_domain', { value: typed }, { field: 'domain' });
  return host;
}

export async function addFile(
  scope: Scope,
  { database: { db }, now }: Pick<SupplyParts, 'database' | 'now'>,
  { package_name, kind, domain: typed, apps, watched }: z.output<typeof newFile>,
): Promise<StoredFile> {
  const packageName = changedSupply(scope, package_name);
  const domain = domainOf(typed);
  if (kind === 'app-ads' && apps.length === 0) throw refuse('supply_apps', {}, { field: 'apps' });
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`supply_file ${packageName}`}, 0))`);
    const [all] = await tx.select({ n: count() }).from(supplyFile).where(eq(supplyFile.packageName, packageName));
    if ((all?.n ?? 0) >= MOST_FILES) throw refuse('supply_too_many', { n: MOST_FILES });
    const [file] = await tx
      .insert(supplyFile)
      .values({
        packageName,
        kind,
        domain,
        apps: kind === 'app-ads' ? [...new Set(apps)] : [],
        watched,
        createdBy: scope.userName,
        createdAt: now(),
      })
      .onConflictDoNothing()
      .returning();
    if (!file) throw refuse('supply_there', { value: domain }, { as: 'conflict', field: 'domain' });
    await audit(tx, scope, {
      action: supplyAudit.add,
      subject: domain,
      package: packageName,
      details: { kind, watched },
    });
    return file;
  });
}

export async function oneFile(
  scope: Scope,
  { database: { db } }: Pick<SupplyParts, 'database'>,
  id: number,
): Promise<StoredFile> {
  const [file] = await db.select().from(supplyFile).where(eq(supplyFile.id, id));
  return ownFile(scope, file);
}

export async function wholeFile(
  scope: Scope,
  parts: Pick<SupplyParts, 'database'>,
  id: number,
): Promise<{ file: FileRow; variables: SupplyVariable[]; faults: SupplyFault[]; versions: VersionRow[] }> {
  const file = await oneFile(scope, parts, id);
  const { records: _, ...columns } = getTableColumns(supplyVersion);
  const versions = await parts.database.db
    .select(columns)
    .from(supplyVersion)
    .where(eq(supplyVersion.fileId, file.id))
    .orderBy(...LAST_FIRST)
    .limit(KEPT_VERSIONS);
  const [newest] = versions;
  return {
    file: viewOf(file, newest ?? null),
    variables: newest?.variables ?? [],
    faults: newest?.faults ?? [],
    versions: versions.map((version) => ({
      id: version.id,
      origin: version.origin,
      read_at: version.readAt.toISOString(),
      valid_from: version.validFrom.toISOString(),
      records: version.recordCount,
      added: version.added,
      removed: version.removed,
      added_count: version.addedCount,
      removed_count: version.removedCount,
    })),
  };
}

/** Records of the newest version, those with the text searched for. */
export async function recordsOf(
  scope: Scope,
  parts: Pick<SupplyParts, 'database'>,
  id: number,
  search = '',
): Promise<{ file: StoredFile; records: SupplyRecord[] }> {
  const file = await oneFile(scope, parts, id);
  const [newest] = await parts.database.db
    .select({ records: supplyVersion.records })
    .from(supplyVersion)
    .where(eq(supplyVersion.fileId, file.id))
    .orderBy(...LAST_FIRST)
    .limit(1);
  const wanted = search.trim().toLowerCase();
  const records = (newest?.records ?? []).filter((each) =>
    [each.system, each.account, each.name, each.domain].some((text) => text.toLowerCase().includes(wanted)),
  );
  return { file, records };
}

interface GivenFile {
  text: string;
  day: string | undefined;
  /** That no one may sell, if the file names nobody. */
  isNobody?: boolean;
  info: PackageInfo;
}

/**
 * What would make every seller one that is not authorised is taken only of who says that it is meant: the placeholder,
 * a file without a record, a list without a seller. A file of variables alone speaks of no seller.
 */
function asMeant(file: StoredFile, parsed: Parsed, isNobody: boolean): Parsed {
  const [fault] = parsed.faults;
  if (fault?.code === 'too_many') throw refuse('supply_too_many_records', { n: MOST_RECORDS }, { field: 'file' });
  if (parsed.says === 'nothing' && fault) throw refuse('supply_unreadable', { line: fault.line }, { field: 'file' });
  if (parsed.says === 'records' || (parsed.says === 'nothing' && !isEmpty(file, parsed))) return parsed;
  if (!isNobody) throw refuse('supply_names_nobody', { value: file.domain }, { field: 'nobody' });
  return { ...parsed, says: 'nobody' };
}

/** Begins at the midnight of the package; without a day, now. */
export async function uploadVersion(
  scope: Scope,
  parts: SupplyParts,
  file: StoredFile,
  { text, day, isNobody = false, info }: GivenFile,
): Promise<{ records: number; faults: number; says: Parsed['says']; changed: boolean }> {
  changedSupply(scope, file.packageName);
  if (day !== undefined && day > info.today) throw refuse('supply_future', {}, { field: 'valid_from' });
  const parsed = asMeant(file, parsedOf(file, text), isNobody);
  const { db } = parts.database;
  const [midnight] =
    day === undefined
      ? []
      : (await db.execute<{ at: string }>(sql`SELECT (${day}::timestamp AT TIME ZONE ${info.time_zone})::text AS at`))
          .rows;
  const from = midnight ? new Date(midnight.at) : parts.now();
  const taken = await takeVersion(scope, parts, file, { text, read: () => parsed, origin: 'upload', from });
  if (!taken) throw appError('not_found');
  const { records, faultCount: faults, says } = parsed;
  const details = { records: records.length, faults, says, changed: taken.changed };
  await audit(db, scope, { action: supplyAudit.upload, subject: file.domain, package: file.packageName, details });
  return details;
}

export async function watchedFiles(
  scope: Scope,
  { database: { db } }: Pick<SupplyParts, 'database'>,
  name: string,
): Promise<number> {
  const packageName = changedSupply(scope, name);
  const rows = await db
    .select({ id: supplyFile.id })
    .from(supplyFile)
    .where(and(eq(supplyFile.packageName, packageName), eq(supplyFile.watched, true)))
    .orderBy(asc(supplyFile.id));
  await audit(db, scope, { action: supplyAudit.check, package: packageName, details: { files: rows.length } });
  return rows.length;
}

export async function removeFile(scope: Scope, parts: SupplyParts, id: number): Promise<StoredFile> {
  const file = await oneFile(scope, parts, id);
  changedSupply(scope, file.packageName);
  await parts.database.db.transaction(async (tx) => {
    await tx.delete(supplyFile).where(eq(supplyFile.id, id));
    await audit(tx, scope, { action: supplyAudit.remove, subject: file.domain, package: file.packageName });
  });
  return file;
}
