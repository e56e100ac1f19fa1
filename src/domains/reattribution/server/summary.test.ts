import { describe, expect, it } from 'vitest';
import type { AgreedTerms } from '#domains/agreements/contract/book.ts';
import { agreedTerms } from '../../agreements/testing/agreed-terms.ts';
import { CHANGES } from '../contract/changes.ts';
import { Ledger } from './amounts.ts';
import { type Fate, summed } from './summary.ts';

const terms = (publisher: string, more: Partial<AgreedTerms>): AgreedTerms =>
  agreedTerms(publisher, { publisher, from: '2026-10-01', ...more });
const fate = (more: Partial<Fate>): Fate => ({
  source: 'A',
  source_campaign: '',
  credited: 'A',
  credited_campaign: '',
  of_kind: 'install',
  event: 'install',
  day: '2026-10-05',
  change: 'kept',
  paid_in: '',
  units: 1,
  revenue: '0',
  cost: '0',
  ...more,
});

describe('figures of publishers', () => {
  it('add up for every publisher and for all of them, whatever moves where', () => {
    let seed = 3;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      return Math.floor((seed / 0x80000000) * below);
    };
    const names = ['A', 'B', 'C', 'organic'];
    for (let n = 0; n < 400; n++) {
      const fates = Array.from({ length: random(25) }, (): Fate => {
        const source = names[random(4)] ?? 'A';
        const other = names.filter((name) => name !== source && name !== 'organic')[random(2)] ?? 'B';
        const change = source === 'organic' ? (['kept', 'removed'] as const)[random(2)] : CHANGES[random(4)];
        const credited = { kept: source, removed: '', moved: other, to_organic: 'organic' }[change ?? 'kept'];
        return fate({ source, credited, change: change ?? 'kept', units: random(50), paid_in: 'EUR' });
      });
      const { rows, totals } = summed(
        fates,
        new Ledger([terms('A', { rate: '1.5' }), terms('B', { rate: '2' })], [], 'EUR'),
      );
      for (const row of rows) {
        expect(row.final).toBe(
          row.attributed_by_source - row.removed_invalid - row.moved_out - row.to_organic + row.moved_in,
        );
        for (const { delta, attributed, final } of row.amounts)
          expect(Number(delta)).toBeCloseTo(Number(final) - Number(attributed), 6);
      }
      expect(totals.final).toBe(totals.attributed_by_source - totals.removed_invalid);
      expect(totals.moved_in).toBe(totals.moved_out + totals.to_organic);
      expect(totals.attributed_by_source).toBe(fates.reduce((all, { units }) => all + units, 0));
      const [sum] = totals.amounts;
      const delta = rows.flatMap(({ amounts }) => amounts).reduce((all, each) => all + Number(each.delta), 0);
      expect(Number(sum?.delta ?? 0)).toBeCloseTo(delta, 6);
    }
  });

  it('pay by the terms of who is credited: tiers, caps, shares, records and currencies apart', () => {
    const tiers = [
      { up_to: 10, rate: '2' },
      { up_to: null, rate: '1.005' },
    ];
    const amountsOf = (agreed: AgreedTerms[], fates: Fate[], publisher: string) =>
      summed(fates, new Ledger(agreed, [], 'EUR')).rows.find((row) => row.publisher === publisher)?.amounts;
    const moved = [fate({ units: 15 }), fate({ units: 6, change: 'moved', credited: 'B' })];
    // 10 x 2 + 11 x 1.005 = 31.055, half-up; 10 x 2 + 5 x 1.005 = 25.025.
    expect(amountsOf([terms('A', { tiers })], moved, 'A')).toEqual([
      { currency: 'EUR', attributed: '31.06', final: '25.03', delta: '-6.03' },
    ]);
    expect(amountsOf([terms('A', { tiers, tiers_apply: 'all' })], moved, 'A')).toMatchObject([
      { attributed: '21.11', final: '15.08' },
    ]);
    expect(amountsOf([terms('B', { rate: '3', cap: 4, currency: 'JPY' })], moved, 'B')).toEqual([
      { currency: 'JPY', attributed: '0', final: '12', delta: '12' },
    ]);
    const earned = [
      fate({ units: 2, revenue: '50', paid_in: 'USD' }),
      fate({ units: 1, revenue: '9.99', paid_in: 'EUR' }),
    ];
    expect(amountsOf([terms('A', { model: 'RevShare', percent: '10' })], earned, 'A')).toMatchObject([
      { currency: 'EUR', attributed: '1.00' },
      { currency: 'USD', attributed: '5.00' },
    ]);
    // What nobody agreed on is what the events say they cost; of what moved they say what another was paid.
    const recorded = [fate({ units: 3, cost: '1.5', paid_in: 'EUR', change: 'moved', credited: 'B' })];
    expect(amountsOf([], recorded, 'A')).toMatchObject([{ attributed: '1.50', final: '0.00', delta: '-1.50' }]);
    expect(amountsOf([], recorded, 'B')).toEqual([]);
  });
});
