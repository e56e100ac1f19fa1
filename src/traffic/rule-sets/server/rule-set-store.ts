import { and, asc, count, desc, eq, ne } from 'drizzle-orm';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { type Actor, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { packageTable } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { momentsOf } from '#traffic/event/server/covered-days.ts';
import { loadPolicy, type Policy } from '#traffic/judge/server/load-policy.ts';
import { ruleSetTable } from '#traffic/judge/server/tables.ts';
import { ruleAudit } from '#traffic/rule-sets/contract/audit.ts';
import type { RuleVersion } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import type { RuleSetDraft } from '#traffic/rule-sets/contract/rule-set.ts';
import { checkedDraft, sameRules } from './draft.ts';
import { refuse } from './refuse.ts';
import { type RewriteRow, ruleRewriteTable } from './tables.ts';

export interface RuleSetStores {
  clickhouse: ClickHouse;
  database: Database;
  now: () => Date;
}

type Transaction = Parameters<Parameters<Database['db']['transaction']>[0]>[0];
type NewVersion = Pick<typeof ruleSetTable.$inferInsert, 'rules' | 'custom' | 'effectiveFrom' | 'undoes'>;

/** Rules judge the traffic of every vendor, so who sees only some of them may not change or try them. */
export function ownRules(scope: Scope, packageName: string): string {
  requirePackage(scope, packageName);
  if (scope.vendors !== 'all') throw refuse('rules_of_whole_package', {}, { as: 'forbidden' });
  return packageName;
}

/** Saves a draft as the next version; 409 when somebody saved since it was begun, 422 when it cannot be. */
export async function saveRuleSet(
  scope: Scope,
  stores: RuleSetStores,
  packageInfo: PackageInfo,
  wanted: { baseVersion: number; draft: RuleSetDraft; reason: string; from?: string | undefined },
): Promise<number> {
  const packageName = ownRules(scope, packageInfo.package_name);
  // Version 1 is made when first asked for.
  const { ruleSet } = await loadPolicy(stores.database, packageName);
  const draft = checkedDraft(wanted.draft, ruleSet);
  if (wanted.from !== undefined && wanted.from > packageInfo.today) throw refuse('future_day', {}, { field: 'from' });
  const { from } = await momentsOf(stores.clickhouse, { from: wanted.from }, packageInfo.time_zone);
  return stores.database.db.transaction(async (tx) => {
    const newest = await lockNewest(tx, packageName, wanted.baseVersion);
    if (sameRules(newest, draft) && from === null) throw refuse('unchanged');
    return add(tx, scope, stores.now(), {
      packageName,
      reason: wanted.reason,
      base: newest.version,
      versions: [{ ...draft, effectiveFrom: from ?? stores.now() }],
    });
  });
}

/**
 * Takes the newest version back. What it covered goes back to the versions that judged it before, each from the moment
 * it had begun, so that history becomes exactly what it was.
 */
export async function undoRuleSet(
  scope: Scope,
  stores: RuleSetStores,
  packageInfo: PackageInfo,
  wanted: { version: number; reason: string },
): Promise<number> {
  const packageName = ownRules(scope, packageInfo.package_name);
  return stores.database.db.transaction(async (tx) => {
    const newest = await lockNewest(tx, packageName, wanted.version);
    const all = await tx
      .select()
      .from(ruleSetTable)
      .where(eq(ruleSetTable.packageName, packageName))
      .orderBy(desc(ruleSetTable.version));
    // An undo may have brought several versions back; they go together.
    const start = all.findIndex(
      ({ version, undoes }) => version !== newest.version && (undoes === null || undoes !== newest.undoes),
    );
    const since = all[start - 1]?.effectiveFrom ?? null;
    const versions = (start < 0 ? [] : coveredBefore(all.slice(start), since)).map(({ rules, custom, from }) => ({
      rules,
      custom,
      effectiveFrom: from,
      undoes: newest.version,
    }));
    if (versions.length === 0) throw refuse('no_version_before');
    return add(tx, scope, stores.now(), { packageName, reason: wanted.reason, base: newest.version, versions });
  });
}

type StoredVersion = typeof ruleSetTable.$inferSelect;

/** Which of the older versions (newest first) judged what since `since`, oldest first. */
function coveredBefore(
  older: readonly StoredVersion[],
  since: Date | null,
): (Pick<StoredVersion, 'rules' | 'custom'> & { from: Date | null })[] {
  const found: (Pick<StoredVersion, 'rules' | 'custom'> & { from: Date | null })[] = [];
  let until: Date | null | undefined;
  for (const { rules, custom, effectiveFrom } of older) {
    if (until !== undefined && (until === null || (since !== null && until <= since))) break;
    if (until && effectiveFrom !== null && effectiveFrom >= until) continue;
    const from = since !== null && (effectiveFrom === null || effectiveFrom < since) ? since : effectiveFrom;
    found.push({ rules, custom, from });
    until = effectiveFrom;
  }
  return found.reverse();
}

async function lockNewest(tx: Transaction, packageName: string, expected: number) {
  // One save at a time: the next waits here and then finds a newer version.
  await tx
    .select({ name: packageTable.name })
    .from(packageTable)
    .where(eq(packageTable.name, packageName))
    .for('no key update');
  const [newest] = await tx
    .select()
    .from(ruleSetTable)
    .where(eq(ruleSetTable.packageName, packageName))
    .orderBy(desc(ruleSetTable.version))
    .limit(1);
  if (!newest || expected > newest.version) throw appError('not_found');
  if (newest.version !== expected)
    throw refuse(
      'newer_version',
      { author: newest.author, version: newest.version },
      { as: 'conflict', field: 'base_version' },
    );
  const [running] = await tx
    .select({ version: ruleRewriteTable.version })
    .from(ruleRewriteTable)
    .where(and(eq(ruleRewriteTable.packageName, packageName), ne(ruleRewriteTable.state, 'done')))
    .limit(1);
  if (running) throw refuse('still_written', { version: running.version }, { as: 'conflict' });
  return newest;
}

interface Addition {
  packageName: string;
  reason: string;
  base: number;
  /** Oldest first; the last one is the one in force. */
  versions: readonly NewVersion[];
}

async function add(
  tx: Transaction,
  actor: Actor,
  now: Date,
  { packageName, reason, base, versions }: Addition,
): Promise<number> {
  const rows = versions.map((version, index) => ({
    ...version,
    packageName,
    reason,
    version: base + 1 + index,
    author: actor.userName,
    createdAt: now,
  }));
  const last = rows.at(-1);
  if (!last) throw new RangeError('No version to add');
  await tx.insert(ruleSetTable).values(rows);
  const first = rows[0]?.effectiveFrom ?? new Date(0);
  await tx.insert(ruleRewriteTable).values({ packageName, version: last.version, judgedFrom: first, createdAt: now });
  await audit(tx, actor, {
    action: ruleAudit.save,
    subject: `version ${last.version}`,
    package: packageName,
    details: { reason, base_version: base, effective_from: first, undoes: last.undoes ?? null },
  });
  return last.version;
}

/** Policy and start of the newest version. */
export async function currentRules(
  scope: Scope,
  { database }: Pick<RuleSetStores, 'database'>,
  packageName: string,
): Promise<{ policy: Policy; effectiveFrom: Date | null; rewriting: RewriteRow | null }> {
  const policy = await loadPolicy(database, requirePackage(scope, packageName));
  const [[stored], [rewriting]] = await Promise.all([
    database.db
      .select({ effectiveFrom: ruleSetTable.effectiveFrom })
      .from(ruleSetTable)
      .where(and(eq(ruleSetTable.packageName, packageName), eq(ruleSetTable.version, policy.ruleSet.version))),
    database.db
      .select()
      .from(ruleRewriteTable)
      .where(and(eq(ruleRewriteTable.packageName, packageName), ne(ruleRewriteTable.state, 'done')))
      .orderBy(asc(ruleRewriteTable.version))
      .limit(1),
  ]);
  return { policy, effectiveFrom: stored?.effectiveFrom ?? null, rewriting: rewriting ?? null };
}

export const rewriteView = (
  row: Pick<RewriteRow, 'state' | 'progress' | 'error'>,
): NonNullable<RuleVersion['rewrite']> => ({
  state: row.state,
  progress: row.progress,
  error: row.error,
});

/** Newest first. Who sees only some vendors is not told what a version did to the traffic of all. */
export async function listVersions(
  scope: Scope,
  { database: { db } }: Pick<RuleSetStores, 'database'>,
  { packageName, page, limit }: { packageName: string; page: number; limit: number },
): Promise<{ rows: RuleVersion[]; total: number }> {
  const own = eq(ruleSetTable.packageName, requirePackage(scope, packageName));
  const [rows, [counted]] = await Promise.all([
    db
      .select({ version: ruleSetTable, rewrite: ruleRewriteTable })
      .from(ruleSetTable)
      .leftJoin(
        ruleRewriteTable,
        and(
          eq(ruleRewriteTable.packageName, ruleSetTable.packageName),
          eq(ruleRewriteTable.version, ruleSetTable.version),
        ),
      )
      .where(own)
      .orderBy(desc(ruleSetTable.version))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(ruleSetTable).where(own),
  ]);
  return {
    total: counted?.total ?? 0,
    rows: rows.map(({ version, rewrite }) => ({
      version: version.version,
      author: version.author,
      reason: version.reason,
      created_at: version.createdAt.toISOString(),
      effective_from: version.effectiveFrom?.toISOString() ?? null,
      from_history: version.effectiveFrom === null || version.effectiveFrom < version.createdAt,
      undoes: version.undoes,
      rewrite: rewrite && rewriteView(rewrite),
      effect: scope.vendors === 'all' ? (rewrite?.effect ?? null) : null,
    })),
  };
}
