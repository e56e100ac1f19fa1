// @drawn a journey that no requirement names
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { openEvent, picture, textOf, useBrowser } from './browser.ts';
import { WEB } from './people.ts';

const browser = useBrowser();
let page: Page;
const drawer = () => page.getByRole('dialog');
const opened = () => new URL(page.url()).searchParams.get('event');

beforeAll(async () => {
  page = await browser.as('admin');
  await page.goto(`/traffic/events?package=${WEB}`);
  await page.locator('main tbody tr').first().waitFor();
});

describe('the list of events', () => {
  it('opens a row by a click, a double click as well, steps with j and k, and Back leads to the list', async () => {
    await picture(page, 'event-list');
    await page.locator('main tbody tr').first().locator('[data-verdict]').first().dblclick();
    await drawer().getByText('Everything about this event').waitFor();
    const first = opened();
    await page.keyboard.press('j');
    await page.waitForURL((url) => url.searchParams.get('event') !== first);
    await drawer().getByText('Everything about this event').waitFor();
    await drawer()
      .getByText(/^2 of /)
      .waitFor();
    await picture(page, 'event-list-drawer');
    await page.keyboard.press('k');
    await page.waitForURL((url) => url.searchParams.get('event') === first);
    await page.goBack();
    await drawer().waitFor({ state: 'hidden' });
    expect(opened()).toBeNull();
  });

  it('leads to a publisher by the letters of its name only: a click beside them opens the row', async () => {
    const link = page.locator('main tbody td > a[href^="/publisher/"]').first();
    const letters = await link.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().width;
    });
    const [own, cell] = [await link.boundingBox(), await link.locator('..').boundingBox()];
    if (!own || !cell) throw new Error('no publisher');
    expect(own.width).toBeLessThanOrEqual(letters + 1);
    const colour = (of: typeof link) => of.evaluate((element) => getComputedStyle(element).color);
    expect(await colour(link), 'looks like a link').not.toBe(await colour(link.locator('..')));
    await page.mouse.click(cell.x + cell.width - 4, cell.y + cell.height / 2);
    await drawer().getByText('Everything about this event').waitFor();
    await page.goBack();
    await drawer().waitFor({ state: 'hidden' });
  });

  it('lets text be marked without opening anything', async () => {
    const cell = page.locator('main tbody tr').first().locator('[data-verdict]').first();
    const box = await cell.boundingBox();
    if (!box) throw new Error('no cell');
    await page.mouse.move(box.x + 20, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width + 160, box.y + 8, { steps: 6 });
    await page.mouse.up();
    expect(await page.evaluate(() => String(getSelection()).length)).toBeGreaterThan(2);
    expect(opened()).toBeNull();
    await page.mouse.click(4, 4);
  });

  it('offers values with their counts, and what is left out is out of the count', async () => {
    const count = async () => Number((await textOf(page.locator('main header strong').first())).replace(/\D/g, ''));
    const all = await count();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Publisher', exact: true }).click();
    await page.getByText('is not', { exact: true }).click();
    const value = page.getByRole('dialog').locator('li').first();
    const events = Number((await textOf(value.locator('small'))).replace(/\D/g, ''));
    await value.click();
    await picture(page, 'event-list-filter');
    await page.getByRole('dialog').getByRole('button', { name: 'Filter' }).click();
    await expect.poll(count).toBe(all - events);
    await page.getByRole('button', { name: 'Remove filter Publisher' }).click();
    await expect.poll(count).toBe(all);
  });

  it('shows the verdict on the first screen of a phone, and fits German', async () => {
    const phone = await browser.as('admin', { viewport: { width: 390, height: 844 } });
    await phone.goto(`/traffic/events?package=${WEB}`);
    const badge = phone.locator('main tbody [data-verdict]').first();
    await badge.waitFor();
    // A row that is drawn anew while it is looked at has no place yet.
    const end = async () => {
      const { x, width } = (await badge.boundingBox()) ?? { x: 999, width: 999 };
      return x + width;
    };
    await expect.poll(end).toBeLessThanOrEqual(390);
    await picture(phone, 'event-list-phone');
    await openEvent(phone);
    await phone.getByRole('dialog').getByText('Everything about this event').waitFor();
    await picture(phone, 'event-list-phone-drawer');
    const dark = await browser.as('admin', { colorScheme: 'dark' });
    await dark.context().addCookies([{ name: 'language', value: 'de', url: inject('base') }]);
    await dark.goto(`/traffic/events?package=${WEB}`);
    await openEvent(dark);
    await dark.getByText('Alles über dieses Ereignis').waitFor();
    await picture(dark, 'event-list-german');
  });
});
