import { beforeAll, describe, expect, it } from 'vitest';
import { OCTOBER, of, settlementCalls } from '../testing/settlement-calls.ts';
import { eventRow, PKG, useSettled } from '../testing/use-settled.ts';

const settled = useSettled();
const { send, get } = settled;
const { generate, listed, approve } = settlementCalls(settled);

describe('terms that an approved report was paid by', () => {
  type Stored = Record<string, unknown> & { key: number };
  const named = async (path: string, name: string): Promise<Stored> =>
    (await get(`/${path}?package_name=${PKG}&search=${name}&limit=500`)).body.data[0];
  const told = ({
    status,
    body,
  }: {
    status: number;
    body: { field?: string; told?: { code: string; values: object } };
  }) => [status, body.told?.code, body.field, body.told?.values];
  const until = { publisher: 'Beta', until: '2026-10-31', from: '2026-11-01' };
  const settledTo = [409, 'terms_settled', 'valid_from', until];
  const october = async () =>
    (await get(`/roas?package_name=${PKG}&fromDate=2026-10-01&toDate=2026-10-31&limit=500&search=Beta`)).body.data;

  beforeAll(async () => {
    await generate(OCTOBER, 'owner', ['Beta']);
    expect((await approve([of(await listed(), 'Beta')])).status).toBe(200);
  });

  it('stay for its days: others count from the day after on, and boards of the month stay too [REC-API-21]', async () => {
    const cost = await october();
    expect(cost.some(({ spend }: { spend: string }) => Number(spend) > 0)).toBe(true);
    const purchases = await named('payment', 'Purchases');
    expect(purchases['settled_until']).toBe('2026-10-31');
    const { name, model, event, rate, currency, order_status, valid_from, key } = purchases;
    const edit = (more: object) =>
      send('PUT', `/payment/${key}`, { name, model, event, rate, currency, order_status, valid_from, ...more });
    expect(told(await edit({ rate: '9' }))).toEqual(settledTo);
    expect(told(await edit({ rate: '9', valid_from: '2026-10-31' }))).toEqual(settledTo);
    expect(told(await edit({ order_status: [] }))).toEqual(settledTo);
    expect(told(await edit({ valid_to: '2026-10-15' }))).toEqual(settledTo);
    expect((await edit({ name: 'All purchases' })).body.data.version).toBe(1);
    expect((await edit({ rate: '9', valid_from: '2026-11-01' })).body.data).toMatchObject({ rate: '9', version: 2 });
    expect(await october()).toEqual(cost);
    // What no approved report was paid by changes as it did.
    const installs = await named('payment', 'Installs');
    const free = { name: 'Installs', model: 'CPI', rate: '2', currency: 'EUR', valid_from: '2026-01-01' };
    expect([installs['settled_until'], (await send('PUT', `/payment/${installs.key}`, free)).status]).toEqual([
      null,
      200,
    ]);
  });

  it('stay with who is paid by them: neither taken out, nor outweighed, nor capped; what comes after is beside them', async () => {
    const cost = await october();
    const { key, payment_model } = await named('publisher_payment', 'Beta');
    const installs = await named('payment', 'Installs');
    const other = { package_name: PKG, name: 'Sale', model: 'CPA', event: 'purchase', rate: '1', currency: 'EUR' };
    const sale = (await send('POST', '/payment', { ...other, valid_from: '2026-01-01' })).body.data.key;
    const edit = (more: object) =>
      send('PUT', `/publisher_payment/${key}`, { publisher: 'Beta', payment_model, ...more });
    const add = (more: object) => send('POST', '/publisher_payment', { package_name: PKG, publisher: 'Beta', ...more });
    expect(told(await send('DELETE', `/publisher_payment/${key}`))).toEqual([
      409,
      'terms_settled_gone',
      undefined,
      until,
    ]);
    for (const more of [
      { cap: 3 },
      { hold_days: 9 },
      { payment_model: sale },
      { publisher: 'Omega' },
      { valid_to: '2026-10-30' },
    ])
      expect([more, ...told(await edit(more))]).toEqual([more, ...settledTo]);
    // More particular than what it was paid by, of some of its days; of events nobody was paid for there is nothing to keep.
    expect(told(await add({ campaign: 'sale', payment_model: sale, valid_from: '2026-10-20' }))).toEqual(settledTo);
    expect((await add({ campaign: 'sale', payment_model: sale, valid_from: '2026-11-01' })).status).toBe(200);
    expect((await add({ payment_model: installs.key })).status).toBe(200);
    const changed = await edit({ rate_override: '4', valid_from: '2026-11-05' });
    expect([changed.status, changed.body.data.key, changed.body.data.settled_until]).toEqual([200, key, null]);
    const { data } = (await get(`/publisher_payment?package_name=${PKG}&search=Beta&limit=500`)).body;
    expect(
      data
        .filter((row: Stored) => row['campaign'] === '' && row['payment_model'] === payment_model)
        .map((row: Stored) => [row['rate_override'], row['valid_from'], row['valid_to'], row['settled_until']]),
    ).toEqual([
      ['4', '2026-11-05', null, null],
      [null, null, '2026-11-04', '2026-10-31'],
    ]);
    expect(await october()).toEqual(cost);
  });
});

describe('days that were settled without an agreement', () => {
  it('stay too: one made afterwards counts from the day after', async () => {
    const clicks = Array.from({ length: 7 }, (_, day) =>
      eventRow({
        kind: 'click',
        ts: `2026-10-1${day} 09:00:00.000`,
        publisher: 'Omega',
        campaign: 'spring',
        verdict: 'clean',
        cost: '0.40',
        currency: 'EUR',
      }),
    );
    await settled.app.context.clickhouse.insert('traffic', clicks);
    await generate(OCTOBER, 'owner', ['Omega']);
    const report = of(await listed('&search=Omega'), 'Omega');
    expect(report.totals[0]?.net).toBe('2.80');
    expect((await approve([report])).status).toBe(200);
    const { key: payment_model } = (await get(`/payment?package_name=${PKG}&search=Clicks&limit=5`)).body.data[0];
    const agree = (more: object) =>
      send('POST', '/publisher_payment', { package_name: PKG, publisher: 'Omega', payment_model, ...more });
    const { status, body } = await agree({ rate_override: '900' });
    expect([status, body.told]).toEqual([
      409,
      { code: 'terms_settled', values: { publisher: 'Omega', until: '2026-10-31', from: '2026-11-01' } },
    ]);
    expect((await agree({ rate_override: '900', valid_from: '2026-11-01' })).status).toBe(200);
  });
});

describe('an adjustment that is entered', () => {
  const adjust = (more: object) =>
    send('POST', '/adjustment', {
      package_name: PKG,
      publisher: 'Gamma',
      amount: '4',
      currency: 'EUR',
      reason: 'x',
      ...more,
    });
  const waiting = async (who = 'owner') => (await get(`/adjustment?package_name=${PKG}`, who)).body;

  it('has the digits of its currency, as a spend has', async () => {
    const refused = async (answer: ReturnType<typeof send>) => {
      const { status, body } = await answer;
      return [status, body.told?.code, body.field, body.told?.values.digits];
    };
    const spend = { package_name: PKG, publisher: 'Gamma', month: '2026-10', amount: '10.999', currency: 'EUR' };
    expect(await refused(adjust({ amount: '-12.505' }))).toEqual([422, 'amount_digits', 'amount', 2]);
    expect(await refused(adjust({ amount: '5.5', currency: 'JPY' }))).toEqual([422, 'amount_digits', 'amount', 0]);
    expect(await refused(send('POST', '/roas', spend))).toEqual([422, 'amount_digits', 'amount', 2]);
    expect((await waiting()).data).toEqual([]);
  });

  it('is withdrawn as long as no report with it is approved', async () => {
    const [first, second] = [(await adjust({ amount: '4.500' })).body.data.id, (await adjust({})).body.data.id];
    expect((await waiting()).data).toMatchObject([
      { id: second, amount: '4.00' },
      { id: first, amount: '4.50', publisher: 'Gamma', reason: 'x' },
    ]);
    expect((await get(`/adjustment?package_name=${PKG}`, 'stranger')).status).toBe(403);
    await generate(OCTOBER, 'owner', ['Gamma']);
    const gamma = async () =>
      of(
        (await listed('&search=Gamma')).filter((row) => row.period_from === OCTOBER.from),
        'Gamma',
      );
    expect((await gamma()).totals[0]?.adjustments).toBe('8.50');
    expect((await send('DELETE', `/adjustment/${second}`, undefined, 'stranger')).status).toBe(403);
    expect((await send('DELETE', `/adjustment/${second}`)).body.message).toBe('Deleted  successfully !');
    expect((await send('DELETE', `/adjustment/${second}`)).status).toBe(404);
    expect((await approve([await gamma()])).body.told?.code).toBe('out_of_date');
    await generate(OCTOBER, 'owner', ['Gamma']);
    expect((await gamma()).totals[0]?.adjustments).toBe('4.50');
    expect((await approve([await gamma()])).status).toBe(200);
    const taken = await send('DELETE', `/adjustment/${first}`);
    expect([taken.status, taken.body.told?.code]).toEqual([409, 'adjustment_stays']);
    expect((await waiting()).data).toEqual([]);
  });
});
