import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SOURCE_FACT_NAMES } from '#traffic/event/contract/source-facts.ts';
import { deriveFacts, type FactRow } from './derive-facts.ts';
import { FACT_METHODS } from './fact-methods.ts';
import type { SourceUnit, Sums, UnitLevel } from './source-unit.ts';

const sums = (numbers: Record<string, number>, bins: Record<string, number[]> = {}): Sums => ({
  numbers,
  bins,
  maps: {},
});

/** Installs by bins of time since the click: within the hour, and later. */
const times = (soon: number, late: number) => ({
  ctits: Array.from({ length: 40 }, (_, bin) => (bin < 20 ? soon / 20 : bin < 35 ? late / 15 : 0)),
});

function installs(
  publisher: string,
  soon: number,
  late: number,
  more: { level?: UnitLevel; site?: string } = {},
): SourceUnit {
  const { level = 'publisher', site = '' } = more;
  const all = sums({ events: soon + late, ctit_hour: soon, ctit_log: 6 * (soon + late) }, times(soon, late));
  return { level, publisher, subPublisher: site, family: 'install', day: all, week: all, weeks: all };
}

const others = ['a', 'b', 'c', 'd'].map((name) => installs(name, 800, 200));
const of = (rows: readonly FactRow[], publisher: string, level: UnitLevel, site = '') =>
  rows.find((row) => row.publisher === publisher && row.level === level && row.subPublisher === site)?.facts;

describe('how facts are made', () => {
  it.each(SOURCE_FACT_NAMES)('looks for %s at the counts it says it reads, at all of them and no others', (name) => {
    const even = Array.from({ length: 64 }, () => 7);
    const looked = new Set<string>();
    const compared = new Set<string>();
    const noted = <T>(value: T, names: Set<string>) =>
      new Proxy<Record<string, T>>(
        {},
        {
          get: (_, measure) => {
            names.add(String(measure));
            return value;
          },
        },
      );
    const own: Sums = { numbers: noted(400, looked), bins: noted(even, looked), maps: noted({ 5: 20 }, looked) };
    const { sample, value, reads, compares } = FACT_METHODS[name];
    sample(own);
    value(own, {
      bins: noted(even, compared),
      facts: noted(1, new Set()),
      ctit: { mean: 5, deviation: 1 },
      soon: 0.2,
      returns: 0.2,
      weekReturns: 0.1,
      stays: even.map(() => 0.1),
      payers: [{ byCountry: new Map(), all: 0.1 }],
      reach: () => 0.1,
      amounts: new Map(),
      spending: { middles: new Map(), atLeast: [] },
    });
    expect([...looked].sort()).toEqual([...reads].sort());
    expect([...compared]).toEqual(compares ? [compares] : []);
  });
});

describe('facts of sources', () => {
  it('are none for the site itself, whose pages nobody sells', () => {
    const facts = deriveFacts([...others, installs('odd', 100, 900), installs('internal', 100, 900)], []);
    expect(of(facts, 'odd', 'publisher')?.source_early_installs?.sample).toBe(1_000);
    expect(of(facts, 'internal', 'publisher')).toEqual({});
  });

  it('compare a publisher with the others and never with itself', () => {
    const odd = installs('odd', 100, 900);
    const facts = deriveFacts([...others, odd, installs('odd', 100, 900, { level: 'sub_publisher', site: 's' })], []);
    const found = of(facts, 'odd', 'sub_publisher', 's');
    expect(found?.source_early_installs).toMatchObject({ sample: 1_000, base: 82.362291 });
    expect(found?.source_early_installs?.value).toBeCloseTo(12, 0);
    expect(found?.source_ctit_distance?.value).toBeCloseTo(0.7);
    expect(found?.source_ctit_chance?.value).toBeLessThan(1e-6);
    // The same publisher ten times as large changes nothing about what others are.
    const large = deriveFacts([...others, installs('odd', 1_000, 9_000)], []);
    expect(of(large, 'odd', 'publisher')?.source_early_installs?.base).toBe(82.362291);
  });

  it('are unknown with fewer than three others, below the minimum sample, and where others are no different', () => {
    const site = installs('odd', 100, 900, { level: 'sub_publisher', site: 's' });
    const few = deriveFacts([...others.slice(0, 2), installs('odd', 100, 900), site], []);
    expect(of(few, 'odd', 'sub_publisher', 's')).toEqual({});
    const small = deriveFacts([...others, installs('odd', 4, 45, { level: 'sub_publisher', site: 's' })], []);
    expect(of(small, 'odd', 'sub_publisher', 's')?.source_early_installs).toBeUndefined();
    const slow = ['a', 'b', 'c', 'd'].map((name) => installs(name, 300, 700));
    expect(of(deriveFacts([...slow, site], []), 'odd', 'sub_publisher', 's')?.source_early_installs).toBeUndefined();
  });

  it('take one outlier out of the baseline, and trusted traffic before all others', () => {
    const flooded = deriveFacts([...others, installs('e', 10, 990), installs('odd', 100, 900)], []);
    expect(of(flooded, 'odd', 'publisher')?.source_early_installs?.base).toBeCloseTo(82.3, 0);
    const trusted = { ...installs('', 950, 50), level: 'trusted' as const };
    const vouched = deriveFacts([...others, trusted, installs('odd', 100, 900)], []);
    expect(of(vouched, 'odd', 'publisher')?.source_early_installs?.base).toBeCloseTo(96, 0);
  });

  it('put sub-publishers that are too small together, and give each of them the same', () => {
    const sites = Array.from({ length: 10 }, (_, n) =>
      installs('odd', 2, 28, { level: 'sub_publisher', site: `s${n}` }),
    );
    const rest = installs('odd', 5, 95, { level: 'rest' });
    const facts = deriveFacts([...others, installs('odd', 25, 375), ...sites, rest], []);
    const together = of(facts, 'odd', 'rest')?.source_early_installs;
    expect(together?.sample).toBe(400);
    for (const { subPublisher } of sites)
      expect(of(facts, 'odd', 'sub_publisher', subPublisher)?.source_early_installs).toEqual(together);
  });

  it('of several small sources hold only when no single one of them brings them about', () => {
    const site = (name: string, soon: number, late: number) =>
      installs('odd', soon, late, { level: 'sub_publisher', site: name });
    const honest = ['s1', 's2', 's3'].map((name) => site(name, 24, 6));
    const early = (sites: readonly SourceUnit[]) =>
      of(deriveFacts([...others, installs('odd', 72, 63), ...sites], []), 'odd', 'sub_publisher', 's1')
        ?.source_early_installs;
    // Alone it would draw all of them under the limit of 60 %; without it they are like the others.
    expect(early([...honest, site('crook', 0, 45)])?.value).toBeGreaterThan(80);
    expect(early([...honest, site('crook', 0, 45)])?.sample).toBeCloseTo(135);
    const crooks = ['c1', 'c2', 'c3', 'c4', 'c5'].map((name) => site(name, 0, 45));
    expect(early([...honest, ...crooks])?.value).toBeLessThan(50);
    expect(early([site('s1', 24, 6), site('crook', 0, 45)])).toBeUndefined();
  });

  it('of the smallest hold only without any part of them, and all parts have one row', () => {
    const part = (soon: number, late: number) => installs('odd', soon, late, { level: 'rest' });
    const rest = (parts: readonly SourceUnit[]) =>
      deriveFacts([...others, installs('odd', 80, 160), ...parts], []).filter(({ level }) => level === 'rest');
    const farm = rest([part(48, 12), part(48, 12), part(48, 12), part(0, 130)]);
    expect(farm.length).toBe(1);
    expect(farm[0]?.events).toBe(310);
    expect(farm[0]?.facts.source_early_installs?.value).toBeGreaterThan(75);
    const all = rest([part(12, 48), part(14, 46), part(10, 50), part(12, 48)]);
    expect(all[0]?.facts.source_early_installs?.value).toBeLessThan(40);
    expect(rest([part(20, 80)])[0]?.facts.source_early_installs?.value).toBeLessThan(40);
  });

  it('use the past for baselines, and do not depend on the order of sources', () => {
    const past = ['a', 'b', 'c', 'd'].flatMap((publisher) =>
      Array.from({ length: 20 }, () => ({
        family: 'install' as const,
        publisher,
        fact: 'source_early_installs' as const,
        value: 70,
      })),
    );
    const now = deriveFacts([...others, installs('odd', 100, 900)], past);
    expect(of(now, 'odd', 'publisher')?.source_early_installs?.base).toBe(70);
    fc.assert(
      fc.property(fc.shuffledSubarray([...others, installs('odd', 100, 900)], { minLength: 5 }), (units) => {
        expect(of(deriveFacts(units, past), 'odd', 'publisher')).toEqual(of(now, 'odd', 'publisher'));
      }),
      { numRuns: 20 },
    );
  });
});

describe('a flood', () => {
  const many = (
    publisher: string,
    clicks: number,
    claimed: number,
    more: { level?: UnitLevel; site?: string } = {},
  ) => {
    const { level = 'publisher', site = '' } = more;
    const all = sums({ events: clicks, source_clicks: clicks, source_installs: claimed });
    const unit: SourceUnit = { level, publisher, subPublisher: site, family: 'click', day: all, week: all, weeks: all };
    return unit;
  };
  const honest = ['a', 'b', 'c', 'd'].map((name) => many(name, 2_000, 700));

  it('is told of the few installs it claims too, which have no counts of their own', () => {
    const units = [
      ...honest,
      many('odd', 9_000, 150),
      many('odd', 1_500, 25, { level: 'sub_publisher', site: 'flood' }),
      many('odd', 900, 300, { level: 'sub_publisher', site: 'fine' }),
      many('odd', 90, 2, { level: 'sub_publisher', site: 'short' }),
    ];
    const rows = deriveFacts(units, []);
    const ofInstalls = (site: string) =>
      rows.find((row) => row.family === 'install' && row.subPublisher === site)?.facts.source_conversion_ratio?.value;
    expect(ofInstalls('flood')).toBeLessThan(0.1);
    expect(ofInstalls('fine')).toBeGreaterThan(0.5);
    expect(ofInstalls('short')).toBeUndefined();
  });

  it('that claims as many installs as honest clicks bring is known by those within the hour', () => {
    const claiming = (publisher: string, soon: number): SourceUnit => {
      const unit = many(publisher, 2_000, 700);
      const all = sums({ ...unit.week.numbers, source_soon: soon });
      return { ...unit, day: all, week: all, weeks: all };
    };
    const rows = deriveFacts([...['a', 'b', 'c', 'd'].map((name) => claiming(name, 500)), claiming('odd', 15)], []);
    const factsOf = (name: string) => of(rows, name, 'publisher');
    expect(factsOf('odd')?.source_conversion_ratio?.value).toBe(1);
    // The upper bound of 15 in 2,000 over 500 in 2,000.
    expect(factsOf('odd')?.source_soon_ratio?.value).toBeCloseTo(0.049, 2);
    expect(factsOf('a')?.source_soon_ratio?.value).toBe(1);
  });
});
