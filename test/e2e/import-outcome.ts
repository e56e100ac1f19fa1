import type { Page } from 'playwright-core';
import { textOf } from './browser.ts';

/** The sentence an import ends with: how many events its main reason has, and where "See why" leads. */
export async function importOutcome(page: Page): Promise<{ mostly: string; seeWhy: string }> {
  const outcome = page.getByText(/% fraud \(/);
  await outcome.waitFor();
  const [, mostly = ''] = / [\d,]+ of [\d,]+ events, mostly “.+” \(([\d,]+)\)/.exec(await textOf(outcome)) ?? [];
  const seeWhy = (await outcome.getByRole('link', { name: 'See why' }).getAttribute('href')) ?? '';
  return { mostly, seeWhy };
}
