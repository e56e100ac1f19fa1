// @drawn a journey that no requirement names
import { expect, it } from 'vitest';
import { PUBLISHERS } from '#demo/publishers.ts';
import { addDays } from '#platform/contract/date-range.ts';
import { person, useBrowser } from './browser.ts';
import { WEB } from './people.ts';

const browser = useBrowser();

it('a publisher on paper says package and days, has all columns and the whole day, and nothing to press', async () => {
  const page = await browser.as('admin');
  await page.goto(`/publisher/${encodeURIComponent(PUBLISHERS.ostrana.name)}?package=${WEB}`);
  await page.locator('[data-table=sub-publishers] tbody tr').first().waitFor();
  await page.getByRole('img', { name: 'Hours of the day' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  // Drawn for the screen; the sheet is narrower and nothing is drawn anew for it.
  const shown = await page.evaluate(() => {
    const main = document.querySelector('main');
    if (!main) return undefined;
    main.style.width = '700px';
    const seen = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 0;
    const { right } = main.getBoundingClientRect();
    const hours = main.querySelector('svg[role=img][aria-label="Hours of the day"]');
    const bars = [...(hours?.querySelectorAll('rect') ?? [])].map((bar) => bar.getBoundingClientRect());
    return {
      lines: [...main.querySelectorAll('p')].filter(seen).map(({ textContent }) => textContent),
      pressed: [...main.querySelectorAll('.mantine-Button-root, .mantine-Select-root')].filter(seen).length,
      wide: [...main.querySelectorAll('table')].filter((table) => table.getBoundingClientRect().right > right).length,
      bars: bars.filter((bar) => bar.right <= right).length,
    };
  });
  expect(shown?.lines[0]).toMatch(/ · .+ – .+ · /);
  expect(shown).toMatchObject({ pressed: 0, wide: 0, bars: 24 });
});

it('a board of one’s own on paper lies across for a pivot, has all rows of a long table, and no way out of it', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const headers = { authorization: person('customer').token };
  const page = await browser.as('customer');
  const card = (title: string, view: string, by: string) => ({
    title,
    view,
    asked: [
      { name: 'by', value: by },
      { name: 'measures', value: 'total' },
    ],
  });
  const cards = [card('Hours', 'pivot', 'publisher,hour'), card('Long', 'table', 'publisher,hour,browser')];
  const body = { package_name: WEB, name: 'On paper', cards };
  const made = await page.request.post('/api/explore/boards', { data: body, headers });
  const { id } = (await made.json()).data;
  await page.goto(`/explore/boards/${id}?package=${WEB}&from=${addDays(today, -28)}&to=${addDays(today, -1)}`);
  const long = page.getByRole('main').locator('table').nth(1).locator('tbody tr:not([aria-hidden])');
  await page.getByRole('columnheader', { name: '23:00' }).waitFor();
  await expect.poll(() => long.count()).toBeGreaterThan(10);
  const sheet = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const [, width = '', height = ''] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(sheet) ?? [];
  expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([842, 595]);
  await page.emulateMedia({ media: 'print' });
  const drawn = await long.count();
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const said = await page
    .getByText(/^[\d,]+ (of [\d,]+ )?rows$/)
    .last()
    .textContent();
  expect(await long.count()).toBeGreaterThan(drawn);
  expect(await long.count()).toBe(Number(/^[\d,]+/.exec(said ?? '')?.[0].replaceAll(',', '')));
  const right = await page.evaluate(() => {
    const main = document.querySelector('main');
    if (main) main.style.width = '1030px';
    return {
      sheet: main?.getBoundingClientRect().right ?? 0,
      pivot: main?.querySelector('table')?.getBoundingClientRect().right ?? Number.POSITIVE_INFINITY,
    };
  });
  expect(right.pivot).toBeLessThanOrEqual(right.sheet);
  expect(await page.getByRole('link', { name: 'Open in Explore' }).first().isVisible()).toBe(false);
  await page.request.delete(`/api/explore/boards/${id}`, { headers });
});
