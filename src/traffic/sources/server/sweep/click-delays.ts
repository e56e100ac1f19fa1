import { sum, wilson } from './statistics.ts';

/**
 * Share of clicks in the fullest span from some second to twice as many, in percent and at least. Of clicks in the very
 * second of their impression nothing can be said: any delay falls there where impressions are reported late.
 */
export function fullestDelay(delays: readonly number[]): number {
  let fullest = 0;
  for (let from = 1; 2 * from < delays.length; from++) fullest = Math.max(fullest, sum(delays.slice(from, 2 * from)));
  return 100 * wilson(fullest, sum(delays))[0];
}
