import { CALLS, type Call, expectedWrong, WRONG_CALLS } from '#traffic/rules/server/wrong-calls.ts';
import type { Overall } from '../overall.ts';
import type { DifficultyRun } from '../run-worlds.ts';
import { wilson } from '../statistics.ts';
import { percent, table, whole, withInterval } from './tables.ts';

interface Measured {
  verdict: Call;
  reason: string;
  events: number;
  /** Genuine ones. */
  wrong: number;
}

const measured = ({ calls }: Overall): Measured[] =>
  [...calls].flatMap(([key, { valid, invalid }]) => {
    const [name, reason = ''] = key.split(' ');
    const verdict = CALLS.find((call) => call === name);
    return verdict ? [{ verdict, reason, events: valid + invalid, wrong: valid }] : [];
  });

const declaredOf = ({ verdict, reason }: Measured): number | undefined => {
  const shares: Readonly<Record<string, number>> = WRONG_CALLS[verdict];
  return shares[reason];
};

/** Reasons by the share of wrong calls they declare: the curve that the rate of a package rests on. */
const BINS = [0, 1, 2, 5, 10, 25, 50, 100] as const;

function curve(calls: readonly Measured[]): string {
  const rows = BINS.slice(1).flatMap((to, index) => {
    const from = BINS[index] ?? 0;
    const own = calls.filter((call) => {
      const declared = declaredOf(call);
      return declared !== undefined && declared > from && declared <= to;
    });
    const events = own.reduce((sum, call) => sum + call.events, 0);
    if (events === 0) return [];
    const expected = own.reduce((sum, call) => sum + call.events * (declaredOf(call) ?? 0), 0) / events;
    const wrong = own.reduce((sum, call) => sum + call.wrong, 0);
    return [[`${from} to ${to} %`, percent(expected / 100), withInterval(wilson(wrong, events)), whole(events)]];
  });
  return table(['Declared', 'expected:', 'measured', 'rows:'], rows);
}

/** What the product expects of a package, against what was: each world is one. */
function byWorld({ worlds, tally }: DifficultyRun): string {
  const all = [
    ...worlds.map(({ world, tally: own }) => ({ name: world.name, calls: measured(own.overall) })),
    { name: 'all', calls: measured(tally.overall) },
  ];
  return table(
    ['World', ...CALLS.flatMap((call) => [`${call}, expected:`, 'measured', 'rows:'])],
    all.map(({ name, calls }) => [
      name,
      ...CALLS.flatMap((call) => {
        const { wrong, events } = expectedWrong(calls, call);
        const genuine = calls.filter(({ verdict }) => verdict === call).reduce((sum, each) => sum + each.wrong, 0);
        return [wrong === null ? '–' : percent(wrong / 100), withInterval(wilson(genuine, events)), whole(events)];
      }),
    ]),
  );
}

export const wrongCallsTables = (run: DifficultyRun): string =>
  [byWorld(run), curve(measured(run.tally.overall))].join('\n\n');
