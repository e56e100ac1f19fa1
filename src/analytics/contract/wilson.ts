import { wilson } from '#traffic/event/contract/rate.ts';

export interface Interval {
  low: number;
  high: number;
}

/** The interval of `hits` out of `total` as boards and their files carry it: in percent from 0 to 100. */
export function wilsonInPercent(hits: number, total: number): Interval {
  const { low, high } = wilson(hits, total);
  return { low: 100 * low, high: 100 * high };
}
