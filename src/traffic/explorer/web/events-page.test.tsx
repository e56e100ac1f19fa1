// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { SelectionProvider } from '#platform/web/layout/selection.tsx';
import { show } from '#platform/web/testing/render.tsx';
import { EVENT_COLUMNS } from '#traffic/explorer/contract/events-endpoints.ts';
import traffic from '../../event/web/i18n/traffic.en.json' with { type: 'json' };
import why from '../../rules/web/i18n/why.en.json' with { type: 'json' };
import { EventsPage } from './events-page.tsx';
import events from './i18n/events.en.json' with { type: 'json' };

const shop: PackageInfo = {
  package_name: 'shop',
  package_title: 'Shop',
  platform: 'web',
  time_zone: 'UTC',
  currency: 'EUR',
  suspect_counts_as: 'clean',
  demo: false,
  today: '2026-11-20',
};
const row = {
  ...Object.fromEntries(EVENT_COLUMNS.map((name) => [name, ''])),
  row_id: 'e-1',
  ts: '2026-11-19T12:00:00.000Z',
  kind: 'click',
  verdict: 'fraud',
  reason: 'net.datacenter',
  hits: [],
};
const address =
  '/traffic/events?package_name=shop&kind=click&fromDate=2026-11-18&toDate=2026-11-19&reason=net.datacenter&reason=clk.fast';

const other = { ...row, row_id: 'e-2', campaign: 'Autumn' };
const third = { ...row, row_id: 'e-3' };
const detailOf = (id: string) => ({
  data: {
    event: { ...row, row_id: id, user_agent: `agent of ${id}` },
    explanation: null,
    publisher_explanation: null,
    decisions: [],
    money: { amount: null, currency: '', from: 'none', price: null },
    origin: { import_id: 1, file_name: null, record_no: 1 },
  },
});

/** A list of two pages and details, as the server answers them. */
function twoPages(): string[] {
  const asked: string[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string) => {
      asked.push(url);
      const { pathname, searchParams } = new URL(url, 'http://x');
      if (pathname.endsWith('/values'))
        return Response.json({
          data: [
            { value: 'North', events: 7 },
            { value: 'East', events: 2 },
          ],
          more: false,
        });
      if (pathname.endsWith('/related')) return Response.json({ data: [] });
      if (!pathname.endsWith('/events')) return Response.json(detailOf(pathname.split('/').at(-1) ?? ''));
      return Response.json(
        searchParams.has('after')
          ? { data: [third], total: 3, next: null }
          : { data: [row, other], total: 3, next: 'n' },
      );
    }),
  );
  return asked;
}

/** Answers every call alike and remembers what was asked. */
function answer(status: number, body: unknown): string[] {
  const asked: string[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string) => {
      asked.push(url);
      return new Response(JSON.stringify(body), { status });
    }),
  );
  return asked;
}
const open = (path = address) =>
  show(
    <SelectionProvider packages={[shop]} historyMonths={12}>
      <EventsPage />
    </SelectionProvider>,
    { events, traffic, why },
    path,
  );

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the event list', () => {
  it('asks for exactly what the board counted, shows the count, and a chip per filter', async () => {
    const asked = answer(200, { data: [row], total: 3214, next: null });
    await open();
    expect(await screen.findByText('3,214')).toBeTruthy();
    const question = new URL(asked.at(-1) ?? '', 'http://x').searchParams;
    expect(question.get('package_name')).toBe('shop');
    expect(question.get('fromDate')).toBe('2026-11-18');
    expect(question.get('toDate')).toBe('2026-11-19');
    expect(question.getAll('reason')).toEqual(['net.datacenter', 'clk.fast']);
    expect(screen.getByRole('button', { name: 'Remove filter Reason' })).toBeTruthy();
    expect(screen.getByText('Data centre and Fast click')).toBeTruthy();
  });

  it('keeps the field in hand and every letter while the first letters are already searched for', async () => {
    const asked = answer(200, { data: [row], total: 1, next: null });
    await open();
    const field = await screen.findByRole<HTMLInputElement>('searchbox');
    await userEvent.type(field, 'ab');
    await vi.waitFor(() => expect(asked.at(-1)).toContain('search=ab'), { timeout: 3_000 });
    await userEvent.keyboard('c');
    expect(screen.getByRole('searchbox')).toBe(document.activeElement);
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('abc');
    await vi.waitFor(() => expect(asked.at(-1)).toContain('search=abc'), { timeout: 3_000 });
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('abc');
  });

  it('asks for no more than may be searched for, neither by typing nor by an address', async () => {
    const asked = answer(200, { data: [row], total: 1, next: null });
    await open(`${address}&search=${'x'.repeat(300)}`);
    const field = await screen.findByRole<HTMLInputElement>('searchbox');
    expect(field.maxLength).toBe(200);
    const search = () => new URL(asked.at(-1) ?? '', 'http://x').searchParams.get('search');
    await vi.waitFor(() => expect(search()).toBe('x'.repeat(200)));
  });

  it('marks the number of the search before as such while the next one is on its way', async () => {
    let go = (): void => undefined;
    vi.stubGlobal('fetch', async (url: string) => {
      if (url.includes('search=ab')) await new Promise<void>((resolve) => (go = resolve));
      return Response.json({ data: [row], total: url.includes('search=ab') ? 7 : 3214, next: null });
    });
    await open();
    const busy = (number: string) => screen.getByText(number).closest('p')?.getAttribute('aria-busy');
    await screen.findByText('3,214');
    expect(busy('3,214')).toBe('false');
    await userEvent.type(screen.getByRole('searchbox'), 'ab');
    await vi.waitFor(() => expect(busy('3,214')).toBe('true'), { timeout: 3_000 });
    go();
    await screen.findByText('7', { selector: 'strong' });
    expect(busy('7')).toBe('false');
  });

  it('links each row to its reasons under an address of its own', async () => {
    answer(200, { data: [row], total: 1, next: null });
    await open();
    const link = await screen.findByRole('link', { name: /Nov 19, 2026/ });
    expect(link.getAttribute('href')).toContain('event=e-1');
  });

  it('opens a row by one click, steps with j and k across pages, and stops at the ends', async () => {
    twoPages();
    await open();
    await userEvent.click(await screen.findByText('Autumn'));
    expect(await screen.findByText('agent of e-2')).toBeTruthy();
    expect(screen.getByText('2 of 3')).toBeTruthy();
    await userEvent.keyboard('j');
    expect(await screen.findByText('agent of e-3')).toBeTruthy();
    expect(screen.getByRole('button', { name: /Next event/ }).getAttribute('aria-disabled')).toBe('true');
    await userEvent.keyboard('j');
    await userEvent.click(screen.getByRole('button', { name: /Previous event/ }));
    await userEvent.keyboard('k');
    expect(await screen.findByText('agent of e-1')).toBeTruthy();
    expect(screen.getByText('1 of 3')).toBeTruthy();
  });

  it('begins with time, verdict, reason, publisher and cost, whatever the kind', async () => {
    answer(200, { data: [row], total: 1, next: null });
    await open();
    const heads = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent);
    expect(heads.slice(0, 5)).toEqual(['Time', 'Verdict', 'Reason', 'Publisher', 'Cost']);
    expect(heads).not.toContain('Kind');
  });

  it('filters by values that are offered with their counts, also by what they are not', async () => {
    const asked = twoPages();
    await open();
    await screen.findByText('Autumn');
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await userEvent.click(await screen.findByRole('combobox', { name: 'Field' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Publisher' }));
    await userEvent.click(screen.getByRole('radio', { name: 'is not' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search values' }), 'eas');
    expect(screen.queryByRole('checkbox', { name: /North ?7/ })).toBeNull();
    await userEvent.click(await screen.findByRole('checkbox', { name: /East ?2/ }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Filter' }));
    await vi.waitFor(() => expect(asked.at(-1)).toContain('not=publisher%3AEast'));
    expect(screen.getByRole('button', { name: 'Publisher is not East' })).toBeTruthy();
  });

  it('says why it is empty and offers to clear the filters', async () => {
    answer(200, { data: [], total: 0, next: null });
    await open();
    expect(await screen.findByText('No event of this period passes these filters.')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Clear filters' }).length).toBeGreaterThan(0);
  });

  it('shows a failure with its request id and Retry', async () => {
    answer(422, { status: false, code: 'refused', message: 'No.', request_id: 'r-9' });
    await open();
    expect(await screen.findByText('Request r-9')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });
});
