import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, person, picture, textOf, useBrowser } from './browser.ts';

const PACKAGE = 'supplyshop.example';
const RANGE = `package=${PACKAGE}&from=2026-03-01&to=2026-03-31`;

const browser = useBrowser();
let page: Page;

beforeAll(async () => {
  page = await browser.as('admin');
  const made = await page.request.post('/api/config/package', {
    headers: { authorization: person('admin').token },
    data: {
      package_name: PACKAGE,
      package_title: 'Supply Shop',
      platform: 'web',
      time_zone: 'UTC',
      currency: 'EUR',
    },
  });
  expect(made.status()).toBe(200);
});

const FIRST = 'exchange.example, A-1, DIRECT\nold.example, 2, RESELLER\nold.example, 2';
const NEXT = 'exchange.example, A-1, DIRECT\nnew.example, 3, RESELLER';

describe('files that say who may sell', () => {
  it('are added, uploaded, shown with their faults and history, compared and taken along', async () => {
    await page.goto(`/supply-files?${RANGE}`);

    await page.getByText('No file is kept yet', { exact: false }).waitFor();
    expect(await textOf(page.getByRole('heading', { level: 1 }))).toBe('Supply Files');
    await page.locator('main').getByRole('button', { name: 'Add a file' }).first().click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel('Domain').fill('news.example');
    await panel.getByLabel('Fetch by the day').uncheck();
    await expectAccessible(page, 'form of a supply file');
    await panel.getByRole('button', { name: 'Add a file' }).click();
    const row = page.getByRole('row').filter({ hasText: 'news.example' });
    await row.getByText('news.example').click();
    for (const text of [FIRST, NEXT]) {
      await panel.getByRole('tab', { name: 'Upload' }).click();
      await panel
        .locator('input[type=file]')
        .setInputFiles({ name: 'ads.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
      await panel.getByRole('button', { name: 'Take the file' }).click();
      await panel.getByText('events are being compared', { exact: false }).waitFor();
      if (text === FIRST) {
        await panel.getByRole('tab', { name: 'Faults (1)' }).click();
        await panel.getByText('Line 3: fewer than three fields').waitFor();
      }
    }
    // What names nobody is taken only of who says so.
    await panel.getByRole('tab', { name: 'Upload' }).click();
    await panel
      .locator('input[type=file]')
      .setInputFiles({ name: 'ads.txt', mimeType: 'text/plain', buffer: Buffer.from('# closed') });
    await panel.getByRole('button', { name: 'Take the file' }).click();
    await panel.getByText('This file names no seller', { exact: false }).waitFor();
    await panel.getByLabel('Nobody may sell').waitFor();
    await expectAccessible(page, 'a supply file that names nobody');
    await picture(page, 'supply-nobody');
    await panel.getByRole('tab', { name: 'History' }).click();
    await panel.getByText('− old.example, 2, RESELLER').waitFor();
    await picture(page, 'supply-history');
    await panel.getByRole('tab', { name: 'Records (2)' }).click();
    await panel.getByRole('row').filter({ hasText: 'new.example' }).waitFor();
    await expectAccessible(page, 'supply file');
    await picture(page, 'supply-file');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'CSV', exact: true }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toContain('new.example,3,RESELLER');

    await page.goto(`/supply-comparison?${RANGE}`);
    await page.getByRole('row').filter({ hasText: 'new.example' }).getByText('Authorised, not seen').waitFor();
    await expectAccessible(page, 'authorised sellers');
    await picture(page, 'supply-comparison');
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ['/supply-comparison', '/supply-files']) {
      await page.goto(`${path}?${RANGE}`);
      await page.getByRole('row').filter({ hasText: 'news.example' }).first().waitFor();
      await expectNoSidewaysScroll(page);
      await picture(page, `phone${path.replace('/', '-')}`);
    }
  });
});
