import { flagged, rowsOf, type Verdicts } from '../overall.ts';
import type { DifficultyRun } from '../run-worlds.ts';
import { SCENARIOS } from '../scenarios/catalogue.ts';
import { dominantReason, isCalled, isCalledFraud, nameOf, type SourceCount } from '../tally.ts';
import { percent, table } from './tables.ts';

/** Recall wanted of the average scenario; a scenario below either is named. */
const LEAST = { fraud: 0.6, flagged: 0.8 } as const;

/** Parts of the report about worlds, at medium; none when but one was played. */
export function byWorld(runs: readonly DifficultyRun[], parts: (run: DifficultyRun) => string[]): string[] {
  return runs.filter(({ difficulty, worlds }) => difficulty === 'medium' && worlds.length > 1).flatMap(parts);
}

export const worldWords = ({ worlds }: DifficultyRun): string =>
  `${worlds.map(({ world }) => `\`${world.name}\`: ${world.words}`).join('. ')}. Under its target: **bold**.`;

/** Scenarios of which too few rows are called in some world: fraud / suspect or fraud. */
export function scenariosByWorld({ worlds, tally }: DifficultyRun): string {
  const shares = (counts: Verdicts | undefined) =>
    counts ? { fraud: counts.fraud / rowsOf(counts), flagged: flagged(counts) / rowsOf(counts) } : null;
  const columns = [...worlds.map((run) => run.tally), tally];
  const rows = SCENARIOS.map(({ id }) => ({
    id,
    found: columns.map(({ overall }) => shares(overall.invalid.get(id))),
  }));
  const isMissed = (share: ReturnType<typeof shares>): boolean =>
    share !== null && (share.fraud < LEAST.fraud || share.flagged < LEAST.flagged);
  const words = `Scenarios of which less than ${percent(LEAST.fraud, 0)} of the fraudulent rows have verdict fraud, or less than ${percent(LEAST.flagged, 0)} are suspect or fraud, in some world (fraud / suspect or fraud):`;
  return [
    words,
    table(
      ['', ...worlds.map(({ world }) => `${world.name}:`), 'all:'],
      rows
        .filter(({ found }) => found.some(isMissed))
        .map(({ id, found }) => [
          id,
          ...found.map((share) => (share ? `${percent(share.fraud, 0)} / ${percent(share.flagged, 0)}` : '–')),
        ]),
    ),
  ].join('\n\n');
}

/** Honest sources that are called in each world, most first, and as what. */
export function honestCalled({ worlds }: DifficultyRun): string {
  const rows = worlds.flatMap(({ world, tally }) => {
    const groups = new Map<string, SourceCount[]>();
    for (const count of tally.sources) {
      if (count.source.truth.is === 'fraud') continue;
      const key = `${nameOf(count)}${count.source.besideBad ? ', beside bad sites' : ''}`;
      groups.set(key, [...(groups.get(key) ?? []), count]);
    }
    return [...groups].flatMap(([name, list]) => {
      const called = list.filter(isCalled);
      if (called.length === 0) return [];
      return [{ world: world.name, name, list, called, share: called.length / list.length }];
    });
  });
  return [
    'Honest sources called suspect or fraud, by world:',
    table(
      ['World', 'Sources', 'of:', 'called fraud:', 'called at all:', 'as'],
      rows
        .sort((a, b) => b.called.length - a.called.length)
        .map(({ world, name, list, called, share }) => [
          world,
          name,
          list.length,
          list.filter(isCalledFraud).length,
          `${called.length} (${percent(share)})`,
          reasonsOf(called),
        ]),
    ),
  ].join('\n\n');
}

function reasonsOf(counts: readonly SourceCount[]): string {
  const reasons = new Map<string, number>();
  for (const count of counts) reasons.set(dominantReason(count), (reasons.get(dominantReason(count)) ?? 0) + 1);
  return [...reasons]
    .sort((a, b) => b[1] - a[1])
    .map(([reason, count]) => `${reason} ${count}`)
    .join(', ');
}

/** Upper ends of the shares of called rows publishers are sorted by. */
const SHARES = [0.01, 0.05, 0.2, 0.5, 1] as const;

/** Whole publishers, with all their sites, by what they are and by the share of their rows that is called. */
export function publishersByShare({ tally }: Pick<DifficultyRun, 'tally'>): string {
  const publishers = new Map<string, SourceCount[]>();
  for (const count of tally.sources) {
    const key = `${count.world} ${count.source.publisher}`;
    publishers.set(key, [...(publishers.get(key) ?? []), count]);
  }
  const counted = [...publishers.values()].map((sites) => ({ what: whatOf(sites), ...calledShares(sites) }));
  const names = SHARES.map((to, index) => `${percent(SHARES[index - 1] ?? 0, 0)} to ${percent(to, 0)}:`);
  const into = (share: number): number => SHARES.findIndex((to) => share <= to);
  return table(
    ['Publishers with', 'publishers:', 'rows that are', ...names],
    [...new Set(counted.map(({ what }) => what))].sort().flatMap((what) => {
      const own = counted.filter((each) => each.what === what);
      return (['fraud', 'flagged'] as const).map((called) => [
        what,
        own.length,
        called === 'fraud' ? 'fraud' : 'suspect or fraud',
        ...SHARES.map((_, index) => own.filter((each) => into(each[called]) === index).length),
      ]);
    }),
  );
}

function whatOf(sites: readonly SourceCount[]): string {
  const bad = sites.filter(({ source }) => source.truth.is === 'fraud').length;
  return bad === 0 ? 'honest sites' : bad === sites.length ? 'bad sites' : 'honest and bad sites';
}

function calledShares(sites: readonly SourceCount[]): { fraud: number; flagged: number } {
  let [rows, fraud, called] = [0, 0, 0];
  for (const { kinds } of sites)
    for (const kind of kinds.values()) {
      rows += kind.events;
      fraud += kind.fraud;
      for (const count of kind.called.values()) called += count;
    }
  return rows === 0 ? { fraud: 0, flagged: 0 } : { fraud: fraud / rows, flagged: called / rows };
}
