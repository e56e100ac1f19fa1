import { rmSync } from 'node:fs';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '#app/server/create-app.ts';
import { openContext } from '#app/server/open-context.ts';
import { WEB } from '#app/server/places.ts';
import { createUser } from '#domains/account/server/users.ts';
import { createPackage } from '#platform/server/access/packages.ts';
import { readConfig } from '#platform/server/config.ts';
import { createOutbound } from '#platform/server/http/outbound.ts';
import {
  openTurnstile,
  SECRET,
  TURNSTILE_API,
  TURNSTILE_FRAME,
  type TurnstileStandIn,
} from '../support/turnstile-stand-in.ts';
import { picture, storedValue, useBrowser } from './browser.ts';
import { newDataFolder } from './server.ts';

const ANN = { email: 'ann@own.example', password: 'correct horse battery' };
const browser = useBrowser();
let cloudflare: TurnstileStandIn;
let app: App;
let address = '';
let close: () => Promise<void>;

beforeAll(async () => {
  cloudflare = await openTurnstile();
  const env = {
    TURNSTILE_SITE_KEY: 'the key',
    TURNSTILE_SECRET: SECRET,
    ADSIEVE_TRUST_PROXY: 'true',
    NODE_ENV: 'production',
  };
  const config = readConfig({ ADSIEVE_DATA: newDataFolder(), LOG_LEVEL: 'silent', ...env });
  const context = await openContext(config, (_title, work) => work());
  await createPackage(context.database, {
    name: 'own.example',
    title: 'Own',
    platform: 'web',
    timeZone: 'UTC',
    currency: 'EUR',
    dashboardTypes: ['Click'],
  });
  await createUser(context.database, { ...ANN, name: 'Ann', role: 'customer', packages: ['own.example'] });
  app = await createApp(context, { web: WEB, outbound: createOutbound({ agent: cloudflare.agent, timeoutMs: 2_000 }) });
  address = await app.http.listen({ host: '127.0.0.1', port: 0 });
  close = async () => {
    await context.close();
    rmSync(config.dataFolder, { recursive: true, force: true });
  };
});
afterAll(async () => {
  await app.http.close();
  await close();
  cloudflare.close();
});

const isLogin = (request: Request): boolean => request.method() === 'POST' && request.url().endsWith('/api/user/login');

/** The sign-in page; whatever it loads of Cloudflare comes from the stand-in. */
async function signInPage(scriptComes: () => boolean = () => true) {
  const page = await browser.page({ baseURL: address });
  const logins: Request[] = [];
  page.on('request', (request) => isLogin(request) && logins.push(request));
  const asked: string[] = [];
  await page.route('https://challenges.cloudflare.com/**', (route) => {
    const { pathname } = new URL(route.request().url());
    asked.push(pathname);
    if (pathname !== '/turnstile/v0/api.js') return route.fulfill({ contentType: 'text/html', body: TURNSTILE_FRAME });
    return scriptComes() ? route.fulfill({ contentType: 'text/javascript', body: TURNSTILE_API }) : route.abort();
  });
  await page.goto('/');
  await page.getByLabel('Email').fill(ANN.email);
  await page.locator('input[name=password]').fill(ANN.password);
  return { page, logins, asked };
}
const widget = (page: Page) => page.frameLocator('iframe[title*=Cloudflare]');
const solve = (page: Page) => widget(page).getByLabel('Verify you are human').check();
const send = (page: Page) => page.locator('button[type=submit]').click();
const said = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

describe('with the keys of Turnstile set, the sign-in form', () => {
  it('asks for the check before anything is sent, and again once its answer has expired [AUTH-MSG-06]', async () => {
    const { page, logins } = await signInPage();
    await widget(page).getByLabel('Verify you are human').waitFor();
    await picture(page, 'sign-in-turnstile');
    await send(page);
    await said(page, 'Please complete the Turnstile verification');
    await solve(page);
    await widget(page).getByRole('button', { name: 'Let it expire' }).click();
    await send(page);
    await said(page, 'Please complete the Turnstile verification');
    await page.waitForTimeout(1500);
    expect(logins).toEqual([]);
  });

  it('says when the script cannot be loaded, and loads it on request [AUTH-MSG-07]', async () => {
    let comes = false;
    const { page } = await signInPage(() => comes);
    await said(page, 'Failed to load Turnstile. Please try again.');
    comes = true;
    await page.getByRole('button', { name: 'Try again' }).click();
    await widget(page).getByLabel('Verify you are human').waitFor();
    expect(await page.getByText('Failed to load Turnstile. Please try again.').count()).toBe(0);
  });

  it('signs in, in production, with an answer that Cloudflare confirms to the server: no other, and that one once [AUTH-RULE-03] [AUTH-GAP-02]', async () => {
    cloudflare.asked = [];
    const { page, logins } = await signInPage();
    await solve(page);
    await send(page);
    await expect.poll(() => storedValue(page, 'token')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const body: { turnstile_token: string } = logins[0]?.postDataJSON();
    expect(cloudflare.asked.map(({ host, url }) => `${host}${url}`)).toEqual([
      'challenges.cloudflare.com/turnstile/v0/siteverify',
    ]);
    const form = Object.fromEntries(cloudflare.asked[0]?.form ?? []);
    expect(form).toEqual({
      secret: SECRET,
      response: body.turnstile_token,
      remoteip: expect.stringMatching(/^198\.18\./),
    });
    for (const turnstile_token of [body.turnstile_token, 'made up', '']) {
      const again = await page.request.post('/api/user/login', { data: { ...body, turnstile_token } });
      expect([again.status(), (await again.json()).message]).toEqual([
        422,
        'Please complete the Turnstile verification',
      ]);
    }
  });

  it('opens for nobody while Cloudflare does not answer, and says whose fault it is', async () => {
    const { page } = await signInPage();
    cloudflare.behaviour = 'down';
    await solve(page);
    await send(page);
    await said(page, 'The human check cannot be reached, please retry');
    expect(await storedValue(page, 'token')).toBeUndefined();
    cloudflare.behaviour = 'normal';
    // An answer works once: the form has a fresh widget.
    await solve(page);
    await send(page);
    await expect.poll(() => storedValue(page, 'token')).toBeDefined();
  });

  it('loads nothing else from outside', async () => {
    const { page, asked } = await signInPage();
    const outside: string[] = [];
    page.on('request', (request) => new URL(request.url()).origin !== address && outside.push(request.url()));
    await page.reload();
    await widget(page).getByLabel('Verify you are human').waitFor();
    expect(new Set(asked)).toEqual(new Set(['/turnstile/v0/api.js', '/frame']));
    expect(outside.filter((url) => !url.startsWith('https://challenges.cloudflare.com/'))).toEqual([]);
  });
});
