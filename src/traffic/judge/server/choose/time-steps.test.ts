import { describe, expect, it } from 'vitest';
import { timeSteps } from './time-steps.ts';

const HOUR = 3_600_000;
const ends = (hours: [number, number][]) =>
  timeSteps(
    hours.map(([hour, events]) => ({ ms: hour * HOUR, events })),
    100,
  ).map(({ reached }) => reached.getTime() / HOUR);

describe('the steps events are judged in', () => {
  it('take hours together as long as they stay under the bound', () => {
    expect(
      ends([
        [1, 40],
        [2, 60],
        [3, 1],
        [9, 99],
        [10, 1],
      ]),
    ).toEqual([3, 10, 11]);
  });

  it('cut an hour with more into parts, and reach its end with the last', () => {
    expect(
      ends([
        [1, 10],
        [2, 250],
        [3, 5],
      ]),
    ).toEqual([2, 2, 2, 3, 4]);
  });

  it('are none where there are no events', () => {
    expect(ends([])).toEqual([]);
  });
});
