import { SCENARIOS } from '../scenarios/catalogue.ts';
import { ODD_GROUP_IDS, ODD_GROUPS } from '../source.ts';
import { type Rate, wilson } from '../statistics.ts';
import {
  calledRightly,
  calledStatistically,
  dominantReason,
  fraudShare,
  isCalled,
  isCalledFraud,
  nameOf,
  type SourceCount,
  type Tally,
} from '../tally.ts';
import { table, withInterval } from './tables.ts';

const isFraud = ({ source }: SourceCount): boolean => source.truth.is === 'fraud';
const isOdd = ({ source }: SourceCount): boolean => source.truth.is === 'odd';

const countIf = (list: readonly SourceCount[], holds: (count: SourceCount) => boolean): number =>
  list.filter(holds).length;

/** Of the sources called for a statistical reason, the fraudulent ones. */
export function sourcePrecision({ sources }: Tally): Rate {
  const called = sources.filter((count) => calledStatistically(count) !== null);
  return wilson(countIf(called, isFraud), called.length);
}

function namedRightly(count: SourceCount): boolean {
  const reason = calledStatistically(count);
  const { truth } = count.source;
  return truth.is === 'fraud' && reason !== null && truth.scenario.accepts.includes(reason);
}

/** Of the sources that only statistics can tell, those called rightly. */
export function sourceRecall({ sources }: Tally): Rate {
  const wanted = sources.filter(({ source: { truth } }) => truth.is === 'fraud' && truth.scenario.level === 'source');
  return wilson(countIf(wanted, calledRightly), wanted.length);
}

/** Odd but honest sources called fraud, all of them or those whose publisher has a fraudulent site. */
export function oddCalledFraud({ sources }: Pick<Tally, 'sources'>, of: 'all' | 'besideBad' = 'all'): Rate {
  const odd = sources.filter((count) => isOdd(count) && (of === 'all' || count.source.besideBad));
  return wilson(countIf(odd, isCalledFraud), odd.length);
}

/** One row per statistical reason that called a source. */
export function statisticalTable({ sources }: Tally): string {
  const byReason = new Map<string, SourceCount[]>();
  for (const count of sources) {
    const reason = calledStatistically(count);
    if (reason !== null) byReason.set(reason, [...(byReason.get(reason) ?? []), count]);
  }
  const honest = sources.filter((count) => !isFraud(count)).length;
  return table(
    ['Reason', 'sources called:', 'precision', 'right reason:', 'false-positive rate', 'they are'],
    [...byReason].sort().map(([reason, list]) => {
      const honestOnes = list.filter((count) => !isFraud(count));
      return [
        `\`${reason}\``,
        list.length,
        withInterval(wilson(list.length - honestOnes.length, list.length)),
        countIf(list, namedRightly),
        withInterval(wilson(honestOnes.length, honest)),
        summary(list.map(nameOf)),
      ];
    }),
  );
}

/** One row per scenario: how many of its sources are called, and as what. */
export function scenarioTable({ sources }: Tally): string {
  return table(
    ['Scenario', 'decided on', 'sources:', 'called rightly', 'most of its called events are'],
    SCENARIOS.map((scenario) => {
      const own = sourcesOf(sources, scenario);
      return [
        scenario.id,
        scenario.level,
        own.length,
        withInterval(scenarioRecall({ sources }, scenario), 0),
        summary(own.map(dominantReason)),
      ];
    }),
  );
}

type Played = (typeof SCENARIOS)[number];

const sourcesOf = (sources: readonly SourceCount[], scenario: Played): readonly SourceCount[] =>
  sources.filter(({ source: { truth } }) => truth.is === 'fraud' && truth.scenario === scenario);

/** Of the sources of a scenario, those called rightly. */
export function scenarioRecall({ sources }: Pick<Tally, 'sources'>, scenario: Played): Rate {
  const own = sourcesOf(sources, scenario);
  return wilson(countIf(own, calledRightly), own.length);
}

/** One row per honest group. */
export function honestTable({ sources }: Tally): string {
  const row = (name: string, words: string, own: readonly SourceCount[]) => [
    name,
    words,
    own.length,
    withInterval(wilson(countIf(own, isCalledFraud), own.length), 2),
    countIf(own, (count) => fraudShare(count) > 0.05),
    withInterval(wilson(countIf(own, isCalled), own.length)),
    summary(own.filter(isCalled).map(dominantReason)),
  ];
  return table(
    ['Group', 'what is odd', 'publishers:', 'called fraud', 'over 5 % fraud:', 'called suspect or fraud', 'called as'],
    [
      ...ODD_GROUP_IDS.map((group) =>
        row(
          group,
          ODD_GROUPS[group],
          sources.filter(({ source: { truth } }) => truth.is === 'odd' && truth.group === group),
        ),
      ),
      row('**all odd**', '', sources.filter(isOdd)),
      row(
        'ordinary',
        'nothing',
        sources.filter(({ source }) => source.truth.is === 'ordinary'),
      ),
    ],
  );
}

/** `dev.farm 3, not called 2`. */
function summary(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([word, count]) => `${word} ${count}`)
    .join(', ');
}
