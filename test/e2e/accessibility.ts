import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

declare global {
  // Where the script of axe puts itself.
  var axe: typeof Axe;
}

const SCRIPT = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** No violation of WCAG 2.2 A and AA on what is shown now. Our pages have no frames, so one run in the page itself sees all. */
export async function expectAccessible(page: Page, where = page.url()): Promise<void> {
  // A walk stays in one document: the half megabyte is read once.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SCRIPT);
  const violations = await page.evaluate(async (values) => {
    const { violations } = await axe.run(document, {
      runOnly: { type: 'tag', values },
      resultTypes: ['violations'],
      // Copies of style sheets, for one rule that is not among these; they break our content-security policy.
      preload: false,
    });
    return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(' ')).slice(0, 3) }));
  }, TAGS);
  expect.soft(violations, where).toEqual([]);
}
