import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { momentsOf } from '#traffic/event/server/covered-days.ts';
import { lastDay } from '#traffic/event/server/newest-day.ts';
import { type Covering, coverageOf } from './coverage.ts';
import { refuse } from './refuse.ts';

/** Days of data that an entry is held against. */
const DAYS = 30;
/** Of all events, or of all fraud, of these days: an entry that covers so much is hardly an exception any more. */
const MUCH = 0.5;
/** Of fewer events half is a handful. */
const LEAST = 100;

/**
 * Refuses an entry that would clear half of the newest month until whoever adds it has written the name of the package.
 *
 * @throws 422 with the field `confirm`
 */
export async function askAgain(
  clickhouse: ClickHouse,
  info: PackageInfo,
  wanted: Covering,
  confirm = '',
): Promise<void> {
  const { package_name: name, time_zone: zone } = info;
  if (confirm === name) return;
  const last = await lastDay(clickhouse, info);
  const { from, until } = await momentsOf(clickhouse, { from: addDays(last, 1 - DAYS), expires: last }, zone);
  if (!from || !until) return;
  const moment = (at: Date) => typed("DateTime64(3, 'UTC')", at);
  const where = sql`package = ${typed('String', name)} AND ts >= ${moment(from)} AND ts < ${moment(until)}`;
  const found = await coverageOf(clickhouse, where, wanted, { tag: 'white-list-much' });
  if (found.events < LEAST) return;
  const share = Math.max(found.events / found.all_events, found.all_fraud > 0 ? found.fraud / found.all_fraud : 0);
  if (share < MUCH) return;
  const percent = (part: number, all: number) => (all > 0 ? Math.round((100 * part) / all) : 0);
  throw refuse(
    'entry_clears_much',
    {
      events: percent(found.events, found.all_events),
      fraud: percent(found.fraud, found.all_fraud),
      package: name,
    },
    { field: 'confirm' },
  );
}
