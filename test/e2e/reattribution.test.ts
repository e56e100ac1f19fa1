import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, person, picture, textOf, useBrowser } from './browser.ts';

/** Installs one source claims and another brought, and purchases of the people behind them, in a month that is over. */
const PACKAGE = 'credited.example';
const MONTH = { from: '2026-03-01', to: '2026-03-31' };
const RANGE = `package=${PACKAGE}&from=${MONTH.from}&to=${MONTH.to}`;
const PERSONS = 4;

const browser = useBrowser();
let page: Page;

/** The last of them had seen nothing but the click that was fired after the install had begun. */
const storyOf = (n: number): object[] => {
  const day = `2026-03-${String(n * 3 + 4).padStart(2, '0')}`;
  const who = {
    device_id: `7b0a1f3${n}-5c2d-4e6f-8a9b-0c1d2e3f4a5${n}`,
    ip: `81.2.${n + 9}.${n + 1}`,
    user_agent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0 Mobile Safari/537.36',
  };
  const brought = { ...who, kind: 'click', ts: `${day}T09:00:00Z`, publisher: 'Northwind', campaign: 'Spring' };
  const installed = {
    ...who,
    kind: 'install',
    event_name: 'install',
    ts: `${day}T10:07:00Z`,
    publisher: 'Grabber',
    campaign: 'Fast',
    click_time: `${day}T10:05:00Z`,
    install_begin_time: `${day}T10:02:00Z`,
    install_time: `${day}T10:07:00Z`,
  };
  const bought = {
    ...who,
    kind: 'app_event',
    event_name: 'purchase',
    ts: `${day}T18:00:00Z`,
    publisher: 'Southwind',
    campaign: 'Shop',
    install_time: `${day}T10:07:00Z`,
  };
  return [...(n === PERSONS - 1 ? [] : [brought]), installed, bought];
};

beforeAll(async () => {
  page = await browser.as('admin');
  const made = await page.request.post('/api/config/package', {
    headers: { authorization: person('admin').token },
    data: {
      package_name: PACKAGE,
      package_title: 'App that Credits',
      platform: 'app',
      time_zone: 'UTC',
      currency: 'EUR',
    },
  });
  expect(made.status()).toBe(200);
  const events = Array.from({ length: PERSONS }, (_, n) => storyOf(n)).flat();
  await page.goto(`/traffic/import?package=${PACKAGE}`);
  await page.locator('input[type=file]').setInputFiles({
    name: 'installs.ndjson',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(events.map((event) => JSON.stringify(event)).join('\n')),
  });
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.locator('section[data-state=done]').waitFor({ timeout: 60_000 });
});

const of = (name: string): Locator =>
  page
    .getByRole('table', { name: /Re-attribution of/ })
    .getByRole('row')
    .filter({ hasText: name });

describe('re-attribution', () => {
  it('of installs tells who should have been credited, opens their touches, and is generated and listed [REC-ROUTE-13]', async () => {
    await page.goto(`/reconcilation/reattribution/install?${RANGE}`);
    await of('Grabber').waitFor();
    expect(await page.title()).toContain('Install Re-attribution');
    expect(await textOf(of('Grabber'))).toMatch(/Grabber.*4.*0.*3.*1.*0.*0.*-100/);
    expect(await textOf(of('Northwind'))).toMatch(/Northwind.*0.*3.*3/);
    await picture(page, 'reattribution-install');
    await of('Grabber').getByRole('button', { name: '3 Moved out of Grabber: show' }).click();
    const panel = page.getByRole('dialog');
    await panel.getByText('Grabber → Northwind').first().click();
    await panel.getByText('The credit moves from Grabber to Northwind.').waitFor();
    expect(await panel.getByRole('listitem').count()).toBe(2);
    expect(await textOf(panel.getByRole('listitem').nth(1))).toMatch(/Northwind · Spring.*recorded here.*Credited/);
    await picture(page, 'reattribution-touches');
    await expectAccessible(page, 'touches of an install');
    await panel.getByRole('button', { name: 'Close' }).click();
    await page.getByText('No report was generated yet.').waitFor();
    await page.getByRole('button', { name: 'Generate' }).first().click();
    await page.getByText('Created successfully !').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download', { timeout: 20_000 }),
      page.getByRole('button', { name: /Download 2026-03-01 – 2026-03-31, version 1/ }).click({ timeout: 20_000 }),
    ]);
    expect(file.suggestedFilename()).toMatch(/^Re-attribution install version 1_credited\.example_2026-03-01.*\.csv$/);
    await picture(page, 'reattribution-reports');
  });

  it('of events is another page with figures and reports of its own, in the dark and on a phone too [REC-ROUTE-14]', async () => {
    await page.goto(`/reconcilation/reattribution/event?${RANGE}`);
    await of('Southwind').waitFor();
    expect(await page.title()).toContain('Event Re-attribution');
    expect(await of('Grabber').count()).toBe(0);
    await page.getByText('No report was generated yet.').waitFor();
    await page.getByRole('button', { name: 'Generate' }).first().click();
    await page.getByText('Created successfully !').waitFor();
    await page.getByRole('button', { name: /Download 2026-03-01/ }).waitFor({ timeout: 20_000 });
    const other = await browser.as('admin', { colorScheme: 'dark', viewport: { width: 390, height: 900 } });
    await other.goto(`/reconcilation/reattribution/install?${RANGE}`);
    await other.getByText('Grabber').first().waitFor();
    await expectAccessible(other, 're-attribution dark');
    await expectNoSidewaysScroll(other);
    await picture(other, 'reattribution-dark-390');
  });
});
