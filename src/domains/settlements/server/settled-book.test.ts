import { describe, expect, it } from 'vitest';
import { settlementSettingTable } from '../../agreements/server/tables.ts';
import type { SettlementView } from '../contract/payout.ts';
import { NOVEMBER, OCTOBER, of, settlementCalls } from '../testing/settlement-calls.ts';
import { PKG, useSettled } from '../testing/use-settled.ts';
import { settledBook } from './settled-book.ts';

const settled = useSettled();
const { app, send } = settled;
const { generate, listed, approve } = settlementCalls(settled);
const LATER = { from: '2026-11-11', to: '2026-11-19' };

const adjust = (publisher: string, amount: string) =>
  send('POST', '/adjustment', { package_name: PKG, publisher, amount, currency: 'EUR', reason: 'Agreed by mail' });
const reportOf = async (publisher: string, { from } = NOVEMBER): Promise<SettlementView> =>
  of(
    (await listed()).filter(({ period_from }) => period_from === from),
    publisher,
  );

describe('what is less than is paid out at least', () => {
  it('goes into the next report with what was kept back of it, once, and a debt as well', async () => {
    await app.context.database.db.insert(settlementSettingTable).values({
      packageName: PKG,
      name: 'All',
      publisher: '',
      cycle: 'monthly',
      dueDays: 14,
      taxPercent: '19',
      tolerance: '10',
      controlling: 'ours',
      invalidAllowancePercent: '0',
      maxDeductionPercent: '100',
      minPayout: '20',
      invoicePrefix: '',
      createdBy: 'owner',
    });
    await adjust('Small', '12.5');
    await adjust('Owing', '-30');
    await generate(NOVEMBER);
    const [small, owing] = [await reportOf('Small'), await reportOf('Owing')];
    expect([small, owing].map(({ totals }) => totals.map(({ payable, is_carried }) => [payable, is_carried]))).toEqual([
      [['14.88', true]],
      [['-35.70', true]],
    ]);
    expect((await approve([small, owing])).status).toBe(200);
    await adjust('Small', '10');
    await generate(LATER);
    await generate(LATER);
    expect((await reportOf('Small', LATER)).totals).toMatchObject([
      { adjustments: '22.50', net: '22.50', tax: '4.28', payable: '26.78', is_carried: false },
    ]);
    expect((await reportOf('Owing', LATER)).totals).toMatchObject([{ net: '-30.00', is_carried: true }]);
  });
});

describe('an approved report', () => {
  it('is reckoned again by what a suspect event counted as when it was approved', async () => {
    await generate(OCTOBER);
    await approve([await reportOf('Alpha', OCTOBER)]);
    const countSuspectAs = (as: 'clean' | 'fraud') =>
      app.context.database.pool.query('UPDATE package SET suspect_counts_as = $1 WHERE name = $2', [as, PKG]);
    await countSuspectAs('fraud');
    await generate(NOVEMBER);
    expect((await reportOf('Alpha')).totals).toMatchObject([{ currency: 'EUR', adjustments: '0.00' }]);
    await countSuspectAs('clean');
  });
});

describe('the book of payout reports', () => {
  it('says by which document an approved report is claimed, and whether it is paid', async () => {
    const { db } = app.context.database;
    const { id } = await reportOf('Small', LATER);
    const set = (document: Parameters<typeof settledBook.setDocument>[3]) =>
      db.transaction((tx) => settledBook.setDocument(tx, id, 'EUR', document));
    const document = { currency: 'EUR', invoice_no: 'A-1', due_date: '2026-12-03', is_paid: false };
    await expect(set(document)).rejects.toThrow(/not approved/);
    await approve([await reportOf('Small', LATER)]);
    const told: unknown[] = [];
    for (const next of [document, { ...document, is_paid: true }, null]) {
      await set(next);
      const [report] = await settledBook.reports(db, PKG, { ids: [id] });
      told.push([report?.state, report?.totals.map(({ invoice_no, due_date }) => [invoice_no, due_date])]);
    }
    expect(told).toEqual([
      ['invoiced', [['A-1', '2026-12-03']]],
      ['paid', [['A-1', '2026-12-03']]],
      ['approved', [[null, null]]],
    ]);
    expect(await settledBook.reports(db, 'com.foreign', { ids: [id] })).toEqual([]);
    expect(
      (await settledBook.reports(db, PKG, { publisher: 'Small', from: LATER.from })).map(
        (each) => each.setting?.due_days,
      ),
    ).toEqual([14]);
  });
});
