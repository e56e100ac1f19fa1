import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { packageTable } from '#platform/server/access/tables.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { RuleSet, WhiteListEntry } from '#traffic/contract/rule.ts';
import { defaultRuleSet } from '../rules/registry.ts';
import { ruleSetTable, whiteListTable } from './tables.ts';

/** Everything beside the facts that a verdict of one package depends on. */
export interface Policy {
  ruleSet: RuleSet;
  whiteList: readonly WhiteListEntry[];
  /** What boards with two states show suspect events as. Verdicts do not depend on it. */
  suspectCountsAs: 'clean' | 'fraud';
}

/** The policy in force. 404 for an unknown package. */
export async function loadPolicy(database: Database, packageName: string): Promise<Policy> {
  const [found] = await database.db
    .select({ suspectCountsAs: packageTable.suspectCountsAs })
    .from(packageTable)
    .where(eq(packageTable.name, packageName));
  if (!found) throw appError('not_found', { field: 'package_name' });
  const [ruleSet, whiteList] = await Promise.all([
    currentRuleSet(database, packageName),
    loadWhiteList(database, packageName),
  ]);
  return { ruleSet, whiteList, suspectCountsAs: found.suspectCountsAs };
}

/** One version as it was; undefined when there never was one. */
export async function loadRuleSet(
  { db }: Database,
  packageName: string,
  version: number,
): Promise<RuleSet | undefined> {
  const [stored] = await db
    .select({ version: ruleSetTable.version, rules: ruleSetTable.rules })
    .from(ruleSetTable)
    .where(and(eq(ruleSetTable.packageName, packageName), eq(ruleSetTable.version, version)));
  return stored;
}

/** The newest version. A package without one gets the product's default as version 1, so that verdicts can name it. */
async function currentRuleSet({ db }: Database, packageName: string): Promise<RuleSet> {
  const newest = () =>
    db
      .select({ version: ruleSetTable.version, rules: ruleSetTable.rules })
      .from(ruleSetTable)
      .where(eq(ruleSetTable.packageName, packageName))
      .orderBy(desc(ruleSetTable.version))
      .limit(1);
  const [stored] = await newest();
  if (stored) return stored;
  const { version, rules } = defaultRuleSet();
  await db
    .insert(ruleSetTable)
    .values({ packageName, version, rules, reason: 'Default rules', author: 'system' })
    .onConflictDoNothing();
  return (await newest())[0] ?? { version, rules };
}

/**
 * Entries in force, oldest first. Expired ones stay until they are removed: they still cover the event times before
 * their expiry.
 */
async function loadWhiteList({ db }: Database, packageName: string): Promise<WhiteListEntry[]> {
  const rows = await db
    .select()
    .from(whiteListTable)
    .where(and(eq(whiteListTable.packageName, packageName), isNull(whiteListTable.removedAt)))
    .orderBy(asc(whiteListTable.id));
  return rows.map(({ id, condition, reason, coversFrom, expiresAt }) => ({
    id,
    condition,
    reason,
    from: coversFrom?.toISOString() ?? null,
    expires: expiresAt?.toISOString() ?? null,
  }));
}
