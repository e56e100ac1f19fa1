import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { person, picture, useBrowser } from './browser.ts';
import { WEB } from './people.ts';
import { rowsIn } from './table-rows.ts';

const browser = useBrowser();
const NAME = 'Flow of links';

describe('a campaign with links', () => {
  let page: Page;
  beforeAll(async () => {
    page = await browser.as('agency');
  });

  it('is added with its events, listed with its link, and filled in when it is edited [TRK-ROUTE-11] [TRK-ROUTE-15] [TRK-ROUTE-17] [LAY-UI-32] [VAL-GAP-01]', async () => {
    await page.goto(`/mtrackit_campaigns?package=${WEB}`);
    await page.getByRole('heading', { name: 'Campaigns', exact: true }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Add campaign' }).first().click();
    const main = page.getByRole('main');
    await main.getByRole('textbox', { name: 'Name', exact: true }).fill('What? a name');
    await main.getByRole('textbox', { name: 'Landing page' }).fill('https://shop.example/?a=1&id={click_id}&x={odd}');
    await main.getByText('{odd}').waitFor();
    await main.getByRole('button', { name: 'Save' }).click();
    // A question mark belongs into an address, and into no name.
    await main
      .getByText(/not allowed|cannot contain|characters/i)
      .first()
      .waitFor();
    await main.getByRole('textbox', { name: 'Name', exact: true }).fill(NAME);
    await main.getByRole('button', { name: 'Add event' }).click();
    await main.getByRole('combobox', { name: 'Event', exact: true }).fill('purchase');
    // What is missing is told where it is missing, and one is there.
    await main.getByRole('button', { name: 'Save' }).click();
    await main.getByText('Payout is missing').waitFor();
    const payout = main.getByRole('textbox', { name: 'Payout', exact: true });
    expect(await payout.evaluate((field) => field === document.activeElement)).toBe(true);
    await picture(page, 'campaign-faults');
    await payout.fill('1,25');
    await main.getByRole('button', { name: 'Save' }).click();
    await main.getByText(/^pbs_/).waitFor();
    await page.goto(`/mtrackit_campaigns?package=${WEB}`);
    const row = page.getByRole('row').filter({ hasText: NAME });
    await row.getByText('/t/c/').first().waitFor();
    await row.getByRole('link', { name: NAME }).click();
    await page.waitForURL(/\/mtrackit\/campaign\?/);
    await page.getByRole('link', { name: 'Edit' }).click();
    await expect.poll(() => main.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe(NAME);
    expect(await main.getByRole('textbox', { name: 'Payout', exact: true }).inputValue()).toBe('1.25');
    expect(await main.getByRole('textbox', { name: 'Landing page' }).inputValue()).toContain('?a=1');
    await expectAccessible(page);
  });

  it('has publishers and a capping that are listed once they are saved [TRK-ROUTE-08] [TRK-ROUTE-10] [TRK-ROUTE-13] [TRK-ROUTE-14] [TRK-ROUTE-16]', async () => {
    const main = page.getByRole('main');
    await page.goto(`/mtrackit_publisher?package=${WEB}`);
    await main.getByRole('link', { name: 'Add publisher' }).first().click();
    await page.waitForURL(/\/mtrackit\/addPublisher/);
    await main
      .getByRole('combobox', { name: 'Publisher' })
      .or(main.getByRole('textbox', { name: 'Publisher' }))
      .first()
      .fill('flowpub');
    await main.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row').filter({ hasText: 'flowpub' }).waitFor();
    await page.getByRole('button', { name: 'Actions for flowpub' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.waitForURL(/updatePublisher\/\d+/);
    await main.getByRole('textbox', { name: 'E-mail' }).fill('flow@pub.example');
    await main.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row').filter({ hasText: 'flow@pub.example' }).waitFor();

    await page.goto(`/mtrackit_capping?package=${WEB}`);
    await main.getByRole('link', { name: 'Add capping' }).first().click();
    await page.waitForURL(/\/mtrackit\/addCapping/);
    await main.getByRole('combobox', { name: 'Campaign' }).click();
    await page.getByRole('option', { name: NAME }).click();
    await main.getByRole('textbox', { name: 'Limit' }).fill('12');
    await main.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row').filter({ hasText: NAME }).getByText('12').waitFor();
  });

  it('lists the landing pages of its package once they are saved, as the call answers them [OTH-ROUTE-09] [TRK-API-30]', async () => {
    const main = page.getByRole('main');
    await page.goto(`/landing_page?package=${WEB}`);
    await main.getByRole('button', { name: 'Add landing page' }).first().click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('textbox', { name: 'Name' }).fill('Flow offer');
    await panel.getByRole('textbox', { name: 'Landing page' }).fill('https://shop.example/offer?a=1&c={click_id}');
    await panel.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row').filter({ hasText: 'Flow offer' }).waitFor();
    const answer = await page.request.get(`/api/mtrackit/landing_page?package_name=${WEB}`, {
      headers: { authorization: person('agency').token },
    });
    const stored: { name: string; url: string }[] = (await answer.json()).data;
    expect(stored.map(({ url }) => url)).toContain('https://shop.example/offer?a=1&c={click_id}');
    expect(await rowsIn(main, ['Name', 'Landing page'])).toEqual(stored.map(({ name, url }) => [name, url]));
  });
});

describe('the guard of the tracking tool', () => {
  it('opens the campaign page to whoever is signed in and keeps the forms to the menu [NAV-RULE-03] [NAV-GAP-02] [TRK-ROUTE-12]', async () => {
    const nobody = await browser.as('customer');
    await nobody.route('**/api/user/menu', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), data: [] } });
    });
    await nobody.goto(`/mtrackit/campaign?package=${WEB}`);
    await nobody.getByRole('main').getByRole('row').filter({ hasText: NAME }).waitFor();
    await nobody.goto(`/mtrackit/addCampaign?package=${WEB}`);
    await expect.poll(() => new URL(nobody.url()).pathname).not.toBe('/mtrackit/addCampaign');
    const stranger = await browser.page();
    await stranger.goto('/mtrackit/campaign');
    await expect.poll(() => new URL(stranger.url()).pathname).toBe('/');
  });
});
