import type { Locator, Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { fillSignIn, passHumanCheck, person, picture, storedValue, textOf, useBrowser } from './browser.ts';
import { WEB } from './people.ts';

const browser = useBrowser();
const MINUTE = 60_000;

const email = (page: Page): Locator => page.getByLabel('Email');
const password = (page: Page): Locator => page.locator('input[name=password]');
const send = (page: Page): Promise<void> => page.locator('button[type=submit]').click();
const isLogin = (request: Request): boolean =>
  request.method() === 'POST' && new URL(request.url()).pathname === '/api/user/login';

/** The line under a field, exactly as it stands there. */
async function fault(page: Page, field: Locator): Promise<string | null> {
  const id = await field.getAttribute('aria-describedby');
  return page.locator(`[id="${id}"]`).evaluate((line) => line.textContent);
}

describe('the form', () => {
  it('stands at / beside what the product does, every part labelled, without the regions of the shell [AUTH-ROUTE-01] [AUTH-UI-01]', async () => {
    const page = await browser.page();
    await page.goto('/');
    await page.getByRole('region', { name: 'What Adsieve does' }).waitFor();
    await email(page).waitFor();
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('password');
    await page.locator('altcha-widget input[type=checkbox]').first().waitFor();
    expect(await page.getByLabel('I am human').count()).toBeGreaterThan(0);
    expect(await page.getByRole('navigation').count()).toBe(0);
    await picture(page, 'sign-in');
    const login = page.waitForRequest(isLogin);
    await fillSignIn(page, person('admin'));
    expect((await login).postDataJSON()).toMatchObject({ email: person('admin').email });
  });

  it('says under each field what is wrong with it, in the words of the spec, and sends nothing [AUTH-MSG-01] [AUTH-MSG-02] [AUTH-MSG-03] [AUTH-MSG-04] [AUTH-MSG-05]', async () => {
    const page = await browser.page();
    const sent: string[] = [];
    page.on('request', (request) => isLogin(request) && sent.push(request.url()));
    await page.goto('/');
    await send(page);
    expect(await fault(page, email(page))).toBe('Email is required');
    expect(await fault(page, password(page))).toBe(' No password provided.');
    const long = `${'a'.repeat(40)}@example.com`;
    for (const [typed, said] of [
      ['abc', 'Wrong email format'],
      ['ab', 'Minimum 3 symbols'],
      [long.slice(-51).padStart(51, 'b'), 'Maximum 50 symbols'],
      ['right@example.com', ''],
    ] as const) {
      await email(page).fill(typed);
      await email(page).blur();
      expect(await fault(page, email(page)), typed).toBe(said);
      expect(await email(page).getAttribute('aria-invalid')).toBe(String(said !== ''));
    }
    for (const [typed, said] of [
      ['ab', 'Minimum 3 symbols'],
      ['x'.repeat(51), 'Maximum 50 symbols'],
      ['abc', ''],
    ] as const) {
      await password(page).fill(typed);
      await password(page).blur();
      expect(await fault(page, password(page)), typed).toBe(said);
      expect(await fault(page, email(page))).toBe('');
    }
    expect(sent).toEqual([]);
  });

  it('asks for the human check before anything is sent, and the server refuses without it too [AUTH-MSG-06] [AUTH-RULE-03]', async () => {
    const page = await browser.page();
    const sent: string[] = [];
    page.on('request', (request) => isLogin(request) && sent.push(request.url()));
    await page.goto('/');
    await email(page).fill(person('admin').email);
    await password(page).fill(person('admin').password);
    await send(page);
    await page.getByText('Please complete the Turnstile verification', { exact: true }).waitFor();
    await page.waitForTimeout(1500);
    expect(sent).toEqual([]);
    const { email: address, password: secret } = person('admin');
    for (const turnstile_token of ['', 'bm8='] as const) {
      const answer = await page.request.post('/api/user/login', {
        data: { email: address, password: secret, turnstile_token },
      });
      expect(answer.ok()).toBe(false);
      expect(await answer.json()).not.toHaveProperty('token');
    }
  });

  it('says when the human check cannot be loaded, and tries again on request [AUTH-MSG-07]', async () => {
    const page = await browser.page();
    await page.route('**/api/user/human_check', (route) => route.abort());
    await page.goto('/');
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to load Turnstile. Please try again.' });
    await alert.waitFor();
    await picture(page, 'sign-in-no-human-check');
    await page.unroute('**/api/user/human_check');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await passHumanCheck(page);
    expect(await alert.count()).toBe(0);
  });
});

describe('sending', () => {
  it('waits a second and sends once, however often it is pressed [AUTH-STATE-01]', async () => {
    const page = await browser.page();
    const sent: string[] = [];
    page.on('request', (request) => isLogin(request) && sent.push(request.url()));
    await page.goto('/');
    await email(page).fill(person('customer').email);
    await password(page).fill('wrong password');
    await passHumanCheck(page);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + MINUTE);
    await page.locator('form').evaluate((form: HTMLFormElement) => {
      form.requestSubmit();
      form.requestSubmit();
    });
    await page.locator('form[aria-busy=true]').waitFor();
    expect(await page.locator('button[type=submit]').isDisabled()).toBe(true);
    await page.clock.runFor(999);
    expect(sent).toHaveLength(0);
    await page.clock.runFor(1);
    await expect.poll(() => sent.length).toBe(1);
    await page.clock.resume();
    await page.getByText('Invalid email or password').waitFor();
    expect(sent).toHaveLength(1);
  });

  it('a wrong password and a disabled account each say their own in red above the form [AUTH-UI-02] [AUTH-MSG-20]', async () => {
    const page = await browser.page();
    for (const [who, said] of [
      [{ ...person('agency'), password: 'not this one' }, 'Invalid email or password'],
      [person('disabled'), 'This account is disabled'],
    ] as const) {
      await page.goto('/');
      await fillSignIn(page, who);
      const line = page.getByRole('alert').filter({ hasText: said });
      await line.waitFor();
      expect(await textOf(line)).toBe(said);
      const [red = 0, green = 0, blue = 0] =
        (await line.evaluate((p) => getComputedStyle(p).color)).match(/[\d.]+/g)?.map(Number) ?? [];
      expect(red, said).toBeGreaterThan(Math.max(green, blue) * 2);
      const [above, below] = [await line.boundingBox(), await email(page).boundingBox()];
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
      await picture(page, `sign-in-${said.split(' ')[0]?.toLowerCase()}`);
    }
  });

  it('the right password stores the session and opens the first page of the person [AUTH-STATE-03] [AUTH-STATE-04] [SESS-ENT-01] [SESS-STATE-01]', async () => {
    const page = await browser.page();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url().replace(/^https?:\/\/[^/]+/, '')));
    await page.goto('/');
    await fillSignIn(page, person('publisher'));
    await page.waitForURL(/\/publisher\?/);
    await page.getByRole('heading', { name: 'What was called, and why' }).waitFor();
    const { id, role, name, publisher } = person('publisher').auth;
    expect(await storedValue(page, 'auth_data')).toMatchObject({ id, role, name, publisher });
    expect(String(await storedValue(page, 'token')).split('.')).toHaveLength(3);
    expect(await storedValue(page, 'selectedPackage')).toBe(WEB);
    expect(asked).toContain('/api/user/package');
    expect(asked.some((path) => path.startsWith('/api/user/dashboard_type?package_name='))).toBe(true);
    await page.reload();
    await page.getByRole('heading', { name: 'What was called, and why' }).waitFor();
    const [start, end] = [await storedValue(page, 'LOGIN_TIME'), await storedValue(page, 'EXPIRED_TIME')];
    expect(Number(end) - Number(start)).toBe(10_800_000);
    await page.goto('/');
    await page.waitForURL(/\/publisher\?/);
  });

  it('whose package begins with visits lands on their board, which asks for its figures [AUTH-STATE-06]', async () => {
    const page = await browser.page();
    await page.goto('/');
    await fillSignIn(page, person('customer'));
    await page.waitForURL(/\/visit-dashboard/);
    await page.locator('main section[aria-label=Total]').waitFor();
  });

  it('a guarded path asked for before signing in opens afterwards [NAV-GAP-09]', async () => {
    const page = await browser.page();
    await page.goto(`/traffic/white-list?package=${WEB}`);
    await fillSignIn(page, person('agency'));
    await page.waitForURL(/\/traffic\/white-list/);
    expect(new URL(page.url()).searchParams.get('package')).toBe(WEB);
  });
});

describe('a session', () => {
  const notes = (page: Page): string[] => {
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    return said;
  };
  const cleared = async (page: Page): Promise<void> => {
    await password(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  };

  it('asks at 14:00 of idleness, ends at 15:00, and the sign-in page says why [SESS-CONST-02] [SESS-GAP-06] [SESS-MSG-01] [SESS-STATE-05]', async () => {
    const page = await browser.as('agency', {}, { enteredPackage: 'extra' });
    const said = notes(page);
    await page.clock.install();
    await page.goto('/user-profile');
    await page.getByRole('heading', { level: 1, name: 'User Profile' }).waitFor();
    await page.clock.fastForward(13 * MINUTE + 30_000);
    const warning = page.getByRole('dialog', { name: 'Are you still there?' });
    expect(await warning.count()).toBe(0);
    await page.clock.runFor(31_000);
    await warning.waitFor();
    await picture(page, 'session-warning');
    await page.clock.runFor(54_000);
    expect(await warning.count()).toBe(1);
    await page.clock.runFor(10_000);
    await cleared(page);
    await page.getByText('Your session ended after 15 minutes without activity.').waitFor();
    expect(said).toContain('IDLE timeout');
    expect(said).not.toContain('Session expired');
    await picture(page, 'session-ended');
  });

  it('stays when somebody moves during the warning', async () => {
    const page = await browser.as('agency');
    await page.clock.install();
    await page.goto('/user-profile');
    await page.getByRole('heading', { level: 1, name: 'User Profile' }).waitFor();
    await page.clock.fastForward(14 * MINUTE + 10_000);
    const stay = page.getByRole('button', { name: 'Stay signed in' });
    await stay.click();
    await page.clock.runFor(2 * MINUTE);
    expect(await stay.count()).toBe(0);
    await page.getByRole('heading', { level: 1, name: 'User Profile' }).waitFor();
  });

  it('past its stored expiry ends at the next look, every three minutes', async () => {
    const page = await browser.as(
      'agency',
      {},
      { EXPIRED_TIME: Date.now() + 3 * 60 * MINUTE, LOGIN_TIME: Date.now() - (180 - 2) * MINUTE },
    );
    const said = notes(page);
    await page.clock.install();
    await page.goto('/user-profile');
    await page.getByRole('heading', { level: 1, name: 'User Profile' }).waitFor();
    await page.clock.runFor(MINUTE);
    expect(await page.getByRole('heading', { level: 1, name: 'User Profile' }).count()).toBe(1);
    await page.clock.runFor(2 * MINUTE + 2000);
    await cleared(page);
    expect(said).toContain('Session expired');
  });

  it('with a token without expiry, or none at all, is over at once [SESS-STATE-02] [SESS-STATE-03]', async () => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const token of [`${encode({ alg: 'HS256' })}.${encode({ id: 1, twoFA_flag: false })}.x`, 'garbage']) {
      const page = await browser.as('agency', {}, { token });
      await page.goto('/user-profile');
      await cleared(page);
      await page.getByText('Your session has ended. Please sign in again.').waitFor();
    }
  });

  it('signs out within two seconds when the server does not answer [SESS-GAP-03]', async () => {
    const page = await browser.as('agency');
    await page.route('**/api/user/logout', () => {});
    await page.goto('/user-profile');
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await cleared(page);
  });
});
