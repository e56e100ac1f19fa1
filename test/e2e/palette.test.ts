// @drawn a journey that no requirement names
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PUBLISHERS } from '#demo/publishers.ts';
import { SHORTCUTS } from '#platform/web/keys/shortcuts.ts';
import { expectAccessible } from './accessibility.ts';
import { boardReady, person, picture, useBrowser } from './browser.ts';
import { APP, WEB } from './people.ts';

const browser = useBrowser();
const addressOf = (page: Page): URL => new URL(page.url());
const VISITS = `/web/dashboard/visit?package=${WEB}`;
const PROFILE = `/user-profile?package=${WEB}`;

const field = (page: Page) => page.getByRole('combobox', { name: 'Find anything' });
const marked = (page: Page) => page.getByRole('option', { selected: true });
const options = (page: Page, group: string) => page.getByRole('group', { name: group }).getByRole('option');

async function open(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
}
async function opened(page: Page, at = PROFILE): Promise<Page> {
  await page.goto(at);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await open(page);
  return page;
}

describe('finding anything', () => {
  it('marks the first line as soon as there is one, also of what the server finds, and Enter goes there', async () => {
    const page = await opened(await browser.as('admin'));
    await field(page).fill(PUBLISHERS.ostrana.name.slice(0, 5).toUpperCase());
    await options(page, 'Sources').first().waitFor();
    expect(await marked(page).count()).toBe(1);
    expect(await marked(page).textContent()).toContain(PUBLISHERS.ostrana.name);
    expect(await field(page).getAttribute('aria-activedescendant')).toBe(await marked(page).getAttribute('id'));
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === `/publisher/${encodeURIComponent(PUBLISHERS.ostrana.name)}`);
    expect(addressOf(page).searchParams.get('package')).toBe(WEB);
  });

  it('goes to what Enter asked for before it was found', async () => {
    const page = await opened(await browser.as('admin'));
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/find?*', async (route) => {
      await held;
      await route.continue();
    });
    await field(page).fill(PUBLISHERS.ostrana.name);
    await page.keyboard.press('Enter');
    expect(await marked(page).count()).toBe(0);
    letGo();
    await page.waitForURL((url) => url.pathname.startsWith('/publisher/'));
  });

  it('moves the mark by arrows around both ends, and the first line is marked again for another question', async () => {
    const page = await opened(await browser.as('admin'));
    await field(page).fill('dashboard');
    const pages = options(page, 'Pages');
    await pages.first().waitFor();
    const first = await marked(page).textContent();
    await page.keyboard.press('ArrowDown');
    expect(await marked(page).textContent()).toBe(await pages.nth(1).textContent());
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await marked(page).textContent()).toBe(await page.getByRole('option').last().textContent());
    await page.keyboard.press('ArrowDown');
    expect(await marked(page).textContent()).toBe(first);
    await page.keyboard.press('ArrowDown');
    await field(page).fill('click dashb');
    await expect.poll(() => marked(page).textContent()).toContain('Click Dashboard');
  });

  it('Escape closes it and gives the focus back to what had it', async () => {
    const page = await browser.as('admin');
    await page.goto(VISITS);
    await boardReady(page);
    const button = page.getByRole('button', { name: /^Filters/ });
    await button.focus();
    await open(page);
    await page.keyboard.press('Escape');
    await field(page).waitFor({ state: 'detached' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await field(page).waitFor();
    await page.mouse.click(10, 10);
    await field(page).waitFor({ state: 'detached' });
  });

  it('finds pages, settings, packages, rules, reasons, help and an event by its id', async () => {
    const page = await browser.as('admin');
    await page.goto(PROFILE);
    const [row] = (
      await (
        await page.request.get(
          `/api/traffic/events?package_name=${WEB}&fromDate=2000-01-01&toDate=2100-01-01&limit=1`,
          {
            headers: { authorization: person('admin').token },
          },
        )
      ).json()
    ).data;
    for (const [text, group, path] of [
      ['white list', 'Pages', '/traffic/white-list'],
      ['audit', 'Settings', '/management/audit'],
      ['harbour', 'Packages', undefined],
      ['click injection', 'Reasons', '/docs/rules'],
      ['SIVT', 'Help', '/docs/glossary'],
      [row.row_id, 'Events', '/traffic/events'],
    ] as const) {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await open(page);
      await field(page).fill(text);
      await options(page, group).first().click();
      if (path) await page.waitForURL((url) => url.pathname === path);
      else await page.waitForURL((url) => url.searchParams.get('package') === APP);
      await field(page).waitFor({ state: 'detached' });
      if (group === 'Packages') await page.goto(PROFILE);
    }
    expect(addressOf(page).searchParams.get('event')).toBe(row.row_id);
    await page.getByRole('dialog').waitFor();
  }, 60_000);

  it('says when nothing is found, and what failed while the pages are still offered', async () => {
    const page = await opened(await browser.as('admin'));
    await field(page).fill('zzzz-nothing-is-called-so');
    await page.getByText('Nothing found').waitFor();
    await expectAccessible(page, 'palette empty', 'all');
    await page.route('**/api/find?*', (route) =>
      route.fulfill({ status: 400, json: { status: false, code: 'malformed', message: 'No', request_id: 'r' } }),
    );
    await field(page).fill('events');
    await page.getByRole('alert').getByText('could not be looked up').waitFor();
    expect(await marked(page).textContent()).toContain('Events');
    await page.unroute('**/api/find?*');
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('asks once for what is typed in one go, and breaks off the question before', async () => {
    const page = await opened(await browser.as('admin'));
    const asked: string[] = [];
    const broken: string[] = [];
    const textOf = (url: string) => new URL(url).searchParams.get('text') ?? '';
    page.on('request', (request) => request.url().includes('/api/find?') && asked.push(textOf(request.url())));
    page.on('requestfailed', (request) => request.url().includes('/api/find?') && broken.push(textOf(request.url())));
    await page.route('**/api/find?*text=os', () => undefined);
    await field(page).pressSequentially('os');
    await expect.poll(() => asked).toEqual(['os']);
    // All in one turn of the page: on a busy machine a pause between two letters would be long enough for a question.
    await field(page).evaluate((input: HTMLInputElement, letters) => {
      const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      for (const letter of letters) {
        write?.call(input, input.value + letter);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }, 'trana');
    await options(page, 'Sources').first().waitFor();
    expect(asked).toEqual(['os', 'ostrana']);
    expect(broken).toEqual(['os']);
  });

  it('shows a publisher its own names only, and none of the settings', async () => {
    const page = await opened(await browser.as('publisher'));
    await field(page).fill(PUBLISHERS.vossel.name.slice(0, 6));
    await page.getByText('Nothing found').waitFor();
    await field(page).fill(PUBLISHERS.ostrana.name.slice(0, 6));
    await options(page, 'Sources').first().waitFor();
    await field(page).fill('audit');
    await page.getByText(/\d results?|Nothing found/).waitFor({ state: 'attached' });
    expect(await options(page, 'Settings').count()).toBe(0);
    const answer = await page.request.get(`/api/find?package_name=nothing-yet.example&text=vossel`, {
      headers: { authorization: person('publisher').token },
    });
    expect(answer.status()).toBe(403);
  });

  it('is accessible in both schemes and fits a phone', async () => {
    for (const [colorScheme, width] of [
      ['light', 1440],
      ['dark', 390],
    ] as const) {
      const page = await browser.as('admin', { colorScheme, viewport: { width, height: 844 } });
      await opened(page, VISITS);
      await field(page).fill('click');
      await options(page, 'Reasons').first().waitFor();
      await expectAccessible(page, `palette ${colorScheme}`, 'all');
      const box = await page.getByRole('dialog', { name: 'Find anything' }).boundingBox();
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? width) <= width).toBe(true);
      await picture(page, `palette-${colorScheme}`);
    }
  });
});

describe('the keys', () => {
  it('? lists every key there is, not while somebody types, and Escape gives the focus back', async () => {
    const page = await browser.as('admin');
    await page.goto(`/traffic/events?package=${WEB}`);
    const search = page.getByRole('searchbox', { name: 'Search events' });
    await search.click();
    await page.keyboard.type('?');
    expect(await search.inputValue()).toBe('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(await dialog.count()).toBe(0);
    const person = page.getByRole('button', { name: 'User menu' });
    await person.focus();
    await page.keyboard.press('?');
    await dialog.waitFor();
    expect(await dialog.locator('dd').count()).toBe(Object.keys(SHORTCUTS).length);
    await dialog.getByText('Next event of the list').waitFor();
    await expectAccessible(page, 'keys', 'all');
    await picture(page, 'keys');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await person.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it("help is in the person's menu and in the footer, and the keys are in the menu too", async () => {
    const page = await browser.as('publisher');
    await page.goto(PROFILE);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Help' }).click();
    await page.waitForURL((url) => url.pathname === '/docs');
    await page.goto(PROFILE);
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('link', { name: 'Help' }).first().click();
    await page.waitForURL((url) => url.pathname === '/docs');
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  });
});
