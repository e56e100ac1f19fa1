import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, picture, textOf, useBrowser } from './browser.ts';

const browser = useBrowser();
const SCAN = '**/api/yt_relevancy/scan';
const HEADERS = ['Keyword', 'Category', 'Title', 'URL', 'Owner', 'Views', 'Length(Seconds)', 'Upload Date', 'Status'];
let page: Page;

const field = (name: string, at = 0, on = page) =>
  on
    .getByRole('group')
    .nth(at)
    .getByRole(name === 'Keyword' ? 'textbox' : 'combobox', { name });
const choose = async (name: string, typed: string, option: string, at = 0, on = page): Promise<void> => {
  await field(name, at, on).fill(typed);
  await on.getByRole('listbox').getByRole('option', { name: option, exact: true }).click();
};
async function fill(at: number, keyword: string, on = page): Promise<void> {
  await choose('Geolocation', 'Ger', 'Germany', at, on);
  await field('Keyword', at, on).fill(keyword);
  await choose('Language', 'Engl', 'English', at, on);
}

beforeAll(async () => {
  page = await browser.page();
});

describe('the quick list, signed out', () => {
  it('says at each field what is missing, adds a row only below a complete one, and removes the one that is meant [QL-ROUTE-01, QL-UI-02, QL-RULE-01, QL-MSG-02, QL-MSG-03, QL-MSG-04, QL-MSG-05, QL-MSG-06]', async () => {
    const sent: unknown[] = [];
    page.on('request', (request) => request.url().endsWith('/scan') && sent.push(request.postDataJSON()));
    await page.goto('/quick-list');
    await page.getByRole('heading', { name: 'Quick list' }).waitFor();
    expect(await page.getByRole('group').count()).toBe(1);
    // The first press out of an empty field counts, though the fault of that field moves the button.
    await field('Keyword').focus();
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await page.getByText('Please select language', { exact: true }).waitFor();
    await page.reload();
    await field('Keyword').focus();
    await field('Keyword').blur();
    await page.getByText('Required', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add row' }).click();
    await page.getByText('Please enter keyword', { exact: true }).waitFor();
    expect(await page.getByRole('group').count()).toBe(1);
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    for (const said of ['Please select geolocation', 'Please enter keyword', 'Please select language'])
      await page.getByText(said, { exact: true }).waitFor();
    await field('Geolocation').fill('Ind');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await page.getByText('Please select geolocation from dropdown first.', { exact: true }).waitFor();
    expect(sent).toEqual([]);
    for (const [at, keyword] of ['first', 'second', 'third'].entries()) {
      if (at > 0) await page.getByRole('button', { name: 'Add row' }).click();
      await fill(at, keyword);
    }
    await page.getByRole('button', { name: 'Remove row 2' }).click();
    await page.route(SCAN, (route) => route.fulfill({ json: [{ message: 'No videos found for these keywords.' }] }));
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'No videos found' }).waitFor();
    const row = { location_code: 2276, language_code: 'en', is_user_registered: 'False' };
    expect(sent).toEqual([
      [
        { ...row, keywords: 'first' },
        { ...row, keywords: 'third' },
      ],
    ]);
    await page.unroute(SCAN);
    await picture(page, 'quick-list');
    const phone = await browser.page({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    await phone.goto('/quick-list');
    await phone.getByLabel('Language').first().selectOption('de');
    await phone.getByRole('button', { name: 'Suchen', exact: true }).waitFor();
    await expectNoSidewaysScroll(phone);
    await expectAccessible(phone, 'quick list');
    await picture(phone, 'quick-list-phone');
  });

  it('goes from idle over "Scanning..." to a table of nine columns with what was answered [QL-UI-01, QL-UI-03, QL-UI-04, QL-STATE-01, QL-MSG-01, QL-CONST-02, QL-GAP-02]', async () => {
    await page.goto('/quick-list');
    const { data } = await (await page.request.get('/api/language-codes?category=yt_relevancy')).json();
    await field('Language').click();
    expect(await page.getByRole('listbox').getByRole('option').allTextContents()).toEqual(
      data.languages.map(({ name }: { name: string }) => name),
    );
    await page.keyboard.press('Escape');
    const places = await (await page.request.get('/api/country-codes?category=yt_relevancy')).json();
    await field('Geolocation').click();
    expect(await page.getByRole('listbox').getByRole('option').allTextContents()).toEqual(
      places.data.countries.map(({ name }: { name: string }) => name),
    );
    await page.keyboard.press('Escape');
    await fill(0, 'pasta');
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(SCAN, async (route) => {
      await held;
      await route.continue();
    });
    const answered = page.waitForResponse('**/api/yt_relevancy/scan');
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    const busy = page.getByRole('button', { name: 'Scanning...', exact: true });
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    const initiated = page.getByText('Scanning initiated Please wait for some time...', { exact: true });
    expect([await initiated.isVisible(), await page.getByRole('table').count()]).toEqual([true, 0]);
    release();
    const rows = await (await answered).json();
    await page.getByRole('table').waitFor();
    expect([
      await initiated.count(),
      await page.getByRole('button', { name: 'Scan', exact: true }).isEnabled(),
    ]).toEqual([0, true]);
    expect((await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim())).toEqual(HEADERS);
    expect(rows.length).toBe(10);
    expect(await page.getByRole('link', { name: rows[0].video_url, exact: true }).getAttribute('href')).toBe(
      rows[0].video_url,
    );
    await page.getByRole('cell', { name: rows[0].title }).first().waitFor();
    const figure = rows[0].potential_count;
    expect([figure >= 45_000, figure <= 100_000]).toEqual([true, true]);
    await page.getByText(`Potential videos: ${figure.toLocaleString('en')} (estimated)`).waitFor();
    await page.getByRole('button', { name: 'Unsafe: why' }).first().click();
    await page.getByText(/Relevancy \d+\s%, risk \d+\s%/).waitFor();
    await picture(page, 'quick-list-results');
    await expectAccessible(page, 'quick list with results');
    const saved = page.waitForEvent('download');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save exclusion list (2)' }).click();
    const stream = await (await saved).createReadStream();
    const lines = (await text(stream)).trim().split('\r\n');
    const unsafe = rows.filter(({ status }: { status: string }) => status === 'Unsafe');
    expect(lines.slice(1)).toEqual(
      unsafe.map((each: Record<string, string>) => `${each['video_url']},${each['channel_id']}`),
    );
    await page.unroute(SCAN);
  });

  it('shows a message in the place of the table, and a failure until it is closed by mouse or keyboard [QL-MSG-07, QL-MSG-08, ERR-UI-01]', async () => {
    const own = await browser.page();
    await own.clock.install();
    await own.goto('/quick-list');
    await fill(0, 'zeppelin', own);
    const scan = own.getByRole('button', { name: 'Scan', exact: true });
    await scan.click();
    const message = own.getByRole('alert').filter({ hasText: 'No videos found for these keywords.' });
    await message.waitFor();
    expect([
      await message.evaluate((element) => getComputedStyle(element).textAlign),
      await own.getByRole('table').count(),
    ]).toEqual(['center', 0]);
    await own.route(SCAN, (route) => route.abort());
    for (const close of ['mouse', 'keyboard']) {
      await scan.click();
      const toast = own.getByRole('alert').filter({ hasText: 'Something went wrong!' });
      await toast.waitFor();
      expect(await scan.isEnabled()).toBe(true);
      await own.clock.fastForward(61_000);
      expect(await toast.isVisible()).toBe(true);
      const button = toast.getByRole('button', { name: 'Close' });
      if (close === 'mouse') await button.click();
      else await button.press('Enter');
      await toast.waitFor({ state: 'detached' });
    }
    await own.route(SCAN, (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '1800' },
        json: {
          status: false,
          code: 'too_many_requests',
          message: 'Too many requests, please wait',
          error: '',
          request_id: 'x',
        },
      }),
    );
    await scan.click();
    await own.getByRole('main').getByText('Too many requests, please wait 30 minutes', { exact: true }).waitFor();
    expect(await scan.isEnabled()).toBe(false);
    await own.clock.fastForward(60_000);
    await own.getByRole('timer').filter({ hasText: 'Possible again in 29:00' }).waitFor();
    await own.clock.fastForward(1_740_000);
    await own.getByRole('timer').waitFor({ state: 'detached' });
    expect(await scan.isEnabled()).toBe(true);
  });
});

describe('the tools that need no account', () => {
  it('are open signed in as well: by themselves for whose menu lacks them, in the shell for whose menu has them [NAV-GAP-06, QL-ENT-01]', async () => {
    const own = await browser.as('customer');
    await own.goto('/quick-list');
    await own.getByRole('link', { name: 'Open Adsieve' }).waitFor();
    await fill(0, 'coffee', own);
    const sent = own.waitForRequest('**/api/yt_relevancy/scan');
    await own.getByRole('button', { name: 'Scan', exact: true }).click();
    expect((await sent).postDataJSON()[0].is_user_registered).toBe('True');
    await own.getByRole('table').waitFor();
    expect(new URL(own.url()).pathname).toBe('/quick-list');
    await own.route('**/api/user/menu', async (route) => {
      const answer = await route.fetch();
      const { data, ...rest } = await answer.json();
      const [entry] = data;
      await route.fulfill({
        json: { ...rest, data: [...data, { ...entry, page_id: 'own-1', menu_title: 'Quick', route: '/quick-list' }] },
      });
    });
    await own.goto('/quick-list');
    await own.getByRole('navigation').getByRole('link', { name: 'Quick' }).first().waitFor();
    await field('Keyword', 0, own).waitFor();
    expect(await own.getByRole('link', { name: 'Open Adsieve' }).count()).toBe(0);
  });

  it('are a guided scan with the answer of the same call, and plans without a price nobody set [PUB-ROUTE-01, PUB-ROUTE-02, PUB-GAP-01]', async () => {
    const refused: string[] = [];
    const own = await browser.page();
    own.on('response', (answer) => answer.status() === 401 && refused.push(answer.url()));
    await own.goto('/relevancy-demo');
    await own.getByRole('combobox', { name: 'Sample brand' }).click();
    await own.getByRole('option', { name: 'Stillpoint' }).click();
    expect(await own.getByRole('textbox', { name: 'Keyword' }).inputValue()).toBe('yoga');
    const answered = own.waitForResponse('**/api/yt_relevancy/scan');
    await own.getByRole('button', { name: 'Scan', exact: true }).click();
    const shown = await (await answered).json();
    await own.getByRole('table').waitFor();
    const body = [{ location_code: 2840, language_code: 'en', keywords: 'yoga', is_user_registered: 'False' }];
    expect(await (await own.request.post('/api/yt_relevancy/scan', { data: body })).json()).toEqual(shown);
    for (const status of ['Relevant: why', 'Irrelevant: why'])
      await own.getByRole('button', { name: status }).first().waitFor();
    expect(await own.getByRole('main').getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/sign-up');
    await picture(own, 'relevancy-demo');
    await expectAccessible(own, 'relevancy demo');
    for (const path of ['/pricing', '/relevancy-demo', '/quick-list', '/sign-up']) {
      await own.goto(path);
      await own.getByRole('heading', { level: 1 }).waitFor();
      expect(new URL(own.url()).pathname).toBe(path);
    }
    await own.goto('/pricing');
    await own.getByRole('main').getByRole('link', { name: 'Sign up' }).waitFor();
    expect(await textOf(own.getByRole('main'))).not.toMatch(/[$€£]|\d+ ?(USD|EUR)/);
    await picture(own, 'pricing');
    const signedIn = await browser.as('customer');
    await signedIn.goto('/pricing');
    await signedIn.getByRole('main').getByRole('link', { name: 'Sign up' }).waitFor();
    expect(refused).toEqual([]);
  });
});

describe('in the shell', () => {
  it('the scan and the catalogue: a file is looked at, stored, and found [OTH-ROUTE-07]', async () => {
    const own = await browser.as('admin');
    await own.goto('/youtube-relevancy/catalogue');
    const file = 'url,title,language\nhttps://videos.example/e2e,Okapi at dusk,en\nnowhere,Okapi,en\n';
    await own
      .locator('input[type=file]')
      .setInputFiles({ name: 'videos.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await own.getByText(/2 rows: [01] new, [01] known and replaced, 1 faults\. Nothing is stored yet\./).waitFor();
    await own.getByText(/^Row 3, url:/).waitFor();
    await own.getByRole('button', { name: 'Store 1 videos' }).click();
    await own.getByRole('cell', { name: 'Okapi at dusk' }).first().waitFor();
    await picture(own, 'video-catalogue');
    await own.goto('/youtube-relevancy');
    await fill(0, 'okapi', own);
    const sent = own.waitForRequest('**/api/yt_relevancy/scan?package_name=*');
    await own.getByRole('button', { name: 'Scan', exact: true }).click();
    expect((await sent).postDataJSON()[0]).toMatchObject({ keywords: 'okapi', is_user_registered: 'True' });
    await own.getByRole('cell', { name: 'Okapi at dusk' }).first().waitFor();
    // Before them a box for all rows.
    const [box, ...heads] = await own.getByRole('columnheader').allInnerTexts();
    expect([box?.trim(), ...heads.map((text) => text.trim())]).toEqual(['', ...HEADERS]);
    await picture(own, 'youtube-relevancy');
  });
});
