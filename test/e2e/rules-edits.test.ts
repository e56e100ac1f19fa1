// @drawn a journey that no requirement names
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { person, picture, useBrowser } from './browser.ts';

/** A package of its own without events: what is looked at is what becomes of edits. */
const PACKAGE = `edits-${Date.now().toString(36)}.example`;
const RULES = `/rules?package=${PACKAGE}`;

const browser = useBrowser();
let page: Page;

async function api(method: 'get' | 'post', path: string, data?: unknown) {
  const headers = { authorization: person('admin').token };
  const answer = await page.request[method](path, { headers, ...(data === undefined ? {} : { data }) });
  expect([path, answer.status()]).toEqual([path, 200]);
  return answer.json();
}

const versions = async () => (await api('get', `/api/traffic/rules/versions?package_name=${PACKAGE}`)).data;
const version = async (): Promise<number> => (await versions())[0].version;

beforeAll(async () => {
  page = await browser.as('admin', { viewport: { width: 1500, height: 1000 } });
  await api('post', '/api/config/package', {
    package_name: PACKAGE,
    package_title: 'Edits App',
    platform: 'app',
    time_zone: 'UTC',
    currency: 'EUR',
  });
}, 120_000);

/** A row of the list of rules. */
const group = (name: string, of = page) => of.locator('main').getByRole('button', { name: new RegExp(`^${name} `) });
const row = (name: string) => page.locator('main tr').filter({ has: page.getByRole('button', { name, exact: true }) });

describe('edits of the rules: what would be refused or lost', () => {
  it('is said at the field: a limit out of bounds, and limits that contradict each other', async () => {
    await page.goto(`${RULES}&rule=short_install_time`);
    const drawer = page.getByRole('dialog');
    const fraud = drawer.getByLabel('Fraud if CTIT is under', { exact: true }).first();
    await fraud.fill('500');
    await fraud.press('Tab');
    await drawer.getByText('Between 1 and 60; 5 seconds still counts').waitFor();
    expect(await page.getByText(/^Rules changed/).count()).toBe(0);
    await fraud.fill('30');
    await fraud.press('Tab');
    await drawer.getByText('Not over “Suspect if CTIT is under” (10 seconds)').waitFor();
    await drawer.getByText('Not under “Fraud if CTIT is under” (30 seconds)').waitFor();
    await drawer.getByText('At the limits in force').waitFor();
    await picture(page, 'rules-contradiction');
    await page.keyboard.press('Escape');
    await page.getByText('Limits contradict each other: Install too soon after the click').waitFor();
    expect(await page.getByRole('button', { name: 'Preview' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it('is no screen that goes blank while the first drawer on it waits for its words', async () => {
    const own = await browser.as('admin');
    await own.goto(RULES);
    await own.getByRole('button', { name: 'New rule' }).waitFor();
    await own.route(/assets\/[a-z-]+\.en-/, (route) => route.abort());
    await group('Device', own).click();
    await own.getByRole('button', { name: 'Emulator', exact: true }).click();
    await own.getByRole('dialog').getByRole('heading', { name: 'Definition' }).waitFor();
    expect(await own.getByRole('button', { name: 'Emulator', exact: true, includeHidden: true }).isVisible()).toBe(
      true,
    );
  });

  it('is not the setting of a publisher, which stands in one line and opens to be changed', async () => {
    await page.goto(`${RULES}&rule=short_install_time`);
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Own setting for').fill('Alpha');
    await drawer.getByRole('button', { name: 'Add', exact: true }).click();
    await drawer.getByLabel('Setting of Alpha').selectOption('mark');
    const fraud = drawer.getByLabel('Fraud if CTIT is under', { exact: true }).nth(1);
    await fraud.fill('3');
    await fraud.press('Tab');
    await drawer.getByRole('button', { name: 'Close: Alpha' }).click();
    await drawer.getByText('Mark only · Fraud if CTIT is under 3 seconds').waitFor();
    expect(await drawer.getByLabel('Setting of Alpha').count()).toBe(0);
    await picture(page, 'rules-publisher');
    await drawer.getByRole('button', { name: 'Remove the settings of Alpha' }).click();
    expect(await drawer.getByText('Mark only · Fraud if').count()).toBe(0);
  });

  it('is half a rule of our own whose drawer is closed', async () => {
    await page.goto(RULES);
    await page.getByRole('button', { name: 'New rule' }).click();
    const drawer = page.getByRole('dialog', { name: 'New rule' });
    await drawer.getByLabel('Name').fill('Half a rule');
    await page.keyboard.press('Escape');
    const ask = page.getByRole('dialog', { name: 'Leave without saving?' });
    await ask.waitFor();
    await picture(page, 'rules-half');
    await page.keyboard.press('Escape');
    await ask.waitFor({ state: 'detached' });
    expect(await drawer.getByLabel('Name').inputValue()).toBe('Half a rule');
    await page.goBack();
    await ask.getByRole('button', { name: 'Cancel' }).click();
    await ask.waitFor({ state: 'detached' });
    await drawer.getByRole('button', { name: 'Cancel' }).click();
    await drawer.waitFor({ state: 'detached' });
  });

  it('is not what somebody else saved in the meantime, nor our own edits', async () => {
    await page.goto(RULES);
    const base = await version();
    await group('Network').click();
    await row('Data centre').getByRole('combobox').selectOption('mark');
    await page.getByText('Rules changed: 1').waitFor();
    const { data } = await api('get', `/api/traffic/rules?package_name=${PACKAGE}`);
    data.draft.rules.emulator.mode = 'mark';
    const { draft } = data;
    await api('post', '/api/traffic/rules/versions', {
      package_name: PACKAGE,
      base_version: base,
      ...draft,
      reason: 'Test phones of ours',
    });
    await page.getByRole('button', { name: 'Save …' }).click();
    const save = page.getByRole('dialog', { name: /Save rules/ });
    await save.getByLabel('Why').fill('Our own servers');
    await save.getByRole('button', { name: 'Save version' }).click();
    await save.getByText(`Version ${base + 1} has been saved in the meantime. Your edits are kept.`).waitFor();
    await picture(page, 'rules-newer');
    await save.getByRole('button', { name: `Go on from version ${base + 1}` }).click();
    await save.getByRole('button', { name: 'Save version' }).click();
    await save.waitFor({ state: 'hidden' });
    await expect.poll(async () => (await versions())[0].rewrite?.state ?? 'done', { timeout: 60_000 }).toBe('done');
    expect(await version()).toBe(base + 2);
    const compared = new URLSearchParams({ package_name: PACKAGE, before: String(base), after: String(base + 2) });
    const differing = (await api('get', `/api/traffic/rules/compare?${compared}`)).data;
    expect(differing.map(({ rule }: { rule: string }) => rule)).toEqual(['data_center', 'emulator']);
  });
});
