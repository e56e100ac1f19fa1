import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { packageTable } from '#platform/server/access/tables.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { REASON_GROUP_IDS } from '#traffic/event/contract/reasons.ts';
import type { RuleSet, SourceDecision, WhiteListEntry } from '#traffic/rules/contract/rule.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { type AddSourceFacts, storedSource } from './facts/source-facts-sql.ts';
import { ruleSetTable, sourceDecisionTable, whiteListTable } from './tables.ts';

/** Everything beside the facts that a verdict of one package depends on. */
export interface Policy {
  /** The newest version. */
  ruleSet: RuleSet;
  /** Older versions that still judge what happened before a newer one began, newest first. */
  earlier?: readonly EarlierRuleSet[];
  whiteList: readonly WhiteListEntry[];
  /** What people said of sources; nothing when absent. */
  sourceDecisions?: readonly SourceDecision[];
  /** Adds the facts about the sources of stored rows; without it they are unknown. */
  source?: AddSourceFacts;
  /** What boards with two states show suspect events as. Verdicts do not depend on it. */
  suspectCountsAs: 'clean' | 'fraud';
}

export interface EarlierRuleSet {
  ruleSet: RuleSet;
  /** First event time it does not judge any more. */
  until: Date;
}

/** The rule set that judges an event of this time, whenever it arrives. */
export const ruleSetAt = ({ ruleSet, earlier = [] }: Policy, ts: Date): RuleSet =>
  earlier.findLast(({ until }) => ts < until)?.ruleSet ?? ruleSet;

/** The policy in force. 404 for an unknown package. */
export async function loadPolicy(database: Database, packageName: string): Promise<Policy> {
  const [found] = await database.db
    .select({ suspectCountsAs: packageTable.suspectCountsAs })
    .from(packageTable)
    .where(eq(packageTable.name, packageName));
  if (!found) throw appError('not_found', { field: 'package_name' });
  const [versions, whiteList, sourceDecisions] = await Promise.all([
    ruleSetsInForce(database, packageName),
    loadWhiteList(database, packageName),
    loadSourceDecisions(database, packageName),
  ]);
  const { suspectCountsAs } = found;
  return { ...versions, whiteList, sourceDecisions, suspectCountsAs, source: storedSource(packageName) };
}

/** One version as it was; undefined when there never was one. */
export async function loadRuleSet(
  { db }: Database,
  packageName: string,
  version: number,
): Promise<RuleSet | undefined> {
  const [stored] = await db
    .select({ version: ruleSetTable.version, rules: ruleSetTable.rules, custom: ruleSetTable.custom })
    .from(ruleSetTable)
    .where(and(eq(ruleSetTable.packageName, packageName), eq(ruleSetTable.version, version)));
  return stored;
}

/** A package without a version gets the product's default as version 1, so that verdicts can name it. */
async function ruleSetsInForce({ db }: Database, packageName: string): Promise<Pick<Policy, 'ruleSet' | 'earlier'>> {
  const stored = () =>
    db
      .select({
        version: ruleSetTable.version,
        rules: ruleSetTable.rules,
        custom: ruleSetTable.custom,
        effectiveFrom: ruleSetTable.effectiveFrom,
      })
      .from(ruleSetTable)
      .where(eq(ruleSetTable.packageName, packageName))
      .orderBy(desc(ruleSetTable.version));
  const versions = await stored();
  if (versions.length > 0) return chainOf(versions);
  const { version, rules } = defaultRuleSet();
  await db
    .insert(ruleSetTable)
    .values({ packageName, version, rules, reason: 'Default rules', author: 'system' })
    .onConflictDoNothing();
  return chainOf(await stored());
}

/** Newest first. A version that begins later than a newer one judges nothing. */
function chainOf(versions: readonly (RuleSet & { effectiveFrom: Date | null })[]): Pick<Policy, 'ruleSet' | 'earlier'> {
  const [newest, ...older] = versions;
  if (!newest) return { ruleSet: defaultRuleSet() };
  const { effectiveFrom: begin, ...ruleSet } = newest;
  const earlier: EarlierRuleSet[] = [];
  let until = begin;
  for (const { effectiveFrom, ...ruleSet } of older) {
    if (until === null) break;
    if (effectiveFrom !== null && effectiveFrom >= until) continue;
    earlier.push({ ruleSet, until });
    until = effectiveFrom;
  }
  return { ruleSet, earlier };
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
  return rows.map(({ id, condition, reason, coversFrom, expiresAt, categories }) => ({
    id,
    condition,
    reason,
    from: coversFrom?.toISOString() ?? null,
    expires: expiresAt?.toISOString() ?? null,
    ...(categories.length > 0 ? { categories: REASON_GROUP_IDS.filter((group) => categories.includes(group)) } : {}),
  }));
}

/** What people said of sources and did not take back. */
async function loadSourceDecisions({ db }: Database, packageName: string): Promise<SourceDecision[]> {
  const rows = await db
    .select()
    .from(sourceDecisionTable)
    .where(and(eq(sourceDecisionTable.packageName, packageName), isNull(sourceDecisionTable.undoneAt)))
    .orderBy(asc(sourceDecisionTable.id));
  return rows.map(({ id, publisher, subPublisher, state, reason, coversFrom }) => ({
    id,
    publisher,
    sub_publisher: subPublisher,
    state,
    reason,
    from: coversFrom?.toISOString() ?? null,
  }));
}
