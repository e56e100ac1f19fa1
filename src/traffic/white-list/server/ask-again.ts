import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { momentsOf } from '#traffic/event/server/covered-days.ts';
import { lastDay } from '#traffic/event/server/newest-day.ts';
import { type Coverage, type Covering, coverageOf, kindsNamed } from './coverage.ts';
import { refuse } from './refuse.ts';

/** Days of data that an entry is held against. */
const DAYS = 30;
/** Of all events, of all fraud, or of the fraud it is about: a list that clears so much holds no exceptions any more. */
const MUCH = 0.5;
/** Of fewer events half is a handful. */
const LEAST = 100;
const LEAST_FRAUD = 20;

/**
 * Refuses an entry with which the white list would clear half of the newest month, or half of the fraud of what the
 * entry is about (its kinds of events and categories), until whoever adds it has written the name of the package. What
 * stands on the list is counted with it: many small entries clear as much as a large one.
 *
 * @throws 422 with the field `confirm`
 */
export async function askAgain(
  stores: { clickhouse: ClickHouse; database: Database },
  info: PackageInfo,
  entry: Covering,
  { confirm = '', changed }: { confirm?: string | undefined; changed?: number | undefined },
): Promise<void> {
  const { package_name: name, time_zone: zone } = info;
  if (confirm === name) return;
  const last = await lastDay(stores.clickhouse, info);
  const { from, until } = await momentsOf(stores.clickhouse, { from: addDays(last, 1 - DAYS), expires: last }, zone);
  if (!from || !until) return;
  const moment = (at: Date) => typed("DateTime64(3, 'UTC')", at);
  const where = sql`package = ${typed('String', name)} AND ts >= ${moment(from)} AND ts < ${moment(until)}`;
  const asked = { package: name, where, entry, changed };
  const found = await coverageOf(stores, asked, { tag: 'white-list-much' });
  if (found.events < LEAST) return;
  const { events, fraud, own } = sharesOf(found);
  if (Math.max(events, fraud, own) < MUCH) return;
  const percent = (share: number) => Math.round(100 * share);
  const said = { events: percent(events), fraud: percent(fraud), package: name };
  const isAboutAll = kindsNamed(entry.condition).length === 0 && (entry.categories ?? []).length === 0;
  throw isAboutAll
    ? refuse('entry_clears_much', said, { field: 'confirm' })
    : refuse('entry_clears_own', { ...said, own: percent(own) }, { field: 'confirm' });
}

const sharesOf = (found: Coverage) => ({
  events: found.cleared_events / found.all_events,
  fraud: found.all_fraud < LEAST_FRAUD ? 0 : found.cleared_fraud / found.all_fraud,
  own: found.own_fraud < LEAST_FRAUD ? 0 : found.own_cleared / found.own_fraud,
});
