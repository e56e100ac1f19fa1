import { isOrganic } from '#traffic/event/server/families.ts';
import { LEAST_PEERS } from './by-publisher.ts';
import type { Counts, SourceUnit, Sums } from './source-unit.ts';
import { sum, upperBound, wilson } from './statistics.ts';

/** Share of installs whose person pays by the next day. */
export interface PayerShares {
  byCountry: ReadonlyMap<string, number>;
  /** Of countries that are not known. */
  all: number;
}

/** Payers from which trusted traffic, or the others together, tell how many are usual. */
const LEAST_PAYERS = 30;
/** Installs from which how many pay at a publisher can be an outlier. */
const LEAST_INSTALLS = 100;
/** Installs beyond which a publisher weighs no more: one must not become what is usual. */
const MOST_WEIGHT = 1_000;
/** As many installs of all countries are added to those of each: what three of them did says little about a country. */
const PRIOR_INSTALLS = 30;
/** Where hardly anybody pays, a multiple of it is a matter of chance. */
const SMALLEST_SHARE = 0.005;

interface Paying {
  cohort: Counts;
  payers: Counts;
}

/**
 * How many pay among others, for each publisher: the other publishers together without those where far more do, and
 * trusted traffic, each where there is enough of it. An install in a rich market brings three to four times what one
 * elsewhere does (Adapty 2025), so each country is compared with itself. People who came by themselves may pay more
 * than bought ones: organic traffic is compared with nobody.
 */
export function usualPayers(
  publishers: readonly SourceUnit[],
  trusted: SourceUnit | undefined,
): (publisher: string) => readonly PayerShares[] {
  const usual = new Map(withoutOutliers(publishers).map(({ publisher, week }) => [publisher, weighed(payingOf(week))]));
  const all = added([...usual.values()], 1);
  const vouched = sharesOf(trusted ? payingOf(trusted.week) : { cohort: {}, payers: {} });
  return (publisher) => {
    if (isOrganic(publisher)) return [];
    const own = usual.get(publisher);
    const isEnough = usual.size - (own ? 1 : 0) >= LEAST_PEERS;
    const others = isEnough ? sharesOf(own ? added([all, own], -1) : all) : [];
    return [...others, ...vouched];
  };
}

function withoutOutliers(publishers: readonly SourceUnit[]): readonly SourceUnit[] {
  const rateOf = ({ week }: SourceUnit): number | undefined => {
    const { cohort, payers } = payingOf(week);
    const installs = total(cohort);
    return installs >= LEAST_INSTALLS ? total(payers) / installs : undefined;
  };
  const most = upperBound(publishers.flatMap((unit) => rateOf(unit) ?? []));
  return publishers.filter((unit) => total(payingOf(unit.week).cohort) > 0 && (rateOf(unit) ?? 0) <= most);
}

function sharesOf({ cohort, payers }: Paying): PayerShares[] {
  if (total(payers) < LEAST_PAYERS) return [];
  const all = total(payers) / total(cohort);
  const byCountry = new Map(
    Object.entries(cohort).map(([country, installs]): [string, number] => [
      country,
      ((payers[country] ?? 0) + PRIOR_INSTALLS * all) / (installs + PRIOR_INSTALLS),
    ]),
  );
  return [{ byCountry, all }];
}

/**
 * How many times as many pay as are to be expected from the countries of the installs, at least. Of several
 * expectations the one that speaks for the source.
 */
export function payerRatio(sums: Sums, usual: readonly PayerShares[]): number | undefined {
  const { cohort, payers } = payingOf(sums);
  const installs = total(cohort);
  const expected = usual.map(({ byCountry, all }) =>
    sum(Object.entries(cohort).map(([country, here]) => here * (byCountry.get(country) ?? all))),
  );
  if (installs === 0 || expected.length === 0) return undefined;
  const share = Math.max(SMALLEST_SHARE, Math.max(...expected) / installs);
  return wilson(total(payers), installs)[0] / share;
}

export const cohortOf = (sums: Sums): number => total(payingOf(sums).cohort);

const payingOf = ({ maps: { cohort_countries: cohort = {}, payer_countries: payers = {} } }: Sums): Paying => ({
  cohort,
  payers,
});

const total = (counts: Counts): number => sum(Object.values(counts));

function weighed(paying: Paying): Paying {
  const installs = total(paying.cohort);
  return installs > MOST_WEIGHT ? added([{ cohort: {}, payers: {} }, paying], MOST_WEIGHT / installs) : paying;
}

/** The first, with each of the others so many times. */
function added([first, ...others]: readonly Paying[], times: number): Paying {
  const sums = { cohort: { ...first?.cohort }, payers: { ...first?.payers } };
  for (const other of others)
    for (const name of ['cohort', 'payers'] as const)
      for (const [country, count] of Object.entries(other[name]))
        sums[name][country] = (sums[name][country] ?? 0) + times * count;
  return sums;
}
