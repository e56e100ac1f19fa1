// @drawn a journey that no requirement names
import { expect, it } from 'vitest';
import { boardReady, person, useBrowser } from './browser.ts';
import { EMPTY_PACKAGE, WEB } from './people.ts';

const browser = useBrowser();

it('says in one line above a page how new the figures of its package are, and in whose zone, for every role', async () => {
  for (const key of ['admin', 'publisher'] as const) {
    const page = await browser.as(key);
    await page.goto(`/web/dashboard/visit?package=${WEB}`);
    await boardReady(page);
    const line = page.getByText('Times in Europe/Berlin').locator('..');
    await line.getByText('Newest event').waitFor();
    const told = await page.request.get(`/api/freshness?package_name=${WEB}`, {
      headers: { authorization: person(key).token },
    });
    const { event_at, late } = (await told.json()).data;
    expect(await line.locator('time').first().getAttribute('datetime')).toBe(event_at);
    expect(late).toEqual([]);
    await line.getByText('Last import').waitFor();
  }
  const page = await browser.as('admin');
  await page.goto(`/web/dashboard/visit?package=${EMPTY_PACKAGE}`);
  await page.getByText('No events yet').waitFor();
});

it('names what is late, and nothing moves when the line comes or cannot be had', async () => {
  const page = await browser.as('admin');
  await page.route('**/api/freshness?*', (route) =>
    route.fulfill({
      json: {
        status: true,
        message: '',
        data: { event_at: '2015-05-20T21:05:00Z', import_at: null, sweep_at: null, importing: 0, late: ['import'] },
      },
    }),
  );
  await page.goto(`/traffic/events?package=${WEB}`);
  await page.getByText('The next import is later than usual').waitFor();
  await page.getByText('Newest event').getByText('2015').waitFor();
  const top = async (): Promise<number | undefined> => (await page.getByRole('main').boundingBox())?.y;
  const known = await top();
  await page.unroute('**/api/freshness?*');
  await page.route('**/api/freshness?*', (route) => route.abort());
  await page.reload();
  await page.getByText('Times in Europe/Berlin', { exact: true }).waitFor();
  expect(await page.getByText('Newest event').count()).toBe(0);
  expect(await top()).toBe(known);
});

it('shows moments of the installation in the zone of the reader, named, with UTC on hover', async () => {
  const page = await browser.as('admin', { timezoneId: 'America/New_York' });
  for (const path of ['/management/audit', '/management/user']) {
    await page.goto(path);
    await page.getByText('Times in your zone, America/New_York').waitFor();
    // Ten to a page, newest first: tests before this one may have made ten of others.
    await page.getByRole('main').getByRole('searchbox').fill('Ada Admin');
    const time = page.locator('main tbody tr', { hasText: 'Ada Admin' }).locator('time').first();
    await time.waitFor();
    const { iso, title, text } = await time.evaluate((element) => ({
      iso: element.getAttribute('datetime') ?? '',
      title: element.getAttribute('title'),
      text: element.textContent,
    }));
    const said = (timeZone: string) =>
      new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso));
    expect([text, title], path).toEqual([said('America/New_York'), `${said('UTC')} UTC`]);
    expect(text).not.toBe(said('UTC'));
  }
});
