import { expect, it } from 'vitest';
import { PUBLISHERS } from '#demo/publishers.ts';
import { useBrowser } from './browser.ts';
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
