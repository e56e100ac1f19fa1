import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { packageTable } from '#platform/server/access/tables.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { kindsFor } from '#traffic/event/contract/kinds-of-platform.ts';
import { ruleSetTable } from '#traffic/judge/server/tables.ts';
import { RULES } from '#traffic/rules/server/registry.ts';

export interface PackageNews {
  package_name: string;
  package_title: string;
  /** The version that does not name them. */
  version: number;
  rules: number;
}

/**
 * Packages whose newest version was saved before the product learned some of its rules. They are off there, for a
 * version means the same after an update, and only a person can take them. A package without a version begins with all.
 */
export async function newRules(scope: Scope, { db }: Database, packageName?: string): Promise<PackageNews[]> {
  const only = packageName === undefined ? undefined : eq(packageTable.name, requirePackage(scope, packageName));
  const own = scope.packages === 'all' ? undefined : inArray(packageTable.name, [...scope.packages]);
  const newest = await db
    .selectDistinctOn([packageTable.name], {
      package_name: packageTable.name,
      package_title: packageTable.title,
      platform: packageTable.platform,
      version: ruleSetTable.version,
      named: sql<string[]>`array(select jsonb_object_keys(${ruleSetTable.rules}))`,
    })
    .from(packageTable)
    .innerJoin(ruleSetTable, eq(ruleSetTable.packageName, packageTable.name))
    .where(and(eq(packageTable.active, true), own, only))
    .orderBy(packageTable.name, desc(ruleSetTable.version));
  return newest.flatMap(({ platform, named, ...row }) => {
    const known = new Set(named);
    const kinds = new Set(kindsFor(platform));
    const fresh = RULES.filter((rule) => !known.has(rule.id) && rule.kinds.some((kind) => kinds.has(kind)));
    return fresh.length === 0 ? [] : [{ ...row, rules: fresh.length }];
  });
}
