import { OWN_SITE } from '#traffic/event/contract/dimensions.ts';
import { SOURCE_FACT_NAMES, SOURCE_FACTS, type SourceFactName } from '#traffic/event/contract/source-facts.ts';
import { SOURCE_FAMILIES, type SourceFamily } from '#traffic/event/contract/source-families.ts';
import { isFamily } from '#traffic/event/server/families.ts';
import { type Cooperative, runToEnd } from './cooperative.ts';
import type { Peers } from './fact-method.ts';
import { FACT_METHODS, measuredValue } from './fact-methods.ts';
import { type PastValue, peersInTurns } from './peers.ts';
import { pooled, type SourceUnit, type UnitLevel, type Valued, without } from './source-unit.ts';
import { falseDiscoveryRates } from './statistics.ts';
import type { UsualAmounts } from './usual-amounts.ts';

/** The facts of one source and family on a day, each with its sample and what others have. */
export interface FactRow {
  level: UnitLevel;
  publisher: string;
  subPublisher: string;
  family: SourceFamily;
  events: number;
  facts: Partial<Record<SourceFactName, Valued & { base: number | null }>>;
  /** What events of others bring at most, by kind of revenue: an event is compared with it, whatever its source did. */
  usualAmounts: UsualAmounts;
}

const FAMILIES: readonly SourceFamily[] = Object.keys(SOURCE_FAMILIES).filter(isFamily);

/** Counted in one family, carried by events of others of the same source too. */
const CARRIED = SOURCE_FACT_NAMES.flatMap((fact) => {
  const [from] = SOURCE_FACTS[fact].families;
  return from ? (FACT_METHODS[fact].carriedBy ?? []).map((to) => ({ fact, from, to })) : [];
});

/** One thing measured: a source, or those of a publisher that are too small for this fact, together. */
interface Measured {
  fact: SourceFactName;
  valued: Valued;
  base: number | null;
  rows: readonly FactRow[];
}

/**
 * The facts of all sources of a package on one day. A pure function of what was counted on that day and the weeks
 * before it: the same counts give the same facts, whatever the order of imports and sweeps.
 */
export const deriveFacts = (units: readonly SourceUnit[], past: readonly PastValue[]): FactRow[] =>
  runToEnd(factsInTurns(units, past));

/** The same, piece by piece. */
export function* factsInTurns(units: readonly SourceUnit[], past: readonly PastValue[]): Cooperative<FactRow[]> {
  const rows: FactRow[] = [];
  for (const family of FAMILIES) rows.push(...(yield* factsOfFamily(units, past, family)));
  yield* carryOver(rows);
  return rows;
}

const VALUES_IN_A_TURN = 1_000;

function* factsOfFamily(
  units: readonly SourceUnit[],
  past: readonly PastValue[],
  family: SourceFamily,
): Cooperative<FactRow[]> {
  const peersFor = yield* peersInTurns(units, past, family);
  yield;
  const names = factsCountedIn(family, units);
  const own = withRows(units.filter((unit) => unit.family === family));
  const byPublisher = new Map<string, typeof own>();
  for (const each of own) {
    const of = byPublisher.get(each.unit.publisher) ?? [];
    of.push(each);
    byPublisher.set(each.unit.publisher, of);
  }
  const measured: Measured[] = [];
  for (const [publisher, each] of byPublisher) {
    const peers = peersFor(publisher);
    // Nobody sends or sells what comes from the site's own pages: it is compared with nobody.
    for (const fact of publisher === OWN_SITE ? [] : names) {
      measured.push(...measure(fact, each, peers));
      yield;
    }
    if (family === 'event' && peers.amounts) for (const { row } of each) row.usualAmounts = peers.amounts;
    yield;
  }
  yield* correctChances(measured);
  yield;
  for (const [index, { fact, valued, base, rows }] of measured.entries()) {
    for (const row of rows) row.facts[fact] = { value: rounded(valued.value), sample: valued.sample, base };
    if (index % VALUES_IN_A_TURN === 0) yield;
  }
  return [...new Set(own.map(({ row }) => row))];
}

/** Each unit with the row its facts go to: all parts of what is too small to be looked at alone have one. */
function withRows(units: readonly SourceUnit[]): { unit: SourceUnit; row: FactRow }[] {
  const rests = new Map<string, FactRow>();
  return units.map((unit) => {
    if (unit.level !== 'rest') return { unit, row: emptyRow(unit) };
    const row = rests.get(unit.publisher);
    if (row) row.events += unit.day.numbers.events ?? 0;
    const own = row ?? emptyRow(unit);
    rests.set(unit.publisher, own);
    return { unit, row: own };
  });
}

function factsCountedIn(family: SourceFamily, units: readonly SourceUnit[]): SourceFactName[] {
  const publishers = units.filter(({ level }) => level === 'publisher');
  return SOURCE_FACT_NAMES.filter((name) => {
    const needed = FACT_METHODS[name].onlyWith;
    if (CARRIED.some(({ fact, to }) => fact === name && to === family)) return false;
    const { window, families } = SOURCE_FACTS[name];
    if (needed && !publishers.some((unit) => (unit[window].numbers[needed] ?? 0) > 0)) return false;
    return families.some((one) => one === family);
  });
}

const emptyRow = ({ level, publisher, subPublisher, family, day }: SourceUnit): FactRow => ({
  level,
  publisher,
  subPublisher,
  family,
  events: day.numbers.events ?? 0,
  facts: {},
  usualAmounts: new Map(),
});

/** Each source by itself where it has enough events; those that have not together, where their counts may be added. */
function measure(
  fact: SourceFactName,
  sources: readonly { unit: SourceUnit; row: FactRow }[],
  peers: Peers,
): Measured[] {
  const { window, baseline } = SOURCE_FACTS[fact];
  const base = baseline === 'peers' ? rounded(peers.facts[fact] ?? null) : null;
  const found: Measured[] = [];
  const small: { unit: SourceUnit; row: FactRow }[] = [];
  const { usual } = FACT_METHODS[fact];
  const others = peers.facts[fact];
  const isTelling = !usual || (others !== undefined && others >= usual[0] && others <= usual[1]);
  for (const source of sources) {
    const isRest = source.unit.level === 'rest';
    const valued = isRest ? undefined : measuredValue(fact, source.unit[window], peers);
    // Of whole publishers and trusted traffic baselines are made, so they are always written down.
    const isBaseline = source.unit.level === 'publisher' || source.unit.level === 'trusted';
    if (valued && (isTelling || isBaseline)) found.push({ fact, valued, base, rows: [source.row] });
    else if (isRest || source.unit.level === 'sub_publisher') small.push(source);
  }
  if (!isTelling || small.length === 0) return found;
  const valued = together(
    fact,
    small.map(({ unit }) => unit),
    peers,
  );
  return valued ? [...found, { fact, valued, base, rows: small.map(({ row }) => row) }] : found;
}

/** As many of the largest are left out in turn; smaller ones move less. */
const LEFT_OUT = 3;

/**
 * The fact of sources that are too small for it, together. It must hold without any one of them and without any part of
 * the smallest: a value that a single source brings about says nothing about its neighbours. Of the values with all and
 * without each, the mildest. What has one part only is nearly always one source.
 */
function together(fact: SourceFactName, units: readonly SourceUnit[], peers: Peers): Valued | undefined {
  const { pools, sample } = FACT_METHODS[fact];
  const { window } = SOURCE_FACTS[fact];
  if (!pools) return undefined;
  const all = pooled(units, window);
  const whole = measuredValue(fact, all, peers);
  const parts = units.length > 1 ? units.filter(({ level }) => level === 'rest') : [];
  const largest = units
    .filter(({ level }) => level !== 'rest')
    .sort((a, b) => sample(b[window]) - sample(a[window]) || (a.subPublisher < b.subPublisher ? -1 : 1))
    .slice(0, LEFT_OUT);
  const values = [
    whole,
    ...[...largest, ...parts].map((unit) => measuredValue(fact, without(all, unit, window), peers)),
  ];
  let mildest = whole;
  for (const valued of values) {
    if (!valued || !mildest) return undefined;
    if (pools(valued.value, peers) < pools(mildest.value, peers)) mildest = { ...mildest, value: valued.value };
  }
  return mildest;
}

/** The whole publisher is its sub-publishers once more, so it is corrected among publishers. */
function* correctChances(measured: Measured[]): Cooperative<void> {
  for (const fact of SOURCE_FACT_NAMES.filter((name) => FACT_METHODS[name].chance))
    for (const whole of [true, false]) {
      yield;
      const tested = measured.filter(
        (one) => one.fact === fact && one.rows.some(({ level }) => (level === 'publisher') === whole),
      );
      const rates = falseDiscoveryRates(tested.map(({ valued }) => valued.value));
      for (const [index, one] of tested.entries()) one.valued = { ...one.valued, value: rates[index] ?? 1 };
    }
}

/** A source without a row of its own in the other family belongs to the rest of its publisher there. */
function* carryOver(rows: FactRow[]): Cooperative<void> {
  const keyOf = ({ level, publisher, subPublisher }: FactRow, family: SourceFamily) =>
    JSON.stringify([family, level, publisher, subPublisher]);
  const byKey = new Map<string, FactRow>();
  for (const [index, row] of rows.entries()) {
    byKey.set(keyOf(row, row.family), row);
    if (index % VALUES_IN_A_TURN === 0) yield;
  }
  for (const { fact, from, to } of CARRIED)
    for (const [index, row] of rows.entries()) {
      if (index % VALUES_IN_A_TURN === 0) yield;
      if (row.family !== to) continue;
      const rest: FactRow = { ...row, level: 'rest', subPublisher: '' };
      const source =
        byKey.get(keyOf(row, from)) ?? (row.level === 'sub_publisher' ? byKey.get(keyOf(rest, from)) : undefined);
      const carried = source?.facts[fact];
      if (carried) row.facts[fact] = carried;
    }
  yield;
  rows.push(...rowsOfFewer(rows, (row, family) => byKey.get(keyOf(row, family))));
}

/**
 * A source has far fewer installs than clicks, and where only purchases are reported far fewer of them than installs:
 * what there is of them belongs to the rest of its publisher. It gets a row of its own for what was found out about the
 * many, or the clicks of a flood would be called and not the installs it claims.
 */
function rowsOfFewer(
  rows: readonly FactRow[],
  rowOf: (row: FactRow, family: SourceFamily) => FactRow | undefined,
): FactRow[] {
  const made = new Map<string, FactRow>();
  for (const { fact, from, to } of CARRIED)
    for (const row of rows) {
      const carried = row.facts[fact];
      if (row.family !== from || row.level !== 'sub_publisher' || !carried?.value || rowOf(row, to)) continue;
      const key = JSON.stringify([to, row.publisher, row.subPublisher]);
      const rest = rowOf({ ...row, level: 'rest', subPublisher: '' }, to);
      const known = made.get(key) ?? {
        ...row,
        family: to,
        events: 0,
        facts: { ...rest?.facts },
        usualAmounts: rest?.usualAmounts ?? new Map(),
      };
      made.set(key, { ...known, facts: { ...known.facts, [fact]: carried } });
    }
  return [...made.values()];
}

function rounded(value: number): number;
function rounded(value: number | null): number | null;
function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(9));
}
