// @drawn a journey that no requirement names
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, picture, useBrowser } from './browser.ts';
import { WEB } from './people.ts';

const browser = useBrowser();
/** Another one in each attempt. */
const NAME = `Tracker ${Date.now() % 100_000}`;

it('a destination of verdicts is made in a drawer that warns of unknown macros, changed but for its kind, tried out and removed, on a phone in the dark too', {
  timeout: 120_000,
}, async () => {
  const page = await browser.as('customer');
  await page.goto(`/traffic/verdict-deliveries?package=${WEB}`);
  await page.getByText('Nothing is sent yet.').waitFor();
  await page.getByRole('button', { name: 'Add a destination' }).first().click();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Name').fill(NAME);
  await panel.getByLabel('Address').fill('https://tracker.example/reject?c={click_id}&m={money}');
  await panel.getByRole('radiogroup').getByText('Postback').click();
  await panel.getByText('{money} is no macro and is sent as it stands.').waitFor();
  await picture(page, 'verdict-destination-form');
  await expectAccessible(page, 'destination form');
  await panel.getByRole('radiogroup').getByText('Webhook').click();
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText(/^whsec_/).waitFor();
  await panel.getByRole('button', { name: 'I have noted it' }).click();
  await page.getByRole('cell', { name: NAME, exact: true }).waitFor();
  const act = async (what: string): Promise<void> => {
    await page.getByRole('button', { name: `Actions for ${NAME}` }).click();
    await page.getByRole('menuitem', { name: what, exact: true }).click();
  };
  await act('Change');
  expect(await panel.getByRole('radio', { name: 'Postback' }).isDisabled()).toBe(true);
  await panel.getByLabel('Address').fill('https://tracker.example/rejects');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.waitFor({ state: 'hidden' });
  await act('Make a new secret');
  await page.getByRole('dialog').getByRole('button', { name: 'Make a new secret' }).click();
  await panel.getByText(/^whsec_/).waitFor();
  await panel.getByRole('button', { name: 'I have noted it' }).click();
  await act('Send a test');
  await page.getByRole('cell', { name: 'Test, failed' }).waitFor();
  await picture(page, 'verdict-deliveries');
  await expectAccessible(page, 'verdict deliveries');

  const phone = await browser.as('customer', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await phone.goto(`/traffic/verdict-deliveries?package=${WEB}`);
  await phone.getByText(NAME).first().waitFor();
  await expectNoSidewaysScroll(phone);
  await picture(phone, 'verdict-deliveries-phone');

  await act('Remove');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Nothing is sent yet.').waitFor();
  expect(await page.getByText('whsec_').count()).toBe(0);
});
