import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import type { Paid } from '#traffic/money/contract/money-endpoints.ts';
import { moneyApart } from '#traffic/money/contract/paid-parts.ts';
import { moneyOf } from '#traffic/money/server/load-money.ts';
import { paidColumns } from '#traffic/money/server/money-sql.ts';
import type { CalledReasons } from '#traffic/sources/contract/source-endpoints.ts';
import type { AskedKind } from './asked-kind.ts';

interface Row extends Paid {
  reason: string;
  clean: number;
  suspect: number;
  fraud: number;
}

interface Asked extends AskedKind {
  packageInfo: PackageInfo;
  /** All that the caller may see when none is named. */
  publisher: string | undefined;
  from: string;
  to: string;
}

/** How many events of a kind were called, and why; known bots are beside, as everywhere. */
export async function calledReasons(
  scope: Scope,
  stores: { clickhouse: ClickHouse; database: Database },
  { packageInfo, publisher, from, to, kind, kinds }: Asked,
  signal?: AbortSignal,
): Promise<CalledReasons> {
  const { package_name, time_zone } = packageInfo;
  const where = trafficWhere(scope, {
    package: package_name,
    kinds: kind === null ? [] : [kind],
    from,
    to,
    timeZone: time_zone,
    where: publisher === undefined ? {} : { publisher: [publisher] },
  });
  const money = await moneyOf(stores, packageInfo, { from, to }, signal);
  const rows = await stores.clickhouse.query<Row>(
    sql`SELECT toString(reason) AS reason, countIf(verdict = 'clean') AS clean, countIf(verdict = 'suspect') AS suspect,
      countIf(verdict = 'fraud') AS fraud, ${paidColumns(money)}
      FROM traffic WHERE ${where} AND verdict != 'filtered'
      GROUP BY reason ORDER BY fraud DESC, suspect DESC, reason`,
    { tag: 'called_reasons', ...(signal ? { signal } : {}) },
  );
  const sum = (of: 'clean' | 'suspect' | 'fraud'): number => rows.reduce((all, row) => all + row[of], 0);
  const verdicts = { clean: sum('clean'), suspect: sum('suspect'), fraud: sum('fraud') };
  return {
    kind,
    kinds,
    events: verdicts.clean + verdicts.suspect + verdicts.fraud,
    verdicts,
    reasons: rows
      .filter(({ fraud, suspect }) => fraud + suspect > 0)
      .map((row) => {
        const { money: paid, rest } = moneyApart(row);
        return { reason: rest.reason, fraud: rest.fraud, suspect: rest.suspect, money: paid };
      }),
  };
}
