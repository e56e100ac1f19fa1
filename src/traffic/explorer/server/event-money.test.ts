import { beforeAll, describe, expect, it } from 'vitest';
import { createPackage, packageInfoOf } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import type { EventRow } from '#traffic/explorer/contract/events-endpoints.ts';
import { moneyOf } from '#traffic/money/server/load-money.ts';
import { keepPrice, setPrice } from '#traffic/money/server/price-store.ts';
import { setRate } from '#traffic/money/server/rate-store.ts';
import { scopeAs } from '../../../../test/support/scope-as.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { previewDecision } from './decisions/preview-decision.ts';
import { eventDetail } from './event-detail.ts';
import { allEvents, listEvents } from './event-list.ts';
import { asked } from './event-question.ts';

const clickhouse = useClickHouse();
const database = useDatabase();
const NOW = new Date('2026-11-20T12:00:00Z');
const owner = scopeAs();
const publisher = scopeAs({ roleName: 'publisher', publishers: ['Alpha'] });
const sources = {
  clickhouse,
  database,
  packageInfo: (who: typeof owner, name: string) => packageInfoOf(who, database, name, NOW),
  moneyOf: (...of: Parameters<typeof moneyOf> extends [unknown, ...infer Rest] ? Rest : never) =>
    moneyOf({ clickhouse, database }, ...of),
  importOrigin: async () => ({ fileName: null, taken: {} }),
  listDate: () => null,
};
const question = { package_name: 'shop', fromDate: '2026-11-01', toDate: '2026-11-10' };
const info = () => sources.packageInfo(owner, 'shop');

/** Alpha brings dollars for one click and nothing for the other; nobody is paid for what came directly. */
const EVENTS = [
  { id: 1, publisher: 'Alpha', cost: '2', currency: 'USD' },
  { id: 2, publisher: 'Alpha', cost: '0', currency: '' },
  { id: 3, publisher: 'Beta', cost: '0', currency: 'USD' },
  { id: 4, publisher: 'direct', cost: '0', currency: '' },
];
const idOf = (id: number) => `00000000-0000-4000-8000-00000000000${id}`;

beforeAll(async () => {
  await createPackage(database, {
    name: 'shop',
    title: 'Shop',
    platform: 'web',
    timeZone: 'UTC',
    currency: 'EUR',
    dashboardTypes: [],
  });
  await clickhouse.insert(
    'traffic',
    EVENTS.map(({ id, ...event }) => ({
      ...event,
      row_id: idOf(id),
      package: 'shop',
      kind: 'click',
      ts: `2026-11-05 10:00:0${id}.000`,
      verdict: 'fraud',
    })),
  );
  await setRate(systemScope(), database, {
    package_name: 'shop',
    base: 'USD',
    quote: 'EUR',
    day: '2026-11-01',
    rate: '0.5',
  });
  const price = { basis: 'cpc', event_name: '', currency: 'EUR', from: '2026-11-02' } as const;
  await setPrice(owner, database, await info(), { ...price, publisher: 'Alpha', amount: '0.30' });
  await setPrice(owner, database, await info(), { ...price, publisher: '', amount: '0.05' });
});

const told = ({ spend, spend_currency, spend_from, cost }: EventRow) => [spend, spend_currency, spend_from, cost];
const EXPECTED = [
  [1, 'EUR', 'event', 2],
  [0.3, 'EUR', 'price', 0],
  [0.05, 'EUR', 'price', 0],
  [null, '', 'none', 0],
];

describe('what the events of a list cost', () => {
  it('is their own cost at the rate of the day, else the price of their source, else nothing, beside what was reported', async () => {
    const page = await listEvents(owner, clickhouse, {
      ...(await asked(owner, sources, question)),
      sort: 'oldest',
      limit: 10,
    });
    expect(page.data.map(told)).toEqual(EXPECTED);
    const file: EventRow[] = [];
    for await (const row of await allEvents(owner, clickhouse, await asked(owner, sources, question))) file.push(row);
    expect(file.map(told)).toEqual(EXPECTED);
  });

  it('counts for a decision about all of them', async () => {
    const preview = await previewDecision(owner, sources, {
      ...(await asked(owner, sources, question)),
      decision: 'clean',
    });
    expect(preview.cost).toEqual([{ currency: 'EUR', cost: '1.35', assumed: true }]);
    expect(preview.publishers.find((of) => of.publisher === 'Alpha')?.cost).toEqual([
      { currency: 'EUR', cost: '1.3', assumed: true },
    ]);
  });

  it('says at one event which price it is, and to a publisher only how much', async () => {
    const moneyFor = async (id: number, who = owner) => (await eventDetail(who, sources, await info(), idOf(id))).money;
    expect(await moneyFor(1)).toEqual({ amount: '1', currency: 'EUR', from: 'event', price: null });
    const price = { basis: 'cpc', agreement: null, share: '0', currency: 'EUR', since: '2026-11-02' };
    expect(await moneyFor(2)).toEqual({
      amount: '0.3',
      currency: 'EUR',
      from: 'price',
      price: { ...price, publisher: 'Alpha', amount: '0.300000' },
    });
    expect((await moneyFor(3)).price).toEqual({ ...price, publisher: '', amount: '0.050000' });
    expect(await moneyFor(4)).toEqual({ amount: null, currency: '', from: 'none', price: null });
    expect(await moneyFor(2, publisher)).toEqual({ amount: '0.3', currency: 'EUR', from: 'price', price: null });
  });

  it('is nothing again when the price is taken back', async () => {
    const { id } = await setPrice(owner, database, await info(), {
      publisher: 'Beta',
      basis: 'cpc',
      event_name: '',
      amount: '9',
      currency: 'EUR',
      from: '2026-11-03',
    });
    const spend = async () => {
      const of = await asked(owner, sources, { ...question, publisher: 'Beta', kind: [...EVENT_KINDS] });
      return (await listEvents(owner, clickhouse, { ...of, sort: 'oldest', limit: 10 })).data[0]?.spend;
    };
    expect(await spend()).toBe(9);
    await keepPrice(owner, database, { id, kept: false }, { packageInfo: sources.packageInfo, now: () => NOW });
    expect(await spend()).toBe(0.05);
  });
});
