// @drawn a journey that no requirement names
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { choosePackage, numberIn, openEvent, person, picture, textOf, useBrowser } from './browser.ts';

/**
 * A package of its own, since its verdicts are changed: installs of two publishers with known times since the click.
 */
const PACKAGE = `rules-${Date.now().toString(36)}.example`;
const DAY = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
const TODAY = new Date().toISOString().slice(0, 10);
/** Seconds from click to install, and what the installs of each publisher cost. */
const GROUPS = [
  { publisher: 'Alpha', seconds: 7, installs: 8, cost: 1 },
  { publisher: 'Alpha', seconds: 12, installs: 20, cost: 1 },
  { publisher: 'Alpha', seconds: 300, installs: 30, cost: 1 },
  { publisher: 'Beta', seconds: 12, installs: 25, cost: 2 },
  { publisher: 'Beta', seconds: 400, installs: 25, cost: 2 },
] as const;
const LIMIT = 15;
/** Counted from the groups, not from the product: installs of Alpha under the limit. */
const MEANT = GROUPS.filter(({ publisher, seconds }) => publisher === 'Alpha' && seconds < LIMIT);
const CHANGED = MEANT.reduce((sum, { installs }) => sum + installs, 0);
const COST = MEANT.reduce((sum, { installs, cost }) => sum + installs * cost, 0);

const lines = GROUPS.flatMap(({ publisher, seconds, installs, cost }, group) =>
  Array.from({ length: installs }, (_, index) => {
    const at = Date.parse(`${DAY}T08:00:00Z`) + (group * 60 + index) * 61_000;
    const clicked = at - seconds * 1_000;
    return JSON.stringify({
      kind: 'install',
      ts: new Date(at).toISOString(),
      install_time: new Date(at).toISOString(),
      click_time: new Date(clicked).toISOString(),
      publisher,
      device_id: `${String(group).padStart(8, '0')}-0000-4000-8000-${String(index).padStart(12, '0')}`,
      device_model: 'Pixel 9',
      declared_os: 'Android',
      declared_os_version: '16',
      install_type: 'install',
      cost,
      currency: 'EUR',
    });
  }),
);

const browser = useBrowser();
let page: Page;
let importId = 0;
const headers = () => ({ authorization: person('admin').token });

async function api(method: 'get' | 'post' | 'put', path: string, data?: unknown, type = 'application/json') {
  const answer = await page.request[method](path, {
    headers: { ...headers(), 'content-type': type },
    ...(data === undefined ? {} : { data }),
  });
  expect([path, answer.status()]).toEqual([path, 200]);
  return answer.json();
}

/** Events of the day by verdict, as the list of events counts them. */
async function events(verdict: string, publisher = ''): Promise<number> {
  const query = new URLSearchParams({ package_name: PACKAGE, fromDate: DAY, toDate: TODAY, verdict, publisher });
  return (await api('get', `/api/traffic/events?${query}`)).total;
}

beforeAll(async () => {
  page = await browser.as('admin', { viewport: { width: 1500, height: 1000 } });
  await api('post', '/api/config/package', {
    package_name: PACKAGE,
    package_title: 'Rules App',
    platform: 'app',
    time_zone: 'UTC',
    currency: 'EUR',
  });
  const stored = await api(
    'put',
    `/api/import/upload?${new URLSearchParams({ package_name: PACKAGE, file_name: 'installs.ndjson' })}`,
    Buffer.from(lines.join('\n')),
    'application/octet-stream',
  );
  const { data } = await api('post', '/api/import', { package_name: PACKAGE, file_id: stored.data.file_id });
  importId = data.id;
}, 120_000);

const RULES = `/rules?package=${PACKAGE}`;
const version = async (): Promise<number> =>
  (await api('get', `/api/traffic/rules/versions?package_name=${PACKAGE}`)).data[0].version;
const written = () =>
  expect
    .poll(
      async () =>
        (await api('get', `/api/traffic/rules/versions?package_name=${PACKAGE}`)).data[0].rewrite?.state ?? 'done',
      { timeout: 150_000 },
    )
    .toBe('done');

describe('a rule of our own: installs under 15 seconds of one publisher are fraud', () => {
  let before = { fraud: 0, suspect: 0 };

  it('is drafted in the condition builder, which reads it out', async () => {
    await expect
      .poll(async () => (await api('get', `/api/import/${importId}`)).data.state, { timeout: 60_000 })
      .toBe('done');
    before = { fraud: await events('fraud'), suspect: await events('suspect') };
    await page.goto(RULES);
    await page.getByRole('button', { name: 'New rule' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Name').fill('Installs under 15 seconds of Alpha');
    await drawer.getByLabel('A hit means').selectOption('fraud');
    await drawer.getByLabel('Value', { exact: true }).fill('Alpha');
    await drawer.getByLabel('Name').click();
    await drawer.getByRole('button', { name: 'Condition', exact: true }).click();
    const second = drawer.getByRole('group').getByRole('listitem').nth(1);
    await second.getByLabel('Field').fill('Click to install');
    await page
      .getByRole('option', { name: /^Click to install/ })
      .first()
      .click();
    await second.getByLabel('Comparison').click();
    await page.getByRole('option', { name: 'is under' }).click();
    await second.getByLabel('Value', { exact: true }).fill(String(LIMIT));
    await drawer.getByLabel('Name').click();
    await drawer.getByText(`Publisher “Alpha” and Click to install under ${LIMIT} seconds`).waitFor();
    await picture(page, 'rules-condition');
    await drawer.getByRole('button', { name: 'Add to the draft' }).click();
    await page.getByText('Rules changed: 1').waitFor();
    expect(await version()).toBe(1);
  });

  it('is not lost without a question: by leaving the page or by choosing another package', async () => {
    const ask = page.getByRole('dialog', { name: 'Leave without saving?' });
    await page.getByRole('link', { name: 'History' }).click();
    await ask.getByRole('button', { name: 'Cancel' }).click();
    await ask.waitFor({ state: 'detached' });
    await choosePackage(page, 'Nothing Yet');
    await ask.getByRole('button', { name: 'Cancel' }).click();
    await ask.waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('package')).toBe(PACKAGE);
    await page.getByText('Rules changed: 1').waitFor();
  });

  it('is previewed: money and events as counted from the file, and nothing is written', async () => {
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('dialog');
    await preview.getByRole('heading', { name: 'Sampled events' }).waitFor();
    const figure = (name: string) => preview.locator(`section[aria-label="${name}"]`);
    const changed = await textOf(figure('Events that change').locator('p').first());
    expect(numberIn(changed)).toBe(CHANGED);
    expect(await textOf(figure('Money at risk, EUR').locator('p').nth(1))).toContain(`€${COST.toFixed(2)} more`);
    const samples = preview.getByRole('table', { name: 'Sampled events' }).locator('tbody tr');
    expect(await samples.count()).toBe(Math.min(20, CHANGED));
    for (const text of await samples.allTextContents()) expect(text).toContain('Alpha');
    await picture(page, 'rules-preview');
    expect({ fraud: await events('fraud'), suspect: await events('suspect') }).toEqual(before);
  });

  it('is saved from the first day, and history becomes what was promised', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Save …' }).click();
    const save = page.getByRole('dialog', { name: /Save rules/ });
    await save.getByLabel('Why').fill('Times no person has');
    await save.getByLabel('Also from a date').click();
    await save.getByLabel('First day').fill(DAY);
    await save.getByText(`${CHANGED} of ${lines.length} events since`).waitFor();
    await picture(page, 'rules-save');
    await save.getByRole('button', { name: 'Save version' }).click();
    await save.waitFor({ state: 'hidden' });
    await written();
    expect(await version()).toBe(2);
    expect(await events('fraud')).toBe(before.fraud + CHANGED);
    expect(await events('fraud', 'Beta')).toBe(0);
  });

  it('explains its events by the new version', async () => {
    await page.goto(`/traffic/events?package=${PACKAGE}&from=${DAY}&to=${TODAY}&verdict=fraud&publisher=Alpha`);
    await openEvent(page);
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Judged by version 2 of the rule set.').waitFor();
    await drawer.getByRole('heading', { name: 'Installs under 15 seconds of Alpha' }).waitFor();
    await picture(page, 'rules-why');
  });

  it('is undone from the history, and every verdict is what it was', async () => {
    await page.goto(`/rules/history?package=${PACKAGE}`);
    const newest = page.locator('main tbody tr').first();
    await newest.getByText('Times no person has').waitFor();
    await newest.getByText(`${CHANGED} events: ${CHANGED} to fraud, 0 from fraud`).waitFor();
    await picture(page, 'rules-history');
    await newest.getByRole('button', { name: 'Undo' }).click();
    const undo = page.getByRole('dialog');
    await undo.getByLabel('Why').fill('A trial only');
    await undo.getByRole('button', { name: 'Undo' }).click();
    await undo.waitFor({ state: 'hidden' });
    await written();
    expect(await version()).toBe(3);
    expect({ fraud: await events('fraud'), suspect: await events('suspect') }).toEqual(before);
    await page.getByText('Takes back version 2:').waitFor();
    const later = page.getByRole('region', { name: 'Updated after the fact' });
    await later.getByText(`Clean → Fraud`).first().waitFor();
  });
});

describe('the page of the publisher', () => {
  it('is reached from the list of events and shows its curve', async () => {
    await page.goto(`/traffic/events?package=${PACKAGE}&from=${DAY}&to=${TODAY}&publisher=Alpha`);
    await page.locator('main tbody').getByRole('link', { name: 'Alpha' }).first().click();
    await page.getByRole('heading', { name: 'Alpha', level: 2 }).waitFor();
    await page.getByRole('img', { name: 'Click to install' }).waitFor();
    await page.getByText('58 installs with a time').waitFor();
    await picture(page, 'publisher-page');
  });
});
