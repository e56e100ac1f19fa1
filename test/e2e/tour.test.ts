import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, picture, textOf, useBrowser } from './browser.ts';

/** A person who knows nothing is led from a number to what can be done about it, and can leave at any step. */
const browser = useBrowser();

const tip = (page: Page) => page.getByRole('dialog').filter({ hasText: /of [45]$|of [45]\D/ });
const title = async (page: Page): Promise<string> => textOf(tip(page).locator('[class*=Tour-title]'));
const step = (page: Page, name: string) => tip(page).getByRole('button', { name, exact: true }).last().click();
const start = (page: Page) => page.getByRole('link', { name: 'Take the tour' }).first().click();
const follow = (page: Page, name: string) => expect.poll(() => title(page)).toBe(name);

it('leads from a number over its events, why, and the rule to the publisher', async () => {
  const page = await browser.as('admin');
  await page.goto('/');
  await start(page);
  await follow(page, 'The answer comes first');
  await picture(page, 'tour-number');
  const said = await textOf(page.locator('[data-tour=answer] a[href$="verdict=fraud"]').nth(1));
  await step(page, 'Next');
  await follow(page, 'The events behind the number');
  await page.getByText(said, { exact: true }).first().waitFor();
  await step(page, 'Next');
  await follow(page, 'Why');
  expect(page.url()).toContain('event=');
  await expectAccessible(page, 'the tour above a drawer');
  await step(page, 'Next');
  await follow(page, 'The rule that said so');
  expect(new URL(page.url()).searchParams.get('rule')).toBeTruthy();
  await step(page, 'Next');
  await follow(page, 'The publisher');
  expect(new URL(page.url()).pathname).toMatch(/^\/publisher\/./);
  await picture(page, 'tour-publisher');
  await step(page, 'Done');
  await tip(page).waitFor({ state: 'detached' });
});

it('goes on when the thing it points at is used, after a reload, and one step back', async () => {
  const page = await browser.as('admin');
  await page.goto('/');
  await start(page);
  await follow(page, 'The answer comes first');
  await page.locator('[data-tour=answer] a[href$="verdict=fraud"]').nth(1).click();
  await follow(page, 'The events behind the number');
  await page.reload();
  await follow(page, 'The events behind the number');
  await step(page, 'Back');
  await follow(page, 'The answer comes first');
});

it('waits in a corner of other pages until it is gone on with, and is left for good', async () => {
  const page = await browser.as('admin');
  await page.goto('/');
  await start(page);
  await follow(page, 'The answer comes first');
  await page.goto('/traffic/white-list');
  await page.getByRole('button', { name: 'Go on with the tour (1 of 5)' }).click();
  await follow(page, 'The answer comes first');
  await step(page, 'Leave');
  await page.goto('/traffic/white-list');
  await page.getByRole('heading', { level: 1, name: 'White list' }).waitFor();
  expect(await page.getByRole('button', { name: /Go on with the tour/ }).count()).toBe(0);
});

it('shows a publisher no rule, and fits a phone', async () => {
  const page = await browser.as('publisher');
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Take the tour' }).click();
  await follow(page, 'The answer comes first');
  await expectNoSidewaysScroll(page);
  await step(page, 'Next');
  await follow(page, 'The events behind the number');
  await step(page, 'Next');
  await follow(page, 'Why');
  await step(page, 'Next');
  await follow(page, 'The publisher');
  await expectNoSidewaysScroll(page);
});
