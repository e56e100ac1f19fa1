import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DASHBOARD_TYPES } from '#platform/contract/dashboard-types.ts';
import { type Database, openPostgres } from '#platform/server/postgres/postgres.ts';
import { fillSignIn, passHumanCheck, person, storedValue, useBrowser } from './browser.ts';
import { APP, WEB } from './people.ts';

const browser = useBrowser();
let database: Database | undefined;

beforeAll(async () => {
  database = await openPostgres({ folder: join(inject('dataFolder'), 'postgres'), join: true, poolSize: 1 });
});
afterAll(() => database?.close());

/** What is landed on with a package. */
async function map(packageName: string, types: readonly string[]): Promise<void> {
  await database?.pool.query(
    `UPDATE user_package SET dashboard_types = $3
     WHERE package_name = $2 AND user_id = (SELECT id FROM app_user WHERE email = $1)`,
    [person('lander').email, packageName, types],
  );
}

/** Board questions a page asks. */
function questions(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(v2|web-bi|app|mtrackit)\//.test(pathname)) asked.push(pathname);
  });
  return asked;
}

describe('the landing page', () => {
  it('is that of the first dashboard type as stored at each sign-in [AUTH-STATE-05] [AUTH-STATE-07] [AUTH-STATE-08]', async () => {
    for (const [type, path] of [
      ['Click', '/click-dashboard'],
      ['Event', '/event-dashboard'],
    ] as const) {
      await map(WEB, [type, 'Visit']);
      const page = await browser.page();
      const asked = questions(page);
      await page.goto('/');
      await fillSignIn(page, person('lander'));
      await page.waitForURL((url) => url.pathname === path);
      await expect.poll(() => asked.length).toBeGreaterThan(0);
      expect(new URL(page.url()).pathname).toBe(path);
    }
  });

  it.each([
    ['Install', APP, '/install-dashboard', 'AUTH-STATE-09'],
    ['Reengagement_Events', APP, '/app-reengagement-event-dashboard', 'AUTH-STATE-10'],
    ['App_Event', APP, '/app-event-dashboard', 'AUTH-STATE-11'],
    ['Impression', WEB, '/impression-dashboard', 'AUTH-STATE-12'],
    ['Mtrackit', WEB, '/mtrackit_dashboard', 'AUTH-STATE-13'],
  ])('for %s of %s is %s [%s]', async (type, packageName, path) => {
    await map(packageName, [type]);
    const page = await browser.as('lander', {}, { selectedPackage: packageName });
    const asked = questions(page);
    await page.goto('/');
    await page.waitForURL((url) => url.pathname === path);
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    expect(new URL(page.url()).pathname).toBe(path);
  });

  it('for each of the other types is its page, for one nobody knows the first of the menu, and never a loop [AUTH-ENT-06] [AUTH-GAP-06]', async () => {
    const page = await browser.as('lander');
    const headers = { authorization: person('lander').token };
    const answer = await page.request.get('/api/user/menu', { headers });
    const menu = ((await answer.json()).data as { route: string; hidden: boolean }[]).filter(({ hidden }) => !hidden);
    // Where Today is in the menu it is what one comes back to, and nobody begins there.
    const first = menu.map(({ route }) => route).find((route) => route !== '/today');
    for (const type of [...DASHBOARD_TYPES, 'Nothing_known']) {
      await map(WEB, [type]);
      const answer = await page.request.get(`/api/user/dashboard_type?package_name=${WEB}`, { headers });
      expect((await answer.json()).dashboardType).toEqual([type]);
    }
    for (const [type, packageName, path] of [
      ['Visit', WEB, '/visit-dashboard'],
      ['Web_Event', WEB, '/web/dashboard/event'],
      ['RE_CLICK', APP, '/app/dashboard/reengagement-clicks'],
      ['RE_EVENT', APP, '/app/dashboard/reengagement-events'],
      ['CLICK_IMPRESSION', APP, '/app/dashboard/click-impression'],
      ['INSTALL', APP, '/app/dashboard/install'],
      ['EVENT', APP, '/app/dashboard/event'],
      ['VAST', WEB, '/vast/dashboard'],
      ['Nothing_known', WEB, first],
    ] as const) {
      await map(packageName, [type]);
      await page.goto(`/?package=${packageName}`);
      await page.waitForURL((url) => url.pathname !== '/');
      await page.locator('main h1, header h1').first().waitFor();
      expect([type, new URL(page.url()).pathname]).toEqual([type, path]);
    }
  });
});

describe('signing in', () => {
  it('leads from /auth/login to the form at / [AUTH-ROUTE-04]', async () => {
    const page = await browser.page();
    await page.goto('/auth/login');
    await page.locator('input[name=password]').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('sends only e-mails and passwords of the right length and form; the server holds the same rules [AUTH-RULE-01] [AUTH-RULE-02]', async () => {
    const page = await browser.page();
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/user/login') sent.push(request.postDataJSON());
    });
    await page.goto('/');
    const email = page.getByLabel('Email');
    const password = page.locator('input[name=password]');
    const right = 'someone@adsieve.example';
    const long = right.padStart(51, 'x');
    await passHumanCheck(page);
    for (const [address, secret] of [
      ['', 'abc'],
      ['ab', 'abc'],
      ['abc', 'abc'],
      [long, 'abc'],
      [right, ''],
      [right, 'ab'],
      [right, 'x'.repeat(51)],
    ] as const) {
      await email.fill(address);
      await password.fill(secret);
      await page.locator('button[type=submit]').click();
      const data = { email: address, password: secret, turnstile_token: 'x' };
      expect([address, secret, (await page.request.post('/api/user/login', { data })).status()]).toEqual([
        address,
        secret,
        422,
      ]);
    }
    await page.waitForTimeout(1200);
    expect(sent).toEqual([]);
    for (const secret of ['abc', 'x'.repeat(50)]) {
      await email.fill(right);
      await password.fill(secret);
      if (sent.length > 0) await passHumanCheck(page);
      await page.locator('button[type=submit]').click();
      await page.getByText('Invalid email or password').waitFor();
    }
    expect(sent).toHaveLength(2);
  });

  it('says what went wrong on the screen and in the console [AUTH-GAP-13]', async () => {
    const page = await browser.page();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.goto('/');
    await fillSignIn(page, { email: person('agency').email, password: 'not this one' });
    await page.getByText('Invalid email or password').waitFor();
    expect(said.some((line) => line.includes('Sign-in failed'))).toBe(true);
    expect(said.join()).not.toContain('not this one');
  });

  it('stores the role agency, which sees its mapped packages and no other [AUTH-PERM-01]', async () => {
    const page = await browser.page();
    await page.goto('/');
    await fillSignIn(page, person('agency'));
    await page.waitForURL((url) => url.pathname !== '/');
    expect(await storedValue(page, 'auth_data')).toMatchObject({ role: 'agency' });
    const headers = { authorization: String(await storedValue(page, 'token')) };
    const { data } = await (await page.request.get('/api/user/package', { headers })).json();
    const names = data.map((each: { package_name: string }) => each.package_name);
    const mapped = await database?.pool.query<{ name: string }>(
      `SELECT package_name AS name FROM user_package WHERE user_id = (SELECT id FROM app_user WHERE email = $1)`,
      [person('agency').email],
    );
    expect(names.sort()).toEqual(mapped?.rows.map(({ name }) => name).sort());
  });
});
