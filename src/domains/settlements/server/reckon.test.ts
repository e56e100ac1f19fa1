import Big from 'big.js';
import { describe, expect, it } from 'vitest';
import { line, RULES, terms } from '../testing/reckoning.ts';
import { reckon } from './reckon.ts';
import type { Rules, Settled, Terms } from './settlement.ts';

const told = ({ totals }: Settled) =>
  totals.map(({ currency, gross_amount, deductions, net, tax, withholding, payable }) => ({
    currency,
    of: [gross_amount, deductions, net, tax, withholding, payable].map((each) => each.toFixed(2)),
  }));

describe('a settlement, held against what was reckoned by hand', () => {
  it('takes 187 invalid, 13 duplicate and 50 beyond a cap from 1,250 installs at 120.00, with 18 % tax and 2 % withheld', () => {
    const settled = reckon(
      [line('a', { gross: 1250, duplicate: 13, over_cap: 50, invalid: { ins: 100, dev: 87 } })],
      [terms({ rate: '120.00', withholding_percent: '2' })],
      { ...RULES, tax_percent: '18' },
    );
    expect(told(settled)).toEqual([
      { currency: 'INR', of: ['150000.00', '30000.00', '120000.00', '21600.00', '2400.00', '139200.00'] },
    ]);
    expect(settled.lines[0]).toMatchObject({ valid: 1000, paid: 1000, invalid: 187, over_cap: 50 });
    expect(
      Object.fromEntries([...(settled.lines[0]?.deducted ?? [])].map(([name, each]) => [name, each.toFixed(2)])),
    ).toEqual({
      duplicate: '1560.00',
      over_cap: '6000.00',
      'invalid.ins': '12000.00',
      'invalid.dev': '10440.00',
    });
  });

  it('pays a thousand impressions at a rate, half a cent upwards, line by line', () => {
    // 1,501 at 3.33 a thousand are 4.99833; 1,500 are 4.995, which is 5.00.
    const settled = reckon(
      [line('a', { gross: 1501 }), line('b', { gross: 1500 })],
      [terms({ currency: 'EUR', per: 1000, rate: '3.33' })],
      RULES,
    );
    expect(settled.lines.map(({ net }) => net.toFixed(2))).toEqual(['5.00', '5.00']);
  });

  it('pays tiers within their bounds, or all units at the tier that is reached', () => {
    const tiers = [
      { up_to: 100, rate: '1.00' },
      { up_to: 200, rate: '1.50' },
      { up_to: null, rate: '2.00' },
    ];
    const net = (tiers_apply: Terms['tiers_apply']) =>
      reckon(
        [line('a', { gross: 150 }), line('b', { gross: 100 })],
        [terms({ currency: 'EUR', tiers, tiers_apply })],
        RULES,
      ).agreements[0]?.net.toFixed(2);
    // 100 * 1.00 + 100 * 1.50 + 50 * 2.00, and 250 * 2.00.
    expect([net('within'), net('all')]).toEqual(['350.00', '500.00']);
  });

  it('pays tiers to the cent, however many campaigns they are handed out to', () => {
    // 1,000 at 0.02 and 877 at 0.05, of which the lines are parts by largest remainder; 1,000 and 477 once 400 are taken away.
    const parts = [183, 484, 62, 556, 439, 153];
    const settled = reckon(
      parts.map((gross, at) => line(`c${at}`, { gross, ...(at === 1 ? { duplicate: 400 } : {}) })),
      [
        terms({
          currency: 'EUR',
          tiers: [
            { up_to: 1000, rate: '0.02' },
            { up_to: null, rate: '0.05' },
          ],
        }),
      ],
      RULES,
    );
    const together = (of: 'gross_amount' | 'net') =>
      settled.lines.reduce((all, each) => all.plus(each[of]), new Big(0)).toFixed(2);
    expect([together('gross_amount'), together('net'), settled.totals[0]?.net.toFixed(2)]).toEqual([
      '63.85',
      '43.85',
      '43.85',
    ]);
  });

  it('pays a share of what valid events earned, in a currency without minor units', () => {
    const settled = reckon(
      [line('a', { gross: 3, duplicate: 1 }, { revenue: { gross: '3333', valid: '2222' } })],
      [terms({ currency: 'JPY', percent: '12.5' })],
      RULES,
    );
    // 416.625 and 277.75.
    expect(told(settled)).toEqual([{ currency: 'JPY', of: ['417.00', '139.00', '278.00', '0.00', '0.00', '278.00'] }]);
  });

  it('pays some of what is invalid where that is agreed, and deducts no more than agreed', () => {
    const counted = [line('a', { gross: 1000, invalid: { bot: 300 } })];
    const [allowed] = reckon(counted, [terms({ rate: '1' })], { ...RULES, invalid_allowance_percent: '5' }).lines;
    expect([allowed?.allowed, allowed?.paid, allowed?.valid, allowed?.net.toFixed(2)]).toEqual([
      50,
      750,
      700,
      '750.00',
    ]);
    const bounded = reckon(counted, [terms({ rate: '1' })], { ...RULES, max_deduction_percent: '20' });
    expect([bounded.agreements[0]?.given_back.toFixed(2), bounded.totals[0]?.payable.toFixed(2)]).toEqual([
      '100.00',
      '800.00',
    ]);
  });

  it('adds what is missing to a guarantee and a fixed amount, and stops at the budget', () => {
    const of = (own: Partial<Terms>) =>
      reckon([line('a', { gross: 10 })], [terms({ rate: '1', ...own })], RULES).agreements.map((each) => ({
        guarantee: each.guarantee.toFixed(2),
        over: each.over_budget.toFixed(2),
        net: each.net.toFixed(2),
      }))[0];
    expect(of({ min_guarantee: '25' })).toEqual({ guarantee: '15.00', over: '0.00', net: '25.00' });
    expect(of({ fixed: '100', budget: '60' })).toEqual({ guarantee: '0.00', over: '-50.00', net: '60.00' });
  });

  it('stands on the count of the partner only where that is agreed and lies within the tolerance', () => {
    const of = (reported: number, controlling: Rules['controlling']) => {
      const [settled] = reckon([line('a', { gross: 100 }, { reported })], [terms({ rate: '1' })], {
        ...RULES,
        controlling,
      }).lines;
      return [settled?.discrepancy, settled?.isDisputed, settled?.net.toFixed(2)];
    };
    expect(of(110, 'ours')).toEqual(['10.00', false, '100.00']);
    expect(of(110, 'partner')).toEqual(['10.00', false, '110.00']);
    expect(of(111, 'partner')).toEqual(['11.00', true, '100.00']);
    expect(of(90, 'partner')).toEqual(['-10.00', false, '90.00']);
  });

  it('holds the cap of an agreement over all versions of its terms', () => {
    const settled = reckon(
      [line('a', { gross: 80 }), line('b', { gross: 40 }, { terms: 'u' })],
      [terms({ rate: '1', cap: 60 }), terms({ id: 'u', rate: '2', cap: 60 })],
      RULES,
    );
    // Of 120 units 60 are too many: 40 of the first version, 20 of the second.
    expect(settled.lines.map(({ paid, over_cap, net }) => [paid, over_cap, net.toFixed(2)])).toEqual([
      [40, 40, '40.00'],
      [20, 20, '40.00'],
    ]);
  });

  it('never adds two currencies, and puts adjustments to the one they are in', () => {
    const settled = reckon(
      [line('a', { gross: 10 }), line('b', { gross: 10 }, { terms: 'u' })],
      [terms({ currency: 'EUR', rate: '1' }), terms({ id: 'u', agreement: 'u', currency: 'USD', rate: '2' })],
      RULES,
      [{ currency: 'USD', amount: '-5.005' }],
    );
    expect(settled.totals.map(({ currency, payable }) => [currency, payable.toFixed(2)])).toEqual([
      ['EUR', '10.00'],
      ['USD', '14.99'],
    ]);
  });
});
