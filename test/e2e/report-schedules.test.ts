// @drawn a journey that no requirement names
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#platform/contract/date-range.ts';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, person, picture, useBrowser } from './browser.ts';
import { newestMail } from './mails.ts';
import { WEB } from './people.ts';

const browser = useBrowser();
const today = new Date().toISOString().slice(0, 10);
const DAYS = `package=${WEB}&from=${addDays(today, -6)}&to=${addDays(today, -1)}`;
const NAME = 'Publishers of the week';

describe('a report on a schedule', () => {
  let page: Page;
  beforeAll(async () => {
    page = await browser.as('customer');
  });
  afterAll(() => page.close());

  const schedules = () => page.getByRole('region', { name: 'Schedules' });
  const row = () => schedules().getByRole('row').filter({ hasText: NAME });
  const act = async (what: string): Promise<void> => {
    await row()
      .getByRole('button', { name: `Actions for ${NAME}` })
      .click();
    await page.getByRole('menuitem', { name: what, exact: true }).click();
  };

  it('is made on the page of the report and stands in the list with its next run', async () => {
    await page.goto(`/webfraud-publisher-report?${DAYS}`);
    await page.getByRole('button', { name: 'Generate report' }).click();
    const panel = page.getByRole('dialog');
    await panel.getByText('On a schedule', { exact: true }).click();
    await panel.getByText('Mails stay on the server', { exact: false }).waitFor();
    await panel.getByLabel('Name').fill(NAME);
    await panel.getByRole('radio', { name: 'PDF summary: the dashboard of the report' }).check();
    await panel.getByText(person('customer').email, { exact: false }).waitFor();
    await expectAccessible(page, 'the form of a schedule');
    await picture(page, 'schedule-form');
    await panel.getByRole('button', { name: 'Schedule it' }).click();
    await page.getByText(/^Scheduled\. First run: /).waitFor();
    await page.goto(`/download_reports?${DAYS}`);
    await row()
      .getByText(/every Monday at 08:00/)
      .first()
      .waitFor();
    await row().getByText('Runs', { exact: true }).waitFor();
    await row().getByText(person('customer').auth.name).first().waitFor();
    await expectAccessible(page, 'the list of schedules');
    await picture(page, 'schedules');
    await expectNoSidewaysScroll(page);
  });

  it('sent at once is made and arrives as a mail that leads back here', async () => {
    await act('Send now');
    await page.getByText(`${NAME} is being made and sent`).waitFor();
    await expect.poll(() => newestMail(person('customer').email), { timeout: 60_000 }).toContain(NAME);
    const mail = await newestMail(person('customer').email);
    expect(mail).toMatch(/with Publisher Summary_lindenloom\.example_.*\.pdf/);
    expect(mail).toContain(`/download_reports?package=${WEB}`);
    expect(mail).toContain('every Monday at 08:00');
    await row().getByText(/Ready/).first().waitFor();
    await page
      .getByRole('region', { name: 'Generated reports' })
      .getByRole('button', { name: /\.pdf$/ })
      .first()
      .waitFor();
  });

  it('is changed, paused, resumed, deleted and put back from the list', async () => {
    await act('Change');
    const panel = page.getByRole('dialog');
    await panel.getByRole('combobox', { name: 'How often' }).click();
    await page.getByRole('option', { name: 'On the first working day of the month' }).click();
    await panel.getByRole('button', { name: 'Save' }).click();
    await row()
      .getByText(/on the first working day of every month at 08:00/)
      .first()
      .waitFor();
    await act('Pause');
    await row().getByText('Paused', { exact: true }).waitFor();
    await act('Resume');
    await row().getByText('Runs', { exact: true }).waitFor();
    await act('Delete');
    await row().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row().getByText('Runs', { exact: true }).waitFor();
    await act('Do not send to me any more');
    await row()
      .getByText(/Nobody is left/)
      .waitFor();
    await act('Delete');
    await schedules().getByText('There is no schedule yet.', { exact: false }).waitFor();
  });
});

it('a question of Explore is scheduled on its page, stands in the list, and leads back to what it asks', async () => {
  const page = await browser.as('customer');
  await page.goto(`/explore?${DAYS}&by=publisher,weekday&measures=fraud,total&kind=click`);
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  const panel = page.getByRole('dialog');
  expect(await panel.getByLabel('Name').inputValue()).toBe('Fraud, Total: Publisher, Day of the week');
  expect(await panel.getByRole('radio').count()).toBe(2);
  await panel.getByLabel('Name').fill('Fraud by weekday');
  await panel.getByRole('radio', { name: 'Excel workbook' }).check();
  await panel.getByText(person('customer').email, { exact: false }).waitFor();
  await expectAccessible(page, 'the form that schedules a question');
  await picture(page, 'schedule-question');
  await panel.getByRole('button', { name: 'Schedule it' }).click();
  await page.getByText(/^Scheduled\. First run: /).waitFor();
  await page.goto(`/download_reports?${DAYS}`);
  const row = page.getByRole('region', { name: 'Schedules' }).getByRole('row').filter({ hasText: 'Fraud by weekday' });
  await row.getByRole('button', { name: 'Actions for Fraud by weekday' }).click();
  await page.getByRole('menuitem', { name: 'Send now' }).click();
  await expect.poll(() => newestMail(person('customer').email), { timeout: 60_000 }).toContain('Fraud by weekday');
  expect(await newestMail(person('customer').email)).toMatch(
    /with explore-publisher-weekday_.*_kind=click_.*\.xlsx, [\d.]+ kB/,
  );
  await row.getByText(/Ready/).first().waitFor();
  await picture(page, 'schedules-with-question');
  await row.getByRole('link', { name: 'Explore' }).click();
  await page.waitForURL((url) => url.pathname === '/explore' && url.searchParams.get('by') === 'publisher,weekday');
  expect(new URL(page.url()).searchParams.get('kind')).toBe('click');
  await page.goto(`/download_reports?${DAYS}`);
  await row.getByRole('button', { name: 'Actions for Fraud by weekday' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await row.waitFor({ state: 'detached' });
});
