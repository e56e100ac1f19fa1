import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { line, RULES, terms } from '../testing/reckoning.ts';
import { shared } from './money.ts';
import { reckon } from './reckon.ts';

const bucket = fc.integer({ min: 0, max: 2_000 });
const rate = fc.integer({ min: 0, max: 99_999_999 }).map((units) => new Big(units).div(1e6).toFixed(6));
const share = fc.integer({ min: 0, max: 10_000 }).map((units) => new Big(units).div(100).toFixed(2));
const anyLine = fc
  .record({
    duplicate: bucket,
    out_of_window: bucket,
    unapproved: bucket,
    over_cap: bucket,
    bot: bucket,
    ins: bucket,
    valid: bucket,
  })
  .map(({ bot, ins, valid, ...rest }) => ({
    ...rest,
    invalid: { bot, ins },
    gross: valid + bot + ins + rest.duplicate + rest.out_of_window + rest.unapproved + rest.over_cap,
  }));
const anyTerms = fc.record({
  currency: fc.constantFrom('EUR', 'JPY', 'KWD', 'INR'),
  rate,
  per: fc.constantFrom(1, 1000),
  cap: fc.option(fc.integer({ min: 1, max: 4_000 })),
  tiers: fc.constantFrom(
    [],
    [
      { up_to: 500, rate: '0.10' },
      { up_to: null, rate: '0.25' },
    ],
  ),
  tiers_apply: fc.constantFrom('within' as const, 'all' as const),
  withholding_percent: share,
});
const anyRules = fc.record({ invalid_allowance_percent: share, max_deduction_percent: share, tax_percent: share });

describe('whatever is counted and agreed', () => {
  it('buckets and valid add up to gross, and what buckets take to the deduction, to the last unit', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 6 }), anyTerms, anyRules, (lines, own, rules) => {
        const settled = reckon(
          lines.map((each, index) => line(`l${index}`, each)),
          [terms(own)],
          { ...RULES, ...rules },
        );
        for (const [index, each] of settled.lines.entries()) {
          const counted = lines[index];
          if (!counted) throw new Error('A line was lost');
          const taken = counted.duplicate + counted.out_of_window + counted.unapproved + each.over_cap + each.invalid;
          // Beyond the cap of the agreement lies first what is valid, then what is invalid but allowed.
          expect(each.valid + Math.min(each.allowed, each.paid)).toBe(each.paid);
          expect(each.paid).toBe(counted.gross - taken + each.allowed);
          const parts = [...each.deducted.values()].reduce((all, one) => all.plus(one), new Big(0));
          expect(parts.toFixed()).toBe(each.deductions.toFixed());
          expect(each.net.plus(each.deductions).toFixed()).toBe(each.gross_amount.toFixed());
        }
        // Of tiers the lines together are what all their units come to in one amount.
        const units = settled.lines.reduce((all, each) => all + each.paid, 0);
        const [first, second] = own.tiers;
        if (first && second) {
          const bound = Number(first.up_to);
          const amount =
            own.tiers_apply === 'all'
              ? new Big(units).times(units <= bound ? first.rate : second.rate)
              : new Big(Math.min(units, bound))
                  .times(first.rate)
                  .plus(new Big(Math.max(0, units - bound)).times(second.rate));
          const digits = new Intl.NumberFormat('en', { style: 'currency', currency: own.currency }).resolvedOptions();
          expect(settled.lines.reduce((all, each) => all.plus(each.net), new Big(0)).toFixed()).toBe(
            amount.div(own.per).round(digits.maximumFractionDigits, Big.roundHalfUp).toFixed(),
          );
        }
        if (own.cap !== null)
          expect(settled.lines.reduce((all, each) => all + each.paid, 0)).toBeLessThanOrEqual(own.cap);
      }),
      { numRuns: 300 },
    );
  });

  it('the order of lines does not matter, and taking all back gives no deduction', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 2, maxLength: 6 }), anyTerms, anyRules, (lines, own, rules) => {
        const named = lines.map((each, index) => line(`l${index}`, each));
        const all = { ...RULES, ...rules };
        const one = reckon(named, [terms(own)], all);
        const other = reckon(named.toReversed(), [terms(own)], all);
        expect(other.lines.toReversed().map(({ net }) => net.toFixed())).toEqual(
          one.lines.map(({ net }) => net.toFixed()),
        );
        expect(other.totals.map(({ payable }) => payable.toFixed())).toEqual(
          one.totals.map(({ payable }) => payable.toFixed()),
        );
        const back = reckon(
          lines.map(({ gross }, index) => line(`l${index}`, { gross })),
          [terms({ ...own, cap: null })],
          all,
        );
        expect(back.totals.map(({ deductions }) => deductions.toFixed())).toEqual(['0']);
      }),
      { numRuns: 300 },
    );
  });

  it('what is handed out adds up, and nobody gets more than a unit beside the exact part', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -10_000_000, max: 10_000_000 }),
        fc.array(bucket, { minLength: 1, maxLength: 9 }),
        (total, weights) => {
          const parts = shared(
            new Big(total).div(100),
            new Map(weights.map((each, index) => [`w${index}`, new Big(each)])),
            2,
          );
          expect(
            [...parts.values()]
              .reduce((all, one) => all.plus(one), new Big(0))
              .times(100)
              .toFixed(),
          ).toBe(String(total));
          const all = weights.reduce((sum, each) => sum + each, 0);
          if (all > 0)
            for (const [index, each] of weights.entries()) {
              const exact = new Big(total).div(100).times(each).div(all);
              expect(Number(exact.minus(parts.get(`w${index}`) ?? 0).abs())).toBeLessThanOrEqual(0.01);
            }
        },
      ),
      { numRuns: 500 },
    );
  });
});
