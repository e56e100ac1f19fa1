import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isWhole, sample } from '../support/sample.ts';

declare global {
  // Where the script of axe puts itself.
  var axe: typeof Axe;
}

const SCRIPT = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Every rule of WCAG 2.2 A and AA, or those of them that look at colours. */
const RULES = {
  all: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const;

/**
 * Colours behind and around each word are most of what a look costs, and a board has up to two hundred rows of the same
 * kind. A run looks, by any rule, at the first five of a table and at every fifth after them, beginning where its seed
 * says.
 */
function leftOut(where: string): string[] {
  const [first = 1] = sample('rows of tables, of each five', [1, 2, 3, 4, 5], 1, where);
  return isWhole ? [] : [`tbody tr:nth-child(n+6):not(:nth-child(5n+${first}))`];
}

/**
 * No violation of WCAG 2.2 A and AA on what is shown now. Our pages have no frames, so one run in the page itself sees
 * all.
 */
export async function expectAccessible(
  page: Page,
  where = page.url(),
  rules: keyof typeof RULES = 'all',
): Promise<void> {
  // A walk stays in one document: the half megabyte is read once.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SCRIPT);
  const violations = await page.evaluate(
    async ({ type, values, exclude }) => {
      const { violations } = await axe.run(
        { exclude },
        {
          runOnly: { type, values: [...values] },
          resultTypes: ['violations'],
          // Copies of style sheets, for one rule that is not among these; they break our content-security policy.
          preload: false,
        },
      );
      return violations.map(({ id, nodes }) => ({
        id,
        where: nodes.map(({ target }) => target.join(' ')).slice(0, 3),
      }));
    },
    { ...RULES[rules], exclude: leftOut(where) },
  );
  expect.soft(violations, where).toEqual([]);
}
