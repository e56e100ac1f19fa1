import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { boardReady, person, picture, textOf, useBrowser } from './browser.ts';
import { APP, WEB } from './people.ts';

const browser = useBrowser();
const VISITS = `/web/dashboard/visit?package=${WEB}`;

const addressOf = (page: Page): URL => new URL(page.url());

describe('the frame of every signed-in page', () => {
  it('has header, menu, content and footer as landmarks, a title, and a footer with this year and real links', async () => {
    const page = await browser.as('admin');
    await page.goto(VISITS);
    await boardReady(page);
    for (const role of ['banner', 'navigation', 'main', 'contentinfo'] as const)
      expect(await page.getByRole(role).count(), role).toBeGreaterThan(0);
    expect(await textOf(page.getByRole('heading', { level: 1 }))).toBe('Visit Dashboard');
    expect(await page.title()).toContain('Visit Dashboard');
    const footer = page.getByRole('contentinfo');
    expect(await textOf(footer)).toContain(`© ${new Date().getFullYear()}`);
    for (const href of await footer
      .getByRole('link')
      .evaluateAll((links) => links.map((a) => a.getAttribute('href') ?? '')))
      expect((await page.request.get(href)).status(), href).toBe(200);
    await footer.getByRole('link', { name: 'About Us' }).click();
    await page.getByRole('heading', { level: 1, name: 'About Adsieve' }).waitFor();
  });

  it('groups the menu of the server by category, for the kind of the chosen package', async () => {
    const page = await browser.as('admin');
    const menu: { category: string; menu_title: string; route: string; hidden: boolean }[] = (
      await (await page.request.get('/api/user/menu', { headers: { authorization: person('admin').token } })).json()
    ).data;
    await page.goto(VISITS);
    const nav = page.getByRole('navigation', { name: 'Main menu' });
    await nav.getByRole('button', { name: 'Web' }).waitFor();
    expect(await nav.getByRole('button').allTextContents()).toEqual([
      'Start',
      'Web',
      'Reports',
      'Brand safety',
      'Tracking',
      'Traffic',
      'Analytics',
      'Video',
      'Brand',
      'Reconciliation',
      'Tools',
      'Administration',
    ]);
    const links = await nav
      .getByRole('link')
      .evaluateAll((all) => all.map((a) => new URL((a as HTMLAnchorElement).href).pathname));
    expect(links.length).toBeGreaterThan(5);
    for (const path of links)
      expect(
        menu.some(({ route, hidden }) => route === path && !hidden),
        path,
      ).toBe(true);
    await page.goto(`/app/dashboard/install?package=${APP}`);
    await nav.getByRole('button', { name: 'App' }).waitFor();
    expect(await nav.getByRole('button').allTextContents()).toEqual([
      'Start',
      'App',
      'Reports',
      'Brand safety',
      'Tracking',
      'Traffic',
      'Analytics',
      'Video',
      'Brand',
      'Reconciliation',
      'Tools',
      'Administration',
    ]);
  });

  it('asks for menu and packages once each when it mounts [NAV-STATE-01]', async () => {
    const page = await browser.as('agency');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(VISITS);
    await boardReady(page);
    expect(asked.filter((path) => path === '/api/user/menu')).toHaveLength(1);
    expect(asked.filter((path) => path === '/api/user/package')).toHaveLength(1);
  });
});

describe('the way in and out', () => {
  it('signed out, a guarded path goes over /auth/login to the form at /, without asking for data [NAV-RULE-01]', async () => {
    const page = await browser.page();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    for (const path of ['/web/dashboard/visit', '/traffic/events', '/user-profile', '/nope']) {
      await page.goto(path);
      await page.locator('input[type=password]').waitFor();
      expect(addressOf(page).pathname, path).toBe('/');
    }
    await page.goto('/auth/login');
    await page.locator('input[type=password]').waitFor();
    expect(addressOf(page).pathname).toBe('/');
    expect(asked.filter((path) => path.startsWith('/api/')).filter((path) => !/human_check|setup/.test(path))).toEqual(
      [],
    );
  });

  it('signed in, an unknown path leads to the first menu route and the notice names it [NAV-RULE-07] [NAV-GAP-08]', async () => {
    const page = await browser.as('admin');
    await page.goto('/does-not-exist');
    await page.getByText(/\/does-not-exist was not found or is not open to you/).waitFor();
    const [first] = (
      await (await page.request.get('/api/user/menu', { headers: { authorization: person('admin').token } })).json()
    ).data;
    await page.waitForURL((url) => url.pathname === first.route);
  });

  it('a page the role may not open leads to the first menu route [NAV-RULE-05]', async () => {
    const page = await browser.as('agency');
    await page.goto('/management/user');
    await page.getByText(/\/management\/user was not found or is not open to you/).waitFor();
    const menu = await page.request.get('/api/user/menu', { headers: { authorization: person('agency').token } });
    const [first] = (await menu.json()).data;
    await page.waitForURL((url) => url.pathname === first.route);
  });

  it('a publisher is led from such a page to their own first one', async () => {
    const page = await browser.as('publisher');
    await page.goto('/traffic/import');
    await page.getByText(/\/traffic\/import was not found or is not open to you/).waitFor();
    await page.waitForURL((url) => url.pathname === '/publisher');
  });

  it('somebody without any screen is told so at / without a loop [NAV-GAP-07] [NAV-RULE-06]', async () => {
    const page = await browser.as('unassigned');
    for (const path of ['/', '/traffic/events']) {
      await page.goto(path);
      await page.getByText('No screens are assigned to you yet').waitFor();
      expect(addressOf(page).pathname, path).toBe('/');
    }
    await page.getByRole('link', { name: 'Profile' }).click();
    await page.getByText('unassigned@adsieve.example').waitFor();
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign Out' }).waitFor();
  });

  it('the error page says OOPS! and leads back, signed in or not [NAV-ROUTE-01] [NAV-ROUTE-02]', async () => {
    for (const page of [await browser.page(), await browser.as('admin')])
      for (const path of ['/error', '/error/error-v1']) {
        await page.goto(path);
        await page.getByText('OOPS! Something went wrong here', { exact: true }).waitFor();
        expect(addressOf(page).pathname).toBe(path);
        await page.getByRole('link').first().click();
        await page.waitForURL((url) => !url.pathname.startsWith('/error'));
      }
  });

  it('an asset or a call that does not exist is a 404 and not the shell', async () => {
    const page = await browser.page();
    expect((await page.request.get('/assets/nope.js')).status()).toBe(404);
    expect((await page.request.get('/api/nope', { headers: { authorization: person('admin').token } })).status()).toBe(
      404,
    );
  });

  it('the user menu greets by name, and Sign Out ends the session on the server, here and in the other tab [SESS-STATE-06] [SESS-GAP-04]', async () => {
    const page = await browser.as('leaver');
    await page.goto(VISITS);
    await boardReady(page);
    await page.getByRole('link', { name: 'Click Dashboard' }).first().click();
    const other = await browser.tab(page);
    await other.goto('/traffic/events');
    await other.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByText(`Hello, ${person('leaver').auth.name}`).waitFor();
    await picture(page, 'shell-user-menu');
    const logout = page.waitForRequest(
      (request) => request.url().endsWith('/api/user/logout') && request.method() === 'POST',
    );
    await page.getByRole('button', { name: 'Sign Out' }).click();
    expect((await logout).headers().authorization).toContain(person('leaver').token);
    for (const tab of [page, other]) {
      await tab.locator('input[type=password]').waitFor();
      expect(addressOf(tab).pathname).toBe('/');
    }
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'ToggleAsideMenu'))).toEqual([]);
    const answer = await page.request.get('/api/user/me', { headers: { authorization: person('leaver').token } });
    expect(answer.status()).toBe(401);
    await page.goBack();
    await page.locator('input[type=password]').waitFor();
    expect(await textOf(page.getByRole('main'))).not.toContain('Visit Dashboard');
  });
});

describe('keys', () => {
  it('Ctrl+K finds a page by name and opens it with the same package and days', async () => {
    const page = await browser.as('admin');
    await page.goto(VISITS);
    await boardReady(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find anything' }).fill('white');
    await page.getByRole('option', { name: 'White list' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/traffic\/white-list/);
    expect(addressOf(page).searchParams.get('package')).toBe(WEB);
  });

  it('alone reach the content, the menu and the actions, and what has the focus can be seen', async () => {
    const page = await browser.as('admin');
    await page.goto(VISITS);
    await boardReady(page);
    const reached: string[] = [];
    for (let i = 0; i < 160 && !reached.includes('User menu'); i++) {
      await page.keyboard.press('Tab');
      const here = await page.evaluate(() => {
        const element = document.activeElement;
        if (!(element instanceof HTMLElement)) return { name: '', visible: false };
        const style = getComputedStyle(element);
        const ring = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0;
        const field = element.matches('input') && style.borderColor !== '';
        const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
        return { name: name.trim().split('\n')[0] ?? '', visible: ring || style.boxShadow !== 'none' || field };
      });
      expect.soft(here.visible, `focus on "${here.name}"`).toBe(true);
      reached.push(here.name);
    }
    expect(reached[0]).toBe('Skip to content');
    for (const name of ['Package', 'Visit Dashboard', 'Events', 'Import', 'User menu']) expect(reached).toContain(name);
    expect(reached.some((name) => name.startsWith('Date range'))).toBe(true);
    await page.reload();
    await boardReady(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  });

  it('Shift and ! while typing is just an exclamation mark [NAV-GAP-12]', async () => {
    const page = await browser.as('admin');
    await page.goto(`/traffic/events?package=${WEB}`);
    const search = page.getByRole('searchbox', { name: 'Search events' });
    await search.click();
    await page.keyboard.press('Shift+!');
    expect(await search.inputValue()).toBe('!');
    expect(await page.getByRole('navigation', { name: 'Hidden menu' }).count()).toBe(0);
  });
});

it('serves from the address it printed', async () => {
  const page = await browser.page();
  expect((await page.goto(inject('base')))?.status()).toBe(200);
});
