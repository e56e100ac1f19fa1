import type { BenchEvent } from './event.ts';
import type { Measure } from './measure.ts';
import { MEASURES } from './measures.ts';
import type { Scenario, Side } from './scenario.ts';
import { SCENARIOS } from './scenarios/catalogue.ts';
import type { Source } from './source.ts';

const BINS = { event: 40, source: 12 } as const;

export interface Overlap {
  scenario: Scenario;
  /** 0: the quantity tells every one apart; 1: it tells nothing. */
  coefficient: number;
  honest: number;
  fraudulent: number;
}

/** Collects the deciding quantity of every scenario while a world is played. Honest sides hold all honest sources. */
export class OverlapCollector {
  readonly #sides = new Map<Scenario, { honest: (number | string)[]; fraud: (number | string)[] }>();
  #open: { source: Source; measures: { scenario: Scenario; measure: Measure }[] } | null = null;
  /** Measures of single events look across sources: visitors of two sources may share an address. */
  #shared = new Map<Scenario, Measure>();

  constructor() {
    for (const scenario of SCENARIOS) this.#sides.set(scenario, { honest: [], fraud: [] });
  }

  see(event: BenchEvent, source: Source, reasons: readonly string[]): void {
    if (this.#open?.source !== source) {
      this.#close();
      this.#open = { source, measures: this.#measuresFor(source) };
    }
    const { truth } = source;
    for (const { scenario, measure } of this.#open?.measures ?? []) {
      const counted = truth.is === 'fraud' ? scenario.accepts.includes(reasons[0] ?? '') : reasons.length === 0;
      measure.see(event, counted);
    }
    if (truth.is === 'fraud' && reasons[0] === 'bot.declared') this.#genuineCrawler(event, truth.scenario);
  }

  /** Ends a world: what was seen of its events is added, and the next one starts anew. */
  endWorld(): void {
    this.#close();
    for (const [scenario, measure] of this.#shared) this.#add(scenario, 'honest', measure.values());
    this.#shared = new Map();
  }

  results(): Overlap[] {
    return [...this.#sides].map(([scenario, { honest, fraud }]) => ({
      scenario,
      coefficient: overlapCoefficient(honest, fraud, BINS[scenario.deciding.unit]),
      honest: honest.length,
      fraudulent: fraud.length,
    }));
  }

  #measuresFor(source: Source): { scenario: Scenario; measure: Measure }[] {
    const { truth } = source;
    if (truth.is === 'fraud') return [{ scenario: truth.scenario, measure: measureOf(truth.scenario) }];
    return scenariosOf(source.side).map((scenario) => {
      if (scenario.deciding.unit === 'source') return { scenario, measure: measureOf(scenario) };
      return { scenario, measure: this.#sharedMeasure(scenario) };
    });
  }

  #sharedMeasure(scenario: Scenario): Measure {
    const measure = this.#shared.get(scenario) ?? measureOf(scenario);
    this.#shared.set(scenario, measure);
    return measure;
  }

  /** The real crawler visits the pages of crooks too: it is the honest side of those who take its name. */
  #genuineCrawler(event: BenchEvent, scenario: Scenario): void {
    if (scenario.deciding.measure === 'crawlerNetwork') this.#sharedMeasure(scenario).see(event, true);
  }

  #close(): void {
    if (!this.#open) return;
    const { source, measures } = this.#open;
    const side = source.truth.is === 'fraud' ? 'fraud' : 'honest';
    for (const { scenario, measure } of measures)
      if (side === 'fraud' || scenario.deciding.unit === 'source') this.#add(scenario, side, measure.values());
    this.#open = null;
  }

  #add(scenario: Scenario, side: 'honest' | 'fraud', values: readonly (number | string)[]): void {
    const list = this.#sides.get(scenario)?.[side];
    for (const value of values) list?.push(value);
  }
}

const bySide: Record<Side, readonly Scenario[]> = {
  app: SCENARIOS.filter(({ side }) => side === 'app'),
  web: SCENARIOS.filter(({ side }) => side === 'web'),
};
const scenariosOf = (side: Side): readonly Scenario[] => bySide[side];

function measureOf({ id, deciding }: Scenario): Measure {
  const make = MEASURES[deciding.measure];
  if (!make) throw new Error(`${id}: no measure ${deciding.measure}`);
  return make();
}

/**
 * Overlap coefficient: the area two histograms of equal weight have in common, the sum of the smaller share of each
 * bin. Numbers are binned on a logarithmic scale, because gaps and counts span several decades; words are their own
 * bins.
 */
export function overlapCoefficient(
  honest: readonly (number | string)[],
  fraud: readonly (number | string)[],
  bins: number,
): number {
  if (honest.length === 0 || fraud.length === 0) return 0;
  const range = rangeOf([honest, fraud]);
  const binOf = (value: number | string): string => {
    if (typeof value === 'string') return value;
    const at = range.high === range.low ? 0 : (logScale(value) - range.low) / (range.high - range.low);
    return String(Math.min(bins - 1, Math.max(0, Math.floor(at * bins))));
  };
  const [a, b] = [sharesOf(honest, binOf), sharesOf(fraud, binOf)];
  return [...a].reduce((sum, [bin, share]) => sum + Math.min(share, b.get(bin) ?? 0), 0);
}

const logScale = (value: number): number => Math.sign(value) * Math.log1p(Math.abs(value));

/**
 * From the first to the last hundredth of either side, so that a single far value does not fill one bin with the rest.
 */
function rangeOf(sides: readonly (readonly (number | string)[])[]): { low: number; high: number } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const side of sides) {
    const scaled = side.filter((value) => typeof value === 'number').map(logScale);
    scaled.sort((a, b) => a - b);
    if (scaled.length === 0) continue;
    low = Math.min(low, scaled[Math.floor(scaled.length * 0.01)] ?? low);
    high = Math.max(high, scaled[Math.ceil(scaled.length * 0.99) - 1] ?? high);
  }
  return { low, high };
}

function sharesOf(
  values: readonly (number | string)[],
  binOf: (value: number | string) => string,
): Map<string, number> {
  const shares = new Map<string, number>();
  for (const value of values) {
    const bin = binOf(value);
    shares.set(bin, (shares.get(bin) ?? 0) + 1 / values.length);
  }
  return shares;
}
