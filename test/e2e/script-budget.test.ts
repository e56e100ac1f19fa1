import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { expect, it } from 'vitest';
import { boardReady, useBrowser } from './browser.ts';
import { WEB } from './people.ts';

const browser = useBrowser();

/** Kilobytes as they travel; the charts come after the numbers and count apart. */
const BEFORE_CHARTS = 334;
const IN_ALL = 523.5;
const SIGN_IN = 185;
const CHARTS = /echarts/;

/** Sizes of all scripts a page loads until they are asked for: what comes later has nobody who waits for it. */
function scriptsOf(page: Page): () => Promise<{ all: number; beforeCharts: number }> {
  const loaded: Promise<{ url: string; size: number }>[] = [];
  const hear = (response: Response): void => {
    if (response.request().resourceType() !== 'script') return;
    const sized = async () => ({
      url: response.url(),
      size: gzipSync(await response.body(), { level: 9 }).length / 1000,
    });
    loaded.push(sized());
  };
  page.on('response', hear);
  return async () => {
    page.off('response', hear);
    const sizes = await Promise.all(loaded);
    const sum = (of: typeof sizes) => of.reduce((total, { size }) => total + size, 0);
    return { all: sum(sizes), beforeCharts: sum(sizes.filter(({ url }) => !CHARTS.test(url))) };
  };
}

it('a first board loads what it shows and nothing of drawers, long tables and texts of other pages', async () => {
  const page = await browser.as('admin');
  const sizes = scriptsOf(page);
  await page.goto(`/web/dashboard/click?package=${WEB}`);
  await boardReady(page);
  await page.locator('main canvas, main svg[role=img]').first().waitFor();
  const { all, beforeCharts } = await sizes();
  expect(all - beforeCharts).toBeGreaterThan(100);
  expect(beforeCharts).toBeGreaterThan(250);
  expect(beforeCharts).toBeLessThanOrEqual(BEFORE_CHARTS);
  expect(all).toBeLessThanOrEqual(IN_ALL);
});

it('the sign-in form loads neither the shell nor the component library', async () => {
  const page = await browser.page();
  const sizes = scriptsOf(page);
  await page.goto('/');
  await page.locator('altcha-widget').waitFor();
  await page.waitForLoadState('networkidle');
  const { all } = await sizes();
  expect(all).toBeGreaterThan(100);
  expect(all).toBeLessThanOrEqual(SIGN_IN);
});
