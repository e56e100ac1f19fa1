import { expect, it } from 'vitest';
import { keptSearch } from './kept-search.ts';

const here = new URLSearchParams(
  'package=shop&from=2026-11-01&to=2026-11-07&publisher=a&publisher=b%2Cc&page=3&event=9',
);

it('takes filters along to pages that know them, and only package, days and comparison to the others', () => {
  expect(keptSearch(here, '/web/dashboard/click')).toBe(
    '?package=shop&from=2026-11-01&to=2026-11-07&publisher=a&publisher=b%2Cc',
  );
  expect(keptSearch(here, '/traffic/events')).toContain('publisher=b%2Cc');
  expect(keptSearch(here, '/white-list')).toBe('?package=shop&from=2026-11-01&to=2026-11-07');
  expect(keptSearch(new URLSearchParams(), '/traffic/events')).toBe('');
});
