import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PAGES } from '#app/contract/slices.ts';
import { sample } from '../support/sample.ts';
import { boardReady, encoded, figure, textOf, useBrowser } from './browser.ts';
import { APP, WEB } from './people.ts';

const browser = useBrowser();
const VISITS = `/web/dashboard/visit?package=${WEB}`;

/** One address of each family that is guarded (NAV-RULE-08). */
const FAMILIES = `/management/package/add /management/user/1 /web/dashboard/x /web/vast/x /vast/dashboard /web/tools/x
  /web/publisher-report /reconcilation/x /analytics-dashboard/click /mtrackit_dashboard /mtrackit/x /mtrackit/campaign
  /app/report/x /app/dashboard/x /integrity/x /click-integrity/dashboard /impression-integrity/dashboard
  /user-acquisition/rule-configuration /white-listing /app/white-listing /publisher-summary /alert-page
  /brand-relevancy/x /dvtrackers/x /coupons /youtube-relevancy /fingerprint /user/add /package/add /landing_page
  /report`.split(/\s+/);

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const packageFor = (platform: 'web' | 'app' | undefined) => (platform === 'app' ? APP : WEB);
/** Moves inside the app, as a link does: no new document. */
const follow = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

describe('the regions of a page', () => {
  it('are header, menu, content, footer and a filter drawer, and a public page has none of them [LAY-UI-01]', async () => {
    const page = await browser.as('admin');
    await page.goto(VISITS);
    await boardReady(page);
    for (const role of ['banner', 'navigation', 'main', 'contentinfo'] as const)
      expect(await page.getByRole(role).count(), role).toBeGreaterThan(0);
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByRole('dialog').getByRole('heading', { name: 'Advance Search' }).waitFor();
    const stranger = await browser.page();
    await stranger.goto('/');
    await stranger.locator('input[type=password]').waitFor();
    for (const role of ['banner', 'navigation', 'contentinfo', 'dialog'] as const)
      expect(await stranger.getByRole(role).count(), role).toBe(0);
  });

  it('the Filters button opens the drawer; Escape and the close control close it; pages without filters have none [LAY-UI-08]', async () => {
    const page = await browser.as('admin');
    await page.goto(VISITS);
    await boardReady(page);
    const open = page.getByRole('button', { name: /^Filters/ });
    const drawer = page.getByRole('dialog');
    await open.click();
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await open.click();
    await drawer.waitFor();
    await drawer.getByRole('button', { name: /close/i }).first().click();
    await drawer.waitFor({ state: 'detached' });
    await page.goto('/user-profile');
    await title(page).waitFor();
    expect(await page.getByRole('button', { name: /^Filters/ }).count()).toBe(0);
  });

  // That every page has one is looked at where every page is: accessible.test.ts.
  it('the title follows the route without a new document [LAY-UI-05]', async () => {
    const page = await browser.as('admin');
    await page.goto(VISITS);
    await boardReady(page);
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    expect(await textOf(title(page))).toBe('Visit Dashboard');
    const nav = page.getByRole('navigation', { name: 'Main menu' });
    await nav.getByRole('link', { name: 'Click Dashboard', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Click Dashboard' }).waitFor();
    const pages = PAGES.filter(({ guard, paths }) => guard !== 'public' && !/[:*]/.test(paths[0]));
    const shown = sample(
      'pages whose title is followed',
      // One has none: what it shows brings its own (LAY-UI-38).
      pages.filter(({ title: named }) => named !== ''),
      25,
    );
    for (const { paths, platform } of shown) {
      await follow(page, `${paths[0]}?package=${packageFor(platform)}`);
      await page.waitForURL((url) => url.pathname === paths[0]);
      await expect.poll(async () => textOf(title(page)), { message: paths[0] }).not.toBe('');
      expect(await textOf(title(page)), paths[0]).not.toContain('/');
    }
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
  }, 120_000);

  it('names the landing boards as the spec does, over figures of the data [LAY-UI-12] [LAY-UI-13] [LAY-UI-14] [LAY-UI-15] [LAY-UI-16] [LAY-UI-17] [LAY-UI-18]', async () => {
    const page = await browser.as('admin');
    for (const [path, name, pkg] of [
      ['/impression-dashboard', 'Impression Dashboard', WEB],
      ['/visit-dashboard', 'Visit Dashboard', WEB],
      ['/event-dashboard', 'Event Dashboard', WEB],
      ['/app-event-dashboard', 'Event Dashboard', APP],
      ['/click-dashboard', 'Click Dashboard', WEB],
      ['/install-dashboard', 'Install Dashboard', APP],
      ['/app-reengagement-event-dashboard', 'Reengagement Event', APP],
    ] as const) {
      await page.goto(`${path}?package=${pkg}`);
      await boardReady(page);
      expect(await textOf(title(page)), path).toBe(name);
      expect(await figure(page, 'Total'), path).toBeGreaterThan(0);
    }
  }, 120_000);

  it('says on the app event landing board, and only there, that the last two days are provisional [LAY-UI-06] [LAY-GAP-04]', async () => {
    const page = await browser.as('admin');
    const said = page.getByText('figures of the last 2 days are provisional');
    await page.goto(`/app-event-dashboard?package=${APP}`);
    await said.first().waitFor({ state: 'attached' });
    await page.goto(`/visit-dashboard?package=${WEB}`);
    await page.getByRole('heading', { level: 1, name: 'Visit Dashboard' }).waitFor();
    expect(
      await page
        .locator('header')
        .getByText(/are provisional/)
        .count(),
    ).toBe(0);
  });

  it('the footer shows the year of the clock and links that answer [LAY-UI-10] [LAY-GAP-07]', async () => {
    const page = await browser.as('admin');
    await page.clock.setFixedTime(Date.now());
    const year = new Date().getFullYear();
    await page.goto('/user-profile');
    const footer = page.getByRole('contentinfo');
    await footer.getByText(`© ${year}`).waitFor();
    await page.clock.setFixedTime(new Date(`${year - 1}-06-01T12:00:00Z`));
    await page.evaluate(
      ([login, expires]) => {
        localStorage.setItem('LOGIN_TIME', login ?? '');
        localStorage.setItem('EXPIRED_TIME', expires ?? '');
      },
      [encoded(Date.parse(`${year - 1}-06-01T12:00:00Z`)), encoded(Date.parse(`${year - 1}-06-01T15:00:00Z`))],
    );
    await page.goto('/docs/about');
    await footer.getByText(`© ${year - 1}`).waitFor();
    const hrefs = await footer.getByRole('link').evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''));
    expect(hrefs.length).toBeGreaterThanOrEqual(2);
    for (const href of hrefs) expect((await page.request.get(href)).status(), href).toBe(200);
  });
});

describe('moving about', () => {
  it('starts a new page at its top, from 300 pixels on [LAY-CONST-03]', async () => {
    const page = await browser.as('admin');
    await page.goto(VISITS);
    await boardReady(page);
    // Cards below the fold come after the first ones.
    const scrolled = () =>
      page.evaluate(() => {
        scrollTo(0, 1000);
        return scrollY;
      });
    await expect.poll(scrolled, { timeout: 15_000 }).toBeGreaterThan(300);
    const nav = page.getByRole('navigation', { name: 'Main menu' });
    await nav.getByRole('link', { name: 'Click Dashboard', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Click Dashboard' }).waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await boardReady(page);
    // Counted are the calls, since a page that is shorter for a moment moves by itself.
    const HEADING_OF = { visit: 'Visit Dashboard', click: 'Click Dashboard' } as const;
    const moved = async (pixels: number): Promise<number> => {
      const to = new URL(page.url()).pathname.endsWith('click') ? 'visit' : 'click';
      // In one go and again until it holds: cards that come late move what is in sight, and where the
      // page stands is heard with its next frame.
      const leave = ([pixels, path]: [number, string]): Promise<boolean> =>
        new Promise((settled) => {
          document.documentElement.scrollTop = pixels;
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              if (scrollY !== pixels) return settled(false);
              Object.assign(globalThis, { tops: 0, scrollTo: () => Object.assign(globalThis, { tops: 1 }) });
              history.pushState(null, '', path);
              dispatchEvent(new PopStateEvent('popstate'));
              settled(true);
            }),
          );
        });
      const path = `/web/dashboard/${to}?package=${WEB}`;
      await expect.poll(() => page.evaluate(leave, [pixels, path] as [number, string]), { timeout: 15_000 }).toBe(true);
      await page.waitForURL((url) => url.pathname.endsWith(to));
      // The address changes before the page does.
      await page.getByRole('heading', { level: 1, name: HEADING_OF[to] }).waitFor();
      await boardReady(page);
      return page.evaluate(() => Reflect.get(globalThis, 'tops'));
    };
    expect(await moved(299)).toBe(0);
    expect(await moved(300)).toBe(1);
  });

  it('folds a group of the menu in 200 ms and a card in 400 ms, and opens both again [LAY-CONST-05] [LAY-CONST-07]', async () => {
    const page = await browser.as('admin', { reducedMotion: 'no-preference' });
    await page.goto(VISITS);
    await boardReady(page);
    /** How long the longest transition set off by a click takes. */
    const durations = async (at: string) => {
      await page.waitForFunction(() => document.getAnimations().length === 0);
      return page.evaluate((selector) => {
        const element = document.querySelector<HTMLElement>(selector);
        element?.click();
        document.body.getBoundingClientRect();
        return new Promise<number[]>((resolve) =>
          requestAnimationFrame(() =>
            resolve(
              document
                .getAnimations()
                .filter(
                  (animation) =>
                    animation instanceof CSSTransition && /grid-template/.test(animation.transitionProperty),
                )
                .map((animation) => Number(animation.effect?.getTiming().duration)),
            ),
          ),
        );
      }, at);
    };
    const group = 'nav[aria-label="Main menu"] button[aria-expanded]';
    expect(await durations(group)).toEqual([200]);
    await expect.poll(() => page.locator(group).first().getAttribute('aria-expanded')).toBe('false');
    await page.locator(group).first().click();
    await expect.poll(() => page.locator(group).first().getAttribute('aria-expanded')).toBe('true');
    const fold = 'main section[aria-labelledby] header button[aria-expanded]:not([aria-haspopup])';
    expect(await durations(fold)).toEqual([400]);
    await expect.poll(() => page.locator(fold).first().getAttribute('aria-expanded')).toBe('false');
    await page.locator(fold).first().click();
    await expect.poll(() => page.locator(fold).first().getAttribute('aria-expanded')).toBe('true');
  });

  it('Shift and ! show a menu with the documentation, and hide it again [NAV-UI-01]', async () => {
    const page = await browser.as('publisher');
    await page.goto(VISITS);
    await boardReady(page);
    const hidden = page.getByRole('navigation', { name: 'Hidden menu' });
    expect(await hidden.count()).toBe(0);
    await page.keyboard.press('Shift+!');
    expect(await hidden.getByRole('link').getAttribute('href')).toBe('/docs');
    await page.keyboard.press('Shift+!');
    await hidden.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog').getByRole('combobox').first().waitFor();
    await page.keyboard.press('Shift+!');
    expect(await hidden.count()).toBe(0);
  });

  it('signed out, every page but the public ones goes over /auth/login to the form, and none asks for data [NAV-RULE-02]', async () => {
    const page = await browser.page();
    const asked: string[] = [];
    const visited: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
    const closed = PAGES.filter(({ guard }) => guard !== 'public').map(({ paths }) => paths);
    // Each page by one of its addresses; the form, which is the same behind all of them, is waited for behind a few.
    const everyPage = closed.flatMap((paths) => sample('addresses of a page while signed out', paths, 1, paths[0]));
    const all = [...everyPage, ...sample('families of addresses while signed out', FAMILIES, 12)];
    const withForm = new Set(sample('sign-in forms waited for', all, 12));
    for (const path of all) {
      visited.length = 0;
      await page.goto(path.replaceAll(/:\w+/g, '1').replace('*', ''), { waitUntil: 'commit' });
      if (withForm.has(path)) await page.locator('input[type=password]').waitFor();
      await expect.poll(() => [path, ...visited.slice(-2)], { interval: 20 }).toEqual([path, '/auth/login', '/']);
    }
    const data = asked.filter((path) => path.startsWith('/api/') && !/human_check|setup/.test(path));
    expect(data).toEqual([]);
  }, 120_000);

  it('the help pages open for whoever is signed in, whatever the menu holds, and for nobody else [NAV-ROUTE-03]', async () => {
    const page = await browser.as('unassigned');
    await page.goto('/docs');
    await page.getByRole('link', { name: /rules/i }).first().waitFor();
    await page.goto('/docs/rules');
    await page.getByRole('searchbox', { name: /rules/i }).fill('injection');
    await page
      .getByRole('article', { name: /injection/i })
      .first()
      .waitFor();
    const stranger = await browser.page();
    await stranger.goto('/docs');
    await stranger.locator('input[type=password]').waitFor();
  });
});
