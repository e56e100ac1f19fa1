import { Secret, TOTP } from 'otpauth';
import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, fillSignIn, person, picture, storedValue, textOf, useBrowser } from './browser.ts';
import { mailedCode, newestMail } from './mails.ts';
import { PASSWORD } from './people.ts';

const browser = useBrowser();
const otp = (page: Page) => page.locator('input[name=otp]');
const isCall = (path: string) => (request: Request) => new URL(request.url()).pathname === path;
const dialogButton = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name });

/** A customer of an own domain, verified, made through the product. */
async function newCustomer(key: string): Promise<{ email: string; password: string }> {
  const email = `${key}@${key}.example`;
  const { request } = await browser.page();
  const data = { name: 'Sam Secure', email, password: PASSWORD, domain_name: `${key}.example` };
  expect((await request.post('/api/onboarding/signup', { data })).status()).toBe(200);
  const verify = { email, otp: await mailedCode(email) };
  expect((await request.post('/api/onboarding/verifyemail', { data: verify })).status()).toBe(200);
  return { email, password: PASSWORD };
}
/** With a one-time code, which spares the form; the form has tests of its own. */
async function signedIn({ email }: { email: string }): Promise<Page> {
  const page = await browser.page();
  await page.goto(`/?token=${await loginCode(page, email)}`);
  await page.waitForURL(/\/getting-started/);
  return page;
}
async function loginCode(page: Page, email: string): Promise<string> {
  const headers = { authorization: person('admin').token };
  const answer = await page.request.post('/api/user/login_code', { data: { email }, headers });
  expect(answer.status()).toBe(200);
  return (await answer.json()).data.token;
}
async function setUp(page: Page, method: 'Authenticator app' | 'Code by mail'): Promise<void> {
  await page.goto('/user-profile');
  await page.getByText(method, { exact: true }).click();
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByLabel('Your password, to set it up').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
}

describe('two-factor by mail', () => {
  it('is set up on the profile, and its screen counts down, checks and clears [AUTH-UI-04] [AUTH-UI-05] [AUTH-UI-06] [AUTH-STATE-02] [AUTH-STATE-15] [AUTH-STATE-16] [AUTH-MSG-08] [AUTH-MSG-23]', async () => {
    const who = await newCustomer('two-mail');
    const own = await signedIn(who);
    await setUp(own, 'Code by mail');
    const first = await mailedCode(who.email, 'set up two-factor');
    await own.getByLabel('Code of our mail').fill(first);
    await own.getByRole('button', { name: 'Switch on' }).click();
    await own.getByRole('list', { name: 'Recovery codes' }).waitFor();
    await picture(own, 'recovery-codes');

    const page = await browser.page();
    const asked: Request[] = [];
    page.on('request', (request) => isCall('/api/user/generate-otp')(request) && asked.push(request));
    await page.goto('/');
    await fillSignIn(page, who);
    await page.getByText('OTP sent successfully', { exact: true }).waitFor();
    expect(asked).toHaveLength(1);
    expect(asked[0]?.headers()['authorization']).toMatch(/^Bearer /);
    expect(asked[0]?.postDataJSON()).toEqual({ uid: expect.any(Number) });
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await expectAccessible(page);
    await picture(page, 'second-factor');

    const send = page.getByRole('button', { name: 'Authenticate' });
    await otp(page).fill('12a34');
    expect([await otp(page).inputValue(), await send.isDisabled()]).toEqual(['1234', true]);
    await otp(page).blur();
    await page.getByText('OTP must be a 6-digit number', { exact: true }).waitFor();
    await otp(page).fill('12345');
    expect(await send.isDisabled()).toBe(true);
    const code = await mailedCode(who.email, 'sign in');
    await otp(page).fill(code === '123456' ? '654321' : '123456');
    expect(await send.isEnabled()).toBe(true);
    await send.click();
    await page.getByText('OTP verification failed', { exact: true }).waitFor();
    expect(await otp(page).inputValue()).toBe('');
    // Pasted as mails break it.
    await otp(page).focus();
    await page.keyboard.insertText(` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect(await otp(page).inputValue()).toBe(code);
    await send.click();
    await page.waitForURL(/\/getting-started/);
    expect(await storedValue(page, 'auth_data')).toMatchObject({ email: who.email, role: 'customer' });
  });

  it('lets a code be sent again after a minute, not before; a failure has its text [AUTH-UI-05] [AUTH-MSG-22] [AUTH-MSG-25]', async () => {
    const page = await browser.page();
    await page.goto('/');
    await page.route('**/api/user/generate-otp', (route) => route.fulfill({ status: 503, body: '{}' }));
    await page.route('**/api/user/validate-otp', (route) => route.fulfill({ status: 500, body: '' }));
    await page.clock.install();
    // From the sending on time passes only where the test says so.
    const stop = async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await fillSignIn(page, { email: 'two-mail@two-mail.example', password: PASSWORD }, stop);
    const resend = page.getByRole('button', { name: /^Resend/ });
    // The clock stands between steps, and the page has time to draw: how slow the machine is does not count.
    const shows = async (text: string): Promise<void> => {
      for (let steps = 0; steps < 40 && (await resend.allInnerTexts())[0] !== text; steps++)
        await page.clock.runFor(250).then(() => page.waitForTimeout(100));
      expect(await textOf(resend)).toBe(text);
    };
    await shows('Resend in 60 s');
    await shows('Resend in 59 s');
    await page.getByText('Some issue with sending OTP', { exact: true }).waitFor();
    const calls: string[] = [];
    page.on('request', (request) => isCall('/api/user/generate-otp')(request) && calls.push(request.url()));
    await page.clock.runFor(58_000);
    expect([await resend.isDisabled(), await textOf(resend)]).toEqual([true, 'Resend in 1 s']);
    await page.clock.runFor(1_250);
    expect([await resend.isEnabled(), await textOf(resend)]).toEqual([true, 'Resend']);
    await resend.click();
    await expect.poll(() => calls.length).toBe(1);
    expect(await resend.isDisabled()).toBe(true);
    await page.clock.resume();
    await otp(page).fill('123456');
    await page.getByRole('button', { name: 'Authenticate' }).click();
    await page.getByText('OTP verification failed', { exact: true }).waitFor();
  });
});

describe('two-factor by an authenticator app', () => {
  it('is set up by QR code or key; a recovery code signs in without the app, once', async () => {
    const who = await newCustomer('two-app');
    const page = await signedIn(who);
    await setUp(page, 'Authenticator app');
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    const secret = await textOf(page.locator('span').filter({ hasText: /^[A-Z2-7]{32}$/ }));
    await picture(page, 'two-factor-app');
    await expectAccessible(page);
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    await page.getByLabel('Code of the app').fill(totp.generate());
    await page.getByRole('button', { name: 'Switch on' }).click();
    const list = page.getByRole('list', { name: 'Recovery codes' });
    await list.waitFor();
    const codes = await list.getByRole('listitem').allTextContents();
    expect(codes).toHaveLength(10);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 recovery codes left').waitFor();

    for (const [given, opens] of [
      [codes[0] ?? '', true],
      [codes[0] ?? '', false],
    ] as const) {
      const other = await browser.page();
      await other.goto('/');
      await fillSignIn(other, who);
      await other.getByRole('button', { name: 'Use a recovery code' }).click();
      await other.getByLabel('Recovery code').fill(given);
      await other.getByRole('button', { name: 'Authenticate' }).click();
      if (opens) await other.waitForURL(/\/getting-started/);
      else await other.getByText('This recovery code is wrong or used').waitFor();
    }
  });
});

describe('the profile', () => {
  it('shows the person as stored, to somebody whose menu lacks it, on a phone, in the dark and in German [AUTH-ROUTE-06]', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.as('unassigned', { colorScheme, viewport: { width: 390, height: 844 } });
      await page.goto('/user-profile');
      await page.getByText('unassigned@adsieve.example').first().waitFor();
      expect(await page.locator('dd').first().textContent()).toBe('Una Unassigned');
      await expectNoSidewaysScroll(page);
      await expectAccessible(page, `profile ${colorScheme}`);
      await picture(page, `profile-${colorScheme}`);
    }
    const page = await browser.as('customer');
    await page.goto('/user-profile');
    await page.getByRole('region', { name: 'Sessions and devices' }).waitFor();
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.locator('#shell-language').selectOption('de');
    await page.getByRole('heading', { name: 'Sitzungen und Geräte' }).waitFor();
    await page.keyboard.press('Escape');
    await picture(page, 'profile-german');
  });

  it('ends one other session, which is out with its next call', async () => {
    const who = await newCustomer('sessions');
    const first = await signedIn(who);
    const second = await signedIn(who);
    await second.goto('/user-profile');
    const list = second.getByRole('region', { name: 'Sessions and devices' });
    await list.getByText('This session').waitFor();
    await list.getByRole('button', { name: /^End / }).first().click();
    await dialogButton(second, 'End').click();
    await list.getByRole('button', { name: 'End all others' }).waitFor({ state: 'detached' });
    await first.reload();
    await first.locator('input[name=password]').waitFor();
  });
});

describe('passwords', () => {
  it('are changed on /changepassword, by somebody whose menu lacks it; then only the new one signs in [AUTH-ROUTE-05] [AUTH-GAP-12]', async () => {
    const page = await browser.as('changer');
    await page.goto('/changepassword');
    await page.locator('input[name=old_password]').waitFor();
    await picture(page, 'change-password');
    await expectAccessible(page);
    const change = async (old: string, fresh: string): Promise<void> => {
      await page.locator('input[name=old_password]').fill(old);
      await page.locator('input[name=new_password]').fill(fresh);
      await page.locator('input[name=confirm_password]').fill(fresh);
      await page.getByRole('button', { name: 'Save' }).click();
    };
    await change('not the old one', 'a brand new password');
    await page.getByText('The old password is not right').waitFor();
    expect(new URL(page.url()).pathname).toBe('/changepassword');
    await page.route('**/api/user/change_password', (route) => route.fulfill({ status: 500, body: '{}' }));
    await change(PASSWORD, 'a brand new password');
    await page.getByText('Something Went wrong!', { exact: true }).waitFor();
    await page.unroute('**/api/user/change_password');
    await change(PASSWORD, 'a brand new password');
    await page.getByText('Updated successfully !', { exact: true }).first().waitFor();

    const { email } = person('changer');
    const old = await browser.page();
    await old.goto('/');
    await fillSignIn(old, { email, password: PASSWORD });
    await old.getByText('Invalid email or password').waitFor();
    const fresh = await browser.page();
    await fresh.goto('/');
    await fillSignIn(fresh, { email, password: 'a brand new password' });
    await fresh.waitForURL(/\/visit-dashboard/);
  });

  it('are set anew with the link of a mail, which leaves the address and works once', async () => {
    const who = await newCustomer('forgetful');
    const page = await browser.page();
    await page.goto('/');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByLabel('Email').fill(who.email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText('If there is an account with this address, a link is on its way.').waitFor();
    await picture(page, 'forgot-password');
    let link = '';
    await expect
      .poll(async () => (link = /https?:\S+#token=\S+/.exec(await newestMail(who.email))?.[0] ?? ''))
      .not.toBe('');
    const url = new URL(link);
    await page.goto(`${url.pathname}${url.hash}`);
    await page.getByText(who.email).waitFor();
    expect(page.url()).not.toContain('token');
    await picture(page, 'set-password');
    const set = async (password: string): Promise<void> => {
      await page.locator('input[name=new_password]').fill(password);
      await page.locator('input[name=confirm_password]').fill(password);
      await page.getByRole('button', { name: 'Save password' }).click();
    };
    await set('password1');
    await page.getByText('This password is too common').waitFor();
    await set('one that I remember');
    await page.getByText('Your password is set. Please sign in with it.').waitFor();
    const other = await browser.page();
    await other.goto('/');
    await fillSignIn(other, { email: who.email, password: 'one that I remember' });
    await other.waitForURL(/\/getting-started/);
    await page.goto(`${url.pathname}${url.hash}`);
    await page.reload();
    await page.getByText('This link has been used already or has expired.').waitFor();
  });
});

describe('a one-time login code in the address', () => {
  it('signs in directly and leaves the address before anything else is asked for; it works once [AUTH-UI-03] [AUTH-GAP-04]', async () => {
    const page = await browser.page();
    const token = await loginCode(page, person('customer').email);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
    await page.goto(`/?token=${token}`);
    await page.waitForURL(/\/visit-dashboard/);
    expect(new URL(page.url()).searchParams.has('token')).toBe(false);
    expect(asked.filter((line) => line.includes(token))).toHaveLength(1);
    expect(await storedValue(page, 'auth_data')).toMatchObject({ email: person('customer').email });
    expect(String(await storedValue(page, 'token'))).not.toBe(token);
    await page.goBack();
    expect(page.url()).not.toContain('token');

    for (const bad of [token, `${token.slice(0, -4)}AAAA`, person('customer').token]) {
      const other = await browser.page();
      await other.goto(`/?token=${bad}`);
      await other.getByText('This sign-in link is used up or too old').waitFor();
      await other.locator('input[name=password]').waitFor();
      expect(other.url()).not.toContain('token');
      expect(await other.evaluate(() => localStorage.getItem('token'))).toBeNull();
    }
  });

  it('asks for the second factor of whoever has one [AUTH-GAP-04]', async () => {
    const page = await browser.page();
    await page.goto(`/?token=${await loginCode(page, 'two-app@two-app.example')}`);
    await page.getByText('Enter the six-digit code your authenticator app shows.').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    expect(page.url()).not.toContain('token');
  });
});
