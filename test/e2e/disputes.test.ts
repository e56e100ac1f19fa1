// @drawn a journey that no requirement names
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, person, picture, textOf, useBrowser } from './browser.ts';

/** Clicks of browsers without a screen, by two campaigns of one source: claimed, answered by the link, decided. */
const PACKAGE = 'claimed.example';
const RANGE = `package=${PACKAGE}&from=2026-03-01&to=2026-03-31`;
/** Of another source, for nothing. */
const FREE = 'Gift';
const HEADLESS =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0 Safari/537.36';

const browser = useBrowser();
let page: Page;
let evidence = 0;

const headers = () => ({ authorization: person('admin').token });
const post = async (path: string, data: object) => {
  const made = await page.request.post(path, { headers: headers(), data });
  expect([path, made.status(), made.ok() ? '' : await made.text()]).toEqual([path, 200, '']);
  return (await made.json()).data;
};

beforeAll(async () => {
  page = await browser.as('admin');
  await post('/api/config/package', {
    package_name: PACKAGE,
    package_title: 'Shop that Claims',
    platform: 'web',
    time_zone: 'UTC',
    currency: 'EUR',
  });
  const events = ['Spring', 'Autumn', 'Winter', FREE].flatMap((campaign, at) =>
    Array.from({ length: 4 + at }, (_, index) =>
      JSON.stringify({
        kind: 'click',
        ts: `2026-03-${String(index * 2 + 3 + at).padStart(2, '0')}T1${at}:0${index}:00Z`,
        publisher: campaign === FREE ? 'Freebie' : 'Northwind',
        campaign,
        ...(campaign === FREE ? {} : { cost: '0.25', currency: 'EUR' }),
        click_id: `click-${campaign}-${index}`,
        ip: `81.2.${index + 9}.${at + 1}`,
        user_agent: HEADLESS,
      }),
    ),
  );
  await page.goto(`/traffic/import?package=${PACKAGE}`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'clicks.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(events.join('\n')) });
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.locator('section[data-state=done]').waitFor({ timeout: 60_000 });
  const days = { period_from: '2026-03-01', period_to: '2026-03-31' };
  const asked = { package_name: PACKAGE, publisher: 'Northwind', ...days };
  await post('/api/reconciliation/evidence', { ...asked, publisher: 'Freebie' });
  evidence = (await post('/api/reconciliation/evidence', asked)).id;
});

const evidenceState = async (): Promise<string> => {
  const answer = await page.request.get(`/api/reconciliation/evidence/${evidence}`, { headers: headers() });
  return (await answer.json()).data.state;
};

describe('a claim', () => {
  it('is opened, answered on a phone by its link in another language, decided, and counted', async () => {
    await expect.poll(evidenceState, { timeout: 30_000 }).toBe('ready');
    await page.goto(`/reconcilation/disputes?${RANGE}`);
    await page.locator('main').getByRole('button', { name: 'Open a claim' }).first().click();
    const form = page.getByRole('dialog');
    const choose = async (name: RegExp) => {
      await form.getByRole('combobox', { name: 'Evidence file' }).click();
      await page.getByRole('option', { name }).click();
    };
    await choose(/Freebie/);
    await form.getByText('This evidence file claims no money', { exact: false }).waitFor();
    await form.getByRole('button', { name: 'Open a claim' }).click();
    await picture(page, 'dispute-nothing');
    await choose(/Northwind/);
    await form.getByLabel('Message to the publisher').fill('Please look at these clicks.');
    await picture(page, 'dispute-open');
    await form.getByRole('button', { name: 'Open a claim' }).click();
    const address = page.locator('code', { hasText: '#token=' });
    await address.waitFor();
    const link = (await textOf(address)).trim();
    await picture(page, 'dispute-panel');

    const phone = await browser.page({ viewport: { width: 390, height: 844 }, locale: 'de-AT' });
    await phone.goto(link);
    await phone.getByRole('heading', { name: /Beanstandung \d+ an Northwind/ }).waitFor();
    await expectNoSidewaysScroll(phone);
    await expectAccessible(phone, 'claim by its link');
    await picture(phone, 'dispute-link-phone');
    await phone.getByLabel('Ihr Name').fill('Petra Nord');
    await phone.getByRole('button', { name: /^Annehmen: Winter/ }).click();
    await phone.getByText(/Angenommen von Petra Nord/).waitFor();
    await phone.getByRole('button', { name: /^Widersprechen: Spring/ }).click();
    await phone.getByLabel('Warum widersprochen wird').fill('Das sind unsere Tests, oder?');
    await phone
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'log.txt', mimeType: 'text/plain', buffer: Buffer.from('a log') });
    await picture(phone, 'dispute-object-phone');
    await phone.locator('form').getByRole('button', { name: 'Widersprechen' }).click();
    await phone.getByRole('button', { name: /^log\.txt/ }).waitFor();
    await phone.getByRole('button', { name: /^Widersprechen: Autumn/ }).click();
    await phone.getByLabel('Warum widersprochen wird').fill('Auch das.');
    await phone.locator('form').getByRole('button', { name: 'Widersprechen' }).click();
    await phone.getByText('Alles ist beantwortet', { exact: false }).waitFor();
    await picture(phone, 'dispute-answered-phone');

    await page.reload();
    await page.getByRole('row').filter({ hasText: 'Northwind' }).getByText('Objected, to be decided').first().click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('button', { name: /^Take back: Spring/ }).click();
    await panel.getByLabel('Why you take it back').fill('Own tests');
    await picture(page, 'dispute-decide');
    await panel.locator('form').getByRole('button', { name: 'Take back' }).click();
    await panel.getByText('4 events were marked clean.', { exact: false }).waitFor();
    await panel.getByRole('button', { name: /^Insist: Autumn/ }).click();
    await panel.getByLabel('Why you insist').fill('No tests ran then');
    await panel.locator('form').getByRole('button', { name: 'Insist', exact: true }).click();
    await panel.getByText('Closed', { exact: true }).waitFor();
    await expectAccessible(page, 'claim');
    await picture(page, 'dispute-closed');
    await panel.getByRole('button', { name: 'Take the link back' }).click();
    await panel.getByText('There is no link now.', { exact: false }).waitFor();
    await phone.reload();
    await phone.getByText('Dieser Link ist abgelaufen').waitFor();
    expect(await textOf(phone.locator('main'))).not.toContain('Northwind');
    await picture(phone, 'dispute-ended-phone');

    await panel.getByRole('link', { name: /^Incident/ }).click();
    const incident = page.getByRole('dialog', { name: 'Incident' });
    await incident.getByText('Northwind').first().waitFor();
    await picture(page, 'dispute-incident');
    await page.goBack();

    await page.getByRole('tab', { name: 'Track record' }).click();
    const record = page
      .getByRole('table', { name: /Claims by publisher/ })
      .getByRole('row')
      .filter({ hasText: 'Northwind' });
    await record.waitFor();
    expect(await textOf(record)).toMatch(/1.*3.*15.*33\.3.*33\.3.*33\.3/);
    await page
      .getByRole('table', { name: /Rules whose calls/ })
      .getByRole('row')
      .nth(1)
      .waitFor();
    await picture(page, 'dispute-record');

    // Accepted, upheld and taken back stand beside what is owed.
    await page.goto(`/reconcilation/report?${RANGE}`);
    const claims = page.getByRole('table', { name: 'Claims by publisher and currency' }).getByRole('row');
    await expect.poll(() => textOf(claims.filter({ hasText: 'Northwind' }))).toMatch(/€3\.75.*€1\.50.*€1\.25.*€1\.00/);
    await expectAccessible(page, 'claims beside what is owed');
    await picture(page, 'payout-claims');
  });
});
