import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '#domains/account/server/users.ts';
import { systemClock } from '#platform/server/clock.ts';
import { TEST_PASSWORD, useApp } from '../../../test/support/use-app.ts';
import { createApp } from './create-app.ts';

const app = useApp();
const person = { email: 'ann@own.example', name: 'Ann', role: 'customer', password: TEST_PASSWORD };

beforeAll(async () => {
  await createUser(app.context.database, person);
});

describe('without keys of Turnstile', () => {
  it('a solved challenge opens one login, and the pages load nothing from elsewhere', async () => {
    // The library reads the system's clock.
    const { http } = await createApp({ ...app.context, clock: systemClock });
    const check = await http.inject('/api/user/human_check');
    expect([check.json().provider, check.json().site_key]).toEqual(['altcha', '']);
    expect(check.headers['content-security-policy']).not.toContain('https:');

    const challenge: Challenge = check.json().challenge;
    const solution = await solveChallenge({ challenge, deriveKey });
    const turnstile_token = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    const login = () =>
      http.inject({
        method: 'POST',
        url: '/api/user/login',
        payload: { email: person.email, password: person.password, turnstile_token },
      });
    const answers = await Promise.all(Array.from({ length: 8 }, login));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await login()).json().code).toBe('human_check_failed');
    await http.close();
  });
});

describe('behind TLS', () => {
  it('tells browsers never to come without it again, for a year and subdomains, when its address is https', async () => {
    for (const [publicUrl, header] of [
      ['https://adsieve.example', 'max-age=31536000; includeSubDomains'],
      ['http://adsieve.example', undefined],
    ]) {
      const { http } = await createApp({ ...app.context, config: { ...app.context.config, publicUrl } });
      for (const url of ['/api/user/human_check', '/api/user/me', '/api/nothing'])
        expect([url, (await http.inject(url)).headers['strict-transport-security']]).toEqual([url, header]);
      await http.close();
    }
  });
});

describe('with keys of Turnstile', () => {
  it('its widget is offered and allowed, and nobody passes without a word from it', async () => {
    const config = { ...app.context.config, turnstile: { siteKey: 'the site key', secret: 'the secret' } };
    const { http } = await createApp({ ...app.context, config });
    const check = await http.inject('/api/user/human_check');
    expect(check.json()).toEqual({ provider: 'turnstile', site_key: 'the site key', challenge: null });
    const policy = String(check.headers['content-security-policy']);
    for (const part of ['script-src', 'frame-src'])
      expect(policy.split(';').find((each) => each.startsWith(part))).toContain('https://challenges.cloudflare.com');
    const login = await http.inject({
      method: 'POST',
      url: '/api/user/login',
      payload: { email: person.email, password: person.password, turnstile_token: '' },
    });
    expect([login.statusCode, login.json().code]).toEqual([422, 'human_check_failed']);
    await http.close();
  });
});
