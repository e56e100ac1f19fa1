import { describe, expect, it } from 'vitest';
import { row } from '../../web/testing/rows.ts';
import { MEASURES } from '../measures.ts';
import { figuresOf, moneyOf } from './figures.ts';

const previous = {
  total: 100,
  clean: 100,
  fraud: 0,
  suspect: 0,
  filtered: 0,
  clean_percentage: 100,
  fraud_percentage: 0,
};

const TODAY = '2026-11-21';
const AT = { all: MEASURES, provisional: TODAY, suspectIn: 'apart' } as const;

describe('figures', () => {
  it('compare with the period before, and say when there is no base', () => {
    const [total, fraud] = figuresOf(row({ total: 150, fraud: 30, previous }), ['total', 'fraud'], [], AT);
    expect(total?.change).toBeCloseTo(0.5);
    expect(fraud?.change).toBeNull();
    expect(figuresOf(row({ total: 150, fraud: 30 }), ['total'], [], AT)[0]?.change).toBeUndefined();
  });

  it('tell the change of a share in percentage points', () => {
    const rates = row({
      total: 150,
      fraud: 30,
      previous: { ...previous, fraud: 25, total: 200, fraud_percentage: 12.5 },
    });
    expect(figuresOf(rates, ['fraud_percentage'], [], AT)[0]?.change).toBeCloseTo(0.075);
    const nothing = row({ total: 150, fraud: 30, previous: { ...previous, total: 0, fraud_percentage: 0 } });
    expect(figuresOf(nothing, ['fraud_percentage'], [], AT)[0]?.change).toBeNull();
  });

  it('tell what suspect events cost beside what is at risk, and within it where they count as fraud', () => {
    const costs = row({
      total: 100,
      fraud: 1,
      cost_at_risk: { EUR: '5' },
      cost_suspect: { EUR: '7' },
      spend: { EUR: '20' },
    });
    const valueIn = (suspectIn: 'apart' | 'fraud') =>
      figuresOf(costs, ['cost_at_risk', 'spend'], [], { ...AT, suspectIn }).map(({ value }) => value);
    const suspect = { amounts: [{ currency: 'EUR', amount: 7 }], assumed: false };
    const [atRisk, spend] = valueIn('apart');
    expect(atRisk).toMatchObject({ amounts: [{ currency: 'EUR', amount: 5 }], suspect: { ...suspect, within: false } });
    expect(spend).not.toHaveProperty('suspect');
    expect(valueIn('fraud')[0]).toMatchObject({ suspect: { ...suspect, within: true } });
  });

  it('say of known bots that they lie beside the total, and no share of it', () => {
    const [bots] = figuresOf(row({ total: 100, fraud: 1, filtered: 7 }), ['filtered'], [], AT);
    expect(bots).toMatchObject({ value: { kind: 'count', value: 7, share: 'beside' }, drill: 'filtered' });
  });

  it('are red for fraud that is there, and only then', () => {
    expect(figuresOf(row({ total: 100, fraud: 1 }), ['fraud'], [], AT)[0]?.tone).toBe('fraud');
    expect(figuresOf(row({ total: 100, fraud: 0 }), ['fraud'], [], AT)[0]?.tone).toBe('accent');
  });

  it('leave days without events out of their line', () => {
    const days = [row({ total: 10, fraud: 1 }), row({ total: 0, fraud: 0 }), row({ total: 20, fraud: 4 })];
    expect(figuresOf(row({ total: 30, fraud: 5 }), ['fraud'], days, AT)[0]?.trend).toEqual([1, null, 4]);
  });

  it('say from which day on their line can still change', () => {
    const days = ['2026-11-19', '2026-11-20', TODAY].map((date) => row({ date, total: 10, fraud: 1 }));
    const openAt = (provisional: string) =>
      figuresOf(row({ total: 30, fraud: 3 }), ['fraud'], days, { ...AT, provisional })[0]?.openFrom;
    expect([openAt('2026-11-20'), openAt(TODAY), openAt('2026-11-22')]).toEqual([1, 2, undefined]);
  });

  it('name no rate for too few events', () => {
    expect(figuresOf(row({ total: 3, fraud: 1 }), ['fraud_percentage'], [], AT)[0]?.value).toEqual({
      kind: 'rate',
      rate: null,
    });
  });

  it('keep currencies apart, the largest amount first', () => {
    expect(moneyOf({ USD: '1.5', EUR: '20' })).toEqual([
      { currency: 'EUR', amount: 20 },
      { currency: 'USD', amount: 1.5 },
    ]);
  });
});
