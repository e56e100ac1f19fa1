import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, person, picture, useBrowser } from './browser.ts';

/** A package of its own: what is asked for here stands on no board of others. */
const SITE = `video-${Date.now().toString(36)}.example`;
const SPOT = fileURLToPath(new URL('../../demo/data/spot.mp4', import.meta.url));
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const browser = useBrowser();
let page: Page;

beforeAll(async () => {
  page = await browser.as('admin', { viewport: { width: 1440, height: 1000 } });
  const made = await page.request.post('/api/config/package', {
    headers: { authorization: person('admin').token },
    data: { package_name: SITE, package_title: 'Video Shop', platform: 'web', time_zone: 'UTC', currency: 'EUR' },
  });
  expect(made.status()).toBe(200);
}, 120_000);

const total = () => page.getByRole('region', { name: 'Total VAST Requests' });

describe('video ads', () => {
  it('a tracker that was added is listed with a tag that answers VAST and raises the dashboard by one [VAST-ROUTE-02] [VAST-ROUTE-03] [VAST-ROUTE-05]', async () => {
    await page.goto(`/web/vast/tracker?package=${SITE}`);
    await page.getByText('No tracker yet.').waitFor();
    await page.getByRole('link', { name: 'Add tracker' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Add VAST Tracker' }).waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Spring spot');
    await page.getByRole('textbox', { name: 'Campaign' }).fill('Spring');
    await page.getByLabel('Address of the tag inside').fill('https://ads.example/vast.xml?cb=%%CACHEBUSTER%%');
    await picture(page, 'vast-tracker-add');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Spring spot' });
    const tag = (await row.locator('code').textContent()) ?? '';
    await picture(page, 'vast-trackers');
    await page.goto(`/vast/dashboard?package=${SITE}`);
    await total().getByText('0', { exact: true }).waitFor();
    const { pathname } = new URL(tag);
    const headers = { 'user-agent': CHROME, 'x-forwarded-for': '84.160.1.7' };
    const answer = await page.request.get(`${pathname}?vid=video-7`, { headers });
    expect([answer.status(), (await answer.text()).includes('<VASTAdTagURI>https://ads.example/vast.xml')]).toEqual([
      200,
      true,
    ]);
    await expect
      .poll(
        async () => {
          await page.reload();
          return total().textContent();
        },
        { timeout: 30_000, interval: 1_000 },
      )
      .toContain('1');
    await picture(page, 'vast-dashboard');
    await expectAccessible(page);
  });

  it('a video stands on its own dashboard, and the embedded one is ours where none is configured [VAST-ROUTE-06] [VAST-ROUTE-08]', async () => {
    await page.goto(`/web/vast/video-analysis-dashboard?package=${SITE}`);
    await page.getByRole('row').filter({ hasText: 'video-7' }).waitFor();
    await page.getByText('No player reported an error.').waitFor();
    await picture(page, 'vast-analysis');
    await page.goto(`/vast/dashboard-integrate?package=${SITE}`);
    await total().getByText('1', { exact: true }).waitFor();
  });

  it('columns say what they mean to a pointer and to the keyboard [VAST-UI-01] [VAST-UI-02] [VAST-UI-03] [VAST-UI-04] [VAST-UI-05] [VAST-UI-06] [VAST-UI-07]', async () => {
    await page.goto(`/vast/dashboard?package=${SITE}`);
    const table = page.getByRole('table', { name: 'Campaign summary' });
    for (const [column, words] of Object.entries({
      'Total VAST Requests': 'All requests for a video ad',
      brand_unsafe_placement: 'where the brand may not',
      f_cap_threshold_breached: '3 times per campaign',
      invalid_ivt_request:
        'bots and addresses of data centres, deprecated systems or browsers, and an invalid geography',
      'Total Blocked Requests': 'The sum of brand-unsafe, frequency-cap and invalid (IVT) requests',
      clean_traffic_request: 'minus the blocked ones',
      'Total Impressions': 'began to be shown',
    })) {
      const sign = table.getByRole('columnheader', { name: column }).getByRole('button').last();
      const text = page.getByRole('tooltip').filter({ hasText: words });
      await sign.hover();
      await text.waitFor();
      await page.mouse.move(0, 0);
      await text.waitFor({ state: 'hidden' });
      await sign.focus();
      await text.waitFor();
      await sign.blur();
    }
  });

  it('a tracker is changed in a form that is filled with what is stored [VAST-ROUTE-04]', async () => {
    await page.goto(`/web/vast/tracker?package=${SITE}`);
    const row = page.getByRole('row').filter({ hasText: 'Spring spot' });
    await row.getByText('Spring spot').click();
    await page.getByRole('heading', { level: 1, name: 'Edit VAST Tracker' }).waitFor();
    const values = ['Name', 'Campaign', 'Address of the tag inside'].map((name) =>
      page.getByRole('textbox', { name }).inputValue(),
    );
    expect(await Promise.all(values)).toEqual([
      'Spring spot',
      'Spring',
      'https://ads.example/vast.xml?cb=%%CACHEBUSTER%%',
    ]);
    await page.getByRole('textbox', { name: 'Brand' }).fill('Fizz');
    await page.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Fizz').waitFor();
  });

  it('an uploaded creative stands among the creatives and plays [VAST-ROUTE-01] [VAST-ROUTE-07]', async () => {
    await page.goto(`/web/vast-creative/upload?package=${SITE}`);
    await page.locator('input[type=file]').setInputFiles(SPOT);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('row').filter({ hasText: 'spot' }).first().waitFor();
    await expectAccessible(page);
    await page.getByRole('row').filter({ hasText: 'spot' }).getByText('spot').click();
    const video = page.locator('video');
    await video.waitFor();
    const played = await video.evaluate(async (element: HTMLVideoElement) => {
      element.muted = true;
      await element.play();
      await new Promise((done) => element.addEventListener('timeupdate', done, { once: true }));
      return [element.videoWidth, element.currentTime >= 0, element.error?.message ?? ''];
    });
    expect(played).toEqual([320, true, '']);
    await picture(page, 'vast-creative');
  });

  it('the tester says in words why a tag of somebody else cannot be shown, and no screen scrolls sideways on a phone', async () => {
    await page.goto(`/web/vast/tracker?package=${SITE}`);
    await page.getByRole('button', { name: 'Test a tag' }).first().click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel('Address of the tag').fill('https://127.0.0.1/vast.xml');
    await panel.getByRole('button', { name: 'Test', exact: true }).click();
    await panel.getByText('The address is none of the public web').waitFor();
    await expectAccessible(page);
    await picture(page, 'vast-tag-tester');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const path of ['/vast/dashboard', '/web/vast/tracker/add', '/web/vast/creative', '/web/vast/tracker']) {
      await page.goto(`${path}?package=${SITE}`);
      await page
        .locator('main')
        .getByText(/Total VAST Requests|Frequency cap|spot/)
        .first()
        .waitFor();
      await expectNoSidewaysScroll(page, path);
      await picture(page, `vast${path.replaceAll('/', '-')}-390`);
    }
  });
});
