import { divergence, expectedDivergence, sum, wilson } from './statistics.ts';

/** Hours of the night, from midnight on. */
const NIGHT = 5;

/** Of the hours of the night so many stand for all of them, the calmest ones. */
const CALMEST = 2;

/**
 * People who stay up late leave the calmest hours calm, and so does a sale that runs past midnight; a machine does not.
 */
function calmHours(hours: readonly number[]): (of: readonly number[]) => number {
  const night = hours.slice(0, NIGHT).map((events, hour) => ({ events, hour }));
  const calm = night.sort((a, b) => a.events - b.events || a.hour - b.hour).slice(0, CALMEST);
  return (of) => (NIGHT / CALMEST) * sum(calm.map(({ hour }) => of[hour] ?? 0));
}

/** Night against day: nothing while the nights hold no more than those of others, whatever the days are like. */
export function nightsAgainst(own: readonly number[], others: readonly number[] | undefined): number | undefined {
  if (!others || sum(own) === 0) return undefined;
  const nightOf = calmHours(own);
  const [night, usual] = [nightOf(own), nightOf(others)];
  if (wilson(night, sum(own))[0] <= usual) return 0;
  const share = Math.min(1, night / sum(own));
  return Math.max(0, divergence([share, 1 - share], [usual, 1 - usual]) - expectedDivergence(2, sum(own)));
}
