import type { SourceFact } from '#traffic/event/contract/source-fact.ts';
import { SOURCE_FACT_NAMES, SOURCE_FACTS, type SourceFactName } from '#traffic/event/contract/source-facts.ts';
import type { SourceFamily } from '#traffic/event/contract/source-families.ts';
import { ByPublisher } from './by-publisher.ts';
import type { Cooperative } from './cooperative.ts';
import type { DistributionName, Peers } from './fact-method.ts';
import { FACT_METHODS, measuredValue } from './fact-methods.ts';
import { usualReach } from './goal-times.ts';
import { weekReturnsOf } from './install-methods.ts';
import type { SourceUnit } from './source-unit.ts';
import { usualSpending } from './spending.ts';
import { median, sum } from './statistics.ts';
import { usualStays } from './stays.ts';
import { usualAmountsOf } from './usual-amounts.ts';
import { knownDistribution, usualDistribution } from './usual-distribution.ts';
import { usualPayers } from './usual-payers.ts';

/** One fact of a publisher (or of trusted traffic) on an earlier day. */
export interface PastValue {
  family: SourceFamily;
  /** null: the trusted traffic of the package. */
  publisher: string | null;
  fact: SourceFactName;
  value: number;
}

/** Clicks from which a publisher's share of installs within the hour counts. */
const SOON_CLICKS = 500;
/** Installs from which a publisher's share of returns counts. */
const RETURN_INSTALLS = 100;
/** Installs from which a publisher's mean time to install counts. */
const MEAN_INSTALLS = 30;
/** Publishers' mean logarithms of the time to install differ this much at least, whatever few of them show. */
const LEAST_DEVIATION = 0.25;

/** Distributions that are compared with those of others, and the window they are counted over. */
const DISTRIBUTIONS = new Map<DistributionName, SourceFact['window']>(
  SOURCE_FACT_NAMES.flatMap((name) => {
    const { compares } = FACT_METHODS[name];
    return compares ? [[compares, SOURCE_FACTS[name].window]] : [];
  }),
);

/**
 * Distributions of which it counts whether anybody else has a value: paid traffic runs other versions than organic
 * users do, so these alone, however many, do not say which there are.
 */
const KNOWN_TO_ANYBODY: ReadonlySet<DistributionName> = new Set(['versions']);

const NO_PEERS: Peers = { bins: {}, facts: {} };

/** Values of a unit that need nobody to compare with; the only ones a baseline is made from. */
export function ownValues(unit: SourceUnit): Map<SourceFactName, number> {
  const found = new Map<SourceFactName, number>();
  for (const name of SOURCE_FACT_NAMES) {
    const { baseline, window, families } = SOURCE_FACTS[name];
    if (baseline !== 'peers' || !families.some((family) => family === unit.family)) continue;
    const valued = measuredValue(name, unit[window], NO_PEERS);
    if (valued) found.set(name, valued.value);
  }
  return found;
}

/**
 * What others of a family show, for each publisher: trusted traffic of the package where there is enough of it, else
 * the other publishers, outliers taken out: of facts their median, each with its own median of 28 days. A publisher is
 * never part of what it is compared with.
 */
export function* peersInTurns(
  units: readonly SourceUnit[],
  past: readonly PastValue[],
  family: SourceFamily,
): Cooperative<(publisher: string) => Peers> {
  const own = units.filter((unit) => unit.family === family);
  const publishers = own.filter(({ level }) => level === 'publisher');
  const trusted = own.find(({ level }) => level === 'trusted');
  const medians = mediansOf(
    own,
    past.filter((each) => each.family === family),
  );
  yield;
  const distributions: [name: string, usual: ReturnType<typeof usualDistribution>][] = [];
  for (const [name, window] of DISTRIBUTIONS) {
    const binsOf = (unit: SourceUnit) => unit[window].bins[name] ?? [];
    distributions.push([
      name,
      KNOWN_TO_ANYBODY.has(name)
        ? knownDistribution(binsOf, publishers, trusted)
        : usualDistribution(binsOf, publishers, trusted),
    ]);
    yield;
  }
  const times = timesOf(publishers);
  yield;
  const returns = sharesOf(publishers, trusted, RETURN_INSTALLS, ({ week: { numbers } }) => ({
    of: numbers.cohort ?? 0,
    hits: numbers.returned ?? 0,
  }));
  yield;
  const weekReturns = sharesOf(publishers, trusted, RETURN_INSTALLS, ({ week }) => {
    const { cohort, returned } = weekReturnsOf(week);
    return { of: cohort, hits: returned };
  });
  yield;
  const soon = sharesOf(publishers, trusted, SOON_CLICKS, ({ weeks: { numbers } }) => ({
    of: numbers.source_clicks ?? 0,
    hits: numbers.source_soon ?? 0,
  }));
  yield;
  const stays = usualStays(publishers, trusted);
  yield;
  const payers = usualPayers(publishers, trusted);
  yield;
  const amounts = usualAmountsOf(publishers, trusted);
  yield;
  const spending = usualSpending(publishers, trusted);
  yield;
  const reach = usualReach(publishers, trusted);
  return (publisher: string): Peers => {
    const facts: Partial<Record<SourceFactName, number>> = {};
    for (const [name, { vouched, others }] of medians) {
      const usual = vouched ?? others.usual(publisher);
      if (usual !== null) facts[name] = usual;
    }
    return {
      facts,
      bins: Object.fromEntries(distributions.map(([name, usual]) => [name, usual(publisher)])),
      ctit: times(publisher),
      soon: soon(publisher),
      returns: returns(publisher),
      weekReturns: weekReturns(publisher),
      stays: stays(publisher),
      payers: payers(publisher),
      reach: reach(publisher),
      amounts: amounts(publisher),
      spending: spending(publisher),
    };
  };
}

/** The median over the days of each publisher (null: trusted traffic), by fact. */
function mediansOf(units: readonly SourceUnit[], past: readonly PastValue[]) {
  const values = new Map<SourceFactName, Map<string | null, number[]>>();
  const add = (name: SourceFactName, publisher: string | null, value: number) => {
    const byPublisher = values.get(name) ?? new Map<string | null, number[]>();
    values.set(name, byPublisher);
    const known = byPublisher.get(publisher) ?? [];
    known.push(value);
    byPublisher.set(publisher, known);
  };
  for (const { fact, publisher, value } of past) add(fact, publisher, value);
  for (const unit of units)
    if (unit.level === 'publisher' || unit.level === 'trusted')
      for (const [name, value] of ownValues(unit)) add(name, unit.level === 'trusted' ? null : unit.publisher, value);
  return new Map(
    [...values].map(([name, byPublisher]) => {
      const medians = [...byPublisher].map(([publisher, each]): [string | null, number] => [
        publisher,
        median(each) ?? 0,
      ]);
      const others = medians.flatMap(([publisher, value]): [string, number][] =>
        publisher === null ? [] : [[publisher, value]],
      );
      return [
        name,
        { vouched: medians.find(([publisher]) => publisher === null)?.[1], others: new ByPublisher(others) },
      ];
    }),
  );
}

function timesOf(publishers: readonly SourceUnit[]): (publisher: string) => Peers['ctit'] {
  const means = new ByPublisher(
    publishers.flatMap(({ publisher, week }): [string, number][] => {
      const installs = sum(week.bins.ctits ?? []);
      return installs >= MEAN_INSTALLS ? [[publisher, (week.numbers.ctit_log ?? 0) / installs]] : [];
    }),
  );
  return (publisher) => {
    const mean = means.usual(publisher);
    if (mean === null) return undefined;
    return { mean, deviation: Math.max(LEAST_DEVIATION, means.deviation(publisher, mean)) };
  };
}

/** What share of one thing is another with trusted traffic, else with other publishers that have enough of it. */
function sharesOf(
  publishers: readonly SourceUnit[],
  trusted: SourceUnit | undefined,
  least: number,
  countsOf: (unit: SourceUnit) => { of: number; hits: number },
): (publisher: string) => number | undefined {
  const shareOf = (unit: SourceUnit): number[] => {
    const { of, hits } = countsOf(unit);
    return of >= least ? [hits / of] : [];
  };
  const [vouched] = trusted ? shareOf(trusted) : [];
  const shares = new ByPublisher(
    publishers.flatMap((unit) => shareOf(unit).map((share): [string, number] => [unit.publisher, share])),
  );
  return (publisher) => vouched ?? shares.usual(publisher) ?? undefined;
}
