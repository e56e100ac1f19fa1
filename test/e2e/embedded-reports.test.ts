import type { FrameLocator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addDays } from '#platform/contract/date-range.ts';
import { expectNoSidewaysScroll, numberIn, person, picture, textOf, useBrowser } from './browser.ts';
import { APP, WEB } from './people.ts';

/** Reports in a frame: what each shows against the same events in the list. */
const browser = useBrowser();
const today = new Date().toISOString().slice(0, 10);
const RANGE = { from: addDays(today, -28), to: addDays(today, -1) };
const IN_RANGE = `from=${RANGE.from}&to=${RANGE.to}`;

async function listed(page: Page, kinds: readonly string[], more: readonly [string, string][] = [], pkg = WEB) {
  const query = new URLSearchParams({ package_name: pkg, fromDate: RANGE.from, toDate: RANGE.to });
  for (const kind of kinds) query.append('kind', kind);
  for (const verdict of ['clean', 'suspect', 'fraud']) query.append('verdict', verdict);
  for (const [name, value] of more) query.append(name, value);
  const answer = await page.request.get(`/api/traffic/events?${query}`, {
    headers: { authorization: person('agency').token },
  });
  expect(answer.status()).toBe(200);
  const { total }: { total: number } = await answer.json();
  return total;
}

const figureIn = async (frame: FrameLocator, label: string): Promise<number> => {
  const value = frame.locator(`section[aria-label="${label}"] [title]`).first();
  await value.waitFor();
  return numberIn((await value.getAttribute('title')) ?? '');
};

const PAGES = [
  {
    path: '/analytics-dashboard/brandsafety',
    title: 'Brand Safety Analytics',
    heading: 'Brand safety',
    kinds: ['impression', 'click_impression', 'vast_request'],
    row: '[WEB-ROUTE-11]',
  },
  {
    path: '/analytics-dashboard/impression',
    title: 'Impression Analytics',
    heading: 'Impressions',
    kinds: ['impression'],
    row: '[WEB-ROUTE-12]',
  },
  {
    path: '/analytics-dashboard/click',
    title: 'Click Analytics',
    heading: 'Clicks',
    kinds: ['click'],
    row: '[WEB-ROUTE-13]',
  },
  { path: '/aws-dashboard', title: 'Embedded Analytics', heading: 'Overview', kinds: [], row: '[WEB-ROUTE-16]' },
] as const;

it.each(PAGES)(
  '$path shows its own report in a frame whose address the server gave $row [WEB-GAP-03] [WEB-GAP-04]',
  async ({ path, title, heading, kinds }) => {
    const page = await browser.as('agency');
    const [generated] = await Promise.all([
      page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/quicksight/generate2'),
      page.goto(`${path}?package=${WEB}&${IN_RANGE}`),
    ]);
    const { data }: { data: { url: string } } = await generated.json();
    const element = page.locator('main iframe');
    await element.waitFor();
    expect(await element.getAttribute('src')).toBe(data.url);
    expect(await textOf(page.getByRole('heading', { level: 1 }))).toBe(title);
    const frame = page.frameLocator('main iframe');
    expect(await textOf(frame.getByRole('heading', { level: 1 }))).toBe(heading);
    expect(await figureIn(frame, 'Total')).toBe(await listed(page, kinds));
    if (heading === 'Brand safety')
      expect(await figureIn(frame, 'Unsafe')).toBe(await listed(page, kinds, [['safety', 'unsafe']]));
    else expect(await figureIn(frame, 'Fraud')).toBeGreaterThan(0);
    // As high as what is in it: one scroll bar.
    await expect
      .poll(async () => {
        const inside = await frame.locator('main').evaluate((main) => main.scrollHeight);
        const { height = 0 } = (await element.boundingBox()) ?? {};
        return Math.abs(height - inside);
      })
      .toBeLessThan(4);
    await picture(page, `embedded${path.replaceAll('/', '-')}`);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  },
);

it('/analytics-dashboard opens the first of its topics [WEB-ROUTE-14] [WEB-GAP-04]', async () => {
  const page = await browser.as('agency');
  await page.goto(`/analytics-dashboard?package=${APP}&${IN_RANGE}`);
  await page.waitForURL((url) => url.pathname === '/analytics-dashboard/brandsafety');
  expect(new URL(page.url()).searchParams.get('package')).toBe(APP);
  expect(await figureIn(page.frameLocator('main iframe'), 'Total')).toBe(
    await listed(page, ['impression', 'click_impression', 'vast_request'], [], APP),
  );
});

it('a report says that it is over once its ticket is, and may stand in no frame but ours', async () => {
  const page = await browser.as('agency');
  const answer = await page.goto('/embedded-report#ticket=over');
  await page.getByRole('alert').getByText('This report is over: ask for it again').waitFor();
  expect(answer?.headers()['content-security-policy']).toContain("frame-ancestors 'self'");
  const other = await page.request.get('/web/dashboard/click');
  expect(other.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
});
