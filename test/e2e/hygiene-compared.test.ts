import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, picture, useBrowser } from './browser.ts';
import { WEB } from './people.ts';

const browser = useBrowser();

async function analysed(page: Page, name: string, text: string): Promise<void> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="500"><rect width="900" height="500" fill="#eef6ff"/>
    <text x="60" y="270" font-size="80" font-family="sans-serif">${text}</text></svg>`;
  const tab = page.getByRole('tabpanel', { name: 'Image', exact: true });
  const buffer = await sharp(Buffer.from(svg)).png().toBuffer();
  await tab.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
  await tab.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('row').filter({ hasText: name }).getByText('Done').waitFor({ timeout: 60_000 });
}

it('two kept results stand beside each other: any of the package by its name, with pictures, both confidences and what is new', async () => {
  const page = await browser.as('admin');
  await page.goto(`/brand-hygiene?package=${WEB}`);
  const [first, second] = [`first-${Date.now()}.png`, `second-${Date.now()}.png`];
  await analysed(page, first, 'CASINO BONUS');
  await analysed(page, second, 'CASINO VODKA');
  const row = page.getByRole('row').filter({ hasText: second });
  await row.getByRole('button', { name: `Actions of ${second}` }).click();
  await page.getByRole('menuitem', { name: 'Compare' }).click();
  const side = page.getByRole('dialog');
  await side.getByLabel('Search by name').fill('first-');
  await side.getByRole('row').filter({ hasText: first }).click();
  const change = (text: string) => side.getByRole('row').filter({ hasText: text });
  await change('Alcohol').getByText('Added', { exact: true }).waitFor();
  await change('CASINO BONUS').getByText('Gone', { exact: true }).waitFor();
  expect(
    await change('Gambling')
      .getByText(/^\d+\s?%$/)
      .count(),
  ).toBe(2);
  expect(await side.locator('figure img').count()).toBe(2);
  await expectAccessible(page, 'two results beside each other');
  await picture(page, 'hygiene-compared');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
}, 120_000);
