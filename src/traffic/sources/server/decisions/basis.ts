import { createHash } from 'node:crypto';
import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { ruleSetTable, sourceDecisionTable, whiteListTable } from '#traffic/judge/server/tables.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';

type Reader = Pick<Database['db'], 'select'>;

/**
 * What people have settled that decides over the events of a publisher: decisions about it and its sites, the rules, the
 * white list. Two previews of the same basis differ only by events that came between, which no waiting would end.
 */
export async function basisOf(scope: Scope, db: Reader, packageName: string, publisher: string): Promise<string> {
  requirePackage(scope, packageName);
  const decided = await db
    .select({ id: sourceDecisionTable.id })
    .from(sourceDecisionTable)
    .where(
      and(
        eq(sourceDecisionTable.packageName, packageName),
        eq(sourceDecisionTable.publisher, publisher),
        isNull(sourceDecisionTable.undoneAt),
      ),
    )
    .orderBy(asc(sourceDecisionTable.id));
  const [rules] = await db
    .select({ version: ruleSetTable.version })
    .from(ruleSetTable)
    .where(eq(ruleSetTable.packageName, packageName))
    .orderBy(desc(ruleSetTable.version))
    .limit(1);
  const spared = await db
    .select({ id: whiteListTable.id, expires: whiteListTable.expiresAt })
    .from(whiteListTable)
    .where(and(eq(whiteListTable.packageName, packageName), isNull(whiteListTable.removedAt)))
    .orderBy(asc(whiteListTable.id));
  // The first look at a package stores the rules it already had.
  const version = rules?.version ?? defaultRuleSet().version;
  const text = JSON.stringify([publisher, decided.map(({ id }) => id), version, spared]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
