import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, person, picture, useBrowser } from './browser.ts';

/** A package of its own: what is counted here stands on no board of others. */
const SITE = `brand-${Date.now().toString(36)}.example`;
const DAY = 86_400_000;
const day = (back: number): string => new Date(Date.now() - back * DAY).toISOString().slice(0, 10);
const NAMES: Readonly<Record<string, string>> = {
  'Video outside of YouTube': 'T-nonyt',
  'YouTube video': 'T-yt',
  'Video by VAST': 'T-vast',
  'Display ad': 'T-display',
  'Display ad in a measured frame': 'T-frame',
};
const browser = useBrowser();
let page: Page;

beforeAll(async () => {
  page = await browser.as('admin', { viewport: { width: 1440, height: 1000 } });
  const made = await page.request.post('/api/config/package', {
    headers: { authorization: person('admin').token },
    data: { package_name: SITE, package_title: 'Brand Shop', platform: 'web', time_zone: 'UTC', currency: 'EUR' },
  });
  expect(made.status()).toBe(200);
}, 120_000);

const open = (path: string) => page.goto(`${path}${path.includes('?') ? '&' : '?'}package=${SITE}`);
const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();

describe('brand relevancy', () => {
  it('a requirement is added, listed, changed, and its keywords alone with their history [LAY-UI-35] [LAY-UI-36] [BR-ROUTE-01] [BR-ROUTE-03] [BR-ROUTE-07] [BR-ROUTE-08]', async () => {
    await open('/brand-relevancy/brief-config');
    await title('Requirement');
    await page.getByText('No requirement yet').waitFor();
    await page.getByRole('link', { name: 'Add requirement' }).first().click();
    await title('Add Requirement');
    await save();
    await page
      .getByText('Please name the campaign')
      .or(page.getByText(/Campaign name/))
      .first()
      .waitFor();
    await field('Campaign name').fill('Spring');
    await field('Brand').fill('Fizz');
    await page.getByLabel('Keywords', { exact: true }).first().fill('surf,beach,');
    await page.getByLabel('First day').fill(day(400));
    await page.getByLabel('Last day').fill(day(-30));
    await picture(page, 'brand-requirement-add');
    await expectAccessible(page);
    await save();
    await expect.poll(() => row('Spring').textContent()).toContain('surf, beach');
    await picture(page, 'brand-requirements');
    await row('Spring').getByText('Spring').click();
    await title('Edit Requirement');
    expect(await field('Brand').inputValue()).toBe('Fizz');
    await field('Category').fill('Drinks');
    await save();
    await row('Spring').getByText('Drinks').waitFor();
    await open('/brand-relevancy/keyword-manipulation');
    await page
      .getByRole('combobox', { name: 'Requirement' })
      .or(page.getByPlaceholder('Choose a requirement'))
      .first()
      .click();
    await page.getByRole('option', { name: 'Spring' }).click();
    await page.getByLabel('Keywords', { exact: true }).first().fill('waves,');
    await field('Reason').fill('More of them');
    await save();
    await row('More of them').getByText('waves').waitFor();
    await expectAccessible(page);
    await picture(page, 'brand-keywords');
  });

  it('an output is uploaded with its rows, counted on a dashboard of twelve months, and saved as lists [BR-ROUTE-02] [BR-ROUTE-04] [BR-ROUTE-05] [FLT-CONST-04]', async () => {
    await open('/brand-relevancy/acknowledgement');
    await page.getByRole('button', { name: 'Upload output' }).first().click();
    const panel = page.getByRole('dialog');
    const file = `url,title,day,verdict,spend,relevancy\nhttps://youtu.be/abcdefghi01,Surf school,${day(1)},safe,1.5,0.9\nhttps://youtu.be/abcdefghi02,Storm,${day(2)},unsafe,2,0.3\n`;
    await panel
      .locator('input[type=file]')
      .setInputFiles({ name: 'output.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await panel.getByRole('button', { name: 'Upload', exact: true }).click();
    await panel.getByText('1 of 2 rows accepted.').waitFor();
    await panel.getByRole('row').filter({ hasText: 'Surf school' }).waitFor();
    await picture(page, 'brand-output');
    await expectAccessible(page);
    await open('/brand-relevancy/dashboard');
    const tile = (name: string) => page.getByRole('region', { name, exact: true });
    await tile('Places checked').getByText('2', { exact: true }).waitFor();
    await tile('Spend on unsafe').getByText('€2.00').waitFor();
    for (const card of ['By day', 'By day of upload', 'By relevancy', 'By campaign', 'Totals of campaigns'])
      await tile(card).first().waitFor();
    await picture(page, 'brand-dashboard');
    await expectAccessible(page);
    const history = (from: string) => open(`/brand-relevancy/dashboard?from=${from}&to=${day(1)}`);
    await history(day(360));
    await tile('Places checked').getByText('2', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('from')).toBe(day(360));
    await open('/brand-relevancy/downloads');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save Spring_INCLUSION.csv' }).click();
    expect((await saved).suggestedFilename()).toBe('Spring_INCLUSION.csv');
    await picture(page, 'brand-downloads');
  });

  it('DV entries are added and changed on their own pages [BR-ROUTE-06] [BR-ROUTE-09] [BR-ROUTE-10] [BR-UI-01]', async () => {
    await open('/brand-relevancy/dv-table');
    await page.getByRole('link', { name: 'Add tracker' }).first().click();
    await title('Add DV Tracker Entry');
    await field('Name').fill('Entry one');
    await field('Advertiser').fill('Fizz');
    await field('Campaign').fill('Spring');
    await field('Click URL').fill('https://shop.example/start');
    await save();
    await row('Entry one').getByRole('button', { name: 'Actions of Entry one' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await title('Edit DV Tracker Entry');
    expect(await field('Click URL').inputValue()).toBe('https://shop.example/start');
    await field('Advertiser').fill('Fizz Zero');
    await save();
    await row('Entry one').getByText('Fizz Zero').waitFor();
  });

  it('each kind of tracker has its form and stands in its list with its own tag; default_page opens its step [BR-ROUTE-11] [BR-ROUTE-12] [BR-ROUTE-13] [BR-ROUTE-14] [BR-ROUTE-15] [BR-ROUTE-16] [BR-ROUTE-18] [BR-ROUTE-19] [BR-ROUTE-20] [BR-GAP-04]', async () => {
    await open('/dvtrackers/video/add/nonyt/creative');
    await page.getByLabel('Duration in seconds').waitFor();
    await open('/dvtrackers/video/add/nonyt/unknown');
    await field('Advertiser').waitFor();
    await picture(page, 'dv-steps');
    const choices = {
      'Video outside of YouTube': '/d/i/',
      'YouTube video': '/d/i/',
      'Video by VAST': '/vast/',
      'Display ad': '<img',
      'Display ad in a measured frame': '<script',
    };
    for (const [choice, tag] of Object.entries(choices)) {
      await open('/dvtrackers/new');
      await page
        .getByRole('link')
        .filter({ has: page.getByText(choice, { exact: true }) })
        .click();
      await field('Name').fill(NAMES[choice] ?? '');
      await field('Advertiser').fill('Fizz');
      await field('Campaign').fill('Spring');
      await page.getByRole('button', { name: 'Next' }).click();
      if (choice === 'Video by VAST') await field('Address of the tag inside').fill('https://ads.example/vast.xml');
      await page.getByRole('button', { name: 'Next' }).click();
      if (choice === 'YouTube video') await page.getByText('YouTube calls pixels of approved vendors only').waitFor();
      await field('Click URL').fill('https://shop.example/start');
      await save();
      const listed = row(NAMES[choice] ?? '').filter({ hasText: choice });
      expect(await listed.locator('code').textContent()).toContain(tag);
    }
    await picture(page, 'dv-display');
    await open('/dvtrackers');
    await page.getByRole('link').filter({ hasText: '4' }).first().waitFor();
    await expectAccessible(page);
    await picture(page, 'dv-trackers');
  });

  it('a tracker is changed in its steps, and a test of a measured frame records that it was shown and seen [BR-ROUTE-17] [BR-ROUTE-21]', async () => {
    for (const [list, name, heading] of [
      ['video', 'T-yt', 'Edit Video Tracker'],
      ['display', 'T-frame', 'Edit Display Tracker'],
    ] as const) {
      await open(`/dvtrackers/${list}`);
      await page.getByRole('button', { name: `Actions of ${name}`, exact: true }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await title(heading);
      expect(await field('Name').inputValue()).toBe(name);
      await field('Advertiser').fill('Fizz Zero');
      await page.locator('main').getByText('Tracking', { exact: true }).click();
      await save();
      await row(name).getByText('Fizz Zero').waitFor();
    }
    await row('T-frame').getByText('T-frame').first().click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('button', { name: 'Test: Measured frame' }).click();
    const hits = panel.getByRole('table', { name: 'Recorded hits' });
    await hits.getByText('Impression', { exact: true }).waitFor({ timeout: 20_000 });
    await hits.getByText('Viewable', { exact: true }).waitFor({ timeout: 20_000 });
    await expectAccessible(page);
    await picture(page, 'dv-tags');
  });

  it('a measured frame is seen where it stands open, grows or fades in, and neither in a pixel nor behind nothing', async () => {
    const listed = await page.request.get(`/api/v2/br/dv360/get/?package_name=${SITE}&search=T-frame`, {
      headers: { authorization: person('admin').token },
    });
    const [{ tags }] = (await listed.json()).data;
    const address = tags.find(({ label }: { label: string }) => label === 'frame').url;
    const ad = `<script src="${address}" data-width="300" data-height="250"></script>`;
    const place = (style: string, more = '') =>
      `<div style="width:300px;height:250px;${style}" id="ad">${ad}</div>${more}`;
    const later = (change: string) => `<script>setTimeout(() => { ${change} }, 300)</script>`;
    const seen: Record<string, boolean> = {};
    for (const [name, html] of Object.entries({
      open: place(''),
      grows: place('height:0', later("ad.style.height = '250px'")),
      fades: place('opacity:0', later('ad.style.opacity = 1')),
      pixel: place('width:1px;height:1px'),
      nothing: place('width:0;height:0'),
      clear: `<div style="opacity:0">${place('')}</div>`,
      frame: '<iframe width="1" height="1" src="/page-of-an-ad/inner"></iframe>',
    })) {
      const shown = await browser.page();
      const told: string[] = [];
      shown.on('request', (request) => told.push(request.url()));
      await shown.route('**/page-of-an-ad/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: route.request().url().endsWith('inner') ? place('') : html }),
      );
      await shown.goto('/page-of-an-ad/');
      await expect.poll(() => told.some((url) => url.includes('/impression'))).toBe(true);
      const isSeen = () => told.some((url) => url.includes('/viewable'));
      if (['open', 'grows', 'fades'].includes(name)) await expect.poll(isSeen).toBe(true);
      else await shown.waitForTimeout(1_500);
      seen[name] = isSeen();
      const { searchParams: said } = new URL(told.find((url) => url.includes('/impression')) ?? '');
      // However large what stands in a frame: one of a pixel shows a pixel, and that is told.
      expect([name, said.get('w'), said.get('h')]).toEqual([name, ...(name === 'frame' ? ['1', '1'] : [null, null])]);
      await shown.close();
    }
    expect(seen).toEqual({
      open: true,
      grows: true,
      fades: true,
      pixel: false,
      nothing: false,
      clear: false,
      frame: false,
    });
  });

  it('a measured frame of another site tells what the browser says of what lies over it, and is viewable all the same', async () => {
    const listed = await page.request.get(`/api/v2/br/dv360/get/?package_name=${SITE}&search=T-frame`, {
      headers: { authorization: person('admin').token },
    });
    const [{ tags }] = (await listed.json()).data;
    const address = tags.find(({ label }: { label: string }) => label === 'frame').url;
    const ad = `<body style="margin:0"><div style="height:250px"><script src="${address}"></script></div></body>`;
    const box = '<div style="position:absolute;top:0;left:0;width:320px;height:270px;background:white"></div>';
    const frame = (style = '') =>
      `<iframe src="${inner}" width="300" height="250" style="border:0;position:absolute;top:0;left:0;${style}"></iframe>`;
    // Pages of a server and not of the test: made-up ones may not load what lies on this machine.
    const pages = createServer(({ url = '' }, answer) =>
      answer.setHeader('content-type', 'text/html').end(shownAt[url.slice(1)] ?? ad),
    ).listen(0);
    const port = await new Promise((done) => pages.once('listening', () => done(Object(pages.address()).port)));
    const inner = `http://localhost:${port}/inner`;
    const shownAt: Record<string, string> = {
      bare: frame(),
      box: frame() + box,
      filtered: frame('filter:opacity(0)'),
      transparent: frame('opacity:0'),
    };
    const told: Record<string, string | null> = {};
    for (const name of Object.keys(shownAt)) {
      const shown = await browser.page();
      const viewable = shown.waitForRequest(/\/viewable\?/);
      await shown.goto(`http://127.0.0.1:${port}/${name}`);
      told[name] = new URL((await viewable).url()).searchParams.get('iv');
      await shown.close();
    }
    pages.close();
    expect(told).toEqual({ bare: '1', box: '0', filtered: '0', transparent: '0' });
  });

  it('no screen of it scrolls sideways on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const [path, words] of [
      ['/brand-relevancy/brief-config', 'Spring'],
      ['/brand-relevancy/dashboard', 'Places checked'],
      ['/dvtrackers/new', 'Display ad'],
      ['/dvtrackers/video', 'T-yt'],
    ] as const) {
      await open(path);
      await page.locator('main').getByText(words).first().waitFor();
      await expectNoSidewaysScroll(page, path);
      await picture(page, `${path.slice(1).replaceAll('/', '-')}-390`);
    }
  });
});
