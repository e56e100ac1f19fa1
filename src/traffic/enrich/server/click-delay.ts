/**
 * Seconds from an impression to its click. The moment of a click is its own time unless a touch is reported beside it,
 * as with installs. Unlike other differences this one counts the milliseconds: within a second, half of the clicks
 * would otherwise seem to lie in the next one. The engine's twin stands beside it; click-delay.test.ts holds the two
 * equal.
 */
import { trusted } from '#platform/server/clickhouse/sql.ts';

export interface ClickReport {
  kind?: string;
  ts: Date;
  impression_time?: Date | null;
  click_time?: Date | null;
}

const CLICKS: readonly string[] = ['click', 're_click', 'click_impression'];
const MAX_INT32 = 2 ** 31 - 1;

/** Whole seconds that have passed, null when one of the moments is unknown. */
export function clickDelaySeconds({ kind = '', ts, impression_time, click_time }: ClickReport): number | null {
  const clicked = click_time ?? (CLICKS.includes(kind) ? ts : null);
  if (!impression_time || !clicked) return null;
  const passed = Math.floor((clicked.getTime() - impression_time.getTime()) / 1000);
  return Math.max(-MAX_INT32, Math.min(MAX_INT32, passed));
}

/** Over a staged row `s`. */
export const CLICK_DELAY_SQL = trusted(
  `if(isNull(s.impression_time) OR (isNull(s.click_time) AND s.kind NOT IN ('click', 're_click', 'click_impression')), NULL,
    toInt32(greatest(-2147483647, least(2147483647,
      floor((toUnixTimestamp64Milli(ifNull(s.click_time, s.ts)) - toUnixTimestamp64Milli(assumeNotNull(s.impression_time))) / 1000)))))`,
);
