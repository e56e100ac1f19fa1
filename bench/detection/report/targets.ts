import { rowsOf } from '../overall.ts';
import type { Counted, DifficultyRun } from '../run-worlds.ts';
import { type Rate, wilson } from '../statistics.ts';
import { isCalled, isCalledFraud } from '../tally.ts';
import { eventPrecision, eventRecall } from './events.ts';
import {
  callPrecision,
  callRecall,
  honestSuspect,
  macroRecall,
  rowPrecision,
  rowRecall,
  spentCalled,
} from './overall.ts';
import { oddCalledFraud, sourcePrecision, sourceRecall } from './sources.ts';
import { percent, table, whole, withInterval } from './tables.ts';

interface Target {
  words: string;
  rate: (counted: Counted) => Rate;
  wanted: string;
  met: (rate: Rate) => boolean;
  /** Fewer than this, over all worlds, prove nothing. */
  least?: number;
}

/** A figure without a target. */
const TOLD = { wanted: '–', met: () => true } as const;

/** Missed here? Nothing is missed where nothing was counted; `whole`: over all worlds, where there must be enough. */
export const missed = ({ met, least = 0 }: Target, rate: Rate, whole: boolean): boolean =>
  (rate.of > 0 && !met(rate)) || (whole && rate.of < least);

/** What somebody acts on: the verdict, over all rows and sources, whoever called them. */
const OVERALL: readonly Target[] = [
  {
    words: 'Verdict fraud over all fraudulent rows: recall',
    rate: ({ tally }) => rowRecall(tally.overall, 'fraud'),
    wanted: '≥ 75 %',
    met: ({ rate }) => rate >= 0.75,
  },
  {
    words: 'Verdict fraud: recall, averaged over scenarios',
    rate: ({ tally }) => macroRecall(tally.overall, 'fraud'),
    wanted: '≥ 60 %',
    met: ({ rate }) => rate >= 0.6,
  },
  {
    words: 'Verdict fraud: precision by row',
    rate: ({ tally }) => rowPrecision(tally.overall),
    wanted: '≥ 98.5 %',
    met: ({ rate }) => rate >= 0.985,
  },
  {
    words: 'Verdict fraud: precision by source',
    rate: ({ tally }) => callPrecision(tally, isCalledFraud),
    wanted: '≥ 95 %',
    met: ({ rate }) => rate >= 0.95,
  },
  {
    words: 'Suspect or fraud over all fraudulent rows: recall',
    rate: ({ tally }) => rowRecall(tally.overall, 'flagged'),
    wanted: '≥ 92 %',
    met: ({ rate }) => rate >= 0.92,
  },
  {
    words: 'Suspect or fraud: recall, averaged over scenarios',
    rate: ({ tally }) => macroRecall(tally.overall, 'flagged'),
    wanted: '≥ 80 %',
    met: ({ rate }) => rate >= 0.8,
  },
  {
    words: 'Genuine rows that are suspect',
    rate: ({ tally }) => honestSuspect(tally.overall),
    wanted: '≤ 2 %',
    met: ({ rate }) => rate <= 0.02,
  },
  {
    words: 'Of them, those of honest sources',
    rate: ({ tally }) => honestSuspect(tally.overall, 'honestSources'),
    ...TOLD,
  },
  {
    words: 'Sources called suspect or fraud: precision',
    rate: ({ tally }) => callPrecision(tally, isCalled),
    wanted: '≥ 95 %',
    met: ({ rate }) => rate >= 0.95,
  },
  {
    words: 'Sources called suspect or fraud: recall',
    rate: ({ tally }) => callRecall(tally, isCalled),
    wanted: '≥ 90 %',
    met: ({ rate }) => rate >= 0.9,
  },
  {
    words: 'Honest-but-odd sources called fraud',
    rate: ({ tally }) => oddCalledFraud(tally),
    wanted: '≤ 0.3 % of 1,000',
    met: ({ rate }) => rate <= 0.003,
    least: 1000,
  },
  {
    words: 'Of them, those whose publisher has a fraudulent site',
    rate: ({ tally }) => oddCalledFraud(tally, 'besideBad'),
    wanted: '≤ 0.3 % of 500',
    met: ({ rate }) => rate <= 0.003,
    least: 500,
  },
  {
    words: 'Money: of what fraudulent rows cost, called fraud',
    rate: ({ tally }) => spentCalled(tally.overall, 'invalid'),
    ...TOLD,
  },
  {
    words: 'Money: of what genuine rows cost, called fraud',
    rate: ({ tally }) => spentCalled(tally.overall, 'valid'),
    ...TOLD,
  },
  {
    words: 'Known bots recognised',
    rate: ({ tally: { overall } }) => wilson(overall.bots.filtered, rowsOf(overall.bots)),
    wanted: '≥ 98 %',
    met: ({ rate }) => rate >= 0.98,
  },
];

export const TARGETS: readonly Target[] = [
  ...OVERALL,
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
    met: ({ of, high }) => of < 1000 || high < 0.01,
    least: 1000,
  },
];

/** Which targets are met and which are not, in a sentence. */
export function outcome(runs: readonly DifficultyRun[]): string[] {
  const medium = runs.find((run) => run.difficulty === 'medium');
  if (!medium) return [];
  const named = (wanted: boolean): string =>
    TARGETS.filter((target) => target.wanted !== TOLD.wanted && missed(target, target.rate(medium), true) === wanted)
      .map(({ words }) => words.toLowerCase())
      .join('; ');
  const [under, met] = [named(true), named(false)];
  return [under === '' ? 'All targets are met at medium.' : `Missed at medium: ${under}. Met: ${met || 'none'}.`];
}

export function targets(runs: readonly DifficultyRun[]): string {
  return table(
    ['', 'wanted at medium', ...runs.map((run) => run.difficulty)],
    TARGETS.map((target) => [
      target.words,
      target.wanted,
      ...runs.map((run) => {
        const found = target.rate(run);
        const judged = run.difficulty === 'medium' && target.wanted !== TOLD.wanted;
        const verdict = judged ? (missed(target, found, true) ? ' **missed**' : ' **met**') : '';
        return `${withInterval(found, 2)} of ${whole(found.of)}${verdict}`;
      }),
    ]),
  );
}

/** The same figures in each world. */
export function targetsByWorld({ worlds }: DifficultyRun): string {
  return table(
    ['', 'wanted', ...worlds.map(({ world }) => `${world.name}:`)],
    TARGETS.map((target) => [
      target.words,
      target.wanted,
      ...worlds.map((run) => {
        const found = target.rate(run);
        const text = `${percent(found.rate, 2)} of ${whole(found.of)}`;
        return found.of === 0 ? '–' : missed(target, found, false) ? `**${text}**` : text;
      }),
    ]),
  );
}
