import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, person, picture, textOf, useBrowser } from './browser.ts';

const browser = useBrowser();
/** A package of its own: what is agreed in it is known. */
const SITE = `agreed-${Date.now().toString(36)}.example`;
const OLD = '/reconcilation';

describe('the pages of agreements', () => {
  let page: Page;
  const open = (path: string) => page.goto(`${path}?package=${SITE}`);
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const row = (name: string) => page.locator('main tbody tr').filter({ hasText: name });
  const said = (words: string) => page.getByText(words, { exact: true }).first().waitFor();
  const save = () => page.getByRole('button', { name: 'Save' }).click();
  const act = async (name: string, action: 'Edit' | 'Delete') => {
    await row(name)
      .getByRole('button', { name: /^Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  const stored = async (path: string) => {
    const headers = { authorization: person('admin').token };
    const answer = await page.request.get(`/api/reconciliation/${path}?package_name=${SITE}`, { headers });
    return (await answer.json()).data as Record<string, unknown>[];
  };

  beforeAll(async () => {
    page = await browser.as('admin', { viewport: { width: 1500, height: 1000 } });
    const headers = { authorization: person('admin').token };
    const data = { package_name: SITE, package_title: 'Agreed', platform: 'web', time_zone: 'UTC', currency: 'EUR' };
    expect((await page.request.post('/api/config/package', { headers, data })).status()).toBe(200);
  });

  it('lead from an empty list to the form, which asks for what the model takes and lists what it saved [REC-ROUTE-01] [REC-ROUTE-02] [REC-API-02]', async () => {
    await open(`${OLD}/payment-configuration`);
    await page.getByRole('link', { name: 'Add payment model' }).last().click();
    await page.waitForURL((url) => url.pathname === `${OLD}/payment-configuration-add`);
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
    await save();
    for (const label of ['Name', 'Rate'])
      await expect.poll(() => page.getByRole('textbox', { name: label }).getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('button', { name: 'Add a tier' }).click();
    await page.getByRole('textbox', { name: 'Rate' }).first().fill('2');
    await save();
    const invalid = (field: Locator) => field.getAttribute('aria-invalid');
    await expect.poll(() => invalid(page.getByRole('textbox', { name: 'Rate' }).last())).toBe('true');
    expect(await invalid(page.getByRole('textbox', { name: 'Rate' }).first())).not.toBe('true');
    await picture(page, 'agreements-tier-fault');
    await page.getByRole('textbox', { name: 'Rate' }).last().fill('1,5');
    await page.getByRole('textbox', { name: 'Name' }).fill('Installs by number');
    await picture(page, 'agreements-payment-form');
    await expectAccessible(page, 'form of a payment model');
    await save();
    await said('Created successfully !');
    await row('Installs by number').waitFor();
    expect(await textOf(row('Installs by number'))).toContain('2 tiers');
    expect((await stored('payment'))[0]).toMatchObject({
      tiers: [
        { up_to: 1000, rate: '2' },
        { up_to: null, rate: '1.5' },
      ],
    });
    await act('Installs by number', 'Edit');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Installs');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await said('Updated successfully !');
    expect((await stored('payment'))[0]).toMatchObject({ name: 'Installs', version: 1 });
    await picture(page, 'agreements-payments');
  });

  it('choose from all models of the package, or make one and come back with it chosen [REC-ROUTE-03] [REC-ROUTE-04] [REC-ROUTE-15] [REC-GAP-03] [REC-API-06] [REC-API-13]', async () => {
    const headers = { authorization: person('admin').token };
    for (let n = 1; n <= 12; n++) {
      const data = {
        package_name: SITE,
        name: `Clicks ${n}`,
        model: 'CPC',
        rate: '0.1',
        currency: 'EUR',
        valid_from: '2026-01-01',
      };
      expect((await page.request.post('/api/reconciliation/payment', { headers, data })).status()).toBe(200);
    }
    await open(`${OLD}/publisher-configuration-add`);
    await page.getByRole('combobox', { name: 'Publisher' }).or(field('Publisher')).first().fill('north');
    await page.getByRole('button', { name: 'Choose a payment model' }).click();
    const modal = page.getByRole('dialog');
    await modal.getByRole('button', { name: /Clicks 12/ }).waitFor();
    expect(await modal.getByRole('listitem').count()).toBe(13);
    await picture(page, 'agreements-model-choice');
    await modal.getByRole('button', { name: 'Add payment model' }).click();
    await page.waitForURL((url) => url.pathname === '/payment-model-add');
    await page.getByRole('textbox', { name: 'Name' }).fill('Of the modal');
    await page.getByRole('textbox', { name: 'Rate' }).fill('3');
    await save();
    await page.waitForURL((url) => url.pathname === `${OLD}/publisher-configuration-add`);
    await page.getByText('Of the modal', { exact: true }).waitFor();
    expect((await stored('payment/all')).map(({ name }) => name)).toContain('Of the modal');
    await save();
    await row('north').waitFor();
    expect(await textOf(row('north'))).toContain('Of the modal');
    await act('north', 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await said('Deleted  successfully !');
    await row('north').waitFor({ state: 'detached' });
  });

  it('keep settings of settlements, and are found under both spellings, on a phone too [REC-ROUTE-05] [REC-ROUTE-06] [REC-API-10] [REC-GAP-01] [NAV-GAP-11]', async () => {
    await open('/reconciliation/invoice-configuration-add');
    await page.waitForURL((url) => url.pathname === `${OLD}/invoice-configuration-add`);
    await page.getByRole('textbox', { name: 'Name' }).fill('All publishers');
    await page.getByLabel('Tax', { exact: true }).fill('19');
    await expectAccessible(page, 'form of settlement settings');
    await save();
    await said('Created successfully !');
    await row('All publishers').waitFor();
    expect(await textOf(row('All publishers'))).toContain('19');
    await open('/reconciliation/payment-configuration');
    await page.waitForURL((url) => url.pathname === `${OLD}/payment-configuration`);
    await row('Clicks 2').waitFor();
    expect((await page.request.get(`/api/reconcilation/payment?package_name=${SITE}`)).status()).toBe(404);
    await page.setViewportSize({ width: 390, height: 800 });
    for (const path of ['payment-configuration', 'publisher-configuration-add', 'invoice-configuration']) {
      await open(`${OLD}/${path}`);
      await page.locator('main').getByRole('heading').or(page.locator('main form, main table')).first().waitFor();
      await expectNoSidewaysScroll(page);
    }
    await picture(page, 'agreements-phone');
  });
});
