// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BOARD_CALLS } from '#analytics/contract/endpoints.ts';
import { ADDRESS, card, forgetSections, network, open, type Reply, some } from '../testing/open-board.tsx';
import { row } from '../testing/rows.ts';

afterEach(() => {
  cleanup();
  forgetSections();
  vi.unstubAllGlobals();
});

describe('a board', () => {
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
    expect(target.searchParams.getAll('verdict')).toEqual(['clean']);
  });
});
