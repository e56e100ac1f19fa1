import type { Locator } from 'playwright-core';

/** Rows of the first table of a place, as people read them under the words of its head. */
export const rowsIn = (place: Locator, columns: readonly string[]): Promise<(string | undefined)[][]> =>
  place
    .locator('table')
    .first()
    .evaluate((table, wanted) => {
      const heads = [...table.querySelectorAll('thead th')].map(
        (head) => head.querySelector('span > span, button > span')?.textContent?.trim() ?? '',
      );
      return [...table.querySelectorAll('tbody tr[data-index]')].map((row) => {
        const cells = [...row.querySelectorAll('td')].map((cell) => {
          // A long name stands there twice: cut for the eye, and whole.
          const whole = cell.querySelector('.visually-hidden') ?? cell;
          return whole.textContent?.replace(/\s+/g, ' ').trim() ?? '';
        });
        return wanted.map((name) => cells[heads.indexOf(name)]);
      });
    }, columns);
