import { expect, it } from 'vitest';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { CLICK_DELAY_SQL, type ClickReport, clickDelaySeconds } from './click-delay.ts';

const clickhouse = useClickHouse({ migrate: false });
const at = (text: string): Date => new Date(`2026-11-02T${text}Z`);

const CASES: readonly [string, ClickReport, number | null][] = [
  ['the own time of a click', { kind: 'click', ts: at('10:00:03.500'), impression_time: at('10:00:01.000') }, 2],
  [
    'less than a second across its end',
    { kind: 'click', ts: at('10:00:02.100'), impression_time: at('10:00:01.900') },
    0,
  ],
  ['a click before its impression', { kind: 'click', ts: at('10:00:01.900'), impression_time: at('10:00:02.000') }, -1],
  [
    'the reported touch of an install',
    { kind: 'install', ts: at('11:00:00'), impression_time: at('10:00:00'), click_time: at('10:00:05') },
    5,
  ],
  ['an install without a touch', { kind: 'install', ts: at('11:00:00'), impression_time: at('10:00:00') }, null],
  ['a click without an impression', { kind: 'click', ts: at('11:00:00') }, null],
];

it.each(CASES)('tells the seconds from impression to click: %s', async (_, report, seconds) => {
  expect(clickDelaySeconds(report)).toBe(seconds);
  const moment = (value: Date | null | undefined) =>
    value ? sql`toNullable(${typed("DateTime64(3, 'UTC')", value)})` : sql`CAST(NULL, 'Nullable(DateTime64(3))')`;
  const rows = await clickhouse.query<{ delay: number | null }>(
    sql`SELECT ${CLICK_DELAY_SQL} AS delay FROM (SELECT ${typed('String', report.kind ?? '')} AS kind,
      ${typed("DateTime64(3, 'UTC')", report.ts)} AS ts, ${moment(report.impression_time)} AS impression_time,
      ${moment(report.click_time)} AS click_time) AS s`,
  );
  expect(rows).toEqual([{ delay: seconds }]);
});
