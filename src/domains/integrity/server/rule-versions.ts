import { and, desc, eq } from 'drizzle-orm';
import { integrityAudit } from '#domains/integrity/contract/audit.ts';
import type { RuleKind } from '#domains/integrity/contract/kinds.ts';
import type { RuleVersion } from '#domains/integrity/contract/rule-endpoints.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { PublishedRule } from './evaluate.ts';
import type { Db, IntegrityParts, Tx } from './parts.ts';
import { refuse } from './refuse.ts';
import { freeName, heldRows, isSame, ordered, rowsOf, writtenOf } from './rule-rows.ts';
import { ruleTable, versionTable } from './tables.ts';

type Version = typeof versionTable.$inferSelect;
const MOST_VERSIONS = 50;

/** From now on links and conversions are held against what is written now. */
export async function publishRules(
  scope: Scope,
  { database: { db }, now }: IntegrityParts,
  kind: RuleKind,
  { package_name, note }: { package_name: string; note: string },
): Promise<number> {
  const packageName = requireAll(scope, package_name);
  return db.transaction(async (tx) => {
    // One after the other: a version is what was written at one moment.
    const rows = await heldRows(tx, packageName, kind);
    const [newest] = await versionsOf(tx, packageName, kind, 1);
    if (rows.length === 0 && !newest) throw refuse('nothing_written', {}, { field: 'package_name' });
    // What is in force already is no new version.
    if (newest && isSame(rows, newest.rules)) return newest.version;
    const version = (newest?.version ?? 0) + 1;
    const [made] = await tx
      .insert(versionTable)
      .values({
        packageName,
        kind,
        version,
        rules: writtenOf(rows),
        note,
        publishedBy: scope.userName,
        publishedAt: now(),
      })
      .onConflictDoNothing()
      .returning({ version: versionTable.version });
    if (!made) throw appError('conflict');
    const details = { kind, version, rules: rows.length };
    await audit(tx, scope, { action: integrityAudit.publish, subject: kind, package: packageName, details });
    return version;
  });
}

/**
 * Writes the rules again as a version had them, in its order; in force is what was. Rules that are not in it are switched
 * off and stand last: nothing that was written is lost. 404 for a version that is not there.
 */
export async function restoreRules(
  scope: Scope,
  { database: { db }, now }: IntegrityParts,
  kind: RuleKind,
  { package_name, version }: { package_name: string; version: number },
): Promise<void> {
  const packageName = requireAll(scope, package_name);
  await db.transaction(async (tx) => {
    const rows = await heldRows(tx, packageName, kind);
    const [found] = await tx
      .select()
      .from(versionTable)
      .where(and(ofKind(packageName, kind), eq(versionTable.version, version)));
    if (!found) throw appError('not_found', { field: 'version' });
    if (isSame(rows, found.rules)) return;
    const written = { updatedBy: scope.userName, updatedAt: now() };
    for (const [place, { id, campaign_id: campaignId, values, ...rule }] of found.rules.entries()) {
      const as = { ...rule, campaignId, values: [...values], active: true, place: place + 1, ...written };
      // A rule that was deleted has its number again, under which the version knows it.
      await tx
        .insert(ruleTable)
        .overridingSystemValue()
        .values({ id, packageName, kind, ...as })
        .onConflictDoUpdate({ target: ruleTable.id, set: as });
    }
    const back = new Set(found.rules.map(({ id }) => id));
    const taken = new Set(found.rules.map(({ name }) => name));
    for (const [index, row] of rows.filter(({ id }) => !back.has(id)).entries()) {
      const name = freeName(taken, row.name);
      taken.add(name);
      const place = found.rules.length + index + 1;
      await tx
        .update(ruleTable)
        .set({ name, active: false, place, ...(row.active ? written : {}) })
        .where(eq(ruleTable.id, row.id));
    }
    const details = { kind, version };
    await audit(tx, scope, { action: integrityAudit.restore, subject: kind, package: packageName, details });
  });
}

/** The newest first, each with what it changed in the one before. */
export async function versionViews(db: Db, packageName: string, kind: RuleKind): Promise<RuleVersion[]> {
  const versions = await versionsOf(db, packageName, kind, MOST_VERSIONS + 1);
  return versions.slice(0, MOST_VERSIONS).map((each, index) => ({
    version: each.version,
    rules: each.rules.length,
    note: each.note,
    published_by: each.publishedBy,
    published_at: each.publishedAt.toISOString(),
    ...changesOf(versions[index + 1]?.rules ?? [], each.rules),
  }));
}

/** The rules that are written, or those in force. */
export async function rulesOf(
  db: Db,
  packageName: string,
  kind: RuleKind,
  which: 'written' | 'in_force',
): Promise<PublishedRule[]> {
  if (which === 'written') return writtenOf(await rowsOf(db, packageName, kind));
  const [inForce] = await versionsOf(db, packageName, kind, 1);
  return inForce?.rules ?? [];
}

const ofKind = (packageName: string, kind: RuleKind) =>
  and(eq(versionTable.packageName, packageName), eq(versionTable.kind, kind));

const versionsOf = (db: Db | Tx, packageName: string, kind: RuleKind, limit: number): Promise<Version[]> =>
  db.select().from(versionTable).where(ofKind(packageName, kind)).orderBy(desc(versionTable.version)).limit(limit);

type Changes = Pick<RuleVersion, 'added' | 'taken_away' | 'changed' | 'moved'>;

function changesOf(before: readonly PublishedRule[], after: readonly PublishedRule[]): Changes {
  const [was, is] = [byId(before), byId(after)];
  const kept = after.filter(({ id }) => was.has(id));
  const text = (rule: PublishedRule | undefined) => rule && JSON.stringify(ordered(rule));
  return {
    added: after.filter(({ id }) => !was.has(id)).map(({ name }) => name),
    taken_away: before.filter(({ id }) => !is.has(id)).map(({ name }) => name),
    changed: kept.filter((rule) => text(rule) !== text(was.get(rule.id))).map(({ name }) => name),
    moved: before.filter(({ id }) => is.has(id)).some(({ id }, index) => kept[index]?.id !== id),
  };
}

const byId = (rules: readonly PublishedRule[]): Map<number, PublishedRule> =>
  new Map(rules.map((rule) => [rule.id, rule]));

/** What decides over all campaigns is no matter of an agency that sees some. */
function requireAll(scope: Scope, name: string): string {
  requireMay(scope, 'tracking.write');
  const packageName = requirePackage(scope, name);
  if (scope.vendors !== 'all') throw appError('forbidden');
  return packageName;
}
