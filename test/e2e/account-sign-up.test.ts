import type { Locator, Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, fillSignIn, picture, storedValue, textOf, useBrowser } from './browser.ts';
import { mailedCode } from './mails.ts';
import { PASSWORD } from './people.ts';

const browser = useBrowser();
const field = (page: Page, name: string): Locator => page.locator(`input[name=${name}]`);
const send = (page: Page): Promise<void> => page.locator('button[type=submit]').click();
const isSignUp = (request: Request): boolean => new URL(request.url()).pathname === '/api/onboarding/signup';

async function fault(page: Page, name: string): Promise<string | null> {
  const id = await field(page, name).getAttribute('aria-describedby');
  return page.locator(`[id="${id}"]`).evaluate((line) => line.textContent);
}
const signUpCalls = (page: Page): Request[] => {
  const calls: Request[] = [];
  page.on('request', (request) => isSignUp(request) && calls.push(request));
  return calls;
};
async function fill(page: Page, email: string, domain: string): Promise<void> {
  await field(page, 'name').fill('Nia New');
  await field(page, 'email').fill(email);
  await field(page, 'domain_name').fill(domain);
  await field(page, 'password').fill(PASSWORD);
  await field(page, 'terms').check();
}

describe('the sign-up form', () => {
  it('says under each field what is wrong with it, in the words of the spec, as the server does [AUTH-UI-07] [AUTH-MSG-09] [AUTH-MSG-10] [AUTH-MSG-11] [AUTH-MSG-12] [AUTH-MSG-13] [AUTH-MSG-14] [AUTH-MSG-15] [AUTH-MSG-16] [AUTH-MSG-17] [AUTH-GAP-09] [AUTH-GAP-14] [AUTH-RULE-05] [AUTH-RULE-06] [AUTH-RULE-07] [AUTH-RULE-08] [VAL-MSG-01]', async () => {
    const right = { name: 'ab', email: 'x@y.z', domain_name: 'a.b.co.uk', password: 'Abcde1#x' };
    const page = await browser.page();
    const calls = signUpCalls(page);
    await page.goto('/sign-up');
    for (const label of ['Name', 'Email', 'Domain', 'Password'])
      expect(await page.getByLabel(label, { exact: true }).isEditable()).toBe(true);
    await send(page);
    for (const [name, typed, said] of [
      ['name', '', 'Name is required'],
      ['name', 'a', 'Too Short!'],
      ['name', 'a'.repeat(51), 'Too Long!'],
      ['name', 'a`b', 'These #$^{}<>;?\\`~ characters are not allowed.'],
      ['name', 'ab', ''],
      ['name', 'a'.repeat(50), ''],
      ['email', '', 'Email is required'],
      ['email', 'x@', 'Invalid email'],
      ['email', `${'a'.repeat(40)}@some.example`, 'Maximum 50 symbols'],
      ['email', 'x@y.z', ''],
      ['domain_name', '', 'Domain is required'],
      ['domain_name', 'example', 'Invalid domain format (e.g., example.com)'],
      ['domain_name', 'http://x.com', 'Invalid domain format (e.g., example.com)'],
      ['domain_name', 'exa mple.com', 'Invalid domain format (e.g., example.com)'],
      ['domain_name', 'a.b.co.uk', ''],
      ['password', '', 'Password is required'],
      ['password', '1234567', 'Minimum 8 chars required'],
      ['password', 'x'.repeat(51), 'Maximum 50 symbols'],
      ['password', 'Abcde1#x', ''],
    ] as const) {
      await field(page, name).fill(typed);
      await field(page, name).blur();
      expect([name, typed, await fault(page, name)]).toEqual([name, typed, said]);
      if (said === '') continue;
      const data = { ...right, [name]: typed };
      const answer = await page.request.post('/api/onboarding/signup', { data });
      expect([name, typed, answer.status(), (await answer.json()).error]).toEqual([name, typed, 422, said]);
    }
    expect(calls).toEqual([]);
    for (const more of [{}, { name: 'a'.repeat(50), email: 'fifty@y.z' }]) {
      const answer = await page.request.post('/api/onboarding/signup', { data: { ...right, ...more } });
      expect([more, answer.status()]).toEqual([more, 200]);
    }
  });

  it('sends nothing while the terms are not ticked, and says so at the box [AUTH-RULE-09] [AUTH-MSG-18] [AUTH-GAP-10]', async () => {
    const page = await browser.page();
    const calls = signUpCalls(page);
    await page.goto('/sign-up');
    await fill(page, 'terms@new.example', 'new.example');
    await field(page, 'terms').uncheck();
    await send(page);
    expect(await fault(page, 'terms')).toBe('terms must be accepted');
    expect(await field(page, 'terms').getAttribute('aria-invalid')).toBe('true');
    await page.waitForTimeout(300);
    expect(calls).toEqual([]);
  });

  it('names all that is wrong in a toast that stays until it is closed [AUTH-MSG-26]', async () => {
    const page = await browser.page();
    await page.clock.install();
    await page.goto('/sign-up');
    await fill(page, 'x@', 'example');
    await send(page);
    const toast = page.getByRole('alert').filter({ hasText: 'Please fix the following errors:' });
    expect(await textOf(toast.locator('strong'))).toBe('Please fix the following errors:');
    for (const said of ['Invalid email', 'Invalid domain format (e.g., example.com)'])
      await toast.getByText(said, { exact: true }).waitFor();
    await picture(page, 'sign-up-toast');
    await page.clock.runFor(60_000);
    expect(await toast.count()).toBe(1);
    await toast.getByRole('button', { name: 'Close' }).press('Enter');
    expect(await toast.count()).toBe(0);
  });

  it('shows the server’s own words under the form, and a general text when it breaks [AUTH-MSG-27] [AUTH-MSG-28]', async () => {
    const page = await browser.page();
    await page.goto('/sign-up');
    await fill(page, 'admin@adsieve.example', 'adsieve.example');
    await send(page);
    const said = page.getByText('This email address cannot be used', { exact: true });
    await said.waitFor();
    const [below, form] = [await said.boundingBox(), await page.locator('form').boundingBox()];
    expect(below?.y).toBeGreaterThanOrEqual((form?.y ?? 0) + (form?.height ?? 0));
    await page.route('**/api/onboarding/signup', (route) => route.fulfill({ status: 500, body: '{}' }));
    await send(page);
    await page.getByText('Something went wrong!', { exact: true }).waitFor();
    expect(await page.locator('button[type=submit]').isEnabled()).toBe(true);
  });
});

describe('from a stranger to the first screen', () => {
  const EMAIL = 'nia@nia-shop.example';

  it('sign-up, code of the mail, sign-in, and there is a package, a menu and a checklist [AUTH-ROUTE-02] [AUTH-ROUTE-03] [AUTH-STATE-17] [AUTH-STATE-18] [AUTH-MSG-29] [AUTH-UI-08] [AUTH-MSG-19] [AUTH-GAP-15] [AUTH-STATE-14]', async () => {
    const page = await browser.page();
    const calls = signUpCalls(page);
    await page.goto('/sign-up');
    await picture(page, 'sign-up');
    await fill(page, EMAIL, 'Nia-Shop.example');
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await send(page);
    await page.getByText('User created successfully', { exact: true }).waitFor();
    expect(calls[0]?.postDataJSON()).toMatchObject({
      name: 'Nia New',
      email: EMAIL,
      role: 'customer',
      package_name: 'onb_nia-shop.example',
    });
    await page.clock.runFor(4999);
    expect(new URL(page.url()).pathname).toBe('/sign-up');
    await page.clock.runFor(1);
    await page.waitForURL(/\/verify-otp$/);

    await page.clock.resume();
    await page.getByText(EMAIL, { exact: true }).waitFor();
    expect(await field(page, 'email').count()).toBe(0);
    await picture(page, 'verify-otp');
    await send(page);
    expect(await fault(page, 'otp')).toBe('OTP is required');
    const code = await mailedCode(EMAIL);
    await field(page, 'otp').fill(code === '123456' ? '654321' : '123456');
    await send(page);
    await page.getByText('OTP verification failed').waitFor();
    await field(page, 'otp').fill(code);
    await page.clock.pauseAt(Date.now() + 10 * 60_000);
    await send(page);
    await page.getByText('OTP verified successfully', { exact: true }).waitFor();
    await page.clock.runFor(4999);
    expect(new URL(page.url()).pathname).toBe('/verify-otp');
    await page.clock.runFor(1);
    await page.waitForURL((url) => url.pathname === '/');
    await page.clock.resume();

    const fresh = await browser.page();
    await fresh.goto('/');
    await fillSignIn(fresh, { email: EMAIL, password: PASSWORD });
    await fresh.waitForURL(/\/getting-started/);
    await fresh.getByRole('heading', { name: '1 of 5 steps done' }).waitFor();
    expect(await storedValue(fresh, 'selectedPackage')).toBe('onb_nia-shop.example');
    await fresh.getByText('Next: import traffic of').waitFor();
    expect(await fresh.getByText('This screen is not there yet').count()).toBe(0);
    await expectAccessible(fresh);
    await picture(fresh, 'getting-started');
    await fresh.getByRole('link', { name: 'Import a file' }).click();
    await fresh.waitForURL(/\/traffic\/import/);
  });

  it('a second person of the domain sees nothing until the owner approves on the profile', async () => {
    const second = 'noa@nia-shop.example';
    const stranger = await browser.page();
    const signUp = { name: 'Noa Next', email: second, password: PASSWORD, domain_name: 'nia-shop.example' };
    expect((await stranger.request.post('/api/onboarding/signup', { data: signUp })).status()).toBe(200);
    const otp = await mailedCode(second);
    const verified = await stranger.request.post('/api/onboarding/verifyemail', { data: { email: second, otp } });
    expect(verified.status()).toBe(200);
    await stranger.goto('/');
    await fillSignIn(stranger, { email: second, password: PASSWORD });
    await stranger.getByText(/Your request for onb_nia-shop.example waits/).waitFor();
    await picture(stranger, 'waiting-for-access');

    const owner = await browser.page();
    await owner.goto('/');
    await fillSignIn(owner, { email: EMAIL, password: PASSWORD });
    await owner.waitForURL(/\/getting-started/);
    await owner.goto('/user-profile');
    const requests = owner.getByRole('region', { name: 'Requests for access' });
    await requests.getByText('Noa Next asks for nia-shop.example').waitFor();
    await requests.getByRole('button', { name: 'Approve' }).click();
    await requests.waitFor({ state: 'detached' });
    await stranger.reload();
    await stranger.waitForURL(/\/getting-started/);
  });

  it('opening /verify-otp directly asks for the address and sends a code on request [AUTH-GAP-11]', async () => {
    const page = await browser.page();
    const email = 'direct@direct.example';
    const signUp = { name: 'Dee', email, password: PASSWORD, domain_name: 'direct.example' };
    expect((await page.request.post('/api/onboarding/signup', { data: signUp })).status()).toBe(200);
    await page.goto('/verify-otp');
    await field(page, 'email').fill(email);
    await page.getByRole('button', { name: 'Resend' }).click();
    await page.getByText('If a sign-up with this address is pending, a new code is on its way.').waitFor();
    expect(await page.getByRole('button', { name: /Resend in \d+ s/ }).isDisabled()).toBe(true);
  });

  it('a signed-in person who opens these pages goes on to the landing page [AUTH-GAP-16]', async () => {
    for (const path of ['/', '/sign-up', '/verify-otp']) {
      const page = await browser.as('customer');
      await page.goto(path);
      await page.waitForURL(/\/visit-dashboard/);
      expect(await field(page, 'password').count()).toBe(0);
    }
  });
});

describe('the pages before the session', () => {
  it.each(['/sign-up', '/verify-otp', '/forgot-password', '/set-password#token=x', '/mailbox'])(
    '%s is accessible, light and dark, on a phone and in German',
    async (path) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await browser.page({ colorScheme, viewport: { width: 390, height: 844 } });
        await page.goto(path);
        await page.locator('h1').waitFor();
        await page.locator('select#language').selectOption('de');
        await page.waitForFunction(() => document.documentElement.lang === 'de');
        await page.waitForTimeout(200);
        await expectAccessible(page, `${path} ${colorScheme}`);
        await expectNoSidewaysScroll(page, path);
        await picture(page, `entry${path.replace(/[^a-z]/g, '-')}-${colorScheme}-de`);
      }
    },
  );
});
