import Big from 'big.js';
import { describe, expect, it } from 'vitest';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { OCTOBER, of, settlementCalls } from '../testing/settlement-calls.ts';
import { eventRow, PKG, useSettled, ZONE } from '../testing/use-settled.ts';

const settled = useSettled();
const { app, send, get, upload } = settled;
const { reportOf, generate, listed, approve, counted } = settlementCalls(settled);

describe('what partners count', () => {
  const path = `/partner_count?package_name=${PKG}&period_from=${OCTOBER.from}&period_to=${OCTOBER.to}`;
  const HEAD = 'publisher,campaign,event,model,units';
  const sendLines = (...lines: string[]) => upload(path, [HEAD, ...lines].join('\n'));
  const inOctober = async () => (await listed()).filter(({ period_from }) => period_from === OCTOBER.from);
  const remove = (publisher: string, more = '', who = 'owner') =>
    send('DELETE', `${path}&publisher=${publisher}${more}`, undefined, who);
  const stored = async (name: string) =>
    (await get(`/partner_count?package_name=${PKG}&fromDate=${OCTOBER.from}&toDate=${OCTOBER.to}`)).body.data.find(
      ({ publisher }: { publisher: string }) => publisher === name,
    );

  it('is taken line by line, and a line outside of the tolerance holds its report back', async () => {
    const [installs] = await counted('Gamma', 'install');
    const ours = installs?.gross ?? 0;
    const file = (units: number | string) => `publisher,campaign,event,units\nGamma,launch,,${units}\n`;
    expect((await upload(path, 'publisher,event\nGamma,x\n')).body.field).toBe('file');
    expect((await upload(path, file(1), 'stranger')).status).toBe(403);
    const told = await upload(path, `${file(ours + 1)}Gamma,launch,,5\n,x,,1\nDelta,,,-4\nDelta,,,1.5\nDelta,,,\n`);
    expect(told.body.data).toEqual({
      stored: 1,
      rejected: 5,
      rejects: [
        { line: 3, field: 'publisher', reason: 'said_twice' },
        { line: 4, field: 'publisher', reason: 'no_publisher' },
        { line: 5, field: 'units', reason: 'no_units' },
        { line: 6, field: 'units', reason: 'no_units' },
        { line: 7, field: 'units', reason: 'no_units' },
      ],
    });
    await generate();
    const near = of(await listed('&search=Gamma'), 'Gamma');
    const gamma = async () => of(await inOctober(), 'Gamma');
    expect(near.publisher).toBe('Gamma');
    expect((await gamma()).state).toBe('calculated');
    const [line] = (await reportOf(OCTOBER, '&publisher=Gamma')).data;
    expect(line).toMatchObject({
      reported: ours + 1,
      discrepancy_percent: (100 / ours).toFixed(2),
      is_disputed: false,
    });

    await upload(path, file(ours * 2));
    await generate();
    const far = await gamma();
    expect([far.state, far.disputed_lines]).toEqual(['disputed', 1]);
    expect((await approve([far])).status).toBe(422);
    expect((await reportOf(OCTOBER, '&publisher=Gamma')).data).toMatchObject([
      { discrepancy_percent: '100.00', is_disputed: true },
    ]);
    // Of two halves of the month the counts are added; the count of the month itself stands before them.
    const half = (from: string, to: string) =>
      upload(`/partner_count?package_name=${PKG}&period_from=${from}&period_to=${to}`, 'publisher,units\nDelta,30\n');
    await half('2026-10-01', '2026-10-15');
    await half('2026-10-16', '2026-10-31');
    expect((await reportOf(OCTOBER, '&publisher=Delta')).data[0]?.reported).toBe(60);
  });

  it('of names nobody knows is refused line by line, and makes no report', async () => {
    const none = await sendLines('Nobody Known,,,,5', '=cmd(),,,,5');
    expect([none.status, none.body.field, none.body.told.code]).toEqual([422, 'file', 'counts_none_taken']);
    const why = (line: number) => `The publisher of line ${line} has neither events in these days nor a payment model.`;
    expect(none.body.message).toBe(`None of the 2 lines was taken. ${why(2)} ${why(3)}`);
    // A campaign is one that has events of the publisher, or terms, or links: whoever is agreed with may count no other.
    await app.context.database.pool.query(
      `INSERT INTO tracking_campaign (package_name, key, campaign_name, status, landing_page, time_zone, currency, postback_secret, created_by)
        VALUES ('${PKG}', 'linked', 'unheard', 'ended', 'https://shop.example', '${ZONE}', 'EUR', '', 'owner')`,
    );
    const some = await sendLines(
      'Organic,spring,,,50',
      'Organic,sprung,,,5',
      'Alpha,unheard,,,2',
      'Alpha,launch,,,9',
      'Alpha,spring,,CPX,1',
    );
    const unknown = [3, 5].map((line) => ({ line, field: 'campaign', reason: 'unknown_campaign' }));
    const rejects = [...unknown, { line: 6, field: 'model', reason: 'unknown_model' }];
    expect(some.body.data).toEqual({ stored: 2, rejected: 3, rejects });
    await generate();
    expect((await inOctober()).map(({ publisher }) => publisher)).not.toContain('Nobody Known');
  });

  it('is held against what is paid for, at the level it is told at, or against the way of paying it names', async () => {
    await remove('Alpha', '&campaign=unheard');
    const clicks = await counted('Alpha', 'click');
    const all = clicks.reduce((sum, { gross }) => sum + gross, 0);
    const lines = async () =>
      (await reportOf(OCTOBER, '&publisher=Alpha')).data.map(
        ({ model, reported, discrepancy_percent, is_disputed }) => [
          model,
          reported === null ? null : discrepancy_percent,
          is_disputed,
        ],
      );
    // Installs of the same campaigns are not paid for: the total is of clicks, and its difference the same for each.
    const told = await sendLines(`Alpha,,,,${all + 7}`);
    expect(told.body.data.stored).toBe(1);
    const near = (700 / all).toFixed(2);
    expect((await lines()).sort()).toEqual([
      ['', null, false],
      ['', null, false],
      ['CPC', near, false],
      ['CPC', near, false],
    ]);
    await remove('Alpha');
    const [first] = clicks;
    await sendLines(`Alpha,${first?.campaign},,cpc,${(first?.gross ?? 0) * 2}`);
    expect((await lines()).filter(([, percent]) => percent !== null)).toEqual([['CPC', '100.00', true]]);
    expect(await stored('Alpha')).toMatchObject({
      campaign: first?.campaign,
      model: 'CPC',
      period_to: OCTOBER.to,
    });
  });

  it('is deleted once, and with it what came of nothing else', async () => {
    const models = (await get(`/payment/all?package_name=${PKG}`)).body.data;
    const payment_model = models.find(({ name }: { name: string }) => name === 'Clicks').key;
    for (const campaign of ['', 'late'])
      await send('POST', '/publisher_payment', { package_name: PKG, publisher: 'Omega', campaign, payment_model });
    await sendLines('Omega,,,,50', 'Omega,late,,,8');
    await generate();
    expect(of(await inOctober(), 'Omega')).toMatchObject({ state: 'disputed', disputed_lines: 2, totals: [] });
    for (const who of ['stranger', 'publisher']) expect((await remove('Omega', '', who)).status).toBe(403);
    const gone = await remove('Omega');
    expect([gone.status, gone.body.message, gone.body.data]).toEqual([200, 'Deleted  successfully !', { removed: 1 }]);
    expect([(await remove('Omega')).status, (await remove('Omega')).body.data]).toEqual([200, { removed: 0 }]);
    expect(of(await inOctober(), 'Omega').is_outdated).toBe(true);
    expect((await remove('Omega', '&campaign=late')).body.data).toEqual({ removed: 1 });
    expect((await inOctober()).map(({ publisher }) => publisher)).not.toContain('Omega');
    // One that has amounts stays, and is out of date.
    const { campaign } = await stored('Alpha');
    await generate();
    expect((await remove('Alpha', `&campaign=${campaign}&model=CPC`)).body.data).toEqual({ removed: 1 });
    expect(of(await inOctober(), 'Alpha')).toMatchObject({ state: 'disputed', is_outdated: true });
    await generate();
    expect(of(await inOctober(), 'Alpha')).toMatchObject({ state: 'calculated', is_outdated: false });
  });
});

const cents = (amount: Big): string => amount.toFixed(2, Big.roundHalfUp);
const ratio = (text: string | undefined, by: number): string => (Number(text) / by).toFixed(4);
/** Of the campaign: what is agreed, and what its events say they cost. */
let spent = '';

describe('return on ad spend', () => {
  const roas = async (search: string) =>
    (await get(`/roas?package_name=${PKG}&fromDate=2026-10-05&toDate=2026-10-20&limit=500&search=${search}`)).body.data;
  const spend = (body: object, who = 'owner') =>
    send('POST', '/roas', { package_name: PKG, publisher: 'Beta', month: '2026-10', currency: 'EUR', ...body }, who);

  it('is revenue by spend of a source, campaign and month, and nothing without a spend [REC-ROUTE-11]', async () => {
    const revenue = await app.context.clickhouse.query<
      Record<'campaign' | 'earned' | 'clean' | 'owed' | 'wasted', string>
    >(
      sql`SELECT toString(campaign) AS campaign, toString(sum(revenue)) AS earned,
          toString(sumIf(revenue, verdict != 'fraud')) AS clean, toString(countIf(event_name = 'purchase') * toDecimal64('3.005', 3)) AS owed,
          toString(countIf(event_name = 'purchase' AND verdict = 'fraud') * toDecimal64('3.005', 3)) AS wasted FROM traffic
        WHERE package = ${typed('String', PKG)} AND publisher = 'Beta' AND verdict != 'filtered'
          AND toDate(ts, ${typed('String', ZONE)}) BETWEEN '2026-10-01' AND '2026-10-31'
        GROUP BY campaign ORDER BY campaign SETTINGS prefer_column_name_to_alias = 1`,
    );
    const before = await roas('Beta');
    expect(
      before.map((row: { campaign: string; revenue: string; roas: unknown }) => [row.campaign, row.revenue, row.roas]),
    ).toEqual(
      revenue.map(({ campaign, earned, owed }) => [campaign, Number(earned).toFixed(2), ratio(earned, Number(owed))]),
    );
    // One that events themselves bring, beside what is agreed: it is the spend until another is entered.
    await app.context.clickhouse.insert('traffic', [
      eventRow({
        kind: 'click',
        ts: '2026-10-07 10:00:00.000',
        publisher: 'Beta',
        campaign: 'sale',
        verdict: 'fraud',
        cost: '40',
        currency: 'EUR',
      }),
      eventRow({
        kind: 'click',
        ts: '2026-10-08 10:00:00.000',
        publisher: 'Beta',
        campaign: 'sale',
        verdict: 'clean',
        cost: '60',
        currency: 'EUR',
      }),
    ]);
    const sale = revenue.find(({ campaign }) => campaign === 'sale');
    const owed = new Big(sale?.owed ?? 0).plus(100);
    const wasted = new Big(sale?.wasted ?? 0).plus(40);
    spent = cents(owed);
    const row = (rows: { campaign: string }[]) => rows.find(({ campaign }) => campaign === 'sale');
    expect(row(await roas('Beta'))).toMatchObject({
      spend: spent,
      wasted: cents(wasted),
      roas: ratio(sale?.earned, Number(owed)),
      entered: false,
    });
    expect((await spend({ campaign: 'sale', amount: '250' })).body.message).toBe('Created successfully !');
    expect(row(await roas('Beta'))).toMatchObject({
      spend: '250.00',
      wasted: cents(wasted.times(250).div(owed)),
      revenue: Number(sale?.earned).toFixed(2),
      clean_revenue: Number(sale?.clean).toFixed(2),
      roas: ratio(sale?.earned, 250),
      entered: true,
    });
  });

  it('joins currencies by rates of their days, names what has none, and changes with the spend that is entered [REC-ROUTE-12]', async () => {
    const { clickhouse, database } = app.context;
    const bought = (day: string, revenue: string, currency: string) =>
      eventRow({
        kind: 'web_event',
        event_name: 'lead',
        ts: `2026-10-${day} 12:00:00.000`,
        publisher: 'Beta',
        campaign: 'sale',
        verdict: 'clean',
        revenue,
        currency,
      });
    const sale = async () => {
      const rows = await roas('sale');
      expect(rows).toHaveLength(1);
      return rows[0];
    };
    const before = await sale();
    await clickhouse.insert('traffic', [
      bought('04', '10', 'USD'),
      bought('09', '10', 'USD'),
      bought('20', '10', 'USD'),
      bought('21', '7', 'SEK'),
    ]);
    // Nothing is known of the dollar before the fifth; of the krona never.
    await database.pool.query(
      `INSERT INTO exchange_rate (package_name, base, quote, day, rate, author)
        VALUES ($1, 'USD', 'EUR', '2026-10-05', 0.8, 'owner'), ($1, 'USD', 'EUR', '2026-10-15', 0.5, 'owner')`,
      [PKG],
    );
    const joined = await sale();
    const revenue = new Big(before.revenue).plus(8 + 5).toFixed(2);
    expect(joined).toMatchObject({ currency: 'EUR', revenue, spend: '250.00', roas: ratio(revenue, 250) });
    const none = { spend: '0.00', saved: '0.00' };
    expect(joined.split).toEqual([
      {
        ...none,
        currency: 'EUR',
        spend: '250.00',
        revenue: before.revenue,
        clean_revenue: before.clean_revenue,
        in_row: true,
      },
      { ...none, currency: 'SEK', revenue: '7.00', clean_revenue: '7.00', in_row: false },
      { ...none, currency: 'USD', revenue: '20.00', clean_revenue: '20.00', in_row: true },
      { ...none, currency: 'USD', revenue: '10.00', clean_revenue: '10.00', in_row: false },
    ]);

    await spend({ campaign: 'sale', amount: '500' });
    expect(await sale()).toMatchObject({ spend: '500.00', roas: ratio(revenue, 500) });
    await spend({ campaign: 'sale', amount: '500', currency: 'USD' });
    expect(await sale()).toMatchObject({ currency: 'EUR', spend: '250.00', roas: ratio(revenue, 250), entered: true });
    await spend({ campaign: 'sale', amount: '500', currency: 'SEK' });
    const apart = await sale();
    expect(apart).toMatchObject({ currency: 'EUR', spend: '0.00', revenue, roas: null, entered: true });
    expect(apart.split).toContainEqual({
      ...none,
      currency: 'SEK',
      spend: '500.00',
      revenue: '7.00',
      clean_revenue: '7.00',
      in_row: false,
    });
    for (const who of ['stranger', 'publisher']) expect((await spend({ amount: '1' }, who)).status).toBe(403);
    const gone = `/roas?package_name=${PKG}&publisher=Beta&campaign=sale&month=2026-10`;
    expect((await send('DELETE', gone)).body.message).toBe('Deleted  successfully !');
    expect((await send('DELETE', gone)).status).toBe(404);
    expect(await sale()).toMatchObject({ currency: 'EUR', spend: spent, entered: false });
    // Of whom nothing has a rate, in the currency it is in: a share of dollars is a ratio of dollars.
    await database.pool.query('DELETE FROM exchange_rate WHERE package_name = $1', [PKG]);
    const delta = (await roas('Delta'))[0];
    expect([delta.currency, delta.roas]).toEqual(['USD', '10.0000']);
  });
});
