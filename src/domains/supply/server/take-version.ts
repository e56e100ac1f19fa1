import { createHash } from 'node:crypto';
import { and, desc, eq, lte, notInArray } from 'drizzle-orm';
import type { Scope } from '#platform/server/access/scope.ts';
import type { SupplyRecord } from '../contract/supply-file.ts';
import { changedSupply } from './own-supply.ts';
import { type Parsed, parseAds } from './parse-ads.ts';
import { parseSellers } from './parse-sellers.ts';
import type { SupplyParts } from './parts.ts';
import { type StoredFile, type StoredVersion, supplyFile, supplyVersion } from './tables.ts';

/** Versions of a file that are kept. */
const KEPT = 20;
/** ads.txt 1.1, section 3.4.2: what was fetched is not to be used longer than this without looking again. */
export const FRESH_DAYS = 7;
const DAY_MS = 86_400_000;

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
  const [old, fresh] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  return {
    added: after.filter((each) => !old.has(keyOf(each))),
    removed: before.filter((each) => !fresh.has(keyOf(each))),
  };
}

export interface Taken {
  changed: boolean;
  isFirst: boolean;
  version: StoredVersion;
}

interface Given {
  text: string;
  parsed: Parsed;
  origin: 'fetch' | 'upload';
  /** Since when it holds. */
  from: Date;
}

/** Keeps what was read as a version, where it differs from what held at that time; otherwise it was only seen again. */
export async function takeVersion(
  scope: Scope,
  { database: { db }, now }: SupplyParts,
  file: StoredFile,
  { text, parsed, origin, from }: Given,
): Promise<Taken> {
  const packageName = changedSupply(scope, file.packageName);
  const hash = createHash('sha256').update(text).digest('hex');
  const readAt = now();
  const validUntil = origin === 'fetch' ? new Date(readAt.getTime() + FRESH_DAYS * DAY_MS) : null;
  return db.transaction(async (tx) => {
    await tx.select({ id: supplyFile.id }).from(supplyFile).where(eq(supplyFile.id, file.id)).for('update');
    const ofFile = eq(supplyVersion.fileId, file.id);
    const newest = [desc(supplyVersion.validFrom), desc(supplyVersion.id)];
    const [before] = await tx
      .select()
      .from(supplyVersion)
      .where(and(ofFile, lte(supplyVersion.validFrom, from)))
      .orderBy(...newest)
      .limit(1);
    const seen = { state: 'current' as const, problem: '', checkedAt: readAt };
    const hasEnded = before?.validUntil && before.validUntil < from;
    if (before?.hash === hash && !hasEnded) {
      const [version] = await tx
        .update(supplyVersion)
        .set({ validUntil: before.validUntil === null ? null : validUntil })
        .where(eq(supplyVersion.id, before.id))
        .returning();
      await tx.update(supplyFile).set(seen).where(eq(supplyFile.id, file.id));
      return { changed: false, isFirst: false, version: version ?? before };
    }
    const { records, variables, faults, says } = parsed;
    const [version] = await tx
      .insert(supplyVersion)
      .values({
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
        ...diffOf(before?.records ?? [], records),
        createdBy: scope.userName,
      })
      .returning();
    if (!version) throw new Error('A version was not stored');
    await tx
      .update(supplyFile)
      .set({ ...seen, changedAt: readAt })
      .where(eq(supplyFile.id, file.id));
    const kept = await tx
      .select({ id: supplyVersion.id })
      .from(supplyVersion)
      .where(ofFile)
      .orderBy(...newest)
      .limit(KEPT);
    await tx.delete(supplyVersion).where(
      and(
        ofFile,
        notInArray(
          supplyVersion.id,
          kept.map(({ id }) => id),
        ),
      ),
    );
    return { changed: true, isFirst: before === undefined, version };
  });
}
