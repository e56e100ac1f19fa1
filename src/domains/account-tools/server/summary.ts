import { and, asc, count, eq, inArray, ne } from 'drizzle-orm';
import type { PackageSummary } from '#domains/account-tools/contract/accounts.ts';
import { ofOwnPackages } from '#platform/server/access/own-packages.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { appUser, packageTable, userPackage } from '#platform/server/access/tables.ts';
import { joinSql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import type { AccountToolParts } from './parts.ts';
import { linkedAccountTable } from './tables.ts';

interface Days {
  from: string;
  to: string;
}

/** Each own package with its people, its traffic in these days of its own zone, its reports and linked accounts. */
export async function accountSummary(
  scope: Scope,
  parts: AccountToolParts,
  { only, daysOf }: { only: string | undefined; daysOf: (today: string) => Days },
): Promise<PackageSummary[]> {
  requireMay(scope, 'package.read');
  const { db } = parts.database;
  const where = and(
    ofOwnPackages(scope, packageTable.name),
    only === undefined ? undefined : eq(packageTable.name, requirePackage(scope, only)),
  );
  const packages = await db
    .select()
    .from(packageTable)
    .where(where)
    .orderBy(asc(packageTable.title), asc(packageTable.name));
  const names = packages.map(({ name }) => name);
  if (names.length === 0) return [];
  const [people, accounts, reports, traffic] = await Promise.all([
    db
      .select({ name: userPackage.packageName, n: count() })
      .from(userPackage)
      .innerJoin(appUser, eq(appUser.id, userPackage.userId))
      .where(and(inArray(userPackage.packageName, names), ne(appUser.role, 'admin')))
      .groupBy(userPackage.packageName),
    db
      .select({ name: linkedAccountTable.packageName, n: count() })
      .from(linkedAccountTable)
      .where(inArray(linkedAccountTable.packageName, names))
      .groupBy(linkedAccountTable.packageName),
    parts.reportCounts(scope, names),
    trafficOf(scope, parts, names, daysOf),
  ]);
  const counted = (rows: readonly { name: string; n: number }[], name: string): number =>
    rows.find((row) => row.name === name)?.n ?? 0;
  return packages.map(({ name, title, platform, active }) => ({
    package_name: name,
    title,
    platform,
    active,
    users: counted(people, name),
    events: traffic.get(name)?.events ?? 0,
    fraud: traffic.get(name)?.fraud ?? 0,
    reports: reports.get(name) ?? 0,
    accounts: counted(accounts, name),
  }));
}

/** One question for all of them: each has its own zone, and the scope narrows each. Known bots are none of it. */
async function trafficOf(
  scope: Scope,
  { clickhouse, packageInfo }: AccountToolParts,
  names: readonly string[],
  daysOf: (today: string) => Days,
): Promise<ReadonlyMap<string, { events: number; fraud: number }>> {
  const infos = await Promise.all(names.map((name) => packageInfo(scope, name)));
  const each = infos.map(({ package_name, time_zone, today }) => {
    const where = trafficWhere(scope, {
      package: package_name,
      kinds: [],
      ...daysOf(today),
      timeZone: time_zone,
      where: {},
    });
    return sql`SELECT ${typed('String', package_name)} AS name, count() AS events, countIf(verdict = 'fraud') AS fraud
      FROM traffic WHERE ${where} AND verdict != 'filtered'`;
  });
  const rows = await clickhouse.query<{ name: string; events: number; fraud: number }>(joinSql(each, ' UNION ALL '), {
    tag: 'account-summary',
  });
  return new Map(rows.map(({ name, events, fraud }) => [name, { events, fraud }]));
}
