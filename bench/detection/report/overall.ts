import { EVIDENCE } from '#traffic/rules/server/evidence.ts';
import { flagged, type Overall, rowsOf, type Verdicts } from '../overall.ts';
import { SCENARIOS } from '../scenarios/catalogue.ts';
import { type Rate, wilson } from '../statistics.ts';
import { isCalled, isCalledFraud, LEAST_EVENTS, type SourceCount, type Tally } from '../tally.ts';
import { percent, table, whole, withInterval } from './tables.ts';

type Counts = (verdicts: Verdicts) => number;
const fraud: Counts = (verdicts) => verdicts.fraud;

const sum = (side: ReadonlyMap<string, Verdicts>, of: Counts): number =>
  [...side.values()].reduce((total, each) => total + of(each), 0);

/** Of all fraudulent rows, those with verdict fraud, or suspect or fraud. */
export const rowRecall = ({ invalid }: Overall, called: 'fraud' | 'flagged'): Rate =>
  wilson(sum(invalid, called === 'fraud' ? fraud : flagged), sum(invalid, rowsOf));

/** The same of each scenario, averaged: a large scenario does not hide a small one. */
export function macroRecall({ invalid }: Overall, called: 'fraud' | 'flagged'): Rate {
  const shares = [...invalid].flatMap(([name, each]) =>
    SCENARIOS.some(({ id }) => id === name) && rowsOf(each) > 0
      ? [(called === 'fraud' ? each.fraud : flagged(each)) / rowsOf(each)]
      : [],
  );
  const rate = shares.reduce((total, share) => total + share, 0) / shares.length;
  return { hits: rate * shares.length, of: shares.length, rate, low: Number.NaN, high: Number.NaN };
}

/** Of the rows with verdict fraud, the fraudulent ones. */
export function rowPrecision({ invalid, valid }: Overall): Rate {
  const right = sum(invalid, fraud);
  return wilson(right, right + sum(valid, fraud));
}

/** Of the genuine rows, those that are suspect: all of them, or those of honest sources. */
export function honestSuspect({ valid }: Overall, of: 'all' | 'honestSources' = 'all'): Rate {
  const crooked = (name: string): boolean => SCENARIOS.some(({ id }) => id === name);
  const own = new Map([...valid].filter(([name]) => of === 'all' || !crooked(name)));
  const suspect = sum(own, (verdicts) => verdicts.suspect);
  return wilson(suspect, sum(own, rowsOf));
}

/** A share of money: no interval, for dollars are no independent trials. */
function ofMoney(part: number, all: number): Rate {
  return { hits: part, of: all, rate: all === 0 ? Number.NaN : part / all, low: Number.NaN, high: Number.NaN };
}

/** Of the money spent on fraudulent rows, or on genuine ones, that on rows with verdict fraud. */
export const spentCalled = ({ spentOn }: Overall, on: 'invalid' | 'valid'): Rate =>
  ofMoney(spentOn[on].fraud, rowsOf(spentOn[on]));

const isCrook = ({ source }: SourceCount): boolean => source.truth.is === 'fraud';
const countIf = (list: readonly SourceCount[], holds: (count: SourceCount) => boolean): number =>
  list.filter(holds).length;
const hasMost = ({ kinds }: SourceCount): boolean => [...kinds.values()].some(({ events }) => events >= LEAST_EVENTS);

/** Of the sources called, by verdict fraud or at all, the fraudulent ones. */
export function callPrecision({ sources }: Pick<Tally, 'sources'>, isSo: (count: SourceCount) => boolean): Rate {
  const called = sources.filter(isSo);
  return wilson(countIf(called, isCrook), called.length);
}

/** Of the fraudulent sources, those called. */
export function callRecall({ sources }: Pick<Tally, 'sources'>, isSo: (count: SourceCount) => boolean): Rate {
  const crooks = sources.filter((count) => isCrook(count) && hasMost(count));
  return wilson(countIf(crooks, isSo), crooks.length);
}

/** All rows by scenario and by honest group, worst first. */
export function overallTable({ overall, sources }: Tally): string {
  const ofCrooks = SCENARIOS.flatMap(({ id }) => {
    const counts = overall.invalid.get(id);
    const own = sources.filter(({ source: { truth } }) => truth.is === 'fraud' && truth.scenario.id === id);
    if (!counts) return [];
    const rows = rowsOf(counts);
    const called = `${countIf(own, isCalledFraud)} / ${countIf(own, isCalled)} of ${own.length}`;
    return [{ id, share: counts.fraud / rows, cells: [id, whole(rows), ...shares(counts), called] }];
  });
  const ofHonest = [...overall.valid]
    .map(([name, counts]) => ({
      share: flagged(counts) / rowsOf(counts),
      cells: [name, whole(rowsOf(counts)), ...shares(counts)],
    }))
    .sort((a, b) => b.share - a.share);
  return [
    table(
      ['Scenario', 'fraudulent rows:', 'fraud:', 'suspect or fraud:', 'sources called fraud / at all'],
      ofCrooks.sort((a, b) => a.share - b.share).map(({ cells }) => cells),
    ),
    table(
      ['Genuine rows of', 'rows:', 'fraud:', 'suspect or fraud:'],
      ofHonest.map(({ cells }) => cells),
    ),
  ].join('\n\n');
}

const shares = (counts: Verdicts): string[] => [
  percent(counts.fraud / rowsOf(counts), 2),
  percent(flagged(counts) / rowsOf(counts), 2),
];

/** Rows of genuine traffic a pair must not exceed to be worth a look, and rows it must have. */
const LEAST_ROWS = 200;

/** Rules that hit one row together, by how many of the rows are fraudulent; a rule beside itself is all its hits. */
export function pairTable({ pairs }: Overall): string {
  const rows = [...pairs]
    .map(([key, pair]) => ({ key, ...pair, rows: pair.valid + pair.invalid }))
    .filter(({ rows: all }) => all >= LEAST_ROWS)
    .sort((a, b) => b.invalid / b.rows - a.invalid / a.rows || b.rows - a.rows);
  return table(
    ['Rules', 'rows:', 'fraudulent', 'sources of crooks:', 'honest:'],
    rows.map(({ key, rows: all, invalid, honest, crooks }) => [
      [...new Set(key.split(' '))].join(' + '),
      whole(all),
      withInterval(wilson(invalid, all)),
      crooks.size,
      honest.size,
    ]),
  );
}

/**
 * How sure statistics about a source are: what each evidence declares against what was measured of the events for which
 * it is the surest.
 */
export function evidenceTable({ evidence }: Overall): string {
  return table(
    ['Evidence', 'wrong calls, declared:', 'measured', 'rows:'],
    EVIDENCE.map(({ signs, wrong }, place) => {
      const { valid = 0, invalid = 0 } = evidence[place] ?? {};
      const all = valid + invalid;
      const name = signs.map(({ id }) => `\`${id}\``).join(' + ');
      return [name, `${wrong} %`, all === 0 ? '–' : withInterval(wilson(valid, all)), whole(all)];
    }),
  );
}
