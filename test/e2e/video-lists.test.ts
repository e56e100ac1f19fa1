import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, picture, useBrowser } from './browser.ts';
import { WEB } from './people.ts';

const browser = useBrowser();

describe('lists of videos', () => {
  it('are saved out of a scan: the next one shows what is on them as excluded and by which list, and what is taken away comes back', async () => {
    const own = await browser.as('admin');
    const scan = async (): Promise<void> => {
      await own.goto(`/youtube-relevancy?package=${WEB}`);
      await own.getByText('Videos and channels on saved lists of').waitFor();
      const row = own.getByRole('group');
      await row.getByRole('combobox', { name: 'Geolocation' }).fill('Ger');
      await own.getByRole('listbox').getByRole('option', { name: 'Germany', exact: true }).click();
      await row.getByRole('textbox', { name: 'Keyword' }).fill('skincare');
      await row.getByRole('combobox', { name: 'Language' }).fill('Engl');
      await own.getByRole('listbox').getByRole('option', { name: 'English', exact: true }).click();
      await own.getByRole('button', { name: 'Scan', exact: true }).click();
      await own.getByRole('table').waitFor();
    };
    await scan();
    const save = own.getByRole('button', { name: 'Save to a list' });
    expect(await save.isDisabled()).toBe(true);
    const boxes = own.getByRole('checkbox', { name: /^Choose Skincare/ });
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await own.getByRole('button', { name: 'Save 2 videos to a list' }).click();
    const form = own.getByRole('dialog', { name: 'Save to a list' });
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.getByText('Please name the list').waitFor();
    await form.getByRole('textbox', { name: 'Name' }).fill('Beside skincare never');
    await form.getByRole('combobox', { name: 'Kind' }).click();
    await own.getByRole('option', { name: 'Exclusion' }).click();
    await picture(own, 'video-list-save');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await own.getByText('2 entries added to Beside skincare never', { exact: true }).waitFor();
    await scan();
    const excluded = own.getByRole('button', { name: 'Excluded: why' });
    await excluded.first().waitFor();
    expect(await excluded.count()).toBe(2);
    await excluded.first().click();
    await own.getByText('On the exclusion list “Beside skincare never”.').waitFor();
    await picture(own, 'youtube-relevancy-excluded');
    await own.keyboard.press('Escape');
    await own.getByRole('tab', { name: 'Saved lists' }).click();
    await own.getByRole('cell', { name: 'Beside skincare never', exact: true }).click();
    const panel = own.getByRole('dialog', { name: 'Beside skincare never' });
    await panel
      .getByRole('button', { name: /^Remove .* from the list$/ })
      .first()
      .click();
    await panel.getByText('1 row', { exact: true }).waitFor();
    await own.getByRole('button', { name: 'Undo' }).click();
    await panel.getByText('2 rows', { exact: true }).waitFor();
    const saved = own.waitForEvent('download');
    await panel.getByRole('button', { name: 'Download CSV' }).click();
    const lines = (await text(await (await saved).createReadStream())).trim().split('\r\n');
    expect([lines.length, lines[0]?.replace('\u{FEFF}', '')]).toEqual([3, 'video_url,channel_id']);
    await picture(own, 'video-list-entries');
    await expectAccessible(own, 'entries of a list of videos');
    await panel.getByRole('button', { name: 'Close' }).click();
    const act = async (name: string): Promise<void> => {
      await own.getByRole('button', { name: 'Actions of Beside skincare never' }).click();
      await own.getByRole('menuitem', { name }).click();
    };
    await act('Delete');
    await own.getByText('No list yet.').waitFor();
    await own.getByRole('button', { name: 'Undo' }).click();
    await own.getByRole('cell', { name: 'Beside skincare never', exact: true }).waitFor();
    const phone = await browser.as('admin', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    await phone.goto(`/youtube-relevancy?package=${WEB}&tab=lists`);
    await phone.getByRole('cell', { name: 'Beside skincare never', exact: true }).waitFor();
    await expectNoSidewaysScroll(phone);
    await expectAccessible(phone, 'lists of videos');
    await picture(phone, 'video-lists-phone');
    await act('Delete');
  });
});
