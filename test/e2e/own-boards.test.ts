// @drawn a journey that no requirement names
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addDays } from '#platform/contract/date-range.ts';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, numberIn, person, picture, textOf, useBrowser } from './browser.ts';
import { WEB } from './people.ts';

/** A question is put on a board, the board is shared, and somebody else sees it with rights of their own. */
const browser = useBrowser();
const today = new Date().toISOString().slice(0, 10);
const days = `from=${addDays(today, -28)}&to=${addDays(today, -1)}`;
const at = (path: string, more = ''): string => `${path}?package=${WEB}&${days}${more}`;
/** Another one in each attempt: what a broken one has left is in nobody's way. */
const NAME = `Weekly look ${Date.now() % 100_000}`;

const card = (page: Page, title: string) => page.getByRole('region', { name: title });
const totalOf = async (page: Page, title: string): Promise<number> => {
  const cell = card(page, title).locator('tfoot td, tfoot th').nth(1);
  await cell.waitFor();
  return numberIn(await textOf(cell));
};

async function put(page: Page, title: string, onto: string | undefined): Promise<void> {
  await page.getByRole('button', { name: 'Put on a board' }).click();
  await page.getByRole('menuitem', { name: onto ?? 'New board …' }).click();
  const dialog = page.getByRole('dialog');
  if (onto === undefined) await dialog.getByLabel('Name').fill(NAME);
  await dialog.getByLabel('Title of the card').fill(title);
  await dialog.getByRole('button', { name: 'Put on the board' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(`On the board “${NAME}”`).first().waitFor();
}

async function chooseAction(page: Page, of: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${of}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Makes the board once; the steps below go on with it. */
async function boardWithCards(page: Page): Promise<string> {
  await page.goto(at('/explore'));
  await page.getByRole('button', { name: 'Put on a board' }).waitFor();
  expect(await page.getByRole('button', { name: 'Put on a board' }).isDisabled()).toBe(true);
  await page.goto(at('/explore', '&by=publisher&measures=total,fraud'));
  await page.getByRole('main').locator('tbody tr').first().waitFor();
  await put(page, 'By publisher', undefined);
  await page.goto(at('/explore', '&by=weekday,hour&measures=fraud_percentage&view=pivot'));
  await put(page, 'When fraud comes', NAME);
  await page.goto(at('/explore', '&by=date&measures=total,suspect,fraud&view=chart'));
  await put(page, 'Days', NAME);
  await page.getByRole('button', { name: 'Open', exact: true }).last().click();
  await page.waitForURL((url) => /^\/explore\/boards\/\d+$/.test(url.pathname));
  return new URL(page.url()).pathname;
}

it('keeps questions as cards on a board, which is shared, changed, handed over and deleted', {
  timeout: 240_000,
}, async () => {
  const owner = await browser.as('agency');
  const path = await boardWithCards(owner);
  await card(owner, 'Days').locator('[data-chart] canvas').waitFor();
  await card(owner, 'When fraud comes').getByRole('columnheader', { name: '13:00' }).waitFor();
  const all = await totalOf(owner, 'By publisher');
  expect(all).toBeGreaterThan(0);
  await picture(owner, 'own-board');
  await expectAccessible(owner, 'own board');

  const other = await browser.as('publisher');
  await other.goto(at(path));
  await other.getByText('This board is deleted, or it is not shared with you.').waitFor();
  await chooseAction(owner, NAME, 'Share with the package');
  await owner.getByText(/shared with everybody of the package/).waitFor();
  await other.goto(at(path));
  const own = await totalOf(other, 'By publisher');
  expect(own).toBeGreaterThan(0);
  expect(own).toBeLessThan(all);
  expect(await other.getByRole('button', { name: /^Actions for/ }).count()).toBe(0);
  await picture(other, 'own-board-of-others');

  await chooseAction(owner, 'Days', 'Move forward');
  await expect
    .poll(() => owner.getByRole('main').getByRole('heading', { level: 3 }).allTextContents())
    .toEqual(['By publisher', 'Days', 'When fraud comes']);
  await chooseAction(owner, 'When fraud comes', 'Rename');
  await owner.getByLabel('Title of the card').fill('The hours');
  await owner.getByRole('button', { name: 'Rename', exact: true }).click();
  await card(owner, 'The hours').waitFor();
  await chooseAction(owner, 'Days', 'Take off the board');
  await expect.poll(() => card(owner, 'Days').count()).toBe(0);
  await card(owner, 'The hours').getByRole('link', { name: 'Open in Explore' }).click();
  await owner.waitForURL((url) => url.pathname === '/explore' && url.searchParams.get('view') === 'pivot');

  await owner.goto(at('/explore/boards'));
  await owner.getByRole('link', { name: NAME }).waitFor();
  await picture(owner, 'own-boards');
  await expectAccessible(owner, 'own boards');
  await chooseAction(owner, NAME, 'Delete board');
  await expect.poll(() => owner.getByRole('link', { name: NAME }).count()).toBe(0);
  await owner.getByRole('button', { name: 'Undo' }).click();
  await owner.getByRole('link', { name: NAME }).waitFor();
  await chooseAction(owner, NAME, 'Hand over …');
  await owner.getByLabel('Email of the new owner').fill('nobody@nowhere.example');
  await owner.getByRole('button', { name: 'Hand over', exact: true }).click();
  await owner.getByText('Nobody of this address can see this board.').waitFor();
  await owner.getByLabel('Email of the new owner').fill(person('publisher').email);
  await owner.getByRole('button', { name: 'Hand over', exact: true }).click();
  await owner.getByText(`“${NAME}” belongs to`).waitFor();
  await other.goto(at(path));
  await other.getByRole('button', { name: `Actions for ${NAME}` }).waitFor();
  await chooseAction(other, NAME, 'Delete board');
  await other.waitForURL((url) => url.pathname === '/explore/boards');
});

it('says what of a card went away and shows the rest, on a phone too', async () => {
  const { token } = person('customer');
  const page = await browser.as('customer', { viewport: { width: 390, height: 844 } });
  await page.goto(at('/explore/boards'));
  const asked = [
    { name: 'by', value: 'publisher,gone_key' },
    { name: 'measures', value: 'total' },
    { name: 'old_filter', value: 'x' },
  ];
  const body = { package_name: WEB, name: 'With a gap', cards: [{ title: 'Old question', view: 'table', asked }] };
  const made = await page.request.post('/api/explore/boards', { data: body, headers: { authorization: token } });
  expect(made.status()).toBe(200);
  const { id } = (await made.json()).data;
  await page.goto(at(`/explore/boards/${id}`));
  await page.getByText('gone_key, old_filter do not exist any more').waitFor();
  await card(page, 'Old question').locator('tbody tr').first().waitFor();
  await expectNoSidewaysScroll(page);
  await picture(page, 'own-board-phone');
  const german = await browser.as('customer', { colorScheme: 'dark' });
  await german.context().addCookies([{ name: 'language', value: 'de', url: new URL(page.url()).origin }]);
  await german.goto(at(`/explore/boards/${id}`));
  await german.getByText('gibt es nicht mehr').waitFor();
  await card(german, 'Old question').locator('tbody tr').first().waitFor();
  await picture(german, 'own-board-german-dark');
  await expectAccessible(german, 'own board, German');
  await page.request.delete(`/api/explore/boards/${id}`, { headers: { authorization: token } });
});
