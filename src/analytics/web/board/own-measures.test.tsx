// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Board } from '#analytics/contract/board.ts';
import { callsOf } from '#analytics/contract/endpoints.ts';
import type { BoardPage } from '#analytics/contract/pages.ts';
import { TOUCH_BOARD, type TOUCH_MEASURES } from '#analytics/testing/other-datasets.ts';
import { page } from '#platform/contract/page.ts';
import { SelectionProvider } from '#platform/web/layout/selection.tsx';
import { show } from '#platform/web/testing/render.tsx';
import boardTexts from '../i18n/board.en.json' with { type: 'json' };
import fields from '../i18n/fields.en.json' with { type: 'json' };
import { meta, pkg } from '../testing/rows.ts';
import { BoardOf } from './board-page.tsx';

/** Measures without a verdict: touches that cost money, of which some lead to a sale. */
const touches: Board<typeof TOUCH_MEASURES> = {
  ...TOUCH_BOARD,
  widgets: [
    {
      id: 'total',
      title: 'Total',
      shape: 'totals',
      chart: 'tiles',
      measures: ['total', 'converted', 'conversion', 'spend', 'people'],
      extra: ['people'],
    },
    { id: 'days', title: 'By day', shape: 'series', chart: 'stacked', grain: 'date', measures: ['converted'] },
    { id: 'partners', title: 'Partners', shape: 'breakdown', chart: 'bars', by: 'publisher', measures: ['converted'] },
    {
      id: 'campaigns',
      title: 'Campaigns',
      shape: 'breakdown',
      chart: 'donut',
      by: 'campaign',
      measures: ['converted'],
      extra: ['part'],
    },
    { id: 'list', title: 'List', shape: 'table', chart: 'table', by: 'campaign', measures: ['total'], order: 'total' },
  ],
};
const shown: BoardPage = {
  ...page({ id: 'touches', paths: ['/touches'], title: 'Touches', guard: 'menu', historyMonths: 3 }),
  boardId: touches.id,
  layout: 'cards',
  calls: 'data',
};

const touch = (key: string, total: number, converted: number) => ({
  key,
  name: key,
  total,
  converted,
  conversion: total === 0 ? 0 : (100 * converted) / total,
  spend: { EUR: '12.50' },
});
const ROWS: Readonly<Record<string, unknown>> = {
  total: { ...touch('', 400, 30), people: 250, previous: { total: 200, conversion: 5 } },
  days: [
    { ...touch('2026-11-16', 100, 10), date: '2026-11-16' },
    { ...touch('2026-11-17', 300, 20), date: '2026-11-17' },
  ],
  partners: [touch('alpha', 300, 25), touch('beta', 100, 5)],
  campaigns: [
    { ...touch('spring', 200, 24), part: 80 },
    { ...touch('autumn', 200, 6), part: 20 },
  ],
  list: [touch('spring', 200, 24)],
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(layout: BoardPage['layout']): Promise<void> {
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, 'http://localhost');
    if (pathname === '/api/config/color') return Response.json({ status: true, message: 'OK', data: {} });
    const call = callsOf(touches).find(({ endpoint }) => endpoint.path === pathname);
    const answer = {
      status: true,
      message: 'OK',
      meta: { ...meta, previous: { from: '2026-11-08', to: '2026-11-14' } },
      data: ROWS[call?.widget.id ?? ''] ?? [],
      ...(call?.widget.shape === 'table' ? { Total_pages: 1, total: 1 } : {}),
    };
    return Response.json(call ? call.endpoint.response.parse(answer) : { status: true, message: 'OK', data: [] });
  });
  await show(
    <SelectionProvider packages={[pkg]} historyMonths={3} settled>
      <BoardOf board={touches} page={{ ...shown, layout }} />
    </SelectionProvider>,
    { board: boardTexts, fields },
    '/?package=shop.example&from=2026-11-15&to=2026-11-21',
  );
}

/** With one kind of space, which numbers have several of. */
const textOf = (element: Element | null): string => (element?.textContent ?? '').replace(/\s/g, ' ');

const card = (name: string) => within(screen.getByRole('region', { name }));

it('a board of other measures shows its own numbers and none of verdicts', async () => {
  await open('cards');
  await waitFor(() => expect(card('Partners').getByText('alpha')).toBeTruthy());
  await waitFor(() => expect(card('Campaigns').getByText('spring')).toBeTruthy());
  const text = textOf(document.body);
  // Tiles: a count with its part of the whole, a share, money, distinct persons, and the change of what is compared.
  for (const said of ['Converted', '7.5 % of the total', 'Conversion', '€12.50', '250', '+100 %'])
    expect(text).toContain(said);
  expect(card('Partners').getByText('25')).toBeTruthy();
  expect(card('Partners').getByText('8.3 %')).toBeTruthy();
  expect(card('Campaigns').getByText('80.0 %')).toBeTruthy();
  expect(card('Campaigns').getAllByText('30')).toHaveLength(1);
  // Distinct persons are no part of all touches.
  expect(text).not.toContain('62.5 %');
  for (const verdict of ['Fraud', 'Clean', 'Suspect', 'too few']) expect(text).not.toContain(verdict);
});

it('its tables have a column for each measure, by what it is', async () => {
  await open('tabular');
  await waitFor(() => expect(card('List').getByText('spring')).toBeTruthy());
  const heads = card('List')
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  expect(heads).toEqual(['Campaign', 'Total', 'Converted', 'Conversion', 'Spend', 'Change']);
  const row = textOf(card('List').getByText('spring').closest('tr'));
  for (const cell of ['200', '24', '12.0 %', '€12.50']) expect(row).toContain(cell);
});
