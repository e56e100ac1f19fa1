import type { DifficultyRun } from '../run-worlds.ts';
import type { Rate } from '../statistics.ts';
import { eventPrecision, eventRecall } from './events.ts';
import { oddCalledFraud, sourcePrecision, sourceRecall } from './sources.ts';
import { table, whole, withInterval } from './tables.ts';

export interface Target {
  words: string;
  rate: (run: DifficultyRun) => Rate;
  wanted: string;
  met: (rate: Rate) => boolean;
}

export const TARGETS: readonly Target[] = [
  {
    words: 'Event-level precision, deterministic reasons',
    rate: ({ tally }) => eventPrecision(tally.own),
    wanted: '≥ 97 %',
    met: ({ rate }) => rate >= 0.97,
  },
  {
    words: 'Event-level recall, deterministic reasons',
    rate: ({ tally }) => eventRecall(tally.own),
    wanted: '≥ 90 %',
    met: ({ rate }) => rate >= 0.9,
  },
  {
    words: 'Publisher-level precision, statistical reasons',
    rate: ({ tally }) => sourcePrecision(tally),
    wanted: '≥ 95 %',
    met: ({ rate }) => rate >= 0.95,
  },
  {
    words: 'Publisher-level recall, statistical reasons',
    rate: ({ tally }) => sourceRecall(tally),
    wanted: '≥ 85 %',
    met: ({ rate }) => rate >= 0.85,
  },
  {
    words: 'Honest-but-odd publishers called fraud (upper bound)',
    rate: ({ tally }) => oddCalledFraud(tally),
    wanted: 'bound < 1 %',
    met: ({ of, high }) => of >= 1000 && high < 0.01,
  },
];

/** Which targets are met and which are not, in a sentence. */
export function outcome(runs: readonly DifficultyRun[]): string[] {
  const medium = runs.find((run) => run.difficulty === 'medium');
  if (!medium) return [];
  const named = (wanted: boolean): string =>
    TARGETS.filter(({ rate, met }) => met(rate(medium)) === wanted)
      .map(({ words }) => words.toLowerCase())
      .join('; ');
  const [met, missed] = [named(true), named(false)];
  return [missed === '' ? 'All targets are met at medium.' : `Missed at medium: ${missed}. Met: ${met || 'none'}.`];
}

export function targets(runs: readonly DifficultyRun[]): string {
  return table(
    ['', 'wanted at medium', ...runs.map((run) => run.difficulty)],
    TARGETS.map(({ words, rate, wanted, met }) => [
      words,
      wanted,
      ...runs.map((run) => {
        const found = rate(run);
        const verdict = run.difficulty === 'medium' ? (met(found) ? ' **met**' : ' **missed**') : '';
        return `${withInterval(found, 2)} of ${whole(found.of)}${verdict}`;
      }),
    ]),
  );
}
