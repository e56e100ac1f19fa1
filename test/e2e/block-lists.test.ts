import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { person, picture, useBrowser } from './browser.ts';

/** A package of its own: what is blocked here judges nothing that others look at. */
const SITE = `blocks-${Date.now().toString(36)}.example`;
const browser = useBrowser();
let page: Page;

beforeAll(async () => {
  page = await browser.as('admin', { viewport: { width: 1440, height: 1000 } });
  const made = await page.request.post('/api/config/package', {
    headers: { authorization: person('admin').token },
    data: { package_name: SITE, package_title: 'Blocking Shop', platform: 'web', time_zone: 'UTC', currency: 'EUR' },
  });
  expect(made.status()).toBe(200);
}, 120_000);

const row = (text: string) => page.getByRole('row').filter({ hasText: text });

describe('the block list', () => {
  it('takes a pasted list, shows it, and gives back what was taken off by mistake [OTH-ROUTE-01]', async () => {
    await page.goto(`/web/tools/blacklisting-setting?package=${SITE}`);
    await page.getByRole('heading', { level: 1, name: 'Block List' }).waitFor();
    await page.getByText('Nothing is blocked yet.').waitFor();
    await page.getByRole('button', { name: 'Block', exact: true }).first().click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel('Values').fill('203.0.113.7\n203.0.113.999');
    await panel.getByRole('button', { name: 'What would this have hit?' }).click();
    await panel.getByText('203.0.113.999 is not an address or a network').waitFor();
    await panel.getByLabel('Values').fill('203.0.113.7\n198.51.100.0/24');
    await panel.getByRole('button', { name: 'What would this have hit?' }).click();
    await panel.getByText('In the newest 30 days: 0 events').waitFor();
    await panel.getByLabel('Reason').fill('Clicks all night');
    await picture(page, 'block-list-add');
    await panel.getByRole('button', { name: 'Block', exact: true }).click();
    await row('198.51.100.0/24').waitFor();
    // The rules follow by themselves.
    await expect
      .poll(
        async () =>
          (
            await (
              await page.request.get(`/api/web-bi/tools/blacklist/state?package_name=${SITE}`, {
                headers: { authorization: person('admin').token },
              })
            ).json()
          ).data,
        { timeout: 20_000 },
      )
      .toEqual({ entries: 2, held: 2, waiting: false, problem: '' });
    await page.getByRole('button', { name: 'Unblock 203.0.113.7' }).click();
    await row('203.0.113.7').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row('203.0.113.7').waitFor();
    await expectAccessible(page);
    await picture(page, 'block-list');
  });

  it('is filled by standing rules too, which are tried before they are saved and switched off again', async () => {
    await page.getByRole('tab', { name: 'Standing rules' }).click();
    await page.getByText('No rule blocks anything by itself yet.').waitFor();
    await page.getByRole('button', { name: 'New rule' }).first().click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel('Name').fill('Bad sites');
    await panel.getByRole('button', { name: 'Condition', exact: true }).click();
    await panel.getByRole('button', { name: 'Save rule' }).click();
    await panel.getByText('Please take the condition over first').waitFor();
    await panel.getByRole('button', { name: 'Take over' }).click();
    await panel.getByRole('button', { name: 'What would this block now?' }).click();
    await panel.getByText('this finds nothing.').waitFor();
    await panel.getByRole('button', { name: 'Save rule' }).click();
    await row('Bad sites').getByText('Over 30 % confirmed fraud, 7 days, at least 100 events').waitFor();
    await expectAccessible(page);
    await picture(page, 'block-standing-rules');
    await page.getByRole('button', { name: 'Actions for Bad sites' }).click();
    await page.getByRole('menuitem', { name: 'Switch off' }).click();
    await row('Bad sites').getByText('Off', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Actions for Bad sites' }).click();
    await page.getByRole('menuitem', { name: 'Delete rule' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete rule' }).click();
    await page.getByText('No rule blocks anything by itself yet.').waitFor();
  });

  it('has its form open and filled in where an event or a source leads to it, once', async () => {
    await page.goto(`/web/tools/blacklisting-setting?package=${SITE}&block=sub_publisher&value=7&of=big`);
    const panel = page.getByRole('dialog');
    await panel.getByLabel('Values').waitFor();
    expect(await panel.getByLabel('Values').inputValue()).toBe('7');
    expect(await panel.getByRole('textbox', { name: 'Publisher' }).inputValue()).toBe('big');
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await panel.waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.has('block')).toBe(false);
  });

  it('goes out as a feed whose address is shown once, and is nothing once it is ended', async () => {
    await page.goto(`/tools/feeds?package=${SITE}`);
    await page.getByRole('heading', { level: 1, name: 'Feeds' }).waitFor();
    await page.getByRole('button', { name: 'Make a feed' }).first().click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel('Name').fill('Edge servers');
    await panel.getByRole('combobox', { name: 'Format' }).click();
    await page.getByRole('option', { name: 'nginx: deny' }).click();
    await picture(page, 'block-feed-make');
    await panel.getByRole('button', { name: 'Make a feed' }).click();
    const address = (await panel.locator('pre').textContent()) ?? '';
    const answer = await page.request.get(address);
    expect((await answer.text()).split('\n').sort()).toEqual(['', 'deny 198.51.100.0/24;', 'deny 203.0.113.7;']);
    await panel.getByRole('button', { name: 'I have noted it' }).click();
    await row('Edge servers').waitFor();
    await expectAccessible(page);
    await picture(page, 'block-feeds');
    await page.getByRole('button', { name: 'Actions for Edge servers' }).click();
    await page.getByRole('menuitem', { name: 'End feed' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End feed' }).click();
    await page.getByText('No other system reads this list yet.').waitFor();
    expect((await page.request.get(address)).status()).toBe(404);
  });
});
