import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths } from '#platform/contract/date-range.ts';
import {
  boardReady,
  card,
  choosePackage,
  figure,
  picture,
  storedValue,
  textOf,
  useBrowser,
  withAllSections,
} from './browser.ts';
import { EMPTY_PACKAGE, WEB } from './people.ts';

const browser = useBrowser();
const VISITS = `/web/dashboard/visit?package=${WEB}`;

/** Requests for data that leave while something is done, until the board stands again. */
async function dataRequests(page: Page, act: () => Promise<unknown>): Promise<URL[]> {
  const seen: URL[] = [];
  const note = (request: { url(): string }): void => {
    const url = new URL(request.url());
    if (url.pathname.includes('/dashboard/') && url.pathname.startsWith('/api/')) seen.push(url);
  };
  page.on('request', note);
  await act();
  await expect.poll(() => seen.length, { timeout: 20_000 }).toBeGreaterThan(0);
  await boardReady(page);
  page.off('request', note);
  return seen;
}

const addressOf = (page: Page): URL => new URL(page.url());
const inPicker = (iso: string): string => iso.split('-').reverse().join('/');
const rangeButton = (page: Page) => page.getByRole('button', { name: /Date range/ });

/** Counts the pictures in which the events of another package stand under a title that was chosen, not only typed. */
async function watchFrames(page: Page, title: string): Promise<() => Promise<number>> {
  const seen = await page.evaluateHandle((name) => {
    const count = { mixed: 0 };
    const look = (): void => {
      const field = document.querySelector<HTMLInputElement>('input[aria-label=Package]');
      const isChosen = field?.value === name && !field.hasAttribute('data-expanded');
      const times = [...document.querySelectorAll('main tbody tr')].filter((row) =>
        /\d{2}:\d{2}/.test(row.textContent ?? ''),
      );
      if (isChosen && times.length > 0) count.mixed++;
      requestAnimationFrame(look);
    };
    look();
    return count;
  }, title);
  return () => seen.evaluate(({ mixed }) => mixed);
}

describe('package and address', () => {
  it('a chosen package is stored and every widget asks again with its name [LAY-UI-04]', async () => {
    const page = await browser.as('admin');
    await page.goto(VISITS);
    await boardReady(page);
    expect(await figure(page, 'Total')).toBeGreaterThan(0);
    const widgets = await page.locator('main section[aria-labelledby]').count();
    const seen = await dataRequests(page, async () => {
      await choosePackage(page, 'Nothing Yet');
      await page.waitForURL((url) => url.searchParams.get('package') === EMPTY_PACKAGE);
    });
    expect(new Set(seen.map((url) => url.searchParams.get('package_name')))).toEqual(new Set([EMPTY_PACKAGE]));
    expect(new Set(seen.map((url) => url.pathname)).size).toBeGreaterThanOrEqual(widgets);
    expect(await storedValue(page, 'selectedPackage')).toBe(EMPTY_PACKAGE);
    expect(await storedValue(page, 'dpackage')).toBe(WEB);
    await page.getByText('No Data Found').first().waitFor();
  });

  it('events and numbers of a package never stand under the name of another, however slow the answers are [ERR-STATE-02]', async () => {
    const page = await browser.as('admin');
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(new RegExp(`package_name=${EMPTY_PACKAGE}`), async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`/traffic/events?package=${WEB}`);
    const rows = page.locator('main tbody tr');
    await rows.first().waitFor();
    // As slow as the machines of others: what is one moment here is seen there.
    const machine = await page.context().newCDPSession(page);
    await machine.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const mixed = await watchFrames(page, 'Nothing Yet');
    await choosePackage(page, 'Nothing Yet');
    await page.waitForURL((url) => url.searchParams.get('package') === EMPTY_PACKAGE);
    await expect.poll(() => page.getByLabel('Package').first().inputValue()).toBe('Nothing Yet');
    expect(await rows.filter({ hasText: /\d{2}:\d{2}/ }).count()).toBe(0);
    expect(await mixed()).toBe(0);
    await machine.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    expect((await page.locator('main p[aria-live] strong').allTextContents()).join()).not.toMatch(/\d/);
    await page.goto(VISITS);
    await boardReady(page);
    await choosePackage(page, 'Nothing Yet');
    await page.waitForURL((url) => url.searchParams.get('package') === EMPTY_PACKAGE);
    await page.locator('main [role=status][aria-label=Total]').waitFor();
    expect(await page.locator('main section[aria-label=Total]').count()).toBe(0);
    answer();
    await page.getByText('No Data Found').first().waitFor();
  });

  it('a reload shows the same view, and two tabs with different packages do not fight', async () => {
    const page = await browser.as('admin');
    await page.goto(VISITS);
    await boardReady(page);
    const [before, total] = [page.url(), await figure(page, 'Total')];
    const other = await browser.tab(page);
    await other.goto(`/web/dashboard/visit?package=${EMPTY_PACKAGE}`);
    await other.getByText('No Data Found').first().waitFor();
    await page.reload();
    await boardReady(page);
    expect([page.url(), await figure(page, 'Total')]).toEqual([before, total]);
    expect(addressOf(other).searchParams.get('package')).toBe(EMPTY_PACKAGE);
  });

  it('filters stand in the address, narrow every widget and go away again', async () => {
    const page = await browser.as('admin');
    await withAllSections(page);
    await page.goto(VISITS);
    await boardReady(page);
    const total = await figure(page, 'Total');
    const value = card(page, 'Channels').locator('header ~ div button[aria-pressed=false]').first();
    const name = await textOf(value);
    const seen = await dataRequests(page, async () => {
      await value.click();
      await page.waitForURL((url) => url.searchParams.has('channel'));
    });
    expect(seen.length).toBeGreaterThan(10);
    for (const url of seen) expect(url.searchParams.get('channel'), url.pathname).not.toBe('all');
    const narrowed = await figure(page, 'Total');
    expect(narrowed).toBeGreaterThan(0);
    expect(narrowed, name).toBeLessThan(total);
    await page.reload();
    await boardReady(page);
    expect(await figure(page, 'Total')).toBe(narrowed);
    await page
      .getByRole('button', { name: /^Remove filter/ })
      .first()
      .click();
    await page.waitForURL((url) => !url.searchParams.has('channel'));
    await expect.poll(() => figure(page, 'Total')).toBe(total);
  });

  it('the drawer Advance Search lists what is in the data and narrows the page on Apply [FLT-UI-01]', async () => {
    const page = await browser.as('admin');
    await page.goto(VISITS);
    await boardReady(page);
    const total = await figure(page, 'Total');
    await page.getByRole('button', { name: /^Filters/ }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('heading', { name: 'Advance Search', exact: true }).waitFor();
    await drawer.getByRole('button', { name: 'Channels' }).click();
    const choice = drawer.getByRole('checkbox').first();
    await choice.check();
    await picture(page, 'shell-advance-search');
    await dataRequests(page, () => drawer.getByRole('button', { name: 'Apply' }).click());
    const narrowed = await figure(page, 'Total');
    expect(narrowed).toBeGreaterThan(0);
    expect(narrowed).toBeLessThan(total);
  });
});

describe('days', () => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(new Date());
  const last7 = { from: addDays(today, -6), to: today };

  it('are the last seven at first, sent as YYYY-MM-DD and shown as dd/MM/yyyy [FLT-CONST-06] [FLT-CONST-02]', async () => {
    const page = await browser.as('admin');
    await withAllSections(page);
    const asked = await dataRequests(page, () => page.goto(VISITS));
    // What is compared beside them ends with the last day that is over.
    const seen = asked.filter((url) => !url.searchParams.has('compare'));
    expect(seen.length).toBeGreaterThan(10);
    for (const url of seen)
      expect([url.searchParams.get('fromDate'), url.searchParams.get('toDate')]).toEqual([last7.from, last7.to]);
    await expect.poll(() => textOf(rangeButton(page))).toBe(`${inPicker(last7.from)} – ${inPicker(last7.to)}`);
  });

  it('are chosen in two month grids, kept over pages and reloads, and stored as fromDate and toDate [FLT-UI-08] [FLT-CONST-01] [FLT-RULE-02] [FLT-ENT-01]', async () => {
    const page = await browser.as('admin');
    await page.goto(VISITS);
    await boardReady(page);
    await rangeButton(page).click();
    const months = page.getByRole('dialog').getByRole('table');
    await months.first().waitFor();
    expect(await months.count()).toBe(2);
    await picture(page, 'shell-date-picker');
    const days = months.first().locator('button:not([disabled]):not([data-outside])');
    await days.nth(4).click();
    await days.nth(9).click();
    await page.waitForURL((url) => url.searchParams.get('from') !== last7.from);
    const [from, to] = ['from', 'to'].map((name) => addressOf(page).searchParams.get(name) ?? '');
    expect(addDays(from ?? '', 5)).toBe(to);
    await expect.poll(() => textOf(rangeButton(page))).toBe(`${inPicker(from ?? '')} – ${inPicker(to ?? '')}`);
    expect(await storedValue(page, 'dates')).toEqual({ fromDate: from, toDate: to });
    const seen = await dataRequests(page, () => page.getByRole('link', { name: 'Click Dashboard' }).first().click());
    expect(seen.length).toBeGreaterThan(5);
    for (const url of seen) expect(url.searchParams.get('fromDate')).toBe(from);
    await page.goto('/web/dashboard/event');
    await boardReady(page);
    expect(addressOf(page).searchParams.get('to')).toBe(to);
  });

  it('before three months ago and after today cannot be chosen, in the calendar or in the address [FLT-RULE-01] [FLT-CONST-03]', async () => {
    const page = await browser.as('admin');
    await page.goto(`${VISITS}&from=2020-01-01&to=2999-01-01`);
    await boardReady(page);
    const first = addMonths(today, -3);
    expect(addressOf(page).searchParams.get('from')).toBe(first);
    expect(addressOf(page).searchParams.get('to')).toBe(today);
    await rangeButton(page).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('table').first().waitFor();
    const enabled = async () =>
      dialog
        .locator('table button:not([disabled])')
        .evaluateAll((all) => all.map((b) => b.getAttribute('aria-label') ?? ''));
    const label = (iso: string) =>
      new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
        new Date(iso),
      );
    expect(await enabled()).toContain(label(today));
    expect(await enabled()).not.toContain(label(addDays(today, 1)));
    for (let i = 0; i < 3; i++) {
      const back = dialog.getByRole('button', { name: 'Earlier' }).first();
      if (await back.isEnabled()) await back.click();
    }
    expect(await enabled()).toContain(label(first));
    expect(await enabled()).not.toContain(label(addDays(first, -1)));
  });

  it('a start without an end is told and the old range stays in use [FLT-MSG-01]', async () => {
    const page = await browser.as('admin');
    await page.goto(VISITS);
    await boardReady(page);
    const before = page.url();
    await rangeButton(page).click();
    const months = page.getByRole('dialog').getByRole('table');
    await months.first().locator('button:not([disabled]):not([data-outside])').nth(3).click();
    await page.getByRole('heading', { level: 1 }).click();
    await page.getByText('Please select end date.', { exact: true }).waitFor();
    expect(page.url()).toBe(before);
  });
});
