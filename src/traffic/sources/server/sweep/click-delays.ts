import { sum, wilson } from './statistics.ts';

/**
 * The fullest span from some second to twice as many: where it begins, and the share of clicks in it, in percent and at
 * least. Of clicks in the very second of their impression nothing can be said: any delay falls there where impressions
 * are reported late.
 */
export function fullestSpan(delays: readonly number[]): { from: number; share: number } {
  let fullest = { from: 1, clicks: 0 };
  for (let from = 1; 2 * from < delays.length; from++) {
    const clicks = sum(delays.slice(from, 2 * from));
    if (clicks > fullest.clicks) fullest = { from, clicks };
  }
  return { from: fullest.from, share: 100 * wilson(fullest.clicks, sum(delays))[0] };
}
