import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addDays } from '#platform/contract/date-range.ts';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, person, picture, textOf, useBrowser } from './browser.ts';
import { WEB } from './people.ts';

/** From incidents to tickets and back to none, as the people who own a package do it. */
const browser = useBrowser();
const today = new Date().toISOString().slice(0, 10);
const AT = `?package=${WEB}&from=${addDays(today, -6)}&to=${today}`;

/** A try again after a failure finds nothing of the one before. */
const own = (name: string): string => `${name} ${Date.now()}`;

const api = async (page: Page, method: 'get' | 'post' | 'delete', path: string, data?: object) => {
  const answer = await page.request[method](path, {
    headers: { authorization: person('customer').token },
    ...(data ? { data } : {}),
  });
  expect([path, answer.status()]).toEqual([path, 200]);
  return answer.json();
};

/** Incidents of a publisher of its own that no ticket has: those of tickets that are closed. */
async function incidentsOf(page: Page, publisher: string, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) {
    const wanted = { package_name: WEB, title: `Copied shop ${n} of ${publisher}`, publisher, channel: 'social' };
    const { data } = await api(page, 'post', '/api/bi/ticket/create/new', wanted);
    await api(page, 'delete', '/api/bi/ticket/close', { id: data.id, reason: 'Only its incident is needed' });
  }
}

const heading = (page: Page): Promise<string> => textOf(page.getByRole('heading', { level: 1 }));
const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true });

describe('incidents and tickets', () => {
  it('are listed, made of several incidents at once, opened, changed and closed [TKT-UI-01] [LAY-UI-11] [LAY-UI-29] [LAY-GAP-03]', async () => {
    const page = await browser.as('customer');
    await page.goto(`/issues${AT}`);
    const publisher = own('Flow publisher');
    await incidentsOf(page, publisher, 3);
    await page.goto(`/incident-dashboard${AT}&publisher=${encodeURIComponent(publisher)}`);
    const incidents = page.getByRole('region', { name: 'Incidents', exact: true }).locator('table tbody tr');
    await incidents.nth(2).waitFor();
    expect(await incidents.count()).toBe(3);
    expect(await heading(page)).toBe('Dashboard');
    expect(await page.getByRole('button', { name: 'Filters (1)' }).count()).toBe(1);
    await picture(page, 'incident-dashboard');
    await page.getByRole('checkbox', { name: 'Choose all' }).click();
    await page.getByRole('button', { name: 'Create 3 tickets' }).click();
    await page.getByLabel('Description').fill('Who copies us?');
    await page.getByRole('button', { name: 'Create 3 tickets' }).click();
    await page.waitForURL(/\/issues\?/);
    // The address changes before the page does.
    await page.getByRole('heading', { level: 1, name: 'Tickets', exact: true }).waitFor();
    expect(await heading(page)).toBe('Tickets');

    // Narrowed to those that are open, and several changed together.
    await page.getByRole('button', { name: 'Filters' }).click();
    await page
      .getByRole('textbox', { name: 'Status', exact: true })
      .or(page.getByLabel('Status', { exact: true }))
      .first()
      .click();
    await option(page, 'Open').click();
    await page.keyboard.press('Escape');
    await page.goto(`/issues${AT}&publisher=${encodeURIComponent(publisher)}&status=Open`);
    const rows = page.locator('table[data-table="tickets"] tbody tr');
    await rows.nth(2).waitFor();
    expect(await rows.count()).toBe(3);
    await picture(page, 'tickets');
    // What is searched and how it is ordered stands in the address.
    const search = page.getByRole('searchbox', { name: 'Search tickets' });
    await search.fill(`shop 2 ${publisher}`);
    await page.waitForURL(/search=shop/);
    await rows.nth(1).waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(1);
    await page.getByRole('columnheader', { name: 'Priority' }).getByRole('button').first().click();
    await page.waitForURL(/sort=priority/);
    await page.reload();
    expect(await search.inputValue()).toBe(`shop 2 ${publisher}`);
    await search.fill('');
    await rows.nth(2).waitFor();
    await page.getByRole('checkbox', { name: 'Choose all' }).click();
    const several = page.getByRole('region', { name: 'Chosen tickets' });
    await several.getByLabel('Priority', { exact: true }).first().click();
    await option(page, 'Critical').click();
    await several.getByRole('button', { name: 'Change 3 tickets' }).click();
    await rows.getByText('Critical', { exact: true }).nth(2).waitFor();

    // By keyboard: the second one, opened.
    await page.locator('h1').click();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('o');
    await page.waitForURL(/\/issues\/\d+/);
    await page.getByText('Who copies us?').waitFor();
    const id = Number(/issues\/(\d+)/.exec(page.url())?.[1]);
    // Somebody else changes it while a change is chosen: it is said, and saving again is a choice.
    await page.getByLabel('Priority', { exact: true }).first().click();
    await option(page, 'High').click();
    await api(page, 'post', '/api/bi/ticket/save', { id, priority: 'Low' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('This was changed by someone else in the meantime').waitFor();
    await page.getByText(/ set Priority to Low meanwhile. Saving replaces it./).waitFor();
    await page.getByRole('button', { name: 'Save and replace' }).click();
    await page.getByText('Priority: Low → High').waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const edit = page.getByRole('dialog', { name: `Edit ticket ${id}` });
    await edit.getByLabel('Description').fill('Who copies us, and where?');
    // Of a long form the end is in view, where it is saved: what the other one wrote is said there.
    await api(page, 'post', '/api/bi/ticket/save', { id, description: 'Others did' });
    await edit.getByRole('button', { name: 'Save' }).click();
    const said = edit.getByText('Meanwhile Description was changed to: Others did. Saving replaces it.');
    await said.waitFor();
    const replace = edit.getByRole('button', { name: 'Save and replace' });
    const [note, button] = [await said.boundingBox(), await replace.boundingBox()];
    expect(note && button && note.y >= 0 && note.y < button.y && button.y < (page.viewportSize()?.height ?? 0)).toBe(
      true,
    );
    await picture(page, 'ticket-overtaken');
    await replace.click();
    await page.getByText('Who copies us, and where?').waitFor();
    await page.getByLabel('Status', { exact: true }).first().click();
    await option(page, 'In Progress').click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Status: Open → In Progress').waitFor();
    await page.getByLabel('Your comment').fill('Is anybody on it?');
    await page.getByRole('button', { name: 'Add comment' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Is anybody on it?' }).waitFor();
    await page.getByRole('switch', { name: 'Mails about this ticket' }).click();
    await page.getByText(/You get no mails about ticket/).waitFor();
    expect(await page.getByRole('switch', { name: 'Mails about this ticket' }).isChecked()).toBe(false);
    await picture(page, 'ticket');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close ticket' }).click();
    const panel = page.getByRole('dialog', { name: `Close ticket ${id}` });
    await panel.getByLabel('Reason').fill('It was ours');
    await panel.getByRole('button', { name: 'Close ticket' }).click();
    await page.getByText('Closed: It was ours').waitFor();
    await page.getByText('This ticket is closed. To change it, set its status to Reopened').waitFor();
    expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
    const { data } = await api(page, 'get', `/api/bi/ticket/${id}`);
    expect([data.status, data.priority, data.comments.length]).toEqual(['Closed', 'High', 1]);
    expect(data.watching).toBe(false);

    // Its incident is free again, and goes to another ticket that is worked on.
    await page.goto(`/incident-dashboard${AT}&publisher=${encodeURIComponent(publisher)}`);
    await page.getByRole('checkbox', { name: `Choose incident ${data.incident_id}` }).click();
    await page.getByRole('button', { name: 'Add to a ticket' }).click();
    const adding = page.getByRole('dialog', { name: 'Add to a ticket' });
    await adding.getByLabel('Ticket', { exact: false }).first().click();
    await page.getByRole('option').filter({ hasText: publisher }).first().click();
    await picture(page, 'add-to-ticket');
    await adding.getByRole('button', { name: 'Add to a ticket' }).click();
    await page.waitForURL(/\/issues\/\d+/);
    await page.getByText('Incident added:').waitFor();
    expect(await page.getByRole('region', { name: 'Incidents', exact: true }).getByRole('article').count()).toBe(2);
  });

  it('are saved as a file of exactly what is shown, and fit a phone [TKT-EXP-01]', async () => {
    const page = await browser.as('customer', { viewport: { width: 390, height: 844 } });
    await page.goto(`/issues${AT}`);
    const publisher = own('File publisher');
    await incidentsOf(page, publisher, 2);
    await page.goto(`/issues${AT}&publisher=${encodeURIComponent(publisher)}`);
    const rows = page.locator('table[data-table="tickets"] tbody tr');
    await rows.nth(1).waitFor();
    expect(await rows.count()).toBe(2);
    await expectNoSidewaysScroll(page);
    await picture(page, 'tickets-phone');
    await page.getByRole('button', { name: 'Download' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines.slice(1).every((line) => line.includes(publisher))).toBe(true);
    await page.goto(`/incident-dashboard${AT}`);
    await page.getByRole('region', { name: 'Incidents', exact: true }).locator('table tbody tr').first().waitFor();
    await expectNoSidewaysScroll(page);
    await picture(page, 'incident-dashboard-phone');
  });

  it('say so when the list does not come within 50 seconds [TKT-CONST-01]', async () => {
    const page = await browser.as('customer');
    await page.clock.install();
    await page.route('**/api/bi/report?**', () => {});
    await page.goto(`/issues${AT}`);
    await page.locator('[aria-busy="true"]').first().waitFor();
    await page.clock.fastForward(49_000);
    expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
    await page.clock.fastForward(2_000);
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    expect(await page.getByText(/did not answer in time/).count()).toBeGreaterThan(0);
  });
});
