import { expect, it } from 'vitest';
import { cardState } from './use-widget.ts';

const answered = { isPending: false, isError: false, isFetching: false, isPlaceholder: false, empty: false };

it('tells what a card shows from how its question stands [WEB-STATE-01]', () => {
  const state = (part: Partial<typeof answered>) => cardState({ ...answered, ...part });
  expect(state({ isPending: true, empty: true })).toBe('loading');
  expect(state({})).toBe('ready');
  expect(state({ empty: true })).toBe('empty');
  expect(state({ isError: true, empty: true })).toBe('error');
});

it('dims the last answer while the next is on its way, but does not call an old emptiness the new one', () => {
  expect(cardState({ ...answered, isFetching: true, isPlaceholder: true })).toBe('stale');
  expect(cardState({ ...answered, isFetching: true, isPlaceholder: true, empty: true })).toBe('loading');
});

it('shows that a retry is running instead of the old error', () => {
  expect(cardState({ ...answered, isError: true, isFetching: true, empty: true })).toBe('loading');
});
