import type { Page, Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { addDays } from '#platform/contract/date-range.ts';
import { boardReady, person, textOf, useBrowser } from './browser.ts';
import { APP } from './people.ts';

/** What screens of apps send, looked at on its way to the server. */
const browser = useBrowser();
const today = new Date().toISOString().slice(0, 10);
const RANGE = { from: addDays(today, -28), to: addDays(today, -1) };
const INSTALLS = `/app/dashboard/install?package=${APP}&from=${RANGE.from}&to=${RANGE.to}`;

const asked = (page: Page, path: RegExp): Promise<Request> =>
  page.waitForRequest((request) => path.test(new URL(request.url()).pathname));
const parametersOf = (request: Request) => Object.fromEntries(new URL(request.url()).searchParams);

it('the first call of an app board carries the short payload, all for what is not chosen and Install [APP-ENT-04]', async () => {
  const page = await browser.as('agency');
  const [first] = await Promise.all([asked(page, /^\/api\/v2\/app\/install\/dashboard\//), page.goto(INSTALLS)]);
  expect(parametersOf(first)).toMatchObject({
    app: APP,
    fromDate: RANGE.from,
    toDate: RANGE.to,
    publisher: 'all',
    os_type: 'all',
    campaign_id: 'all',
    vendor_id: 'all',
    region: 'all',
    report_type: 'Install',
  });
  expect((await first.response())?.status()).toBe(200);
});

it('the list of events begins with its first page [APP-RULE-02]', async () => {
  const page = await browser.as('agency');
  await page.goto(`/app/dashboard/event?package=${APP}&from=${RANGE.from}&to=${RANGE.to}`);
  await boardReady(page);
  await page.getByRole('button', { name: 'Filters' }).click();
  const panel = page.getByRole('dialog', { name: 'Advance Search' });
  const [list] = await Promise.all([
    asked(page, /^\/api\/app\/filters\/event$/),
    panel.getByRole('button', { name: 'Event name' }).click(),
  ]);
  expect(parametersOf(list)['page']).toBe('1');
  const response = await list.response();
  const { data = [] }: { data?: string[] } = (await response?.json()) ?? {};
  expect(data.length).toBeGreaterThan(0);
  await panel
    .getByRole('list', { name: 'Event name' })
    .getByText(data[0] ?? '', { exact: true })
    .waitFor();
});

it('a publisher finds its own names with what the server counted of them [APP-GAP-05]', async () => {
  const page = await browser.as('publisher');
  await page.goto(INSTALLS);
  await boardReady(page);
  await page.getByRole('button', { name: 'Filters' }).click();
  const panel = page.getByRole('dialog', { name: 'Advance Search' });
  await panel.getByRole('button', { name: 'Publishers' }).click();
  const list = panel.getByRole('list', { name: 'Publisher' });
  const own = person('publisher').auth.publisher.map(({ publisher_name }) => publisher_name);
  expect(own.length).toBeGreaterThan(0);
  let counted = 0;
  for (const name of own) {
    const counts: number[] = [];
    for (const verdicts of [['clean', 'suspect', 'fraud'], ['clean', 'suspect'], ['fraud']]) {
      const query = new URLSearchParams({ package_name: APP, fromDate: RANGE.from, toDate: RANGE.to });
      for (const [key, value] of [
        ['kind', 'install'],
        ['publisher', name],
        ...verdicts.map((each) => ['verdict', each]),
      ])
        query.append(key ?? '', value ?? '');
      const answer = await page.request.get(`/api/traffic/events?${query}`, {
        headers: { authorization: person('publisher').token },
      });
      counts.push((await answer.json()).total);
    }
    const [total = 0, clean = 0, fraud = 0] = counts.map((count) => count.toLocaleString('en'));
    const row = list.getByRole('listitem').filter({ hasText: name });
    await expect.poll(() => textOf(row)).toContain(`${total} in total, ${clean} clean, ${fraud} fraud`);
    counted += counts[0] ?? 0;
  }
  expect(counted).toBeGreaterThan(0);
});
