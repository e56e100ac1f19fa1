import { expect, it } from 'vitest';
import { joinedSpans } from './date-range.ts';

const span = (from: string, to: string) => ({ from, to });

it('days that overlap or follow each other are one span, and the newest stands first', () => {
  expect(
    joinedSpans([
      span('2026-03-05', '2026-03-06'),
      span('2026-03-01', '2026-03-04'),
      span('2026-01-10', '2026-01-20'),
      span('2026-01-12', '2026-01-13'),
    ]),
  ).toEqual([span('2026-03-01', '2026-03-06'), span('2026-01-10', '2026-01-20')]);
  expect(joinedSpans([])).toEqual([]);
});
