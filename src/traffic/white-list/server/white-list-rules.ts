import { and, eq, isNull } from 'drizzle-orm';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { conditionSql } from '#platform/server/clickhouse/condition-sql.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { TRAFFIC_SQL_FIELDS } from '#traffic/event/server/field-sql.ts';
import { rejudge } from '#traffic/judge/server/rejudge.ts';
import { whiteListTable } from '#traffic/judge/server/tables.ts';
import { whiteListAudit } from '#traffic/white-list/contract/audit.ts';
import type { WhiteListRow } from '#traffic/white-list/contract/white-list-endpoints.ts';
import { askAgain } from './ask-again.ts';
import {
  activeRule,
  auditOf,
  causeOf,
  changed,
  coveredBy,
  type NewEntry,
  ownPackage,
  type RuleKey,
  type RuleOfList,
  removeEntry,
  requireFuture,
  rowOf,
  type WhiteListEffect,
  type WhiteListStores,
} from './white-list.ts';

/** The conditions of a rule as they were typed; none of an entry that is no rule. */
export function ruleConditions({ rule_name, value }: Pick<WhiteListRow, 'rule_name' | 'value'>): unknown {
  if (rule_name === null) return [];
  const said: unknown = JSON.parse(value);
  return Array.isArray(said) ? said[2] : [];
}

/** Makes another of the rule of that key, in its place: what it covered and what it covers now is judged again. */
export async function changeRule(
  scope: Scope,
  stores: WhiteListStores,
  packageInfo: PackageInfo,
  entry: NewEntry & { rule: RuleOfList },
): Promise<WhiteListEffect> {
  const packageName = ownPackage(scope, packageInfo.package_name);
  const wanted = await rowOf(stores, packageInfo, entry);
  const found = await activeRule(stores.database, packageName, entry.rule);
  if (!found) throw appError('not_found');
  // Of one that has ended the rest may still be changed.
  if (found.expiresAt?.getTime() !== wanted.expiresAt?.getTime()) requireFuture(wanted, stores);
  await askAgain(stores, packageInfo, wanted, { confirm: entry.confirm, changed: found.id });
  const stored = await stores.database.db.transaction(async (tx) => {
    const [row] = await tx
      .update(whiteListTable)
      .set(wanted)
      .where(and(eq(whiteListTable.id, found.id), isNull(whiteListTable.removedAt)))
      .returning();
    if (!row) throw appError('not_found');
    await audit(tx, scope, { action: whiteListAudit.change, ...auditOf(row) });
    return row;
  });
  const changes = await rejudge(stores, {
    package: packageName,
    where: sql`whitelist_id = ${typed('UInt32', stored.id)} OR (${conditionSql(stored.condition, TRAFFIC_SQL_FIELDS)})`,
    changed: 'anything',
    cause: causeOf(stores, scope, stored, 'changed'),
  });
  return { id: stored.id, events: await coveredBy(stores.clickhouse, stored), changes: changed(changes) };
}

/** Removes the rule of that key and no other. */
export async function removeRule(
  scope: Scope,
  stores: WhiteListStores,
  packageInfo: PackageInfo,
  rule: RuleKey,
): Promise<WhiteListEffect> {
  const packageName = ownPackage(scope, packageInfo.package_name);
  const found = await activeRule(stores.database, packageName, rule);
  if (!found) throw appError('not_found');
  return removeEntry(scope, stores, found.id);
}
