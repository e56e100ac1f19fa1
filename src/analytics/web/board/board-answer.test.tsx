// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BoardRow } from '#analytics/contract/rows.ts';
import { ADDRESS, card, enter, forgetSections, network, numbers, some } from '../testing/open-board.tsx';
import { row } from '../testing/rows.ts';

afterEach(() => {
  cleanup();
  forgetSections();
  vi.unstubAllGlobals();
});

describe('the first screen of a board', () => {
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
      'Fraud 20.0 % (17.6 to 22.6), 200 of 1,000 visits, €12.50 at risk; 10.0 percentage points more than the 6 days before (days that are over); most of the change: alpha (+10.0 percentage points).',
    );
    const links = within(said)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links.map(([text]) => text?.replaceAll(/\s/g, ' '))).toEqual([
      '20.0 %',
      '200',
      '1,000',
      '€12.50',
      '10.0 percentage points',
      'alpha',
    ]);
    expect(links.at(-1)?.[1]).toMatch(/^\/traffic\/events\?.*publisher=alpha/);
    expect(links.at(-2)?.[1]).toContain('#date-wise');
    // Today is not over, so what is compared ends yesterday.
    expect(
      asked.find(({ searchParams }) => searchParams.get('compare') === 'previous')?.searchParams.get('toDate'),
    ).toBe('2026-11-20');
  });

  it('compares what the figures compare where a comparison is chosen, and names the period', async () => {
    const previous = { ...numbers(1000, 100), filtered: 0 };
    const whole = row({ total: 1000, fraud: 200, previous });
    const before = { from: '2026-11-08', to: '2026-11-14', until: '15:00' };
    const asked = network({ total: [whole] }, { before });
    await enter('web-visit', `${ADDRESS}&compare=previous`);
    const said = await screen.findByText(/^Fraud/, { selector: 'p' });
    await waitFor(() =>
      expect(said.textContent?.replaceAll(/\s/g, ' ')).toContain(
        '10.0 percentage points more than the period Nov 8 to Nov 14, 15:00',
      ),
    );
    expect(said.textContent).not.toMatch(/days before|days that are over/);
    expect(screen.getAllByText(/Changes against Nov 8 to Nov 14.*to 15:00/)).toHaveLength(1);
    const compared = asked.filter(({ searchParams }) => searchParams.has('compare'));
    expect(new Set(compared.map(({ searchParams }) => searchParams.get('toDate')))).toEqual(new Set(['2026-11-21']));
  });

  it('marks money that is assumed, and names apart what has no rate into the currency of the package', async () => {
    const money = (cost: Record<string, string>, assumed: Record<string, string>) =>
      row({
        total: 1000,
        fraud: 200,
        spend: cost,
        cost_at_risk: cost,
        cost_at_risk_assumed: assumed,
        previous: { ...numbers(1000, 200), filtered: 0 },
      });
    const said = async (whole: BoardRow): Promise<string | undefined> => {
      network({ total: [whole] });
      await enter('web-visit');
      const text = (await screen.findByText(/^Fraud/, { selector: 'p' })).textContent?.replaceAll(/\s/g, ' ');
      const tile = screen.getByRole('region', { name: 'Money at risk' }).textContent?.replaceAll(/\s/g, ' ');
      cleanup();
      vi.unstubAllGlobals();
      return `${text} | ${tile}`;
    };
    const mixed = await said(money({ USD: '99', EUR: '12.5' }, { EUR: '2' }));
    expect(mixed).toContain(', ≈ €12.50 at risk (assumed), and apart from it $99.00 that has no exchange rate to EUR');
    expect(mixed).toContain('≈ €12.50+ $99.00 without a rate to EUR');
    const foreign = await said(money({ USD: '99' }, {}));
    expect(foreign).toContain(', $99.00 at risk (without a rate to EUR)');
    expect(foreign).not.toContain('≈');
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
});
