import { and, desc, eq, ilike, isNull, or, sql as pgSql, type SQL } from 'drizzle-orm';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { containing } from '#platform/server/postgres/like.ts';
import { daysOf } from '#traffic/event/server/covered-days.ts';
import { whiteListTable } from '#traffic/judge/server/tables.ts';
import type { WhiteListRow } from '#traffic/white-list/contract/white-list-endpoints.ts';
import { coveredEvents, ownPackage, type WhiteListStores } from './white-list.ts';

interface EntriesAsked {
  page: number;
  limit: number;
  search?: string | undefined;
  analysis?: string | undefined;
  /** Letter for letter. */
  ruleName?: string | undefined;
}

export async function listEntries(
  scope: Scope,
  { clickhouse, database: { db } }: WhiteListStores,
  packageInfo: PackageInfo,
  asked: EntriesAsked,
): Promise<{ rows: WhiteListRow[]; total: number }> {
  const { search, page, limit, analysis, ruleName } = asked;
  const packageName = ownPackage(scope, packageInfo.package_name);
  const where = and(
    analysis === undefined ? undefined : eq(whiteListTable.analysis, analysis),
    ruleName === undefined ? undefined : eq(whiteListTable.ruleName, ruleName),
    eq(whiteListTable.packageName, packageName),
    isNull(whiteListTable.removedAt),
    search ? naming(search) : undefined,
  );
  const [entries, [counted]] = await Promise.all([
    db
      .select()
      .from(whiteListTable)
      .where(where)
      .orderBy(desc(whiteListTable.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: pgSql<number>`count(*)::int` }).from(whiteListTable).where(where),
  ]);
  const covered = await coveredEvents(clickhouse, packageName);
  const rows = entries.map((entry) => ({
    id: entry.id,
    package_name: packageName,
    kind: entry.kind,
    value: entry.value,
    analysis: entry.analysis,
    rule_name: entry.ruleName,
    reason: entry.reason,
    author: entry.author,
    created_at: entry.createdAt.toISOString(),
    ...daysOf(entry.coversFrom, entry.expiresAt, packageInfo.time_zone),
    events: covered.get(entry.id) ?? 0,
  }));
  return { rows, total: counted?.total ?? 0 };
}

const naming = (text: string): SQL | undefined => {
  const pattern = containing(text);
  return or(
    // Of a rule the value is data, in which a quote is written otherwise than people write it.
    ilike(whiteListTable.ruleName, pattern),
    ilike(whiteListTable.value, pattern),
    ilike(whiteListTable.reason, pattern),
  );
};
