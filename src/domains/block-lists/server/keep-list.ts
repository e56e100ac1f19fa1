import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { AppError } from '#platform/server/http/app-error.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { draftOf, sameRules } from '#traffic/rule-sets/server/draft.ts';
import { type RuleSetStores, saveRuleSet } from '#traffic/rule-sets/server/rule-set-store.ts';
import { withBlocks } from './block-condition.ts';
import { inForce, rulesBehind, turnInTransaction } from './entry-store.ts';
import { blockEntry, blockFeed, blockList, type EntryRow } from './tables.ts';

export interface KeepStores extends RuleSetStores {
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
}

/** Another save, or its way into history, is under way: the queue tries again. */
const BUSY: ReadonlySet<string> = new Set(['still_written', 'newer_version']);

/** Entries in force, the oldest first: who was there first stays in the rules when they are full. */
export const entriesInForce = ({ database: { db }, now }: RuleSetStores, packageName: string): Promise<EntryRow[]> =>
  db.select().from(blockEntry).where(inForce(packageName, now())).orderBy(asc(blockEntry.id));

/**
 * Brings the rules of a package to what its list says, as a new version from now on. Answers the version, null when
 * they said so already. What the rules refuse stays on the list and in feeds, and the list says why.
 */
export async function followRules(scope: Scope, stores: KeepStores, packageName: string): Promise<number | null> {
  const { db } = stores.database;
  const [state] = await db.select().from(blockList).where(eq(blockList.packageName, packageName));
  if (!state) return null;
  const entries = await entriesInForce(stores, packageName);
  const info = await stores.packageInfo(scope, packageName);
  const { ruleSet } = await loadPolicy(stores.database, packageName);
  const { custom, held } = withBlocks(ruleSet.custom ?? [], entries);
  const followed = { followed: state.changes, version: ruleSet.version, held, problem: '' };
  const keep = async (what: Partial<typeof blockList.$inferInsert>): Promise<null> => {
    await db.update(blockList).set(what).where(eq(blockList.packageName, packageName));
    return null;
  };
  const rules = { rules: ruleSet.rules, custom };
  // Beforehand: what is refused while another version is written into history would be tried in vain until it is.
  if (sameRules({ rules: ruleSet.rules, custom: ruleSet.custom ?? [] }, rules)) return keep(followed);
  try {
    const version = await saveRuleSet(scope, stores, info, {
      baseVersion: ruleSet.version,
      draft: draftOf(rules),
      reason: `Block list: ${held} entries in force`,
    });
    await keep({ ...followed, version });
    return version;
  } catch (error) {
    if (!(error instanceof AppError) || BUSY.has(error.told?.code ?? '')) throw error;
    return keep({ ...followed, held: state.held, problem: error.message });
  }
}

/** Begins and ends what the clock says. Answers the packages of which rules or feeds do not follow yet. */
export async function packagesBehind({ database: { db }, now }: RuleSetStores): Promise<string[]> {
  await db.transaction((tx) => turnInTransaction(tx, now()));
  const rules = await db.select({ name: blockList.packageName }).from(blockList).where(rulesBehind());
  const feeds = await db
    .selectDistinct({ name: blockFeed.packageName })
    .from(blockFeed)
    .leftJoin(blockList, eq(blockList.packageName, blockFeed.packageName))
    .where(and(isNull(blockFeed.revokedAt), lt(blockFeed.followed, sql`coalesce(${blockList.changes}, 0)`)));
  return [...new Set([...rules, ...feeds].map(({ name }) => name))];
}
