import { describe, expect, it } from 'vitest';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { DIMENSION_NAMES, NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import { scopeAs } from '../../../../test/support/scope-as.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { betweenDays, type TrafficFilter, trafficWhere } from './traffic-where.ts';

const ch = useClickHouse();
const filter = (where: TrafficFilter['where'] = {}): TrafficFilter => ({
  package: 'shop',
  kinds: ['click'],
  from: '2026-03-01',
  to: '2026-03-31',
  timeZone: 'Europe/Berlin',
  where,
});
const count = async (scope: Parameters<typeof trafficWhere>[0], f: TrafficFilter) =>
  (await ch.query<{ n: number }>(sql`SELECT count() AS n FROM traffic WHERE ${trafficWhere(scope, f)}`))[0]?.n;

describe('trafficWhere', () => {
  it('refuses foreign packages, publishers and vendors that are named', () => {
    const customer = scopeAs();
    expect(() => trafficWhere(customer, { ...filter(), package: 'other' })).toThrow('access to this package');
    const publisher = scopeAs({ roleName: 'publisher', publishers: ['a'] });
    expect(() => trafficWhere(publisher, filter({ publisher: ['a', 'b'] }))).toThrow('access to this publisher');
    expect(() => trafficWhere(publisher, filter({ publisher: [NOT_REPORTED] }))).toThrow('access to this publisher');
    const agency = scopeAs({ roleName: 'agency', vendors: ['v'] });
    expect(() => trafficWhere(agency, filter({ vendor: ['w'] }))).toThrow('access to this');
  });

  it('takes all, the empty text and nothing as everything the scope allows', async () => {
    await ch.insert(
      'traffic',
      ['a', 'b', ''].map((publisher) => ({ package: 'shop', kind: 'click', ts: '2026-03-05 12:00:00.000', publisher })),
    );
    for (const publisher of [[], [''], ['all'], ['all', 'a']])
      expect(await count(systemScope(), filter({ publisher }))).toBe(3);
    expect(await count(systemScope(), filter({ publisher: [NOT_REPORTED] }))).toBe(1);
    expect(await count(systemScope(), filter({ publisher: ['a', 'b'] }))).toBe(2);
    const publisher = scopeAs({ roleName: 'publisher', publishers: ['a'] });
    expect(await count(publisher, filter())).toBe(1);
    expect(await count(publisher, filter({ publisher: ['all'] }))).toBe(1);
    expect(await count(scopeAs({ roleName: 'publisher' }), filter())).toBe(0);
  });

  it('knows an expression for every dimension, and hostile values find nothing', async () => {
    const values = ["x' OR 1=1 --", '%', '\\', 'ä\0b'];
    for (const name of DIMENSION_NAMES) expect(await count(systemScope(), filter({ [name]: values }))).toBe(0);
  });
});

describe('betweenDays', () => {
  const zones = ['UTC', 'Europe/Berlin', 'Africa/Cairo', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'Asia/Kolkata'];
  it.each(zones)('agrees with toDate(ts, zone) over two years of clock changes in %s', async (timeZone) => {
    const hours = sql`(SELECT toDateTime64('2017-01-01 00:00:00', 3, 'UTC') + toIntervalMinute(30 * number) AS ts FROM numbers(35040))`;
    for (const day of ['2017-03-26', '2017-10-29', '2018-11-04', '2017-10-15', '2018-04-01', '2018-02-18']) {
      const [row] = await ch.query<{ wrong: number; found: number }>(
        sql`SELECT countIf((${betweenDays({ from: day, to: day, timeZone })}) != (toDate(ts, ${trusted(`'${timeZone}'`)}) = ${typed('Date', day)})) AS wrong,
          countIf(${betweenDays({ from: day, to: day, timeZone })}) AS found FROM ${hours}`,
      );
      expect(row?.wrong).toBe(0);
      expect(row?.found).toBeGreaterThanOrEqual(46);
    }
  });
});
