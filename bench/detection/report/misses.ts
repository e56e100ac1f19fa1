import type { DifficultyRun } from '../run-worlds.ts';
import { SCENARIOS } from '../scenarios/catalogue.ts';
import type { Rate } from '../statistics.ts';
import { DETERMINISTIC } from '../truth.ts';
import { reasonRecall } from './events.ts';
import { scenarioRecall } from './sources.ts';
import { table, whole, withInterval } from './tables.ts';
import { missed, TARGETS } from './targets.ts';
import { byWorld, honestCalled, scenariosByWorld } from './worlds.ts';

/** Found less often than this at any difficulty, it is named. */
const LEAST_RECALL = 0.8;

/**
 * What the product does not do well, before what it does: figures under the targets, over all and in each world, then
 * what it finds least and which honest sources it calls.
 */
export function misses(runs: readonly DifficultyRun[]): string[] {
  const under = runs.flatMap((run) =>
    TARGETS.filter((target) => missed(target, target.rate(run), run.difficulty === 'medium')).map(
      ({ words, rate, wanted }) => {
        const found = rate(run);
        return `- **${run.difficulty}**: ${words.toLowerCase()} ${withInterval(found, 2)} of ${whole(found.of)}, wanted at medium ${wanted}`;
      },
    ),
  );
  const reasons = [...new Set(runs.flatMap(({ tally }) => [...tally.own.given.keys()]))].filter((reason) =>
    DETERMINISTIC.has(reason),
  );
  return [
    under.length === 0 ? 'No figure is under its target.' : `Under what is wanted at medium:\n\n${under.join('\n')}`,
    ...byWorld(runs, (run) => [scenariosByWorld(run), honestCalled(run)]),
    `Sources called rightly less often than ${LEAST_RECALL * 100} %, by scenario:`,
    found(
      runs,
      SCENARIOS.map((scenario) => ({
        name: scenario.id,
        rates: runs.map(({ tally }) => scenarioRecall(tally, scenario)),
      })),
    ),
    `Events called less often than ${LEAST_RECALL * 100} % of those truly invalid, by reason that one event can tell:`,
    found(
      runs,
      reasons.map((reason) => ({
        name: `\`${reason}\``,
        rates: runs.map(({ tally }) => reasonRecall(tally.own, reason)),
      })),
    ),
  ];
}

/** Whatever is found too seldom at some difficulty, the worst first. */
function found(runs: readonly DifficultyRun[], rows: readonly { name: string; rates: readonly Rate[] }[]): string {
  const lowest = (rates: readonly Rate[]): number =>
    Math.min(...rates.filter(({ of }) => of > 0).map(({ rate }) => rate));
  return table(
    ['', ...runs.map(({ difficulty }) => difficulty)],
    rows
      .filter(({ rates }) => lowest(rates) < LEAST_RECALL)
      .sort((a, b) => lowest(a.rates) - lowest(b.rates))
      .map(({ name, rates }) => [
        name,
        ...rates.map((rate) => (rate.of === 0 ? '–' : `${withInterval(rate, 0)} of ${whole(rate.of)}`)),
      ]),
  );
}
