import { it } from 'vitest';
import { picture, useBrowser } from './browser.ts';
const browser = useBrowser();
it('looks', async () => {
  const page = await browser.as('admin', { viewport: { width: 1440, height: 1000 }, colorScheme: 'dark' });
  await page.goto('/rules');
  await page.getByRole('button', { name: /^Click and attribution/ }).click();
  await picture(page, 'look-rules-open');
  await page.goto('/traffic/publisher');
  await page.waitForTimeout(2000);
  await picture(page, 'look-publisher');
  const phone = await browser.as('admin', { viewport: { width: 390, height: 800 }, locale: 'de-DE' });
  await phone.goto('/rules');
  await phone.waitForTimeout(2500);
  await picture(phone, 'look-rules-phone');
  await phone.goto('/docs/rules?at=late_installs');
  await phone.waitForTimeout(2500);
  await picture(phone, 'look-docs-phone');
}, 120_000);
