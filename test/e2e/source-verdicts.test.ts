// @drawn a journey that no requirement names
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { numberIn, openEvent, picture, storedValue, textOf, useBrowser } from './browser.ts';
import { type Server, startServer } from './server.ts';

/** A source is confirmed, a later event follows it, it is cleared, and all is taken back: by hand, in the browser. */
const PACKAGE = 'sources.example';
const browser = useBrowser();
let server: Server;
let page: Page;

const clicks = (site: string, day: string, count: number): string =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      kind: 'click',
      ts: `${day}T10:${String(index).padStart(2, '0')}:00Z`,
      publisher: 'Northwind',
      sub_publisher: site,
      ip: `81.2.${site.length}.${index + 1}`,
      user_agent:
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      click_id: `${site}-${day}-${index}`,
    }),
  ).join('\n');

async function importFile(name: string, text: string): Promise<void> {
  await page.goto(`/traffic/import?package=${PACKAGE}`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/x-ndjson', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.locator('section[data-state=done]').waitFor({ timeout: 60_000 });
}

/** Events of a site by verdict, asked of the list of events and not of the page that is tried. */
async function eventsOf(site: string, verdict: string): Promise<number> {
  const query = new URLSearchParams({
    package_name: PACKAGE,
    fromDate: '2026-03-01',
    toDate: '2026-03-31',
    sub_publisher: site,
    verdict,
    limit: '1',
  });
  const authorization = String(await storedValue(page, 'token'));
  return (await (await page.request.get(`/api/traffic/events?${query}`, { headers: { authorization } })).json()).total;
}

const row = (site: string) => page.getByRole('row').filter({ hasText: site });
/** One of the things that can be done with the bad site. */
async function choose(what: string): Promise<void> {
  await row('site-bad').getByRole('button', { name: 'Actions for Northwind / site-bad' }).click();
  await page.getByRole('menuitem', { name: what }).click();
}
async function openSources(state: string): Promise<void> {
  await page.goto(`/traffic/sources?package=${PACKAGE}&from=2026-03-01&to=2026-03-31`);
  await page.getByRole('combobox', { name: 'Verdict of the source' }).click();
  await page.getByRole('option', { name: state }).click();
}

beforeAll(async () => {
  server = await startServer();
  page = await browser.page({ baseURL: server.base });
  await page.goto(server.setupLink);
  await page.getByLabel('Name', { exact: true }).fill('Ada Admin');
  await page.getByLabel('Email').fill('ada@sources.example');
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByRole('button', { name: /Create/ }).click();
  await page.getByLabel('Title').fill('Sources');
  await page.getByLabel('Domain').fill(PACKAGE);
  await page.getByLabel('Time zone').selectOption('UTC');
  await page.getByRole('button', { name: 'Create package' }).click();
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await importFile(
    'first.ndjson',
    `${clicks('site-bad', '2026-03-02', 12)}\n${clicks('site-good', '2026-03-02', 7)}\n`,
  );
}, 120_000);
afterAll(() => server?.stop());

it('a source that is confirmed is fraud in all of its events, and its neighbour is not', async () => {
  await openSources('All');
  await row('site-bad').waitFor();
  await picture(page, 'sources-1-all');
  await choose('Confirm …');
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Confirm as fraudulent' }).click();
  await form.getByText('Please give a reason of at least 3 characters').waitFor();
  await form.getByLabel('Reason').fill('The partner admitted it');
  await picture(page, 'sources-2-confirm');
  await form.getByRole('button', { name: 'Confirm as fraudulent' }).click();
  await page.getByText('Confirmed: 12 events have another verdict now').waitFor();
  // On to the next of the list, without a way back to it.
  await page.getByRole('dialog', { name: 'Confirm as fraudulent: Northwind / site-good' }).waitFor();
  await page.getByText('2 of 2 on this page').waitFor();
  await picture(page, 'sources-2b-next');
  await page.keyboard.press('Escape');
  await expect.poll(() => eventsOf('site-bad', 'fraud')).toBe(12);
  expect(await eventsOf('site-good', 'fraud')).toBe(0);
  expect(await textOf(row('site-bad'))).toContain('The partner admitted it');
  expect(numberIn(await textOf(row('site-bad').getByRole('link', { name: '12' }).last()))).toBe(12);
});

it('an event that comes later is fraud too, and its card says who decided and why', async () => {
  await importFile('later.ndjson', `${clicks('site-bad', '2026-03-09', 3)}\n`);
  expect(await eventsOf('site-bad', 'fraud')).toBe(15);
  await page.goto(`/traffic/events?package=${PACKAGE}&from=2026-03-09&to=2026-03-09&sub_publisher=site-bad`);
  await openEvent(page);
  const why = page.getByRole('region', { name: 'Why this verdict' });
  await why.getByText('A person confirmed that this source is fraudulent: The partner admitted it').waitFor();
  await picture(page, 'sources-3-why');
});

it('cleared, its events are no longer called; Undo and taking back restore what was', async () => {
  await openSources('Confirmed');
  await choose('Clear …');
  await page.getByRole('dialog').getByLabel('Reason').fill('It was the wrong partner');
  await page.getByRole('dialog').getByRole('button', { name: 'Clear of suspicion' }).click();
  await page.getByText('Cleared: 15 events have another verdict now').waitFor();
  expect(await eventsOf('site-bad', 'fraud')).toBe(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('Taken back: 15 events have another verdict now').waitFor();
  expect(await eventsOf('site-bad', 'fraud')).toBe(15);
  await openSources('Confirmed');
  await choose('History');
  const history = page.getByRole('dialog');
  await history.getByText('Taken back by').waitFor();
  expect(await history.locator('li').count()).toBe(2);
  await picture(page, 'sources-4-history');
  await page.keyboard.press('Escape');
  await choose('Take back');
  await expect.poll(() => eventsOf('site-bad', 'fraud')).toBe(0);
});

it('all events of a filter are marked after a preview of what changes, and Undo gives them back', async () => {
  const [fraud, clean] = [await eventsOf('site-bad', 'fraud'), await eventsOf('site-bad', 'clean')];
  await page.goto(`/traffic/events?package=${PACKAGE}&from=2026-03-01&to=2026-03-31&sub_publisher=site-bad`);
  await page.getByRole('button', { name: 'Decide on all' }).click();
  await page.getByRole('menuitem', { name: 'Mark as fraud' }).click();
  const panel = page.getByRole('dialog', { name: 'Mark as fraud' });
  await panel.getByText(`${fraud + clean} events are marked as fraud`).waitFor();
  await panel.getByLabel('Why is it fraud?').fill('The partner admitted all of it');
  await picture(page, 'decide-all');
  await panel.getByRole('button', { name: `Mark ${fraud + clean} events` }).click();
  await page.getByText(`${fraud + clean} events marked as fraud`).waitFor();
  expect(await eventsOf('site-bad', 'fraud')).toBe(fraud + clean);
  await picture(page, 'decide-all-done');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText(`${fraud + clean} marks undone`).waitFor();
  expect([await eventsOf('site-bad', 'fraud'), await eventsOf('site-bad', 'clean')]).toEqual([fraud, clean]);
});

it('from an event to the page of its publisher: what confirming it changes is counted before, and Undo gives it back', async () => {
  const fraudBefore = (await eventsOf('site-bad', 'fraud')) + (await eventsOf('site-good', 'fraud'));
  const all = 22;
  const range = 'from=2026-03-01&to=2026-03-31';
  await page.goto(`/traffic/events?package=${PACKAGE}&${range}&sub_publisher=site-good`);
  await openEvent(page);
  await page.getByRole('link', { name: 'Act on this source' }).click();
  await page.waitForURL((url) => url.pathname === '/publisher/Northwind');
  const verdict = page.getByRole('region', { name: 'Verdict on this publisher' });
  await verdict.getByText('Nobody has decided about this publisher as a whole.').waitFor();
  await verdict.getByRole('button', { name: 'Confirm …' }).click();
  const form = page.getByRole('dialog', { name: 'Confirm as fraudulent: Northwind' });
  const effect = form.getByRole('region', { name: 'What this changes' });
  await effect.getByText(`Events with another verdict: ${all - fraudBefore} of ${all}`).waitFor();
  await effect.getByText(`Click: ${all - fraudBefore} of ${all}`).waitFor();
  await effect.getByText(`updated after closing (events): Mar 2026 (${all - fraudBefore})`).waitFor();
  // From the day of the later three on, it is about these.
  await form.getByLabel('From').fill('2026-03-09');
  await effect.getByText('Events with another verdict: 3 of 3').waitFor();
  await form.getByLabel('From').fill('');
  await effect.getByText(`Events with another verdict: ${all - fraudBefore} of ${all}`).waitFor();
  await form.getByLabel('Reason').fill('All of it was bought');
  await picture(page, 'sources-5-preview');
  await form.getByRole('button', { name: 'Confirm as fraudulent' }).click();
  await page.getByText(`Confirmed: ${all - fraudBefore} events have another verdict now`).waitFor();
  expect((await eventsOf('site-bad', 'fraud')) + (await eventsOf('site-good', 'fraud'))).toBe(all);
  await verdict.getByText('All of it was bought').waitFor();
  await picture(page, 'sources-6-publisher');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText(`Taken back: ${all - fraudBefore} events have another verdict now`).waitFor();
  expect((await eventsOf('site-bad', 'fraud')) + (await eventsOf('site-good', 'fraud'))).toBe(fraudBefore);
  await verdict.getByText('Nobody has decided about this publisher as a whole.').waitFor();
});
