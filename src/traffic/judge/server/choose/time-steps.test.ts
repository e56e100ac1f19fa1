import { describe, expect, it } from 'vitest';
import { timeSteps } from './time-steps.ts';

const HOUR = 3_600_000;
const stepsOf = (hours: [number, number][]) =>
  timeSteps(
    hours.map(([hour, events]) => ({ ms: hour * HOUR, events })),
    100,
  ).map(({ until, reached }) => [until.getTime() / HOUR, reached.getTime() / HOUR]);

describe('the steps events are judged in', () => {
  it('take hours together as long as they stay under the bound', () => {
    const hours: [number, number][] = [
      [1, 40],
      [2, 60],
      [3, 1],
      [9, 99],
      [10, 1],
    ];
    expect(stepsOf(hours)).toEqual([
      [3, 3],
      [10, 10],
      [11, 11],
    ]);
  });

  it('cut an hour with more into parts, and have reached its end with the last of them only', () => {
    const hours: [number, number][] = [
      [1, 10],
      [2, 250],
      [3, 5],
    ];
    expect(stepsOf(hours)).toEqual([
      [2, 2],
      [3, 2],
      [3, 2],
      [3, 3],
      [4, 4],
    ]);
  });

  it('are none where there are no events', () => {
    expect(stepsOf([])).toEqual([]);
  });
});
