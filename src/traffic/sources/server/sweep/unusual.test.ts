import { describe, expect, it } from 'vitest';
import type { SourceFamily } from '#traffic/event/contract/source-families.ts';
import { chance } from '#traffic/judge/testing/random-events.ts';
import { deriveFacts } from './derive-facts.ts';
import type { SourceUnit, Sums } from './source-unit.ts';

const PEOPLE = [8, 4, 3, 2, 2, 4, 12, 24, 34, 42, 48, 52, 58, 54, 48, 46, 50, 58, 68, 82, 92, 84, 56, 24];
const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

function unit(
  publisher: string,
  family: SourceFamily,
  numbers: Record<string, number>,
  bins: Record<string, number[]>,
): SourceUnit[] {
  const sums: Sums = { numbers, bins, maps: {} };
  const both = { publisher, family, day: sums, week: sums, weeks: sums } as const;
  return [
    { ...both, level: 'publisher', subPublisher: '' },
    { ...both, level: 'sub_publisher', subPublisher: 'site' },
  ];
}

const clicks = (publisher: string, hours: number[]) => unit(publisher, 'click', { events: total(hours) }, { hours });
const factsOf = (units: readonly SourceUnit[], publisher: string) =>
  deriveFacts(units, []).find((row) => row.publisher === publisher && row.subPublisher === 'site')?.facts;

/** So many events at hours drawn from a distribution. */
function drawn(events: number, from: readonly number[], next: () => number): number[] {
  const counts = from.map(() => 0);
  for (let event = 0; event < events; event++) {
    let left = next() * total(from);
    let hour = 0;
    while (left >= (from[hour] ?? Number.POSITIVE_INFINITY)) left -= from[hour++] ?? 0;
    counts[hour] = (counts[hour] ?? 0) + 1;
  }
  return counts;
}

describe('the nights of a source', () => {
  const others = ['a', 'b', 'c', 'd'].flatMap((name) => clicks(name, PEOPLE));
  const nights = (hours: number[]) =>
    factsOf([...others, ...clicks('odd', hours)], 'odd')?.source_hour_divergence?.value;

  it('are those of a machine when no hour is calm', () => {
    const machine = PEOPLE.map((events) => events / 2 + 20);
    expect(nights(machine)).toBeGreaterThan(0.02);
  });

  it('are not those of a sale that runs past midnight, however full', () => {
    const sale = PEOPLE.map((events, hour) => (hour >= 21 ? 600 : hour < 3 ? ([300, 150, 60][hour] ?? 0) : events));
    expect(nights(sale)).toBeLessThan(0.005);
  });

  it('are compared with what small sources show together, though each of them has hardly a night', () => {
    const next = chance(5);
    const small = Array.from({ length: 12 }, (_, n) => clicks(`s${n}`, drawn(70, PEOPLE, next))).flat();
    const honest = clicks('odd', drawn(2_000, PEOPLE, next));
    expect(factsOf([...small, ...honest], 'odd')?.source_hour_divergence?.value).toBeLessThan(0.003);
    const flood = clicks(
      'flood',
      drawn(
        100_000,
        PEOPLE.map(() => 1),
        next,
      ),
    );
    expect(factsOf([...small, ...honest, ...flood], 'odd')?.source_hour_divergence?.value).toBeLessThan(0.003);
    expect(factsOf([...small, ...honest, ...flood], 'flood')?.source_hour_divergence?.value).toBeGreaterThan(0.05);
  });
});

describe('phones side by side', () => {
  const models = Array.from({ length: 64 }, () => 20);
  const others = ['a', 'b', 'c', 'd'].flatMap((name) => unit(name, 'install', { events: 1_280 }, { models }));
  const ratio = (mates: number, pairs: number, alike: number) => {
    const numbers = { events: 200, block_mates: mates, block_pairs: pairs, model_pairs: alike };
    return factsOf([...others, ...unit('odd', 'install', numbers, { models })], 'odd')?.source_alike_neighbours?.value;
  };

  it('are those of a farm when many of them are one model', () => {
    expect(ratio(120, 400, 120)).toBeGreaterThan(10);
  });

  it('are those of an office when they are as mixed as elsewhere, and unknown when hardly any share a network', () => {
    expect(ratio(120, 4_000, 80)).toBeLessThan(1);
    expect(ratio(29, 100, 100)).toBeUndefined();
  });
});
