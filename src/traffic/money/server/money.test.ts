import { beforeAll, describe, expect, it } from 'vitest';
import { createPackage, packageInfoOf } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { scopeAs } from '../../../../test/support/scope-as.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { bankLines, expected, PACKAGES, prices, rows, unitsOf } from '../testing/reckoned.ts';
import { moneyOf } from './load-money.ts';
import { keepPrice, listPrices, type NewPrice, setPrice } from './price-store.ts';
import { listRates, removeRates, restoreRates, setRate, uploadRates } from './rate-store.ts';
import { moneySummaryOf } from './summary.ts';

const clickhouse = useClickHouse();
const database = useDatabase();
const NOW = new Date('2026-11-20T12:00:00Z');
const stores = { clickhouse, database };
const scope = systemScope();
const DAYS = { from: '2026-10-01', to: '2026-11-19' };

const infoOf = (name: string) => packageInfoOf(scope, database, name, NOW);
const door = { packageInfo: (_: unknown, name: string) => infoOf(name), now: () => NOW };

beforeAll(async () => {
  for (const { name, currency, timeZone } of PACKAGES) {
    await createPackage(database, { name, title: name, platform: 'app', timeZone, currency, dashboardTypes: [] });
    await uploadRates(scope, database, name, bankLines.join('\r\n'));
  }
  await clickhouse.insert(
    'traffic',
    rows.map((row) => ({ ...row, received_at: '2026-11-20 00:00:00' })),
  );
  for (const { package: name, ...price } of prices) await setPrice(scope, database, await infoOf(name), price);
});

describe('what an event costs', () => {
  it('is its own cost, else the price of its day, in the currency of the package at the rate of the day; to the last digit', async () => {
    for (const { name } of PACKAGES) {
      const money = await moneyOf(stores, await infoOf(name), DAYS);
      const found = await clickhouse.query<{ id: string; amount: string; spent_in: string; came: string }>(
        sql`SELECT toString(row_id) AS id, toString(${money.amount}) AS amount, toString(${money.currency}) AS spent_in, toString(${money.from}) AS came
          FROM traffic WHERE package = ${typed('String', name)}`,
      );
      const told = new Map(found.map((row) => [row.id, row]));
      const own = rows.filter((row) => row.package === name);
      expect(told.size).toBe(own.length);
      const origins = new Set<string>();
      for (const row of own) {
        const { amount, currency, from } = expected(row);
        const is = told.get(row.row_id);
        origins.add(from);
        expect({ row, amount: unitsOf(is?.amount ?? ''), from: is?.came }).toEqual({ row, amount, from });
        if (amount > 0n) expect({ row, currency: is?.spent_in }).toEqual({ row, currency });
      }
      expect([...origins].sort()).toEqual(['event', 'none', 'price']);
    }
  });

  it('adds up to the summary: spend and risk by currency, the assumed part, what has no rate apart', async () => {
    for (const { name, currency } of PACKAGES) {
      const told = await moneySummaryOf(scope, stores, await infoOf(name), { ...DAYS, kinds: [] });
      const sums = {
        spend: new Map<string, bigint>(),
        at_risk: new Map<string, bigint>(),
        assumed: new Map<string, bigint>(),
      };
      const add = (to: Map<string, bigint>, key: string, amount: bigint) =>
        amount > 0n && to.set(key, (to.get(key) ?? 0n) + amount);
      for (const row of rows.filter((each) => each.package === name && each.verdict !== 'filtered')) {
        const cost = expected(row);
        add(sums.spend, cost.currency, cost.amount);
        if (row.verdict === 'fraud') add(sums.at_risk, cost.currency, cost.amount);
        if (cost.from === 'price') add(sums.assumed, cost.currency, cost.amount);
      }
      const read = (amounts: Readonly<Record<string, string>>) =>
        new Map(Object.entries(amounts).map(([key, text]) => [key, unitsOf(text)]));
      expect(read(told.spend)).toEqual(new Map([...sums.spend].sort()));
      expect(read(told.at_risk)).toEqual(new Map([...sums.at_risk].sort()));
      expect(read(told.assumed_spend)).toEqual(new Map([...sums.assumed].sort()));
      expect(told.unconverted).toContain('XAF');
      expect(told.unconverted).not.toContain(currency);
    }
  });
});

describe('prices of a package', () => {
  const price = {
    publisher: 'Late',
    basis: 'cpc',
    event_name: '',
    amount: '2',
    currency: 'EUR',
    from: '2026-10-20',
  } as const;
  const own = 'late.example';
  const spendOf = async (): Promise<string | undefined> =>
    (await moneySummaryOf(scope, stores, await infoOf(own), { ...DAYS, kinds: [] })).spend['EUR'];
  const set = async (change: Partial<NewPrice>) =>
    setPrice(scope, database, await infoOf(own), { ...price, ...change });
  const keep = (id: number, kept: boolean) => keepPrice(scope, database, { id, kept }, door);

  beforeAll(async () => {
    await createPackage(database, {
      name: own,
      title: own,
      platform: 'web',
      timeZone: 'Europe/Berlin',
      currency: 'EUR',
      dashboardTypes: [],
    });
    const days = [
      '2026-10-19 21:59:59.999',
      '2026-10-19 22:00:00.000',
      '2026-11-01 12:00:00.000',
      '2026-11-15 12:00:00.000',
    ];
    await clickhouse.insert(
      'traffic',
      days.map((ts, n) => ({
        row_id: `00000009-0000-4000-8000-00000000000${n}`,
        package: own,
        kind: 'click',
        ts,
        publisher: 'Late',
      })),
    );
  });

  it('count from midnight of their first day on, change the past when changed late, and say which closed months that touches', async () => {
    expect(await spendOf()).toBeUndefined();
    const first = await set({});
    expect([await spendOf(), first.closed_months]).toEqual(['6', ['2026-10']]);
    const later = await set({ amount: '5.5', from: '2026-11-10' });
    expect([await spendOf(), later.closed_months]).toEqual(['9.5', []]);
    const listed = (await listPrices(scope, database, await infoOf(own), { page: 1, limit: 10 })).rows;
    expect(listed.map(({ amount, from, until, counts }) => [Number(amount), from, until, counts])).toEqual([
      [5.5, '2026-11-10', null, true],
      [2, '2026-10-20', '2026-11-09', false],
    ]);
    expect((await set({})).id).toBe(first.id);

    await keep(first.id, false);
    expect(await spendOf()).toBe('5.5');
    await keep(first.id, true);
    await set({ amount: null, from: '2026-11-12' });
    expect(await spendOf()).toBe('4');
    await set({ publisher: '', amount: '0.125', from: '2026-01-01' });
    expect(await spendOf()).toBe('4.25');
  });

  it('are nothing to publishers, agencies of some vendors and strangers', async () => {
    const info = await infoOf(own);
    const tries = [
      scopeAs({ roleName: 'publisher', packages: [own], publishers: ['Late'] }),
      scopeAs({ roleName: 'agency', packages: [own], vendors: ['V'] }),
      scopeAs({ roleName: 'customer', packages: ['other.example'] }),
    ];
    for (const each of tries) {
      await expect(listPrices(each, database, info, { page: 1, limit: 10 })).rejects.toThrow();
      await expect(setPrice(each, database, info, price)).rejects.toThrow();
      await expect(listRates(each, database, own, { page: 1, limit: 10 })).rejects.toThrow();
    }
  });
});

describe('exchange rates of a package', () => {
  const own = 'rates.example';
  const pair = { package_name: own, base: 'USD', quote: 'EUR' };
  const spend = async () => (await moneySummaryOf(scope, stores, await infoOf(own), { ...DAYS, kinds: [] })).spend;

  beforeAll(async () => {
    await createPackage(database, {
      name: own,
      title: own,
      platform: 'web',
      timeZone: 'UTC',
      currency: 'EUR',
      dashboardTypes: [],
    });
    await clickhouse.insert('traffic', [
      {
        row_id: '00000008-0000-4000-8000-000000000001',
        package: own,
        kind: 'click',
        ts: '2026-10-10 12:00:00.000',
        publisher: 'A',
        cost: '10',
        currency: 'USD',
      },
      {
        row_id: '00000008-0000-4000-8000-000000000002',
        package: own,
        kind: 'click',
        ts: '2026-11-10 12:00:00.000',
        publisher: 'A',
        cost: '10',
        currency: 'USD',
      },
    ]);
  });

  it('hold by hand until the next one, and what lies before the first stands apart', async () => {
    expect(await spend()).toEqual({ USD: '20' });
    await setRate(scope, database, { ...pair, day: '2026-11-01', rate: '0.9' });
    expect(await spend()).toEqual({ EUR: '9', USD: '10' });
    await setRate(scope, database, { ...pair, day: '2026-10-01', rate: '0.8' });
    expect(await spend()).toEqual({ EUR: '17' });
    await removeRates(scope, database, pair, NOW);
    expect(await spend()).toEqual({ USD: '20' });
    await restoreRates(scope, database, pair);
    expect(await spend()).toEqual({ EUR: '17' });
  });

  it('come in files of two forms; a file again changes nothing, lines that cannot be read are told', async () => {
    const table = 'date;base;quote;rate\n2026-10-05;USD;EUR;0.85\n2026-13-01;USD;EUR;1\n2026-10-06;USD;USD;1\n';
    const told = await uploadRates(scope, database, own, table);
    expect(told).toMatchObject({ changed: 1, same: 0, rejected: 2, rejects: [{ line: 3 }, { line: 4 }] });
    expect(await uploadRates(scope, database, own, table)).toMatchObject({ changed: 0, same: 1 });
    expect(await spend()).toEqual({ EUR: '17.5' });
    await expect(uploadRates(scope, database, own, 'a,b\n1,2\n')).rejects.toThrow();
    const bank = await uploadRates(
      scope,
      database,
      own,
      'Date,USD,JPY,\n2026-11-19,1.08,N/A,\n2026-11-18,1.07,162.5,\n',
    );
    expect(bank).toMatchObject({ changed: 3, pairs: 2, first_day: '2026-11-18', last_day: '2026-11-19' });
    const { rows: listed } = await listRates(scope, database, own, { page: 1, limit: 10 });
    expect(listed.map(({ base, quote, rate, holds_days }) => [base, quote, rate, holds_days])).toEqual([
      ['EUR', 'JPY', '162.5', 7],
      ['EUR', 'USD', '1.08', 7],
      ['USD', 'EUR', '0.9', null],
    ]);
  });
});
