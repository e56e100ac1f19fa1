import Big from 'big.js';
import { describe, expect, it } from 'vitest';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { SavingsOfMonth, SavingsOfPublisher, SavingsTotal } from '../contract/savings-endpoints.ts';
import { NOVEMBER, OCTOBER, of, settlementCalls } from '../testing/settlement-calls.ts';
import { eventRow, PKG, useSettled, ZONE } from '../testing/use-settled.ts';
import { savingsOf } from './savings.ts';

const settled = useSettled();
const { app, get } = settled;
const { generate, listed, approve, reportOf } = settlementCalls(settled);

interface Told {
  months: SavingsOfMonth[];
  publishers: SavingsOfPublisher[];
  totals: SavingsTotal[];
}
const savings = async (days = OCTOBER): Promise<Told> =>
  (await get(`/savings?package_name=${PKG}&fromDate=${days.from}&toDate=${days.to}`)).body.data;
const ofPublisher = (told: Told, publisher: string) => told.publishers.find((row) => row.publisher === publisher);

/** What invalid clicks of Alpha cost by its agreement, by SQL of its own. */
const atRisk = async (): Promise<string> => {
  const [row] = await app.context.clickhouse.query<{ n: number }>(
    sql`SELECT countIf(verdict = 'fraud') AS n FROM traffic WHERE package = ${typed('String', PKG)} AND publisher = 'Alpha'
      AND kind = 'click' AND toDate(ts, ${typed('String', ZONE)}) BETWEEN '2026-10-01' AND '2026-10-31'`,
  );
  return new Big(row?.n ?? 0).times('0.125').toFixed(2, Big.roundHalfUp);
};

describe('savings', () => {
  it('are at risk until a report that does not pay for them is approved, and a later one brings back what it paid', async () => {
    const before = ofPublisher(await savings(), 'Alpha');
    expect(before).toMatchObject({
      at_risk: await atRisk(),
      saved: '0.00',
      recovered: '0.00',
      difference: '0.00',
      open: await atRisk(),
    });

    // Forty clicks that are paid for, and turn out to be invalid after that.
    await app.context.clickhouse.insert(
      'traffic',
      Array.from({ length: 40 }, () =>
        eventRow({
          kind: 'click',
          ts: '2026-10-20 10:00:00.000',
          publisher: 'Alpha',
          campaign: 'spring',
          sub_publisher: 'bought',
          verdict: 'clean',
        }),
      ),
    );
    await generate();
    expect(ofPublisher(await savings(), 'Alpha')).toMatchObject({ at_risk: before?.at_risk, saved: '0.00' });
    await approve([of(await listed(), 'Alpha')]);
    const { data } = await reportOf(OCTOBER, '&publisher=Alpha');
    const deducted = data.flatMap((row) =>
      Object.entries(row.deducted).filter(([name]) => name === 'duplicate' || name.startsWith('invalid.')),
    );
    const saved = deducted.reduce((all, [, amount]) => all.plus(amount), new Big(0)).toFixed(2);
    expect(Number(saved)).toBeGreaterThan(1);
    const approved = ofPublisher(await savings(), 'Alpha');
    // Nothing is left open of what is settled: invalid clicks that were blocked, or were one too many, are no deduction
    // for being invalid, and say so as a difference.
    expect(approved).toMatchObject({
      saved,
      recovered: '0.00',
      at_risk: before?.at_risk,
      difference: new Big(before?.at_risk ?? 0).minus(saved).toFixed(2),
      open: '0.00',
    });

    await app.context.clickhouse.command(
      sql`ALTER TABLE traffic UPDATE verdict = 'fraud', reason = 'bot.agent' WHERE sub_publisher = 'bought'
        SETTINGS mutations_sync = 2`,
    );
    await generate(NOVEMBER);
    await approve([of(await listed(), 'Alpha')]);
    expect(ofPublisher(await savings(), 'Alpha')).toMatchObject({ saved, recovered: '5.00', at_risk: await atRisk() });
    expect(Number(await atRisk()) - Number(before?.at_risk)).toBeCloseTo(5, 1);

    // Somebody takes them back: what a later report pays after all was not saved.
    await app.context.clickhouse.command(
      sql`ALTER TABLE traffic UPDATE verdict = 'clean', reason = '' WHERE sub_publisher = 'bought'
        SETTINGS mutations_sync = 2`,
    );
    const last = { from: '2026-11-11', to: '2026-11-12' };
    await generate(last);
    await approve([
      of(
        (await listed()).filter(({ period_from }) => period_from === last.from),
        'Alpha',
      ),
    ]);
    const after = new Big(saved).minus('5').toFixed(2);
    expect(ofPublisher(await savings(), 'Alpha')).toMatchObject({ saved: after, recovered: '5.00' });
  });

  it('of a report that two months share are of both, by what is at risk in each', async () => {
    const across = { from: '2026-10-19', to: '2026-11-04' };
    await generate(across, 'owner', ['Gamma']);
    await approve([
      of(
        (await listed()).filter(({ period_from }) => period_from === across.from),
        'Gamma',
      ),
    ]);
    const { data } = await reportOf(across, '&publisher=Gamma');
    const deducted = data
      .flatMap((row) => Object.entries(row.deducted))
      .filter(([name]) => name === 'duplicate' || name.startsWith('invalid.'))
      .reduce((all, [, amount]) => all.plus(amount), new Big(0));
    const counts = await app.context.clickhouse.query<{ month: string; n: number }>(
      sql`SELECT formatDateTime(ts, '%Y-%m', ${typed('String', ZONE)}) AS month, toUInt32(count()) AS n FROM traffic
        WHERE package = ${typed('String', PKG)} AND publisher = 'Gamma' AND kind = 'install' AND verdict = 'fraud'
          AND toDate(ts, ${typed('String', ZONE)}) BETWEEN '2026-10-19' AND '2026-11-04' GROUP BY month ORDER BY month`,
    );
    const all = counts.reduce((sum, { n }) => sum + n, 0);
    expect([counts.length, Number(deducted) > 1]).toEqual([2, true]);
    const months = [OCTOBER, { from: '2026-11-01', to: '2026-11-30' }];
    const saved = await Promise.all(months.map(async (days) => ofPublisher(await savings(days), 'Gamma')?.saved ?? ''));
    for (const [at, { n }] of counts.entries())
      expect(Math.abs(Number(saved[at]) - (Number(deducted) * n) / all)).toBeLessThan(0.011);
    expect(new Big(saved[0] ?? 0).plus(saved[1] ?? 0).toFixed(2)).toBe(deducted.toFixed(2));
  });

  it('are told by month, source and currency, and as a file; to nobody of elsewhere', async () => {
    const told = await savings();
    expect(told.months.map(({ month, currency }) => [month, currency])).toEqual([
      ['2026-10', 'EUR'],
      ['2026-10', 'USD'],
    ]);
    for (const name of ['spend', 'at_risk', 'saved', 'recovered'] as const)
      for (const { currency, ...total } of told.totals) {
        const rows = told.publishers.filter((row) => row.currency === currency);
        const sum = rows.reduce((all, row) => all.plus(row[name]), new Big(0));
        expect([name, currency, sum.minus(total[name]).abs().lte('0.03')]).toEqual([name, currency, true]);
      }
    const file = await get(`/savings/download?package_name=${PKG}&fromDate=${OCTOBER.from}&toDate=${OCTOBER.to}`);
    expect(file.text.trim().split('\r\n')).toHaveLength(
      1 + told.months.length + told.publishers.length + told.totals.length,
    );
    for (const who of ['stranger', 'publisher'])
      expect([who, (await get(`/savings?package_name=${PKG}`, who)).status]).toEqual([who, 403]);
  });

  it('are in the currency of the package where a rate of the month is known, as costs are', async () => {
    await approve([
      of(
        (await listed()).filter(({ period_from }) => period_from === OCTOBER.from),
        'Delta',
      ),
    ]);
    const before = (await savings()).publishers.filter(({ publisher }) => publisher === 'Delta');
    expect(before.map(({ currency }) => currency)).toEqual(['USD']);
    expect(Number(before[0]?.saved)).toBeGreaterThan(1);
    await app.context.database.pool.query(
      "INSERT INTO exchange_rate (package_name, base, quote, day, rate, author) VALUES ($1, 'USD', 'EUR', '2026-09-01', 0.5, 'owner')",
      [PKG],
    );
    const after = (await savings()).publishers.filter(({ publisher }) => publisher === 'Delta');
    expect(after).toMatchObject([
      { currency: 'EUR', saved: new Big(before[0]?.saved ?? 0).div(2).toFixed(2, Big.roundHalfUp) },
    ]);
  });

  it('add up: what is at risk was not paid, came back, differs from the price, or is not settled yet', () => {
    const at = { month: '2026-10', currency: 'EUR' };
    const { publishers, totals } = savingsOf({
      costs: [
        { ...at, publisher: 'A', spent: '100', at_risk: '40', unsettled: '0' },
        { ...at, publisher: 'B', spent: '10', at_risk: '5', unsettled: '0' },
        { ...at, publisher: 'B', spent: '10', at_risk: '3', unsettled: '3' },
        { ...at, publisher: 'A', currency: 'JPY', spent: '900', at_risk: '90', unsettled: '90' },
      ],
      saved: [
        { ...at, publisher: 'A', amount: '25' },
        { ...at, publisher: 'B', amount: '7' },
      ],
      recovered: [{ ...at, publisher: 'A', amount: '10.5' }],
    });
    expect(
      publishers.map(({ publisher, currency, difference, open }) => [publisher, currency, difference, open]),
    ).toEqual([
      ['A', 'JPY', '0', '90'],
      ['A', 'EUR', '4.50', '0.00'],
      ['B', 'EUR', '-2.00', '3.00'],
    ]);
    expect(totals.map(({ currency, at_risk, difference, open }) => [currency, at_risk, difference, open])).toEqual([
      ['JPY', '90', '0', '90'],
      ['EUR', '48.00', '2.50', '3.00'],
    ]);
  });
});
