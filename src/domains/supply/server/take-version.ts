import { createHash } from 'node:crypto';
import { and, desc, eq, getTableColumns, lte, notInArray, sql } from 'drizzle-orm';
import type { Scope } from '#platform/server/access/scope.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { KEPT_VERSIONS, type SupplyRecord, TOLD_CHANGES } from '../contract/supply-file.ts';
import { changedSupply } from './own-supply.ts';
import { parseAds } from './parse-ads.ts';
import { parseSellers } from './parse-sellers.ts';
import type { Parsed } from './parsed.ts';
import type { SupplyParts } from './parts.ts';
import { type StoredFile, type StoredVersion, supplyFile, supplyVersion } from './tables.ts';

/** ads.txt 1.1, section 3.4.2: what was fetched is not to be used longer than this without looking again. */
export const FRESH_DAYS = 7;
const DAY_MS = 86_400_000;

type Tx = Parameters<Parameters<Database['db']['transaction']>[0]>[0];

export const parsedOf = ({ kind, domain }: Pick<StoredFile, 'kind' | 'domain'>, text: string): Parsed =>
  kind === 'sellers' ? parseSellers(text, domain) : parseAds(text);

const keyOf = (said: SupplyRecord): string =>
  JSON.stringify([
    said.system,
    said.account,
    said.relation,
    said.authority,
    said.name,
    said.domain,
    said.is_confidential,
    said.is_passthrough,
  ]);

/** What came and what went; where it stands in the file makes no other record of it. */
export function diffOf(before: readonly SupplyRecord[], after: readonly SupplyRecord[]) {
  const [old, fresh] = [before.map(keyOf), after.map(keyOf)];
  const [wasThere, isThere] = [new Set(old), new Set(fresh)];
  const added = after.filter((_, index) => !wasThere.has(fresh[index] ?? ''));
  const removed = before.filter((_, index) => !isThere.has(old[index] ?? ''));
  return {
    added: added.slice(0, TOLD_CHANGES),
    removed: removed.slice(0, TOLD_CHANGES),
    addedCount: added.length,
    removedCount: removed.length,
  };
}

export interface Taken {
  changed: boolean;
  /** Of what was fetched: what somebody should hear of, in this turn or in one that ended before it was told. */
  isNews: boolean;
  version: Pick<StoredVersion, 'id' | 'says' | 'addedCount' | 'removedCount'>;
  /** The revision of the file by which nothing but the end of this version moved, on a file that was compared whole. */
  onlySeen: number | undefined;
}

/** The first version changes nothing; that nobody may sell, nobody may expect. */
const isTold = ({ says }: Pick<StoredVersion, 'says'>, before: object | undefined): boolean =>
  before !== undefined || says === 'nobody';

interface Given {
  text: string;
  /** Asked only of a text that did not hold at that time. */
  read: () => Parsed;
  origin: 'fetch' | 'upload';
  /** Since when it holds. */
  from: Date;
}

/** What the file row is set to with every change of its versions. */
export const nextRevision = (now: Date) => sql<number>`greatest(${supplyFile.revision} + 1, ${now.getTime()}::bigint)`;

/**
 * Keeps what was read as a version, where it differs from what held at that time; otherwise it was only seen again.
 * Undefined of a file that is gone.
 */
export async function takeVersion(
  scope: Scope,
  { database: { db }, now }: SupplyParts,
  file: StoredFile,
  { text, read, origin, from }: Given,
): Promise<Taken | undefined> {
  const packageName = changedSupply(scope, file.packageName);
  const hash = createHash('sha256').update(text).digest('hex');
  const readAt = now();
  const validUntil = origin === 'fetch' ? new Date(readAt.getTime() + FRESH_DAYS * DAY_MS) : null;
  return db.transaction(async (tx) => {
    const [locked] = await tx.select().from(supplyFile).where(eq(supplyFile.id, file.id)).for('update');
    if (!locked) return undefined;
    const {
      records: _,
      variables: _v,
      faults: _f,
      added: _a,
      removed: _r,
      ...columns
    } = getTableColumns(supplyVersion);
    const [before, earlier] = await tx
      .select(columns)
      .from(supplyVersion)
      .where(and(eq(supplyVersion.fileId, file.id), lte(supplyVersion.validFrom, from)))
      .orderBy(desc(supplyVersion.validFrom), desc(supplyVersion.id))
      .limit(2);
    const seen = { state: 'current' as const, problem: '', checkedAt: readAt, revision: nextRevision(readAt) };
    // Of what says nothing somebody may say now what it means.
    const mayMean = origin === 'upload' && before?.says === 'nothing';
    if (before?.hash === hash && !mayMean && !(before.validUntil && before.validUntil < from)) {
      await tx
        .update(supplyVersion)
        .set({ validUntil: before.validUntil === null ? null : validUntil })
        .where(eq(supplyVersion.id, before.id));
      const [file] = await tx.update(supplyFile).set(seen).where(eq(supplyFile.id, locked.id)).returning();
      const isWhole = locked.compared === locked.revision;
      const isNews = !isWhole && before.origin === 'fetch' && isTold(before, earlier);
      return { changed: false, isNews, version: before, onlySeen: isWhole ? file?.revision : undefined };
    }
    const { records, variables, faults, says, faultCount } = read();
    const diff = diffOf(before ? await recordsOfVersion(tx, before.id) : [], records);
    const made = {
      packageName,
      fileId: file.id,
      origin,
      hash,
      says,
      readAt,
      validFrom: from,
      validUntil,
      records,
      variables,
      faults,
      ...diff,
      recordCount: records.length,
      faultCount,
      createdBy: scope.userName,
    };
    const [version] = await tx.insert(supplyVersion).values(made).returning(columns);
    if (!version) throw new Error('A version was not stored');
    await tx
      .update(supplyFile)
      .set({ ...seen, changedAt: readAt })
      .where(eq(supplyFile.id, file.id));
    await thinOld(tx, file.id);
    return { changed: true, isNews: isTold(version, before), version, onlySeen: undefined };
  });
}

async function recordsOfVersion(tx: Tx, id: number): Promise<SupplyRecord[]> {
  const [found] = await tx
    .select({ records: supplyVersion.records })
    .from(supplyVersion)
    .where(eq(supplyVersion.id, id));
  return found?.records ?? [];
}

/** Of versions beyond the newest ones only when they held is kept: their records lie where events are compared. */
async function thinOld(tx: Tx, fileId: number): Promise<void> {
  const ofFile = eq(supplyVersion.fileId, fileId);
  const newest = tx
    .select({ id: supplyVersion.id })
    .from(supplyVersion)
    .where(ofFile)
    .orderBy(desc(supplyVersion.validFrom), desc(supplyVersion.id))
    .limit(KEPT_VERSIONS);
  await tx
    .update(supplyVersion)
    .set({ records: [], faults: [], added: [], removed: [] })
    .where(
      and(
        ofFile,
        eq(supplyVersion.recorded, true),
        notInArray(supplyVersion.id, newest),
        sql`${supplyVersion.records} <> '[]'::jsonb`,
      ),
    );
}
