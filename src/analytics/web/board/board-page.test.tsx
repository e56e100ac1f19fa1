// @vitest-environment jsdom
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BOARD_CALLS } from '#analytics/contract/endpoints.ts';
import { BOARD_PAGES } from '#analytics/contract/pages.ts';
import type { BoardRow } from '#analytics/contract/rows.ts';
import { SelectionProvider } from '#platform/web/layout/selection.tsx';
import { show } from '#platform/web/testing/render.tsx';
import ui from '../../../platform/web/i18n/ui.en.json' with { type: 'json' };
import emptiness from '../../../traffic/event/web/i18n/ui.en.json' with { type: 'json' };
import board from '../i18n/board.en.json' with { type: 'json' };
import fields from '../i18n/fields.en.json' with { type: 'json' };
import { meta, pkg, row } from '../testing/rows.ts';
import { BoardPage } from './board-page.tsx';

const ADDRESS = '/?package=shop.example&from=2026-11-15&to=2026-11-21';

// A whole board in jsdom takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

type Reply = 'never' | 'refused' | readonly BoardRow[];

interface NetworkOptions {
  colors?: Readonly<Record<string, string>>;
  pages?: number;
  /** The period that rows are compared with. */
  before?: { from: string; to: string };
  /** The answer to whatever `replies` does not name. */
  otherwise?: Reply;
}

/** The network, and nothing else: answers by widget, empty when a test says nothing. */
function network(
  replies: Readonly<Record<string, Reply>>,
  { colors = {}, pages = 1, before, otherwise = [] }: NetworkOptions = {},
): URL[] {
  const asked: URL[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://localhost');
    asked.push(url);
    if (url.pathname === '/api/config/color') return Response.json({ status: true, message: 'OK', data: colors });
    const call = BOARD_CALLS.find(({ endpoint }) => endpoint.path === url.pathname);
    const reply = replies[call?.widget.id ?? ''] ?? otherwise;
    if (reply === 'never') return new Promise<Response>(() => undefined);
    if (reply === 'refused')
      return Response.json(
        { status: false, code: 'refused', message: 'This cannot be done', request_id: 'r-17' },
        { status: 422 },
      );
    const compared = before && url.searchParams.has('compare') ? { previous: before } : {};
    const head = { status: true, message: 'OK', meta: { ...meta, ...compared } };
    if (call?.widget.shape === 'totals')
      return Response.json({ ...head, data: reply[0] ?? row({ total: 0, fraud: 0 }) });
    return Response.json({ ...head, data: reply, Total_pages: pages, total: reply.length });
  });
  return asked;
}

async function open(id: string, address = ADDRESS) {
  await enter(id, address);
  await userEvent.click(await screen.findByRole('button', { name: 'Open all' }));
}

/** As somebody comes who has not opened any section. */
async function enter(id: string, address = ADDRESS) {
  const page = BOARD_PAGES.find((one) => one.id === id);
  if (!page) throw new Error(`no page ${id}`);
  await show(
    <SelectionProvider packages={[pkg]} historyMonths={3} settled>
      <BoardPage page={page} />
    </SelectionProvider>,
    { board, fields, ui: { ...ui, ...emptiness } },
    address,
  );
}

/** As somebody who never opened one. */
const forgetSections = (): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  document.cookie = 'board_sections=; max-age=0';
};

const card = (name: string) => within(screen.getByRole('region', { name }));
const numbers = (total: number, fraud: number) => {
  const { clean, suspect, clean_percentage, fraud_percentage } = row({ total, fraud });
  return { total, fraud, clean, suspect, clean_percentage, fraud_percentage };
};
const some = [row({ key: 'alpha', total: 100, fraud: 20 }), row({ key: 'beta', total: 50, fraud: 0 })];

afterEach(() => {
  cleanup();
  forgetSections();
  vi.unstubAllGlobals();
});

describe('a board', () => {
  it('asks for what is in a section when somebody opens it, and has it open the next time', async () => {
    const asked = network({ 'channel-wise': some });
    await enter('web-visit');
    const head = () => screen.getByRole('button', { name: 'Campaigns and placements', expanded: false });
    await waitFor(() => expect(card('Publishers').queryByRole('status')).toBeNull());
    const ofSection = () => asked.filter(({ pathname }) => /channel-wise|campaign-wise|placement/.test(pathname));
    expect(ofSection()).toEqual([]);
    expect(screen.queryByRole('region', { name: 'Channels' })).toBeNull();
    await userEvent.click(head());
    await waitFor(() => expect(card('Channels').getByText('alpha')).toBeTruthy());
    cleanup();
    await enter('web-click');
    await waitFor(() => expect(card('Channels').getByText('alpha')).toBeTruthy());
  });

  it('opens the section of the card that a link points at', async () => {
    network({ 'channel-wise': some });
    await enter('web-visit', `${ADDRESS}#channel-wise`);
    await waitFor(() => expect(card('Channels').getByText('alpha')).toBeTruthy());
    expect(screen.queryByRole('region', { name: 'Top clean publishers' })).toBeNull();
  });

  it('says in a sentence how much is fraud, what it cost, what changed on days that are over, and by whom', async () => {
    const previous = { ...numbers(1000, 100), filtered: 0 };
    const whole = row({ total: 1000, fraud: 200, cost_at_risk: { EUR: '12.5' }, previous });
    const risen = row({ key: 'alpha', total: 300, fraud: 150, previous: { ...numbers(300, 50), filtered: 0 } });
    const asked = network(
      { total: [whole], 'publisher-wise': [risen] },
      { before: { from: '2026-11-09', to: '2026-11-14' } },
    );
    await enter('web-visit');
    const said = await waitFor(() => {
      const found = screen.getByText(/^Fraud/, { selector: 'p' });
      expect(found.textContent).toContain('alpha');
      return found;
    });
    expect(said.textContent?.replaceAll(/\s/g, ' ')).toBe(
      'Fraud 20.0 % (19.0 to 21.0), 200 of 1,000 visits, €12.50 at risk; 10.0 points more than the 6 days before (days that are over); most of the change: alpha (+10.0 points).',
    );
    const links = within(said)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links.map(([text]) => text?.replaceAll(/\s/g, ' '))).toEqual([
      '20.0 %',
      '200',
      '1,000',
      '€12.50',
      '10.0 points',
      'alpha',
    ]);
    expect(links.at(-1)?.[1]).toMatch(/^\/traffic\/events\?.*publisher=alpha/);
    expect(links.at(-2)?.[1]).toContain('#date-wise');
    // Today is not over, so what is compared ends yesterday.
    expect(
      asked.find(({ searchParams }) => searchParams.get('compare') === 'previous')?.searchParams.get('toDate'),
    ).toBe('2026-11-20');
  });

  it('claims no share of too few, no change that is chance, and says when nothing came', async () => {
    const sentence = async (whole: BoardRow) => {
      network({ total: [whole] }, { before: { from: '2026-11-09', to: '2026-11-14' } });
      await enter('web-visit');
      const said = await screen.findByText(/ visits| these days/, { selector: 'p' });
      await waitFor(() => expect(said.textContent).toMatch(/ days(\.| before| that)/));
      const text = said.textContent;
      cleanup();
      return text;
    };
    const previous = { ...numbers(1000, 205), filtered: 0 };
    expect(await sentence(row({ total: 20, fraud: 3, previous }))).toBe(
      'Fraud in 3 of 20 visits, too few for a share, no cost reported; too little from the 6 days before to compare (days that are over).',
    );
    expect(await sentence(row({ total: 1000, fraud: 200, previous }))).toContain(
      'no real change from the 6 days before',
    );
    expect(await sentence(row({ total: 0, fraud: 0 }))).toBe('Nothing arrived on these days.');
  });

  it('shows the failure of one call in its own card, with its id and a retry; the others have their rows [APP-UI-01] [ERR-RULE-01]', async () => {
    const asked = network({ 'fraud-category': 'refused', 'top-publisher/clean': some, 'fraud/publisher-wise': some });
    await open('app-install-tabular');
    await waitFor(() => expect(card('Fraud categories').getByRole('alert').textContent).toContain('r-17'));
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(card('Top clean publishers').getByRole('button', { name: 'alpha' })).toBeTruthy();
    expect(card('Fraud by publisher').getByRole('button', { name: 'beta' })).toBeTruthy();
    const before = asked.length;
    await userEvent.click(card('Fraud categories').getByRole('button', { name: 'Retry' }));
    expect(asked.slice(before)).toHaveLength(1);
  });

  it('shows what has arrived while one call is still out, and never emptiness before an answer [WEB-UI-02, WEB-STATE-01]', async () => {
    network({ 'top-publisher/clean': some }, { otherwise: 'never' });
    await open('web-click');
    await waitFor(() => expect(card('Top clean publishers').getByText('alpha')).toBeTruthy());
    expect(card('Fraud categories').getByRole('status')).toBeTruthy();
    expect(screen.queryByText('No Data Found')).toBeNull();
  });

  it('loads, shows its data, and after a failure the error instead of the old data [ERR-STATE-01]', async () => {
    const replies: Record<string, Reply> = { 'top-publisher/clean': 'never' };
    network(replies);
    await open('web-visit');
    const list = () => card('Top clean publishers');
    await waitFor(() => expect(list().getByRole('status')).toBeTruthy());
    cleanup();
    forgetSections();
    replies['top-publisher/clean'] = some;
    await open('web-visit');
    const alpha = await waitFor(() => list().getByRole('button', { name: 'alpha' }));
    expect(list().queryByRole('alert')).toBeNull();
    replies['top-publisher/clean'] = 'refused';
    await userEvent.click(alpha);
    await waitFor(() => expect(list().getByRole('alert').textContent).toContain('This cannot be done'));
    expect(list().queryByText('alpha')).toBeNull();
    expect(list().queryByText('beta')).toBeNull();
  });

  it('says why there is nothing and offers the one thing to do', async () => {
    network({});
    await open('web-visit', `${ADDRESS}&publisher=nobody`);
    const channels = await waitFor(() => card('Channels'));
    await waitFor(() => expect(channels.getByText('No event of this period matches the filters.')).toBeTruthy());
    await userEvent.click(channels.getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(channels.getByText(/^Nothing has arrived for .+ yet\.$/)).toBeTruthy());
  });

  it('filters every card by the name that was clicked, and no longer after another click', async () => {
    const asked = network({ 'top-publisher/clean': some });
    await open('web-visit');
    const alpha = () => card('Top clean publishers').getByRole('button', { name: 'alpha' });
    await waitFor(alpha);
    const latest = (part: string) => asked.filter(({ pathname }) => pathname.endsWith(part)).at(-1)?.searchParams;
    expect(latest('/channel-wise')?.get('publisher')).toBe('all');
    await userEvent.click(alpha());
    await waitFor(() => expect(latest('/channel-wise')?.get('publisher')).toBe('alpha'));
    expect(alpha().getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(alpha());
    // The question without the filter was answered a moment ago and is not asked again.
    await waitFor(() => expect(alpha().getAttribute('aria-pressed')).toBe('false'));
  });

  it('sends dashboard_type for visits and impressions only [WEB-RULE-01]', async () => {
    for (const [id, type] of Object.entries({ visit: 'Visit', impression: 'Impression', click: null, event: null })) {
      for (const page of [`web-${id}`, `web-${id}-landing`]) {
        const asked = network({});
        await open(page);
        const calls = asked.filter(({ pathname }) => BOARD_CALLS.some(({ endpoint }) => endpoint.path === pathname));
        expect(calls.length).toBeGreaterThan(10);
        expect([page, [...new Set(calls.map(({ searchParams }) => searchParams.get('dashboard_type')))]]).toEqual([
          page,
          [type],
        ]);
        cleanup();
        forgetSections();
      }
    }
  });

  it('turns the pages of one table and leaves the other on its first, each by its own parameters [FLT-ENT-03]', async () => {
    const asked = network({ 'publisher-wise': some, 'campaign-wise': some }, { pages: 3 });
    await open('web-visit');
    const latest = (table: string) => {
      const { searchParams } =
        asked.filter(({ pathname }) => pathname.endsWith(table)).at(-1) ?? new URL('http://none');
      return ['pageNo', 'search', 'campageNo', 'campsearch'].map((name) => searchParams.get(name));
    };
    const nextOf = (title: string) => waitFor(() => card(title).getByRole('button', { name: 'Next page' }));
    await userEvent.click(await nextOf('Publishers'));
    await waitFor(() => expect(latest('/publisher-wise')).toEqual(['2', null, null, null]));
    expect(latest('/campaign-wise')).toEqual([null, null, '1', null]);
    const campaigns = (await nextOf('Campaigns')) && card('Campaigns').getByRole('searchbox');
    await userEvent.type(campaigns, 'spring');
    await waitFor(() => expect(latest('/campaign-wise')).toEqual([null, null, '1', 'spring']));
    await userEvent.click(await nextOf('Campaigns'));
    await waitFor(() => expect(latest('/campaign-wise')).toEqual([null, null, '2', 'spring']));
    expect(latest('/publisher-wise')).toEqual(['2', null, null, null]);
  });

  it('paints a category in the colour that is configured for it [WEB-API-37]', async () => {
    const bots = [row({ key: 'bot', total: 100, fraud: 100 })];
    network({ 'fraud-category': bots }, { colors: { bot: '#123456' } });
    await open('web-visit');
    const strokes = () =>
      [...screen.getByRole('region', { name: 'Fraud categories' }).querySelectorAll('circle')].map(
        ({ style }) => style.stroke,
      );
    await waitFor(() => expect(strokes()).toContain('rgb(18, 52, 86)'));
    cleanup();
    forgetSections();
    network({ 'fraud-category': bots });
    await open('web-visit');
    await waitFor(() => expect(strokes()).toHaveLength(2));
    expect(strokes()).not.toContain('rgb(18, 52, 86)');
  });

  it('shows a large figure short with the whole number on hover, and whole with separators in a table [CONST-08]', async () => {
    const many = [row({ key: 'alpha', total: 12_345_678, fraud: 0 })];
    network({ total: many, 'publisher-wise': many });
    await open('web-visit');
    const tile = await waitFor(() => card('Total').getByTitle('12,345,678'));
    expect(tile.textContent).toBe('12.3M');
    await waitFor(() => expect(card('Publishers').getAllByText('12,345,678').length).toBeGreaterThan(0));
    expect(document.body.textContent).not.toContain('12345678');
  });

  it('leads from a number to the events it counted', async () => {
    network({ 'top-publisher/clean': some });
    await open('web-visit');
    const link = await waitFor(() => card('Top clean publishers').getByRole('link', { name: '80' }));
    const target = new URL(link.getAttribute('href') ?? '', 'http://localhost');
    expect(target.pathname).toBe('/traffic/events');
    expect(target.searchParams.get('kind')).toBe('visit');
    expect(target.searchParams.get('publisher')).toBe('alpha');
    expect(target.searchParams.getAll('verdict')).toEqual(['clean', 'suspect']);
  });
});
