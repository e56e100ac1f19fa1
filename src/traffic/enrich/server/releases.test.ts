import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import {
  browserAgeMonths,
  osUnsupportedMonths,
  RELEASES,
  releasedAfter,
  systemRelease,
  wholeMonths,
  wholeMonthsSql,
} from './releases.ts';

const at = (day: string): Date => new Date(`${day}T12:00:00Z`);

describe('release tables', () => {
  it('have one valid day per version', () => {
    const keys = [
      ...RELEASES.browsers.map((r) => `${r.browser} ${r.version}`),
      ...RELEASES.systems.map((r) => `${r.os} ${r.version}`),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    const days = [...RELEASES.browsers, ...RELEASES.systems].flatMap((r) => [
      r.released,
      ...('os' in r && r.supportEnds ? [r.supportEnds] : []),
    ]);
    expect(days.filter((d) => new Date(`${d}T00:00:00Z`).toISOString().slice(0, 10) !== d)).toEqual([]);
    expect(RELEASES.systems.filter((s) => s.supportEnds !== null && s.supportEnds < s.released)).toEqual([]);
  });

  it('find the row of a longer version', () => {
    expect(systemRelease('iOS', '14.4.1')?.version).toBe('14');
    expect(systemRelease('macOS', '10.15.7')?.version).toBe('10.15');
    expect(systemRelease('Android', '9.0')?.version).toBe('9');
    expect(systemRelease('Android', '8')?.version).toBe('8.0');
    expect(systemRelease('Android', '4.4.2')?.version).toBe('4.4');
    expect(systemRelease('Android', '99')).toBeNull();
    expect(systemRelease('Windows', 'XP')?.supportEnds).toBe('2014-04-08');
    expect(systemRelease('', '')).toBeNull();
  });
});

describe('whole months', () => {
  it('count what has fully passed, rounded down', () => {
    expect(wholeMonths('2024-01-31', '2024-02-29')).toBe(0);
    expect(wholeMonths('2024-01-31', '2024-03-31')).toBe(2);
    expect(wholeMonths('2024-01-15', '2024-01-14')).toBe(-1);
    expect(wholeMonths('2024-01-15', '2025-01-15')).toBe(12);
  });

  const clickhouse = useClickHouse({ migrate: false });

  it('are the same number in SQL', async () => {
    const day = fc
      .date({ min: new Date('1996-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
      .map((d) => d.toISOString().slice(0, 10));
    const pairs = fc.sample(fc.tuple(day, day), { numRuns: 2000, seed: 7 });
    const months = wholeMonthsSql(sql`toDate32(pair.1)`, sql`toDate32(pair.2)`);
    const [from, to] = [pairs.map((p) => p[0]), pairs.map((p) => p[1])];
    const dates = sql`arrayZip(${typed('Array(String)', from)}, ${typed('Array(String)', to)})`;
    const rows = await clickhouse.query<{ months: number }>(
      sql`SELECT ${months} AS months FROM (SELECT arrayJoin(${dates}) AS pair)`,
    );
    expect(rows.map((row) => row.months)).toEqual(pairs.map(([a, b]) => wholeMonths(a, b)));
  });
});

describe('ages', () => {
  it('of a browser', () => {
    expect(browserAgeMonths('Chrome', '100', at('2023-03-28'))).toBe(11);
    expect(browserAgeMonths('Chrome', '100', at('2023-03-29'))).toBe(12);
    expect(browserAgeMonths('Mobile Safari', '17', at('2024-09-18'))).toBe(12);
    expect(browserAgeMonths('UCBrowser', '13', at('2024-09-18'))).toBeNull();
    expect(browserAgeMonths('', '', at('2024-09-18'))).toBeNull();
  });

  it('of a system out of support', () => {
    expect(osUnsupportedMonths('Android', '9', at('2024-01-01'))).toBe(24);
    expect(osUnsupportedMonths('Windows', '7', at('2020-01-13'))).toBe(-1);
    expect(osUnsupportedMonths('iOS', '17.4', at('2026-11-21'))).toBeNull();
    expect(osUnsupportedMonths('Windows', '10', at('2026-11-21'))).toBeNull();
  });

  it('call a version impossible only when not even a test version was out', () => {
    expect(releasedAfter('browser', 'Chrome', '124', at('2015-05-17'))).toBe(true);
    expect(releasedAfter('browser', 'Chrome', '124', at('2024-01-20'))).toBe(false);
    expect(releasedAfter('os', 'Android', '14', at('2020-01-01'))).toBe(true);
    expect(releasedAfter('os', 'iOS', '17.0', at('2023-07-01'))).toBe(false);
    expect(releasedAfter('browser', 'Chrome', '900', at('2020-01-01'))).toBe(true);
    expect(releasedAfter('browser', 'Chrome', '900', at('2026-12-01'))).toBe(true);
    expect(releasedAfter('browser', 'Chrome', '165', at('2026-12-01'))).toBe(false);
    expect(releasedAfter('browser', 'Chrome', '900', at('2030-01-01'))).toBe(false);
    expect(releasedAfter('os', 'Android', '18', at('2026-11-21'))).toBe(false);
    expect(releasedAfter('os', 'Android', '19', at('2026-11-21'))).toBe(true);
    expect(releasedAfter('os', 'Android', '19', at('2028-11-21'))).toBe(false);
    // A system gets one number a year: the further ahead, the longer it stays impossible.
    expect(releasedAfter('os', 'Android', '21', at('2029-01-01'))).toBe(true);
    expect(releasedAfter('os', 'Android', '21', at('2029-11-21'))).toBe(false);
    expect(releasedAfter('os', 'Windows', '47', at('2040-01-01'))).toBe(true);
    expect(releasedAfter('os', 'iOS', '1234567890', at('2100-01-01'))).toBe(true);
    expect(releasedAfter('os', 'Windows', '2019', at('2019-01-01'))).toBe(false);
    expect(releasedAfter('browser', 'UCBrowser', '900', at('2020-01-01'))).toBe(false);
    expect(releasedAfter('os', 'Windows', '11', at('2019-01-01'))).toBe(true);
  });
});
