// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { SelectionProvider } from '#platform/web/layout/selection.tsx';
import { stored } from '#platform/web/session/stored.ts';
import { show } from '#platform/web/testing/render.tsx';
import { sumOfPaid } from '#traffic/money/contract/paid-parts.ts';
import { type SourceRow, sourceDecisionEndpoints } from '#traffic/sources/contract/decision-endpoints.ts';
import { SourcesPage } from './sources-page.tsx';

const FILES = import.meta.glob<Record<string, string>>('../../../../{platform,traffic/*}/web/i18n/*.en.json', {
  eager: true,
  import: 'default',
});
const texts = Object.fromEntries(
  Object.entries(FILES).map(([path, words]) => [/([a-z-]+)\.en\.json$/.exec(path)?.[1] ?? '', words]),
);

const shop: PackageInfo = {
  package_name: 'shop',
  package_title: 'Shop',
  platform: 'app',
  time_zone: 'UTC',
  currency: 'EUR',
  suspect_counts_as: 'clean',
  demo: false,
  today: '2026-11-20',
};
const source = (sub_publisher: string, is_new: boolean): SourceRow => ({
  publisher: 'Northwind',
  sub_publisher,
  state: 'watched',
  is_new,
  since: '2026-11-12',
  decision: null,
  rules: [],
  events: 900,
  fraud: 0,
  suspect: 600,
  money: sumOfPaid([]),
});
const rows = [source('fresh-1', true), source('fresh-2', true), source('known', false)];
const states = { new: 2, watched: 12_345, confirmed: 0, cleared: 0, clean: 0 };

const wrong_calls = {
  fraud: { events: 500, wrong: 0.6, unmeasured: 0 },
  suspect: { events: 90, wrong: 41.3, unmeasured: 2 },
};

let told: unknown[] = [];
/** By what the list was asked to be sorted. */
let asked: unknown[] = [];
/** What the server last counted a preview from, and what browsers decided on. */
let basis = 'first';
let decided: unknown[] = [];
const changed = (events: number) => ({
  kinds: [{ kind: 'click', events: 900, changed: events }],
  following: 0,
  changes: events > 0 ? [{ from: 'fraud', to: 'clean', events }] : [],
  money: { to_fraud: {}, from_fraud: {}, assumed_to_fraud: {}, assumed_from_fraud: {} },
  closed_months: [],
  basis,
});
beforeEach(() => {
  told = [];
  asked = [];
  decided = [];
  basis = 'first';
  localStorage.clear();
  stored.set('auth_data', { role: 'customer', name: 'Own' });
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(String(input instanceof Request ? input.url : input), location.origin);
    const done = (data: unknown, more = {}) => Response.json({ status: true, message: 'OK', data, ...more });
    if (pathname === sourceDecisionEndpoints.seen.path) {
      told.push(JSON.parse(String(init?.body)));
      return done(null);
    }
    if (pathname === sourceDecisionEndpoints.list.path)
      asked.push([searchParams.get('sort'), searchParams.get('order')]);
    if (pathname === sourceDecisionEndpoints.list.path)
      return done(rows, { total: rows.length, Total_pages: 1, states, wrong_calls });
    if (pathname === sourceDecisionEndpoints.preview.path) return done(changed(basis === 'first' ? 0 : 96));
    if (pathname === sourceDecisionEndpoints.decide.path) {
      const body = JSON.parse(String(init?.body));
      decided.push(body);
      if (body.basis === basis) return done({ id: 7, changes: [] });
      return Response.json({ status: false, code: 'conflict', message: 'Decided meanwhile' }, { status: 409 });
    }
    return new Response('{}', { status: 404 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
});

const open = () =>
  show(
    <SelectionProvider packages={[shop]} historyMonths={12}>
      <SourcesPage />
    </SelectionProvider>,
    texts,
    '/traffic/sources',
  );

it('the worklist marks what is new to its reader, and tells the server once what was shown', async () => {
  await open();
  await screen.findByText('fresh-1');
  expect(screen.getAllByText('new', { selector: 'strong' })).toHaveLength(2);
  await waitFor(() => expect(told).toHaveLength(1));
  expect(told[0]).toMatchObject({
    package_name: 'shop',
    sources: [
      { publisher: 'Northwind', sub_publisher: 'fresh-1' },
      { publisher: 'Northwind', sub_publisher: 'fresh-2' },
    ],
  });
  const filter = screen.getByRole<HTMLInputElement>('combobox', { name: 'Verdict of the source' });
  expect(filter.value).toBe('Watched (12,345)');
});

it('after a decision the next source of the list is there to be decided', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Northwind / fresh-1' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Confirm …' }));
  await screen.findByText('1 of 3 on this page');
  fireEvent.change(screen.getByRole('textbox', { name: /Reason/ }), { target: { value: 'They admitted it' } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm as fraudulent' }));
  await screen.findByText('Confirm as fraudulent: Northwind / fresh-2');
  // Each with its own reason.
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ }).value).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('Confirm as fraudulent: Northwind / known');
});

it('a preview that became old is not carried out: the new one is shown, and asked about again', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Northwind / fresh-1' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Clear …' }));
  await screen.findByText(/No verdict changes/);
  // Somebody confirms it elsewhere.
  basis = 'second';
  fireEvent.change(screen.getByRole('textbox', { name: /Reason/ }), { target: { value: 'They explained it' } });
  fireEvent.click(screen.getByRole('button', { name: 'Clear of suspicion' }));
  await screen.findByText('Decided meanwhile');
  await screen.findByText(/Events with another verdict: 96 of 900/);
  expect(screen.queryByText(/No verdict changes/)).toBeNull();
  expect(decided).toMatchObject([{ basis: 'first' }]);
  fireEvent.click(screen.getByRole('button', { name: 'Clear of suspicion' }));
  await screen.findByText('Clear of suspicion: Northwind / fresh-2');
  expect(decided[1]).toMatchObject({ basis: 'second', reason: 'They explained it' });
});

it('the worklist says in words what share of the calls is expected to be wrong', async () => {
  await open();
  await screen.findByText(/About 0\.6.?% of the events called fraud .* Of the suspect ones, about 41\.3.?%/);
});

it('is sorted by the server, by money at risk or by that of suspect events, each in a column of its own', async () => {
  await open();
  await screen.findByText('fresh-1');
  const head = (name: string) => screen.getByRole('columnheader', { name: new RegExp(`^${name}`) });
  fireEvent.click(within(head('Suspect spend')).getByRole('button', { name: 'Suspect spend' }));
  await waitFor(() => expect(asked.at(-1)).toEqual(['suspect_cost', 'desc']));
  await waitFor(() => expect(head('Suspect spend').getAttribute('aria-sort')).toBe('descending'));
  fireEvent.click(within(head('Suspect spend')).getByRole('button', { name: 'Suspect spend' }));
  await waitFor(() => expect(asked.at(-1)).toEqual(['suspect_cost', 'asc']));
  fireEvent.click(within(head('Money at risk')).getByRole('button', { name: 'Money at risk' }));
  await waitFor(() => expect(asked.at(-1)).toEqual(['at_risk', 'desc']));
  expect(asked[0]).toEqual([null, null]);
  // What the server cannot sort by is no button.
  expect(within(head('Publisher')).queryByRole('button')).toBeNull();
});
