import { LEAST_PEERS, TRUSTED_EVENTS } from './by-publisher.ts';
import type { SourceUnit } from './source-unit.ts';
import { divergence, expectedDivergence, shares, sum, upperBound } from './statistics.ts';

/** Events from which the distribution of a publisher tells anything. */
const LEAST_SAMPLE = 50;
/** Events beyond which a publisher weighs no more: a flood must not become what is usual. */
const MOST_WEIGHT = 1_000;
/** Divergence that is no outlier, however alike the others are. */
const LEAST_APART = 0.01;

/**
 * What others show by bin, for each publisher: trusted traffic where there is enough of it, else the sum of the other
 * publishers, weights bounded and outliers taken out. Not a median by bin: the nights of small sources are mostly
 * empty, so that a median would know no night at all.
 */
export function usualDistribution(
  countsOf: (unit: SourceUnit) => readonly number[],
  publishers: readonly SourceUnit[],
  trusted: SourceUnit | undefined,
): (publisher: string) => number[] | undefined {
  if (trusted && sum(countsOf(trusted)) >= TRUSTED_EVENTS) {
    const usual = shares(countsOf(trusted));
    return () => usual;
  }
  const each = weighedOf(countsOf, publishers);
  const all = shares(added(each.map(({ weighed }) => weighed)));
  const apart = each.map(({ weighed, events }) =>
    Math.max(0, divergence(shares(weighed), all) - expectedDivergence(all.length, events)),
  );
  const most = Math.max(LEAST_APART, upperBound(apart));
  const kept = each.filter((_, index) => (apart[index] ?? 0) <= most);
  return ofOthers(kept);
}

/**
 * The larger of what trusted traffic and the other publishers show, by bin: where that is nothing, nobody else has it.
 * Nobody is an outlier here: what one other has is known. Undefined among too few others.
 */
export function knownDistribution(
  countsOf: (unit: SourceUnit) => readonly number[],
  publishers: readonly SourceUnit[],
  trusted: SourceUnit | undefined,
): (publisher: string) => number[] | undefined {
  const others = ofOthers(weighedOf(countsOf, publishers));
  const vouched = shares(trusted ? countsOf(trusted) : []);
  return (publisher) => others(publisher)?.map((share, bin) => Math.max(share, vouched[bin] ?? 0));
}

interface Weighed {
  publisher: string;
  events: number;
  weighed: readonly number[];
}

const weighedOf = (countsOf: (unit: SourceUnit) => readonly number[], publishers: readonly SourceUnit[]): Weighed[] =>
  publishers.flatMap((unit) => {
    const events = sum(countsOf(unit));
    if (events < LEAST_SAMPLE) return [];
    const weight = Math.min(MOST_WEIGHT, events);
    return [{ publisher: unit.publisher, events, weighed: shares(countsOf(unit)).map((share) => share * weight) }];
  });

/** What all but one of them show together. */
function ofOthers(each: readonly Weighed[]): (publisher: string) => number[] | undefined {
  const total = added(each.map(({ weighed }) => weighed));
  const byPublisher = new Map(each.map(({ publisher, weighed }) => [publisher, weighed]));
  return (publisher) => {
    const own = byPublisher.get(publisher);
    if (each.length - (own ? 1 : 0) < LEAST_PEERS) return undefined;
    return shares(own ? total.map((count, bin) => Math.max(0, count - (own[bin] ?? 0))) : total);
  };
}

const added = (counts: readonly (readonly number[])[]): number[] =>
  (counts[0] ?? []).map((_, bin) => sum(counts.map((each) => each[bin] ?? 0)));
