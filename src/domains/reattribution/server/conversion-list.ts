import { CREDITED_KINDS, type CreditedKind, type Side } from '#domains/reattribution/contract/changes.ts';
import type { ConversionRow } from '#domains/reattribution/contract/endpoints.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { OF_COLUMNS } from '#traffic/money/server/money-sql.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import { conversionsSql } from './conversions-sql.ts';
import type { Period } from './import-zones.ts';
import type { Asked } from './touch-sql.ts';

/** Installs or events as they are listed and written to files, the columns of `ConversionRow`. */
export const conversionRowSql = (scope: Scope, asked: Asked): Sql =>
  sql`SELECT toString(row_id) AS row_id, concat(replaceOne(toString(happened_at), ' ', 'T'), 'Z') AS ts, of_kind AS kind, event,
    source AS publisher, source_campaign AS campaign, change, why, if(why IN ('removed', 'claim'), cause, '') AS reason,
    credited, credited_campaign
  FROM (${conversionsSql(scope, asked)})`;

/** Which of them a number of a publisher counts. */
function sideSql(publisher: string, side: Side): Sql {
  const from = sql`publisher = ${typed('String', publisher)}`;
  const to = sql`credited = ${typed('String', publisher)}`;
  const sides: Record<Side, Sql> = {
    attributed: from,
    removed: sql`${from} AND change = 'removed'`,
    moved_out: sql`${from} AND change = 'moved'`,
    to_organic: sql`${from} AND change = 'to_organic'`,
    moved_in: sql`${to} AND change IN ('moved', 'to_organic')`,
    final: to,
  };
  return sides[side];
}

/** The newest first. */
export async function listConversions(
  scope: Scope,
  clickhouse: Pick<ClickHouse, 'query'>,
  info: PackageInfo,
  asked: Period & {
    kind: CreditedKind;
    zones: Asked['zones'];
    publisher: string;
    side: Side;
    page: number;
    limit: number;
  },
): Promise<{ rows: ConversionRow[]; total: number }> {
  ownPackage(scope, info.package_name);
  const { publisher, side, page, limit, kind } = asked;
  const found = sql`FROM (${conversionRowSql(scope, { info, ...asked, kinds: CREDITED_KINDS[kind] })}) WHERE ${sideSql(publisher, side)}`;
  const options = { tag: 'reattribution-list', settings: OF_COLUMNS };
  const [rows, [counted]] = await Promise.all([
    clickhouse.query<ConversionRow>(
      sql`SELECT * ${found} ORDER BY ts DESC, row_id LIMIT ${typed('UInt32', limit)} OFFSET ${typed('UInt32', (page - 1) * limit)}`,
      options,
    ),
    clickhouse.query<{ n: number }>(sql`SELECT toUInt32(count()) AS n ${found}`, options),
  ]);
  return { rows, total: counted?.n ?? 0 };
}
