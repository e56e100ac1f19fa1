import { addDays, todayIn } from '#platform/contract/date-range.ts';
import type { Answer } from '#platform/contract/endpoint.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { heldRow, type OfPackage, ROW_OWNER } from '#traffic/event/server/held-rows.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { type eventsEndpoints, MOST_RELATED, type RelatedBy } from '#traffic/explorer/contract/events-endpoints.ts';
import { findEvent, type StoredEvent } from './stored-event.ts';

type Related = Answer<typeof eventsEndpoints.related>['data'][number];

const NO_ADDRESS = '::';
const MS_DAY = 86_400_000;

/**
 * What happened around an event: others of its kind and source in the same minute, others of its address and of its
 * device within a day before and after. Each question is kept to those days by the key of the table. A publisher is told
 * of the minute only: what is masked would be given away by who shares it.
 */
export async function relatedEvents(
  scope: Scope,
  ch: ClickHouse,
  info: PackageInfo,
  rowId: string,
  signal?: AbortSignal,
): Promise<Related[]> {
  const event = await findEvent(scope, ch, info.package_name, rowId);
  const asked = waysOf(event).filter(({ by }) => by === 'minute' || scope.role !== 'publisher');
  const found = await Promise.all(asked.map((way) => relatedBy(scope, ch, { info, event, way }, signal)));
  return found.filter(({ total }) => total > 0);
}

interface Way {
  by: RelatedBy;
  where: Sql;
}

function waysOf({ kind, publisher, ts, ip, device_id }: StoredEvent): Way[] {
  const at = typed("DateTime64(3, 'UTC')", ts);
  const near = sql`ts >= ${at} - INTERVAL 1 DAY AND ts <= ${at} + INTERVAL 1 DAY`;
  const [address, device] = [String(ip ?? ''), String(device_id ?? '')];
  return [
    {
      by: 'minute',
      where: sql`kind = ${typed('String', kind)} AND publisher = ${typed('String', publisher)}
        AND ts >= toStartOfMinute(${at}) AND ts < toStartOfMinute(${at}) + INTERVAL 1 MINUTE`,
    },
    ...(address === '' || address === NO_ADDRESS
      ? []
      : [{ by: 'address' as const, where: sql`ip = toIPv6(${typed('String', address)}) AND ${near}` }]),
    ...(device === ''
      ? []
      : [{ by: 'device' as const, where: sql`device_id = ${typed('String', device)} AND ${near}` }]),
  ];
}

type Row = Related['rows'][number];

async function relatedBy(
  scope: Scope,
  ch: ClickHouse,
  { info, event, way }: { info: PackageInfo; event: StoredEvent; way: Way },
  signal: AbortSignal | undefined,
): Promise<Related> {
  const moment = Date.parse(`${event.ts.replace(' ', 'T')}Z`);
  const day = todayIn(info.time_zone, new Date(moment));
  const filter = { package: info.package_name, kinds: [], timeZone: info.time_zone, where: {} };
  // The days of the package around it, so that the scope narrows by them as everywhere.
  const days = { from: addDays(day, -2), to: addDays(todayIn(info.time_zone, new Date(moment + MS_DAY)), 1) };
  const where = sql`${trafficWhere(scope, { ...filter, ...days })} AND ${way.where} AND row_id != ${typed('UUID', event.row_id)}`;
  const options = { tag: 'event-related', ...(signal ? { signal } : {}) };
  const [rows, [counted]] = await Promise.all([
    ch.query<Row & OfPackage>(
      sql`SELECT toString(row_id) AS id, toUnixTimestamp64Milli(ts) AS at, toString(kind) AS kind, toString(verdict) AS verdict,
          toString(reason) AS reason, toString(publisher) AS publisher, ${ROW_OWNER}
        FROM traffic WHERE ${where}
        ORDER BY abs(toUnixTimestamp64Milli(ts) - ${typed('Int64', moment)}), row_id LIMIT ${typed('UInt32', MOST_RELATED)}`,
      { ...options, settings: { prefer_column_name_to_alias: 1 } },
    ),
    ch.query<{ total: number }>(sql`SELECT count() AS total FROM traffic WHERE ${where}`, options),
  ]);
  return { by: way.by, total: counted?.total ?? 0, rows: rows.map((row) => heldRow(info.package_name, row)) };
}
