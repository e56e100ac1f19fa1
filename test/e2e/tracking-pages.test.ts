import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { person, picture, textOf, useBrowser } from './browser.ts';
import { rowsIn } from './table-rows.ts';
import { REPORTS } from './tracked-reports.ts';

const browser = useBrowser();
/** A package of its own, in which every number is known: what its links brought in a moment, and nothing else. */
const SITE = `tracked-${Date.now().toString(36)}.example`;
const CHROME =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

describe('the pages of the tracking tool', () => {
  let page: Page;
  let firstClick = '';
  const main = () => page.getByRole('main');
  const headers = () => ({ authorization: person('admin').token });
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { headers: headers(), data });
    expect([path, answer.status()]).toEqual([path, 200]);
    return (await answer.json()).data;
  };
  const asked = async (path: string) =>
    (await (await page.request.get(`/api/mtrackit/${path}?package_name=${SITE}`, { headers: headers() })).json()).data;
  const campaign = async (name: string, events: object[]) =>
    post('/api/mtrackit/campaign', {
      package_name: SITE,
      campaign_name: name,
      landing_page: 'https://shop.example/start?id={click_id}',
      time_zone: 'UTC',
      currency: 'EUR',
      duplicate_seconds: 0,
      several_conversions: true,
      // What the rules say of six clicks in a second is no part of this.
      signed_only: false,
      protection: { suspect: 'pass', fraud: 'pass' },
      events,
    });
  const click = async (made: { tracking_link: string }, publisher: { key: string }): Promise<string> => {
    const { pathname } = new URL(made.tracking_link);
    const sent = { maxRedirects: 0, headers: { 'user-agent': CHROME, 'x-forwarded-for': '84.160.1.7' } };
    // In force within a second.
    const to = await vi.waitFor(
      async () => {
        const answer = await page.request.get(`${pathname}?p=${publisher.key}`, sent);
        expect(answer.status()).toBe(302);
        return answer.headers()['location'] ?? '';
      },
      { timeout: 10_000, interval: 200 },
    );
    return new URL(to).searchParams.get('id') ?? '';
  };
  /** A click that is not stored yet is told of again. */
  const tell = (made: { postback_secret: string }, id: string, event: string, txid: string) => {
    const query = new URLSearchParams({ click_id: id, event, txid, sec: made.postback_secret });
    return vi.waitFor(async () => expect((await page.request.get(`/t/pb?${query}`)).status()).toBe(200), {
      timeout: 10_000,
      interval: 200,
    });
  };

  beforeAll(async () => {
    page = await browser.as('admin', { viewport: { width: 1920, height: 1000 } });
    await post('/api/config/package', {
      package_name: SITE,
      package_title: 'Tracked Shop',
      platform: 'web',
      time_zone: 'UTC',
      currency: 'EUR',
    });
    const flat = (event: string, payout: string, revenue?: string) => ({
      event,
      payout_model: 'flat',
      payout,
      ...(revenue && { revenue_model: 'flat', revenue }),
    });
    const alpha = await campaign('Alpha', [flat('purchase', '1.25', '3'), flat('signup', '0.5'), flat('refund', '0')]);
    const beta = await campaign('Beta', [flat('lead', '2', '4')]);
    const [north, south] = [
      await post('/api/mtrackit/publisher_add', {
        package_name: SITE,
        name: 'north',
        // No address outside may be called from here: what north would hear is given up at once.
        postback_url: 'https://127.0.0.1/pb?c={click_id}&token=t9',
        postback_events: ['lead'],
      }),
      await post('/api/mtrackit/publisher_add', { package_name: SITE, name: 'south' }),
    ];
    await post('/api/mtrackit/capping', { campaign_id: alpha.id, event: 'purchase', limit: '2' });
    const clicks = [];
    for (const publisher of [north, north, north, south]) clicks.push(await click(alpha, publisher));
    const [first = '', second = '', third = '', fourth = ''] = clicks;
    firstClick = first;
    const lead = await click(beta, north);
    await click(beta, north);
    await tell(alpha, first, 'purchase', 'a');
    await tell(alpha, first, 'purchase', 'a');
    await tell(alpha, second, 'purchase', 'b');
    await tell(alpha, third, 'purchase', 'c');
    await tell(alpha, fourth, 'signup', 'd');
    await tell(beta, lead, 'lead', 'e');
    await tell(beta, lead, 'nonsense', 'f');
    // Clicks and events are among the traffic once a group of them was loaded.
    await vi.waitFor(async () => expect((await asked('fraud_percentage')).total).toBe(11), {
      timeout: 60_000,
      interval: 1_000,
    });
  }, 150_000);

  it('begin with what links brought, cost and earned, and which publisher brought it [TRK-ROUTE-01]', async () => {
    await page.goto(`/mtrackit_dashboard?package=${SITE}`);
    await page.getByRole('heading', { level: 1, name: 'Tracking Dashboard' }).waitFor();
    const { value: fraud } = await asked('fraud_counts');
    for (const [tile, value] of [
      ['Revenue', '€13.00'],
      ['Cost', '€5.00'],
      ['Events', '5'],
      ['Clicks', '6'],
      ['Fraud', String(fraud)],
    ] as const)
      expect([
        tile,
        await textOf(main().getByRole('region', { name: tile, exact: true }).locator('[class*=value]')),
      ]).toEqual([tile, value]);
    const top = main().getByRole('region', { name: 'Top publishers' });
    await expect
      .poll(() => rowsIn(top, ['Publisher', 'Events', 'Clicks', 'Cost', 'Revenue']))
      .toEqual([
        ['north', '4', '5', '€4.50', '€13.00'],
        ['south', '1', '1', '€0.50', '–'],
      ]);
    await picture(page, 'tracking-dashboard');
  });

  it.each(REPORTS.map((report) => [report.path, report.id, report] as const))(
    '%s has the rows of its links, narrowed by a filter as its file is [%s]',
    async (path, _, { columns, rows, narrowed: [filter, value, left] }) => {
      await page.goto(`${path}?package=${SITE}`);
      await expect.poll(() => rowsIn(main(), columns).catch(() => [])).toEqual(rows);
      await page.getByRole('button', { name: 'Filters' }).click();
      const panel = page.getByRole('dialog');
      await panel
        .getByRole('combobox', { name: filter })
        .or(panel.getByRole('textbox', { name: filter }))
        .first()
        .click();
      await page.getByRole('option', { name: value, exact: true }).click();
      await page.keyboard.press('Escape');
      await panel.getByRole('button', { name: /Close/ }).first().click();
      await expect.poll(() => rowsIn(main(), columns).catch(() => [])).toEqual(left);
      await page.getByRole('button', { name: 'Download' }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'CSV' }).click(),
      ]);
      const text = readFileSync(await file.path(), 'utf8').replace(/^\u{FEFF}/u, '');
      const lines = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
      expect(lines).toHaveLength(left.length);
    },
  );

  it('tell how a publisher was told of an event, and tell it once more when asked to', async () => {
    await page.goto(`/mtrackit_postback_report?package=${SITE}`);
    const told = main()
      .getByRole('row')
      .filter({ hasText: 'lead' })
      .getByRole('link', { name: /Waiting|Given up/ });
    await told.click();
    await page.waitForURL(/\/mtrackit_postback_log\?/);
    const columns = ['State', 'Publisher', 'Event', 'Campaign', 'HTTP status', 'Attempts'];
    const given = [['Given up', 'north', 'lead', 'Beta', '–', '1']];
    await expect.poll(() => rowsIn(main(), columns).catch(() => []), { timeout: 30_000 }).toEqual(given);
    const [[address = ''] = []] = await rowsIn(main(), ['Address called']);
    expect(address).toMatch(/^https:\/\/127\.0\.0\.1\/pb\?c=[\w-]+&token=\*\*\*$/);
    await expectAccessible(page);
    await picture(page, 'tracking-postback-log');
    const again = page.waitForResponse((answer) => answer.url().endsWith('/redeliver'));
    await page.getByRole('button', { name: 'Send lead to north again' }).click();
    expect((await again).status()).toBe(200);
    await expect.poll(() => rowsIn(main(), columns).catch(() => []), { timeout: 30_000 }).toEqual(given);
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Sent', exact: true }).click();
    await page
      .getByText('Nothing in these days fits the filters.')
      .or(page.getByText('Nothing fits the search.'))
      .first()
      .waitFor();
  });

  it('list files with their state and what became of each line, and a file that was only checked leaves nothing [TRK-ROUTE-09]', async () => {
    await page.goto(`/mtrackit_uploads?package=${SITE}`);
    await page.getByText('No file has been uploaded yet.').waitFor();
    await page.getByRole('button', { name: 'Upload file' }).first().click();
    const panel = page.getByRole('dialog');
    const text = `click_id,event,txid\n${firstClick},signup,g\n${firstClick},nothing,h\n`;
    await panel
      .locator('input[type=file]')
      .setInputFiles({ name: 'sales.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await panel.getByRole('button', { name: 'Check only' }).click();
    await panel.getByText('Checked, nothing stored: 1 of 2 lines are right').waitFor();
    await panel.getByText('The campaign has no such event').waitFor();
    expect((await asked('events')).value).toBe(5);
    await panel.getByRole('button', { name: 'Check and take' }).click();
    await panel.getByText('Taken: 1 of 2 lines are right').waitFor();
    expect((await asked('events')).value).toBe(6);
    await panel.getByRole('button', { name: /Close/ }).first().click();
    await expect
      .poll(() => rowsIn(main(), ['File', 'State', 'Lines', 'Taken', 'Refused']))
      .toEqual([
        ['sales.csv', 'Taken', '2', '1', '1'],
        ['sales.csv', 'Checked, nothing stored', '2', '1', '1'],
      ]);
    await main().locator('tbody tr').first().getByText('Taken').click();
    await page.getByRole('dialog').getByText('Line 3').waitFor();
  });
});
