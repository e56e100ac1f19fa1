// @drawn a journey that no requirement names
import { describe, expect, it } from 'vitest';
import { evidenceHref } from '#domains/evidence/contract/evidence-href.ts';
import { verifyArchive } from '#domains/evidence/server/verify/verify-archive.ts';
import { addDays } from '#platform/contract/date-range.ts';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, picture, textOf, useBrowser } from './browser.ts';
import { WEB } from './people.ts';

const browser = useBrowser();
/** A source with fraud, whose login there is. */
const PUBLISHER = 'Mirabeck Native';

describe('the page of evidence', () => {
  it('says what would be claimed, makes a file that its check accepts, and shows it to the publisher', async () => {
    const page = await browser.as('admin');
    const today = new Date().toISOString().slice(0, 10);
    const days = { period_from: addDays(today, -29), period_to: addDays(today, -1) };
    await page.goto(evidenceHref(WEB, { publisher: PUBLISHER, ...days }));
    const form = page.getByRole('dialog', { name: 'Make evidence file' });
    const claimed = Number(
      /([\d,]+) events would be claimed/.exec(await textOf(form.locator('[aria-live=polite]')))?.[1]?.replace(',', ''),
    );
    expect(claimed).toBeGreaterThan(10);
    await picture(page, 'evidence-form');
    await expectAccessible(page, 'form of an evidence file');
    await form.getByRole('button', { name: 'Make evidence file' }).click();
    await page.getByText('Created successfully !', { exact: true }).first().waitFor();
    const row = page.locator('main tbody tr').filter({ hasText: PUBLISHER });
    await row.getByText('Ready', { exact: true }).waitFor();
    expect(await textOf(row)).toContain(claimed.toLocaleString('en'));
    await picture(page, 'evidence');
    await row.getByRole('button', { name: `Actions of ${PUBLISHER}` }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Download' }).click(),
    ]);
    const key = await page.locator('main dd code').first().textContent();
    const { ok, said } = await verifyArchive(await file.path(), { key: key ?? '' });
    expect([ok, said[0]]).toEqual([true, expect.stringContaining(`${claimed} of them claimed`)]);

    const publisher = await browser.as('publisher', { viewport: { width: 390, height: 800 }, colorScheme: 'dark' });
    await publisher.goto(`/reconcilation/evidence?package=${WEB}`);
    await publisher.locator('main tbody tr').filter({ hasText: PUBLISHER }).getByText('Ready').waitFor();
    expect(await publisher.getByRole('button', { name: 'Make evidence file' }).count()).toBe(0);
    await expectNoSidewaysScroll(publisher, 'evidence on a phone');
    await picture(publisher, 'evidence-phone-dark');

    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByLabel('Language').selectOption('de');
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('de');
    await page.keyboard.press('Escape');
    await expectNoSidewaysScroll(page, 'evidence in German');
    await picture(page, 'evidence-german');
    await page.getByRole('button', { name: 'Belegdatei erstellen' }).click();
    await picture(page, 'evidence-form-german');
  }, 60_000);
});
