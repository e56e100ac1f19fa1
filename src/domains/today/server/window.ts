import type { Since } from '#domains/today/contract/endpoints.ts';
import { addDays, type DateRange, daysBetween, todayIn } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { momentsOf } from '#traffic/event/server/covered-days.ts';

/** Whoever comes back after longer is told of these days: half of them again lie before, and all are read. */
const MOST_DAYS = 90;
const USUAL_DAYS = 7;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export interface Window {
  /** Records made from this moment on are new. */
  since: Date;
  now: Date;
  /** Whole days: traffic is asked by day everywhere, and a number here has to be the number there. */
  days: DateRange;
  /** As many days before them. */
  before: DateRange;
  length: number;
  /** Events before this moment are compared: the last of the days before counts up to the time of day it is now, as on boards. */
  beforeUntil: Date;
}

/** The days a reader is told of, and those they are compared with. */
export async function windowOf(
  ch: ClickHouse,
  { time_zone, today }: Pick<PackageInfo, 'time_zone' | 'today'>,
  asked: { since: Since; visit: Date | null; now: Date },
): Promise<Window> {
  const { since: choice, visit, now } = asked;
  const since =
    choice === 'visit' && visit
      ? visit
      : await startOf(ch, addDays(today, choice === 'yesterday' ? -1 : 1 - USUAL_DAYS), time_zone);
  const first = todayIn(time_zone, since);
  const earliest = addDays(today, 1 - MOST_DAYS);
  const from = first < earliest ? earliest : first > today ? today : first;
  const length = daysBetween(from, today) + 1;
  return {
    since,
    now,
    days: { from, to: today },
    before: { from: addDays(from, -length), to: addDays(from, -1) },
    length,
    beforeUntil: new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS - length * DAY_MS),
  };
}

async function startOf(ch: ClickHouse, day: string, timeZone: string): Promise<Date> {
  const { from } = await momentsOf(ch, { from: day }, timeZone);
  return from ?? new Date(`${day}T00:00:00Z`);
}
