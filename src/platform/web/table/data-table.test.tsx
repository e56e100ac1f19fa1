// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { writeCookie } from '../cookie.ts';
import { OpenPages } from '../layout/link.tsx';
import { show } from '../testing/render.tsx';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';
import { cutMiddle } from './middle-cut.tsx';

type Publisher = { name: string; clicks: number | null; rate: number };

const rows: Publisher[] = [
  { name: 'north 10', clicks: 5, rate: 0.1 },
  { name: 'north 9', clicks: null, rate: 0.4 },
  { name: 'river', clicks: 4000, rate: 0.2 },
];
const columns: Column<Publisher>[] = [
  { id: 'name', header: 'Publisher', kind: 'text' },
  { id: 'clicks', header: 'Clicks', kind: 'number', href: (row) => `/events?publisher=${row.name}` },
  { id: 'rate', header: 'Rate', kind: 'percent', tone: 'fraud' },
];
const table = (over: Partial<Parameters<typeof DataTable<Publisher>>[0]> = {}) => (
  <DataTable id="t" caption="Publishers" columns={columns} rows={rows} rowKey={(row) => row.name} {...over} />
);
const names = (): string[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent ?? '');

afterEach(() => {
  cleanup();
  writeCookie('columns_t', '');
  writeCookie('row_height', '');
});

describe('a table', () => {
  it('has no link to a page that the menu does not show, and says so', async () => {
    await show(
      <OpenPages value={(path, search) => path !== '/events' || search !== '?publisher=river'}>{table()}</OpenPages>,
    );
    expect(screen.getByRole('link', { name: '5' }).getAttribute('href')).toBe('/events?publisher=north 10');
    expect(screen.queryByRole('link', { name: '4,000' })).toBeNull();
    expect(screen.getByText('4,000').title).toBe('This page is not in your menu');
  });

  it('sorts by click, numbers largest first, nothing always last, and says so', async () => {
    await show(table());
    const head = screen.getByRole('columnheader', { name: /Clicks/ });
    await userEvent.click(screen.getByRole('button', { name: 'Clicks' }));
    expect(names()).toEqual(['river', 'north 10', 'north 9']);
    expect(head.getAttribute('aria-sort')).toBe('descending');
    await userEvent.click(screen.getByRole('button', { name: 'Clicks' }));
    expect(names()).toEqual(['north 10', 'river', 'north 9']);
    expect(head.getAttribute('aria-sort')).toBe('ascending');
  });

  it('has sums under the columns flagged for a total, drawn as their cells are, and none under others [CONST-ENT-01] [CONST-RULE-01]', async () => {
    const flagged: Column<Publisher>[] = columns.map((column) =>
      column.id === 'clicks'
        ? { ...column, total: true }
        : column.id === 'rate'
          ? { ...column, render: (row) => `about ${row.rate}`, total: (all) => `of ${all.length}` }
          : column,
    );
    const foot = () => [...document.querySelectorAll('tfoot td')].map(({ textContent }) => textContent);
    await show(table());
    expect(foot()).toEqual([]);
    cleanup();
    await show(table({ columns: flagged }));
    expect(foot()).toEqual(['Total', '4,005', 'of 3']);
    expect(screen.getByText('about 0.4')).toBeDefined();
    cleanup();
    await show(table({ columns: flagged, total: 9 }));
    expect(foot()[0]).toBe('These rows');
    cleanup();
    await show(table({ columns: flagged, total: 9, totals: { name: '', clicks: 90_000, rate: 0 } }));
    expect(foot()).toEqual(['All rows', '90,000', 'of 1']);
    cleanup();
    await show(table({ columns: flagged, rows: rows.slice(0, 1) }));
    expect(foot()).toEqual([]);
  });

  it('sorts names as people do', async () => {
    await show(table());
    await userEvent.click(screen.getByRole('button', { name: 'Publisher' }));
    expect(names()).toEqual(['north 9', 'north 10', 'river']);
  });

  it('leaves sorting to the server when the server sorts', async () => {
    const onSort = vi.fn();
    await show(table({ onSort, sort: { id: 'rate', desc: true } }));
    await userEvent.click(screen.getByRole('button', { name: 'Rate' }));
    expect(onSort).toHaveBeenCalledExactlyOnceWith({ id: 'rate', desc: false });
    expect(names()).toEqual(['north 10', 'north 9', 'river']);
  });

  it('is walked with the arrow keys and opened with Enter', async () => {
    const onOpen = vi.fn();
    await show(table({ onOpen }));
    screen.getAllByRole('row')[1]?.focus();
    await userEvent.keyboard('{ArrowDown}');
    await vi.waitFor(() => expect(document.activeElement?.getAttribute('data-index')).toBe('1'));
    await userEvent.keyboard('{Enter}');
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(rows[1]);
  });

  it('is opened by one click on a row, but not by its links, by marking its text, or twice by two clicks', async () => {
    const onOpen = vi.fn();
    await show(table({ onOpen }));
    await userEvent.click(screen.getByText('river'));
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(rows[2]);
    await userEvent.click(screen.getByRole('link', { name: '4,000' }));
    expect(onOpen).toHaveBeenCalledTimes(1);
    getSelection()?.selectAllChildren(screen.getByText('north 9'));
    fireEvent.click(screen.getByText('north 9'));
    expect(onOpen).toHaveBeenCalledTimes(1);
    getSelection()?.removeAllRanges();
    await userEvent.dblClick(screen.getByText('north 9'));
    expect(onOpen).toHaveBeenCalledTimes(2);
  });

  it('ticks rows by their boxes and by Space, without opening them', async () => {
    const onOpen = vi.fn();
    const toggle = vi.fn();
    const toggleAll = vi.fn();
    const picking = {
      picked: new Set(['river']),
      toggle,
      toggleAll,
      label: (id: string) => `Pick ${id}`,
      labelAll: 'All',
    };
    await show(table({ onOpen, picking }));
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Pick river' }).checked).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Pick north 9' }));
    screen.getAllByRole('row')[1]?.focus();
    await userEvent.keyboard(' ');
    expect(toggle.mock.calls).toEqual([['north 9'], ['north 10']]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'All' }));
    expect(toggleAll).toHaveBeenCalledOnce();
    expect(onOpen).not.toHaveBeenCalled();
  });

  it('remembers for all tables whether rows are compact', async () => {
    await show(table());
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    await userEvent.click(screen.getByRole('switch', { name: 'Compact rows' }));
    cleanup();
    await show(table({ id: 'other' }));
    expect(screen.getByRole('table').getAttribute('data-density')).toBe('compact');
  });

  it('makes numbers links to their rows and shows a dash for nothing', async () => {
    await show(table());
    expect(screen.getByRole('link', { name: '4,000' }).getAttribute('href')).toBe('/events?publisher=river');
    expect(screen.getByText('–')).toBeDefined();
  });

  it('remembers the chosen columns and keeps the first', async () => {
    await show(table());
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Publisher' }).disabled).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Rate' }));
    expect(screen.queryByRole('columnheader', { name: /Rate/ })).toBeNull();
    cleanup();
    await show(table());
    expect(screen.queryByRole('columnheader', { name: /Rate/ })).toBeNull();
  });

  it('without rows says No Data Found, with an exclamation mark where it has pages [ERR-GAP-05]', async () => {
    await show(table({ rows: [] }));
    expect(screen.getByText('No Data Found')).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
    cleanup();
    await show(table({ rows: [], paging: { page: 1, pages: 1, onPage: () => {} } }));
    expect(screen.getByText('No Data Found !')).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('says why it is empty, and offers Retry with the request id after a failure [ERR-MSG-08]', async () => {
    await show(table({ rows: [], empty: { why: 'No import yet' } }));
    expect(screen.getByText('No Data Found')).toBeDefined();
    expect(screen.getByText('No import yet')).toBeDefined();
    cleanup();
    const onRetry = vi.fn();
    await show(
      table({
        error: new ApiError('unavailable', 'The service is busy, please retry', { requestId: 'ab-12' }),
        onRetry,
      }),
    );
    expect(screen.getByRole('alert').textContent).toContain('Request ab-12');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it("that is not the reader's offers no Retry; of a foreign publisher it says so and leads to their own", async () => {
    const onRetry = vi.fn();
    const closed = (code: 'forbidden' | 'foreign_publisher') =>
      table({ error: new ApiError(code, 'No access', { status: 403, requestId: 'ab-12' }), onRetry });
    await show(closed('forbidden'));
    expect(screen.getByRole('alert').textContent).toBe('No access');
    expect(screen.queryByRole('link')).toBeNull();
    cleanup();
    await show(
      closed('foreign_publisher'),
      {},
      '/traffic/events?package=shop&from=2026-01-01&to=2026-01-02&publisher=x',
    );
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('alert').textContent).toContain('It is not one of yours');
    expect(screen.getByRole('link', { name: 'To your publishers' }).getAttribute('href')).toBe(
      '/publisher?package=shop&from=2026-01-01&to=2026-01-02',
    );
  });

  it('says how many of how many it shows', async () => {
    await show(table({ total: 12340 }));
    expect(screen.getByText('3 of 12,340 rows')).toBeDefined();
  });
});

describe('a long name', () => {
  it('keeps its head and its tail', () => {
    expect(cutMiddle('short')).toBe('short');
    const cut = cutMiddle('com.example.publisher.network.placement.0001');
    expect(cut).toBe('com.example.publis…ment.0001');
    expect([...cut]).toHaveLength(28);
  });
});
