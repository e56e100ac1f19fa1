import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../support/pdf-text.ts';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, person, picture, textOf, useBrowser } from './browser.ts';

/** A package of its own, of which one source is owed for a month. */
const SITE = `billed-${Date.now().toString(36)}.example`;
const OLD = '/reconcilation';
const browser = useBrowser();
let page: Page;

const open = (path: string) => page.goto(`${OLD}/${path}?package=${SITE}&from=2026-03-01&to=2026-03-31`);
const said = (words: string | RegExp) => page.getByText(words).first().waitFor();
const save = () => page.getByRole('button', { name: 'Save' }).click();
const box = (name: string) => page.getByRole('textbox', { name, exact: true });
const row = (name: string | RegExp) => page.locator('main tbody tr').filter({ hasText: name });
const choose = async (field: string, option: string) => {
  await page.getByRole('combobox', { name: field }).first().fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
};
const post = async (path: string, data: object) => {
  const made = await page.request.post(`/api/${path}`, { headers: { authorization: person('admin').token }, data });
  expect([path, made.status()]).toEqual([path, 200]);
  return (await made.json()).data;
};

/** Numbers of documents of which a part is not to be seen. */
const cutIn = (table: Locator) =>
  table
    .locator('tbody :is(td, th):first-child, tbody :is(td, th):first-child *')
    .evaluateAll((all) =>
      all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent),
    );

/** What is looked for first is seen without a scroll to the side, on a small laptop and on a phone. */
async function expectSeen(path: string, columns: readonly string[], onPhone: readonly string[]): Promise<void> {
  for (const [width, heads] of [
    [1440, columns],
    [1280, columns],
    [390, onPhone],
  ] as const) {
    await page.setViewportSize({ width, height: 1000 });
    const table = page.locator('main table').first();
    await expect.poll(() => table.locator('thead th').count()).toBeGreaterThan(2);
    if (path === 'invoices') expect([width, await cutIn(table)]).toEqual([width, []]);
    for (const head of heads) {
      const box = await table
        .locator('thead th')
        .filter({ hasText: new RegExp(`^${head}`) })
        .first()
        .boundingBox();
      expect([path, width, head, (box?.x ?? width) + (box?.width ?? 0) <= width]).toEqual([path, width, head, true]);
    }
    await picture(page, `${path}-${width}`);
  }
  await page.setViewportSize({ width: 1500, height: 1000 });
}

beforeAll(async () => {
  page = await browser.as('admin', { viewport: { width: 1500, height: 1000 } });
  await post('config/package', {
    package_name: SITE,
    package_title: 'Billed',
    platform: 'web',
    time_zone: 'UTC',
    currency: 'EUR',
  });
});

describe('the screens of reconciliation', () => {
  it('take models, who is paid, settings, customer and configuration, and show them again [REC-ROUTE-07]', async () => {
    await open('payment-configuration-add');
    await box('Name').fill('Clicks');
    await box('Rate').fill('0.5');
    await save();
    await row('Clicks').waitFor();
    await open('publisher-configuration-add');
    await page.getByRole('combobox', { name: 'Publisher' }).first().fill('Northwind');
    await page.getByRole('button', { name: 'Choose a payment model' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Clicks/ })
      .click();
    await save();
    await row('Northwind').waitFor();
    await open('invoice-configuration-add');
    await box('Name').fill('Everybody');
    await save();
    await row('Everybody').waitFor();

    await open('invoice-config');
    await said('Nobody has entered yet who is billed.');
    await page.getByRole('button', { name: 'Enter customer info' }).click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('textbox', { name: 'Legal name' }).fill('Client Réuni SA');
    await panel.getByRole('textbox', { name: 'Address' }).fill('7 rue de la Paix');
    await panel.getByRole('textbox', { name: 'E-mail for invoices' }).fill('accounts@client.example');
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByRole('combobox', { name: 'Country' }).and(panel.locator('[aria-invalid="true"]')).waitFor();
    await choose('Country', 'France');
    await panel.getByRole('button', { name: 'Save' }).click();
    await said('Updated successfully !');
    await page.reload();
    await said('7 rue de la Paix, France');

    await page.getByRole('link', { name: 'Add configuration' }).click();
    await page.waitForURL((url) => url.pathname === `${OLD}/invoice-config-add`);
    await box('Legal name').fill('Issuer GmbH');
    await box('Address').fill('Lindenstraße 5');
    await choose('Country', 'Germany');
    await box('Prefix of numbers').fill('E2E-2026-');
    const logo = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#0b7285' } })
      .png()
      .toBuffer();
    const files = page.locator('input[type=file]');
    await files.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await save();
    await said('The logo is neither a PNG nor a JPEG picture');
    await files.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await box('Name of the tax').fill('VAT');
    await page.getByRole('textbox', { name: 'Percent' }).fill('20');
    await picture(page, 'invoice-config-form');
    await expectAccessible(page, 'form of the invoice configuration');
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.method() === 'PUT' && each.url().includes('invoice_config')),
      save(),
    ]);
    expect(request.headers()['content-type']).toMatch(/^multipart\/form-data/);
    await page.getByRole('img', { name: 'Logo' }).waitFor();
    await said('E2E-2026-0001');
    await picture(page, 'invoice-config');
  });

  it('show a draft, issue it for good, and say why not: in the words of the server, or that something went wrong [REC-MSG-01] [REC-ROUTE-08] [REC-UI-01]', async () => {
    await open('invoices');
    await said('No invoice was issued yet.');
    await page.getByRole('link', { name: 'To the payout report' }).waitFor();
    await page.getByRole('button', { name: 'Generate invoice' }).click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel('First day').fill('2026-03-01');
    await panel.getByLabel('Last day').fill('2026-03-31');
    const issue = panel.getByRole('button', { name: 'Issue', exact: true });
    await issue.click();
    await page.getByRole('alert').getByText('No approved payout report of these days waits for a document').waitFor();
    await page.route('**/api/reconciliation/generate_invoice', (route) => route.fulfill({ status: 500, body: '' }));
    await issue.click();
    await page.getByRole('alert').getByText('Something went wrong', { exact: true }).waitFor({ timeout: 20_000 });
    await page.unroute('**/api/reconciliation/generate_invoice');

    const owed = { package_name: SITE, publisher: 'Northwind', amount: '120.50', currency: 'EUR', reason: 'Agreed' };
    await post('reconciliation/adjustment', owed);
    const period = { period_from: '2026-03-01', period_to: '2026-03-31' };
    const reports = await post('reconciliation/payout_report', { package_name: SITE, ...period });
    const settlements = reports.map(({ id, updated_at }: { id: number; updated_at: string }) => ({ id, updated_at }));
    await post('reconciliation/payout_report/approve', { package_name: SITE, settlements });
    const [draft] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Look at the draft' }).click(),
    ]);
    const pdf = readPdf(await readFile(await draft.path()));
    // What was entered in the forms before, the logo too.
    for (const words of ['DRAFT', 'ClientRéuniSA', 'IssuerGmbH', '€120.50', '€144.60'])
      expect(pdf.text).toContain(words);
    expect(pdf.pictures).toContainEqual([60, 30]);
    await picture(page, 'invoice-generate');
    await expectAccessible(page, 'generate an invoice');
    await issue.click();
    await said('Created successfully !');
    await row('E2E-2026-0001').waitFor();
    expect(await textOf(row('E2E-2026-0001'))).toMatch(/Client Réuni SA.*€144\.60.*Open.*Invoice/);

    const act = async (action: string) => {
      await row('E2E-2026-0001').getByRole('button', { name: 'Actions for E2E-2026-0001' }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await act('Payments');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Amount' }).fill('44,60');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => textOf(row('E2E-2026-0001'))).toContain('Partly paid');
    await act('Credit a part');
    const credit = page.getByRole('dialog');
    await credit.getByRole('button', { name: 'Credit a part' }).click();
    await credit.getByText('Please choose a line').waitFor();
    await credit.getByRole('combobox', { name: 'Line' }).click();
    await page.getByRole('option', { name: /Northwind.*€120\.50 left/ }).click();
    await credit.getByRole('textbox', { name: 'Amount' }).fill('20');
    await credit.getByRole('textbox', { name: 'Reason' }).fill('Counted twice');
    await picture(page, 'invoice-credit-part');
    await expectAccessible(page, 'credit a part of an invoice');
    await credit.getByRole('button', { name: 'Credit a part' }).click();
    await expect.poll(() => textOf(row('E2E-2026-CN-0001'))).toMatch(/[-−]€24\.00.*Credit note/);
    const [issued] = await Promise.all([page.waitForEvent('download'), act('Download PDF')]);
    expect(issued.suggestedFilename()).toBe('E2E-2026-0001.pdf');
    await act('Send by mail');
    await said('No mail server is set');
    await expect.poll(() => textOf(row('E2E-2026-0001'))).toContain('Kept here');
    await picture(page, 'invoices');
    await expectSeen('invoices', ['Number', 'Billed to', 'Payable', 'Due', 'Status'], ['Number', 'Payable', 'Status']);
    await open('report');
    await row('Northwind').first().waitFor();
    await expectSeen('report', ['Publisher', 'Net', 'State'], ['Publisher', 'Net', 'State']);
    expect(await textOf(row('Northwind').first())).toContain('€120.50');
    for (const [path, name] of [
      ['payment-configuration', 'Clicks'],
      ['publisher-configuration', 'Northwind'],
      ['invoice-configuration', 'Everybody'],
    ] as const) {
      await open(path);
      await row(name).waitFor();
    }
  });

  it('can be read in the dark and on a phone', async () => {
    const other = await browser.as('admin', { colorScheme: 'dark', viewport: { width: 390, height: 900 } });
    for (const [path, words] of [
      ['invoices', 'E2E-2026-0001'],
      ['invoice-config', 'Issuer GmbH'],
      ['invoice-config-add', 'Prefix of numbers'],
    ] as const) {
      await other.goto(`${OLD}/${path}?package=${SITE}`);
      await other.getByText(words).first().waitFor();
      await expectAccessible(other, `${path} dark`);
      await expectNoSidewaysScroll(other);
      await picture(other, `${path}-dark-390`);
    }
  });
});
