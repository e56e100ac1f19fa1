import { describe, expect, it } from 'vitest';
import { PRICE_BASES, PRICE_BASIS_NAMES } from '#traffic/money/contract/price-bases.ts';
import { readRates } from '#traffic/money/server/read-rates.ts';
import { DEMO_PACKAGES } from './packages.ts';
import { demoPrices, demoRates } from './prices.ts';
import { generateEvents } from './scenario.ts';

const [FIRST, LAST] = ['2026-10-01', '2026-10-30'];

describe('the money of the demo', () => {
  it('leaves no kind of event that somebody is paid for without cost, in either package', () => {
    for (const { kind } of DEMO_PACKAGES) {
      const prices = demoPrices(kind, FIRST);
      const billed = new Map<string, boolean>();
      for (const { event } of generateEvents({ seed: 7, endDay: LAST, days: 30, events: 6000, package: kind })) {
        const basis = PRICE_BASIS_NAMES.find((name) => PRICE_BASES[name].kinds.some((each) => each === event.kind));
        if (!basis) continue;
        const costs =
          Number(event.cost ?? 0) > 0 ||
          prices.some(
            (price) =>
              price.basis === basis &&
              price.amount !== null &&
              ['', event.publisher].includes(price.publisher) &&
              ['', event.event_name].includes(price.event_name),
          );
        billed.set(event.kind, (billed.get(event.kind) ?? false) || costs);
      }
      expect(billed.size).toBeGreaterThan(2);
      expect([...billed].filter(([, costs]) => !costs)).toEqual([]);
    }
  });

  it('has rates of every working day that are read as a file of the bank, whole', () => {
    const { rates, rejected, holdsDays } = readRates(demoRates(7, FIRST, LAST));
    expect([rejected, holdsDays]).toEqual([0, 7]);
    expect(new Set(rates.map(({ day }) => day)).size).toBe(22);
    expect(demoRates(7, FIRST, LAST)).toBe(demoRates(7, FIRST, LAST));
  });
});
