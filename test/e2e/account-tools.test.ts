import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectNoSidewaysScroll, person, picture, textOf, useBrowser } from './browser.ts';

const PACKAGE = 'tools.example';
const browser = useBrowser();
let page: Page;

beforeAll(async () => {
  page = await browser.as('admin');
  const made = await page.request.post('/api/config/package', {
    headers: { authorization: person('admin').token },
    data: {
      package_name: PACKAGE,
      package_title: 'Shop with Tools',
      platform: 'web',
      time_zone: 'UTC',
      currency: 'EUR',
    },
  });
  expect(made.status()).toBe(200);
});

const open = (path: string) => page.goto(`${path}?package=${PACKAGE}`);
const add = (name: string) => page.locator('main').getByRole('button', { name, exact: true }).first().click();
const rows = () => page.locator('tbody tr');

describe('tools of an account', () => {
  it('check a bank account, take merchants in, look a footprint up and link an account [OTH-GAP-03]', async () => {
    await open('/web/tools/bank-verification');
    await page.getByText('cannot tell whose account it is').waitFor();
    await add('Check an account');
    const form = page.getByRole('dialog');
    await form.getByLabel('Holder').fill('Alder Media');
    await form.getByRole('textbox', { name: /^IBAN/ }).fill('DE89 3704 0044 0532 0130 00');
    await form.getByRole('button', { name: 'Check', exact: true }).click();
    await expect
      .poll(() => rows().allTextContents())
      .toEqual([expect.stringMatching(/Alder Media.*3000.*Format valid.*SEPA country/)]);
    await picture(page, 'account-tools-bank');

    await open('/web/tools/merchant-onboarding');
    await add('Take merchants in');
    await page.locator('input[type=file]').setInputFiles({
      name: 'merchants.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'name,country,email,bank_number\nElm Shop,DE,buy@elm.example,DE89370400440532013000\nFir Shop,Nowhere,,\n',
      ),
    });
    await form.getByRole('button', { name: 'Take the file', exact: true }).click();
    await page.getByText('Taken: 1 ready, 0 to look at, 1 refused.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => rows().count()).toBe(2);
    await picture(page, 'account-tools-merchants');

    await open('/web/tools/digital-footprint');
    await add('Look up');
    await form.getByLabel('Value').fill('someone@mailinator.com');
    await form.getByLabel('What for').fill('A refund');
    await form.getByRole('button', { name: 'Look up', exact: true }).click();
    await expect.poll(() => rows().allTextContents()).toEqual([expect.stringContaining('throw-away mail service')]);
    await picture(page, 'account-tools-footprint');

    await open('/web/tools/linked-accounts');
    await add('Link an account');
    await form.getByLabel('Name').fill('Elm DE');
    await form.getByLabel('Account id').fill('123-456-7890');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => rows().allTextContents()).toEqual([expect.stringMatching(/Google Ads.*Elm DE/)]);
    await page.goto(`/web/tools/account-summary?package=${PACKAGE}`);
    await page.getByRole('link', { name: 'Shop with Tools' }).waitFor();
    await picture(page, 'account-tools-summary');
  });

  it('show the id of the browser in a frame, the same after a reload and another one in another browser [OTH-ROUTE-08]', async () => {
    const idOn = async (at: Page): Promise<string> => {
      await at.goto(`/fingerprint?package=${PACKAGE}`);
      return textOf(at.frameLocator('iframe').locator('[data-device-id]'));
    };
    const id = await idOn(page);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(await idOn(page)).toBe(id);
    await expect.poll(() => rows().allTextContents()).toEqual([expect.stringContaining(id)]);
    const other = await browser.as('admin', { viewport: { width: 390, height: 844 } });
    expect(await idOn(other)).not.toBe(id);
    await expectNoSidewaysScroll(other);
    await picture(other, 'account-tools-device-phone');
  });

  it('show the page of another site under no title, and fill the screen with it [OTH-ROUTE-06] [LAY-UI-38]', async () => {
    await page.route('https://reports.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Board of somebody else</h1>' }),
    );
    await page.goto(`/web/tools/linked-accounts?package=${PACKAGE}`);
    const set = await page.request.put('/api/config/external_embedded_url', {
      headers: { authorization: person('admin').token },
      data: { package_name: PACKAGE, url: 'https://reports.example/elm' },
    });
    expect(set.status()).toBe(200);
    await open('/external-embeded');
    await page.frameLocator('iframe').getByText('Board of somebody else').waitFor();
    expect(await page.locator('header h1').textContent()).toBe('');
    expect(await page.title()).toBe('Adsieve');
    await page.getByRole('button', { name: 'Full screen' }).click();
    await expect
      .poll(() => page.evaluate(() => document.fullscreenElement?.querySelector('iframe')?.src))
      .toBe('https://reports.example/elm');
    await page.getByRole('button', { name: /Leave|Exit/ }).click();
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
    await picture(page, 'account-tools-embed');
  });
});
