import { describe, expect, it } from 'vitest';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { DIMENSION_SQL } from '#traffic/event/server/dimension-sql.ts';
import type { PayoutTotal, SettlementView } from '../contract/payout.ts';
import { NOVEMBER, OCTOBER, of, PAID, type Report, settlementCalls } from '../testing/settlement-calls.ts';
import { eventRow, PKG, useSettled, ZONE } from '../testing/use-settled.ts';
import { adjustmentTable, settlementTable } from './tables.ts';

const settled = useSettled();
const { app, version, send, get } = settled;
const { reportOf, generate, listed, approve, counted } = settlementCalls(settled);

/** Thousandths of a cent and less, half-up to the cent. */
const cents = (thousandths: number): number => Math.round(thousandths / 10);
const amount = (inCents: number): string => (inCents / 100).toFixed(2);
const totalOf = ({ totals }: Pick<Report, 'totals'>, publisher: string): PayoutTotal[] =>
  totals.filter((total) => total.publisher === publisher);
/** Without where events are looked for, which follows what there is now. */
const figuresOf = (report: Report) => ({ ...report, data: report.data.map(({ events: _, ...row }) => row) });

describe('what publishers are owed', () => {
  it('is what is payable times the rate of the model, line by line, and totals of each currency apart [REC-API-21]', async () => {
    const report = await reportOf();
    const lines = (publisher: string) => report.data.filter((row) => row.publisher === publisher);
    const clicks = await counted('Alpha', 'click');
    expect(clicks).toHaveLength(2);
    expect(
      lines('Alpha')
        .filter(({ model }) => model === 'CPC')
        .map(({ campaign, gross, valid, net }) => ({ campaign, gross, valid, net })),
    ).toEqual(
      clicks.map(({ campaign, gross, paid }) => ({ campaign, gross, valid: paid, net: amount(cents(paid * 125)) })),
    );
    // Nobody has agreed on installs: they are told, and nothing is owed for them.
    expect(lines('Alpha').filter(({ model }) => model === '')).toMatchObject([{ net: '0.00' }, { net: '0.00' }]);
    expect(totalOf(report, 'Alpha')).toMatchObject([
      { currency: 'EUR', net: amount(clicks.reduce((all, { paid }) => all + cents(paid * 125), 0)) },
    ]);

    const onlyApproved = sql`${PAID} AND lower(extra['order_status']) IN ('', 'approved')`;
    const purchases = (await counted('Beta', 'web_event', OCTOBER, onlyApproved)).filter(
      ({ event }) => event === 'purchase',
    );
    expect(
      lines('Beta')
        .filter(({ event }) => event === 'purchase')
        .map(({ campaign, valid, net }) => ({ campaign, valid, net })),
    ).toEqual(purchases.map(({ campaign, paid }) => ({ campaign, valid: paid, net: amount(cents(paid * 3005)) })));

    // A cap of sixty in all, however many came.
    const [installs] = await counted('Gamma', 'install');
    expect(installs?.paid).toBeGreaterThan(60);
    expect(lines('Gamma')).toMatchObject([{ valid: 60, net: '66.00' }]);

    const [levels] = await counted('Delta', 'app_event');
    const share = Math.round(Number(levels?.earned) * 10) / 100;
    expect(totalOf(report, 'Delta')).toMatchObject([{ currency: 'USD', net: share.toFixed(2) }]);
    expect(lines('Organic')).toEqual([]);
    // Where a line says its events are, there are as many as it counts.
    const placed = report.data.filter(({ events }) => events);
    expect(new Set(placed.map(({ publisher }) => publisher))).toEqual(new Set(['Alpha', 'Beta', 'Delta', 'Gamma']));
    for (const { events, publisher, campaign, event, gross } of placed) {
      const [found] = await app.context.clickhouse.query<{ n: number }>(
        sql`SELECT toUInt32(count()) AS n FROM traffic WHERE package = ${typed('String', PKG)} AND verdict != 'filtered'
          AND publisher = ${typed('String', publisher)} AND campaign = ${typed('String', campaign)}
          AND event_name = ${typed('String', event)} AND has(${typed('Array(String)', events?.kinds ?? [])}, toString(kind))
          AND toDate(ts, ${typed('String', ZONE)}) BETWEEN ${typed('Date', events?.from ?? '')} AND ${typed('Date', events?.to ?? '')}`,
      );
      expect([publisher, campaign, event, found?.n]).toEqual([publisher, campaign, event, gross]);
    }
    for (const row of report.data) {
      const { duplicate, invalid, out_of_window, unapproved, over_cap, valid, allowed } = row;
      expect(duplicate + invalid + out_of_window + unapproved + over_cap + valid, row.publisher).toBe(row.gross);
      expect([allowed, Object.values(row.invalid_by).reduce((a, b) => a + b, 0)]).toEqual([0, invalid]);
    }
    // The filter by which the events behind a number are shown says the same of each event.
    const payments = await app.context.clickhouse.query<{ publisher: string; payment: string; n: number }>(
      sql`SELECT toString(publisher) AS publisher, ${DIMENSION_SQL.payment} AS payment, count() AS n FROM traffic
        WHERE package = ${typed('String', PKG)} AND verdict != 'filtered' AND publisher != 'Organic'
          AND toDate(ts, ${typed('String', ZONE)}) BETWEEN '2026-10-01' AND '2026-10-31' GROUP BY publisher, payment`,
    );
    for (const { publisher, payment, n } of payments)
      if (payment === 'duplicate' || payment === 'invalid' || payment === 'out_of_window') {
        const told = lines(publisher).reduce((all, row) => all + row[payment], 0);
        expect([publisher, payment, told]).toEqual([publisher, payment, n]);
      }
    expect(new Set(report.data.flatMap((row) => Object.keys(row.invalid_by)))).toEqual(new Set(['bot', 'ip']));
    expect(report.data.some((row) => row.whitelisted > 0 && row.duplicate > 0)).toBe(true);
  });

  it('is paged, searched, narrowed to sources and told as a file; nobody of elsewhere reads it', async () => {
    const all = await reportOf();
    const page = (
      await get(`/v2/payout_report?package_name=${PKG}&fromDate=${OCTOBER.from}&toDate=${OCTOBER.to}&limit=2&page=2`)
    ).body as Report;
    expect([page.data, page.Total_pages, page.total, page.totals]).toEqual([
      all.data.slice(2, 4),
      Math.ceil(all.total / 2),
      all.total,
      all.totals,
    ]);
    expect((await reportOf(OCTOBER, '&search=gam')).data.map((row) => row.publisher)).toEqual(['Gamma']);
    const narrow = await reportOf(OCTOBER, '&publisher=Delta');
    expect(new Set([...narrow.data, ...narrow.totals].map((row) => row.publisher))).toEqual(new Set(['Delta']));
    const file = await get(
      `/v2/payout_report/download?package_name=${PKG}&fromDate=${OCTOBER.from}&toDate=${OCTOBER.to}`,
    );
    const lines = file.text.trim().split('\r\n');
    expect([file.status, lines.length]).toEqual([200, 1 + all.total + all.totals.length]);
    expect(lines.filter((line) => line.startsWith('total,')).length).toBe(all.totals.length);
    for (const who of ['stranger', 'publisher'])
      expect([who, (await get(`/v2/payout_report?package_name=${PKG}`, who)).status]).toEqual([who, 403]);
    expect((await get(`/v2/payout_report?package_name=${PKG}&fromDate=2026-10-02&toDate=2026-10-01`)).status).toBe(422);
  });

  it('follows another rate from its first day on, and not before [REC-API-21] [REC-GAP-04]', async () => {
    await version('Clicks', 2, { rate: '0.4', validFrom: '2026-10-16' });
    const before = await counted('Alpha', 'click', { from: '2026-10-01', to: '2026-10-15' });
    const after = await counted('Alpha', 'click', { from: '2026-10-16', to: '2026-10-31' });
    const rows = (await reportOf()).data.filter(({ publisher, model }) => publisher === 'Alpha' && model === 'CPC');
    const told = new Map(rows.map(({ campaign, rate, net, valid }) => [`${campaign} ${Number(rate)}`, { net, valid }]));
    expect(told).toEqual(
      new Map([
        ...before.map(
          ({ campaign, paid }) => [`${campaign} 0.125`, { net: amount(cents(paid * 125)), valid: paid }] as const,
        ),
        ...after.map(({ campaign, paid }) => [`${campaign} 0.4`, { net: amount(paid * 40), valid: paid }] as const),
      ]),
    );
  });
});

describe('payout reports', () => {
  it('are generated of days that are over, and again without a difference', async () => {
    expect((await generate({ from: '2026-10-31', to: '2026-10-01' })).body.field).toBe('period_to');
    expect((await generate({ from: '2026-11-01', to: '2026-11-20' })).status).toBe(422);
    for (const who of ['stranger', 'publisher'])
      expect([who, (await generate(OCTOBER, who)).status]).toEqual([who, 403]);
    const made = await generate();
    expect([made.status, made.body.message]).toEqual([200, 'Created successfully !']);
    expect(made.body.data.map((row: SettlementView) => row.publisher)).toEqual(['Alpha', 'Beta', 'Delta', 'Gamma']);
    const first = await listed();
    await generate();
    const figures = (rows: SettlementView[]) => rows.map(({ updated_at: _, ...row }) => row);
    expect(figures(await listed())).toEqual(figures(first));
    const report = await reportOf();
    for (const total of report.totals)
      expect(of(first, total.publisher).totals).toContainEqual({ ...total, status: 'calculated' });
    const one = await get(`/payout_report/${of(first, 'Beta').id}`);
    expect(one.body.data.rows).toEqual(figuresOf(report).data.filter((row) => row.publisher === 'Beta'));
    expect((await get(`/payout_report/${of(first, 'Beta').id}`, 'stranger')).status).toBe(403);
    expect((await get('/payout_report/999999')).status).toBe(404);
  });

  it('are out of date when terms, tax, adjustments or events have changed since, and are not approved so', async () => {
    const outdated = async () =>
      (await listed()).filter(({ is_outdated }) => is_outdated).map(({ publisher }) => publisher);
    const refused = async (publisher: string) => {
      const { status, body } = await approve([of(await listed(), publisher)]);
      return [status, body.told?.code, body.told?.values.publisher];
    };
    expect(await outdated()).toEqual([]);
    const tax = { package_name: PKG, name: 'Gamma', publisher: 'Gamma', tax_percent: '19' };
    const setting = (await send('POST', '/settlement', tax)).body.data.key;
    expect([await outdated(), await refused('Gamma')]).toEqual([['Gamma'], [409, 'out_of_date', 'Gamma']]);
    // Everybody named in one approval waits for the one.
    expect((await approve([of(await listed(), 'Delta'), of(await listed(), 'Gamma')])).status).toBe(409);
    expect(of(await listed(), 'Delta').state).toBe('calculated');
    await send('DELETE', `/settlement/${setting}`);
    expect(await outdated()).toEqual([]);
    // An adjustment that came since, a source that pays more now, and a click more.
    await send('POST', '/adjustment', {
      package_name: PKG,
      publisher: 'Gamma',
      amount: '3',
      currency: 'EUR',
      reason: 'x',
    });
    await version('Shares', 2, { model: 'RevShare', percent: '11', currency: 'USD' });
    const late = {
      kind: 'click',
      ts: '2026-10-09 10:00:00.000',
      publisher: 'Alpha',
      campaign: 'spring',
      verdict: 'clean',
    };
    await app.context.clickhouse.insert('traffic', [eventRow(late)]);
    expect(await outdated()).toEqual(['Alpha', 'Delta', 'Gamma']);
    for (const publisher of ['Alpha', 'Delta', 'Gamma'])
      expect(await refused(publisher)).toEqual([409, 'out_of_date', publisher]);
    const one = await get(`/payout_report/${of(await listed(), 'Alpha').id}`);
    expect(one.body.data.is_outdated).toBe(true);
    await generate();
    expect(await outdated()).toEqual([]);
  });

  it('are approved as they were read, once, by one of two, and only by who may', async () => {
    const old = of(await listed(), 'Alpha');
    app.clock.set('2026-11-20T12:05:00Z');
    await generate();
    const [alpha, beta] = [of(await listed(), 'Alpha'), of(await listed(), 'Beta')];
    expect((await approve([old])).status).toBe(409);
    expect((await approve([alpha], 'publisher')).status).toBe(403);
    expect((await approve([alpha], 'stranger')).status).toBe(403);
    expect((await approve([alpha], 'stranger', 'com.foreign')).status).toBe(404);
    const both = await Promise.all([approve([alpha, beta]), approve([alpha, beta], 'second')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const now = await listed();
    expect([of(now, 'Alpha').state, of(now, 'Beta').state, of(now, 'Gamma').state]).toEqual([
      'approved',
      'approved',
      'calculated',
    ]);
    expect((await listed('&state=approved')).map(({ publisher }) => publisher)).toEqual(['Alpha', 'Beta']);
    // Days of an approved report are in no other: neither generated nor approved.
    expect((await generate({ from: '2026-10-20', to: '2026-11-05' }, 'owner', ['Alpha'])).status).toBe(409);
    const again = await generate();
    expect(again.body.data.map((row: SettlementView) => row.publisher)).toEqual(['Delta', 'Gamma']);
  });

  it('stay as approved whatever comes later; that is an adjustment of the next one, once', async () => {
    const approved = await reportOf(OCTOBER, '&publisher=Alpha');
    expect(approved.totals).toMatchObject([{ status: 'approved', settlement_id: of(await listed(), 'Alpha').id }]);
    // Forty clicks that came late, of the dearer half of the month.
    await app.context.clickhouse.insert(
      'traffic',
      Array.from({ length: 40 }, () =>
        eventRow({
          kind: 'click',
          ts: '2026-10-20 10:00:00.000',
          publisher: 'Alpha',
          campaign: 'spring',
          verdict: 'clean',
        }),
      ),
    );
    expect(figuresOf(await reportOf(OCTOBER, '&publisher=Alpha'))).toEqual(figuresOf(approved));
    // Another rate of the past changes nothing of what is approved.
    await version('Clicks', 3, { rate: '9', validFrom: '2026-10-16', validTo: '2026-10-31' });
    await version('Clicks', 4, { rate: '0.4', validFrom: '2026-11-01' });
    await generate(NOVEMBER);
    await generate(NOVEMBER);
    const next = of(await listed(), 'Alpha');
    expect([next.period_from, next.totals.map(({ adjustments }) => adjustments)]).toEqual([NOVEMBER.from, ['16.00']]);
    const rows = (await app.context.database.db.select().from(adjustmentTable)).filter(({ kind }) => kind === 'late');
    expect(rows.map(({ publisher, amount: told }) => [publisher, Number(told)])).toEqual([['Alpha', 16]]);
    expect(figuresOf(await reportOf(OCTOBER, '&publisher=Alpha'))).toEqual(figuresOf(approved));
  });

  it('take an adjustment into one of them only, also of who had no traffic', async () => {
    const adjust = (publisher: string, amountTold: string, who = 'owner') =>
      send(
        'POST',
        '/adjustment',
        { package_name: PKG, publisher, amount: amountTold, currency: 'EUR', reason: 'Agreed by mail' },
        who,
      );
    expect((await adjust('Alpha', '0')).status).toBe(422);
    expect((await adjust('Alpha', '1e3')).status).toBe(422);
    for (const who of ['stranger', 'publisher']) expect((await adjust('Alpha', '5', who)).status).toBe(403);
    expect((await adjust('Alpha', '-1.25')).body.message).toBe('Created successfully !');
    await adjust('Quiet', '12.5');
    const december = { from: '2026-11-11', to: '2026-11-19' };
    await generate(NOVEMBER);
    await generate(december);
    const rows = await listed();
    const quiet = rows.filter(({ publisher }) => publisher === 'Quiet');
    expect(quiet.map(({ totals }) => totals.map(({ net }) => net))).toEqual([['12.50'], ['12.50']]);
    expect(
      of(
        rows.filter(({ period_from }) => period_from === NOVEMBER.from),
        'Alpha',
      ).totals[0]?.adjustments,
    ).toBe('14.75');
    const [later, sooner] = quiet;
    if (!later || !sooner) throw new Error('two');
    expect((await approve([sooner])).status).toBe(200);
    expect((await approve([later])).status).toBe(409);
    // What it would have been of is taken: it goes, and then there is nothing to generate.
    const emptied = await generate(december, 'owner', ['Quiet']);
    expect([emptied.status, emptied.body.data]).toEqual([200, []]);
    expect((await listed()).filter(({ publisher }) => publisher === 'Quiet').map(({ id }) => id)).toEqual([sooner.id]);
    expect((await generate(december, 'owner', ['Quiet'])).status).toBe(422);
    expect(await app.context.database.db.select().from(settlementTable)).toContainEqual(
      expect.objectContaining({ publisher: 'Quiet', state: 'approved' }),
    );
  });
});
