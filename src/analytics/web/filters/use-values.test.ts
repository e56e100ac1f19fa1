import { expect, it } from 'vitest';
import { joinedPages } from './use-values.ts';

it('a page that goes on from one before adds its rows to the list, any other takes its place [CONST-RULE-02]', () => {
  const [first, second, other] = [
    { previous: false, data: ['a', 'b'] },
    { previous: true, data: ['c'] },
    { previous: false, data: ['x'] },
  ] as const;
  expect(joinedPages([])).toEqual([]);
  expect(joinedPages([first, second])).toEqual(['a', 'b', 'c']);
  expect(joinedPages([first, second, other])).toEqual(['x']);
});
