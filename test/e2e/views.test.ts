// @drawn a journey that no requirement names
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { boardReady, picture, textOf, useBrowser } from './browser.ts';
import { WEB } from './people.ts';

/** How a list looks is saved, shared with somebody else of the package, and taken back. */
const browser = useBrowser();
const NAME = 'Fraud, oldest first';
let page: Page;
let link = '';

beforeAll(async () => {
  page = await browser.as('agency');
});

const panel = (of: Page) => of.getByRole('dialog', { name: 'Views' });
async function openPanel(of: Page): Promise<void> {
  await of.getByRole('button', { name: 'Views', exact: true }).click();
  await panel(of).getByRole('heading', { name: 'Saved views' }).waitFor();
}
const asked = (of: Page) => new URL(of.url()).searchParams;
const heads = async (of: Page) => (await of.locator('main thead th').allTextContents()).map((text) => text.trim());

describe('saved views', () => {
  it('keep filters, order and columns of a list, and days that move along', async () => {
    await page.goto(`/traffic/events?package=${WEB}&verdict=fraud&sort=oldest`);
    await page.locator('main tbody tr').first().waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Reason', exact: true }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => heads(page)).not.toContain('Reason');
    await openPanel(page);
    await panel(page).getByRole('textbox', { name: 'Name' }).fill(NAME);
    expect(await panel(page).getByRole('radio', { name: 'Always the last 7 days' }).isChecked()).toBe(true);
    await panel(page).getByRole('button', { name: 'Save', exact: true }).click();
    await panel(page).getByRole('link', { name: NAME }).waitFor();
    await picture(page, 'views-panel');
    await expectAccessible(page, 'views panel');
  });

  it('are opened from anywhere, and say so to whoever saves a second of the same name', async () => {
    await page.goto(`/web/dashboard/click?package=${WEB}`);
    await boardReady(page);
    await openPanel(page);
    await panel(page).getByRole('textbox', { name: 'Name' }).fill(NAME.toUpperCase());
    await panel(page).getByRole('button', { name: 'Save', exact: true }).click();
    await panel(page).getByText('You already have a view of this name.').waitFor();
    await panel(page).getByRole('link', { name: NAME }).click();
    await page.waitForURL((url) => url.pathname === '/traffic/events');
    await page.locator('main tbody tr').first().waitFor();
    expect([asked(page).get('verdict'), asked(page).get('sort'), asked(page).get('package')]).toEqual([
      'fraud',
      'oldest',
      WEB,
    ]);
    expect(await heads(page)).not.toContain('Reason');
  });

  it('are shared by a link that opens with the rights of whoever follows it', async () => {
    await openPanel(page);
    await panel(page)
      .getByRole('switch', { name: `Share ${NAME}` })
      .click();
    const copy = panel(page).getByRole('button', { name: `Copy link to ${NAME}` });
    await copy.waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await copy.click();
    link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/\/views\/[\w-]{32}$/);

    const all = await countFor('customer');
    const own = await countFor('publisher');
    expect(own).toBeGreaterThan(0);
    expect(own).toBeLessThan(all);
  });

  /** How many events somebody sees behind the link. */
  async function countFor(key: 'customer' | 'publisher'): Promise<number> {
    const other = await browser.as(key);
    await other.goto(link);
    await other.waitForURL((url) => url.pathname === '/traffic/events');
    await other.getByText(`${NAME}, shared by Alex Agency`).waitFor();
    await other.locator('main tbody tr').first().waitFor();
    expect(await heads(other)).not.toContain('Reason');
    expect(asked(other).get('verdict')).toBe('fraud');
    const count = Number((await textOf(other.locator('main header strong').first())).replace(/\D/g, ''));
    await other.close();
    return count;
  }

  it('are renamed, and a deleted one comes back with its link', async () => {
    const renamed = 'Oldest fraud';
    await panel(page)
      .getByRole('button', { name: `Rename ${NAME}` })
      .click();
    await panel(page).locator('li').getByRole('textbox', { name: 'Name' }).fill(renamed);
    await panel(page).getByRole('button', { name: 'Rename', exact: true }).click();
    await panel(page).getByRole('link', { name: renamed }).waitFor();
    await panel(page)
      .getByRole('button', { name: `Delete ${renamed}` })
      .click();
    await expect.poll(() => panel(page).getByRole('link', { name: renamed }).count()).toBe(0);
    const other = await browser.as('customer');
    await other.goto(link);
    await other.getByText('This view is no longer shared').waitFor();
    await picture(other, 'views-gone');
    await page.getByRole('button', { name: 'Undo' }).click();
    await panel(page).getByRole('link', { name: renamed }).waitFor();
    await other.goto(link);
    await other.waitForURL((url) => url.pathname === '/traffic/events');
    await panel(page)
      .getByRole('button', { name: `Delete ${renamed}` })
      .click();
    await expect.poll(() => panel(page).getByRole('link', { name: renamed }).count()).toBe(0);
  });
});
