import { expect, it } from 'vitest';
import { viewEndpoints } from '#domains/views/contract/view-endpoints.ts';
import { keptOf, viewHref } from './view-href.ts';

const pkg = { package_name: 'shop.example', today: '2026-11-25' };
const search = 'publisher=A%26B&publisher=C&sort=oldest';
const asked = [
  { name: 'publisher', value: 'A&B' },
  { name: 'publisher', value: 'C' },
  { name: 'sort', value: 'oldest' },
];

it('the last days move along, others stay', () => {
  expect(viewHref({ path: '/traffic/events', asked, range: { days: 7 } }, pkg)).toBe(
    `/traffic/events?package=shop.example&from=2026-11-19&to=2026-11-25&${search}`,
  );
  expect(viewHref({ path: '/publisher/A%20B', asked: [], range: { from: '2026-01-01', to: '2026-01-31' } }, pkg)).toBe(
    '/publisher/A%20B?package=shop.example&from=2026-01-01&to=2026-01-31',
  );
});

it('of an address package, days and the open event are not kept, and nobody can store them', () => {
  const params = new URLSearchParams(`package=x&from=2026-01-01&to=2026-01-02&event=e&${search}`);
  expect(keptOf(params)).toEqual(asked);
  const body = { package_name: 'x', name: 'Mine', path: '/traffic/events', asked, range: { days: 7 } };
  const takes = (part: object): boolean => viewEndpoints.save.body.safeParse({ ...body, ...part }).success;
  expect(takes({})).toBe(true);
  expect(takes({ asked: [{ name: 'package', value: 'other' }] })).toBe(false);
  for (const path of ['https://elsewhere.example', '//elsewhere.example', '/a//b', 'a', '/a?b', '/a#b', '/\\elsewhere'])
    expect([path, takes({ path })]).toEqual([path, false]);
});
