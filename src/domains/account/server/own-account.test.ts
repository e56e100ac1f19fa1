import { decodeJwt } from 'jose';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeApiToken } from '#platform/server/access/api-tokens.ts';
import { TEST_PASSWORD, useApp } from '../../../../test/support/use-app.ts';

const app = useApp();
const tokens: Record<string, string> = {};
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, by: string, body?: unknown) =>
  app.call(method, url, { token: by, ...(body === undefined ? {} : { body }) });
const login = async (email: string, agent = 'test') =>
  app.call('POST', '/api/user/login', {
    body: { email, password: TEST_PASSWORD, turnstile_token: 'human' },
    headers: { 'user-agent': agent },
  });
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

beforeAll(async () => {
  await app.package({ name: 'own.example' });
  await app.package({ name: 'other.example' });
  tokens['ann'] = await app.signIn({ email: 'ann@own.example', role: 'agency', packages: ['own.example'] });
  tokens['bob'] = await app.signIn({ email: 'bob@own.example', role: 'customer', packages: ['own.example'] });
  tokens['both'] = await app.signIn({
    email: 'both@own.example',
    role: 'agency',
    packages: ['own.example', 'other.example'],
  });
  tokens['admin'] = await app.signIn({ email: 'admin@own.example', role: 'admin' });
});
beforeEach(() => app.context.database.pool.query('DELETE FROM rate_count'));

describe('the own profile', () => {
  it('shows and changes name and language, and nothing else', async () => {
    const saved = await call('PUT', '/api/user/profile', tokens['ann'] ?? '', {
      name: 'Ann Other',
      language: 'ja',
      role: 'admin',
      email: 'eve@own.example',
      two_factor: true,
    });
    expect([saved.status, saved.body.message]).toEqual([200, 'Updated successfully !']);
    const { data } = (await call('GET', '/api/user/profile', tokens['ann'] ?? '')).body;
    expect(data).toMatchObject({ name: 'Ann Other', email: 'ann@own.example', role: 'agency', language: 'ja' });
    expect(data.two_factor).toBe('off');
    const bad = await call('PUT', '/api/user/profile', tokens['ann'] ?? '', { name: 'a;b', language: 'ja' });
    expect([bad.status, bad.body.field]).toEqual([422, 'name']);
  });

  it('lists the own sessions only, and ends one or all others', async () => {
    const own = (await login('ann@own.example')).body.token;
    const second = (await login('ann@own.example', FIREFOX)).body.token;
    const third = (await login('ann@own.example')).body.token;
    const list = async () => (await call('GET', '/api/user/session', own)).body.data;
    const found = await list();
    expect(found.filter((session: { current: boolean }) => session.current)).toHaveLength(1);
    expect(found.map((session: { browser: string }) => session.browser)).toContain('Firefox');
    const theirs = decodeJwt(tokens['bob'] ?? '')['sid'];
    expect(found.map((session: { id: string }) => session.id)).not.toContain(theirs);
    expect((await call('DELETE', `/api/user/session/${theirs}`, own)).status).toBe(404);
    expect((await app.get('/api/user/me', tokens['bob'])).status).toBe(200);

    expect((await call('DELETE', `/api/user/session/${decodeJwt(second)['sid']}`, own)).status).toBe(200);
    expect((await app.get('/api/user/me', second)).status).toBe(401);
    const ended = await call('DELETE', '/api/user/session', own);
    expect(ended.body.data.ended).toBeGreaterThanOrEqual(1);
    expect([(await app.get('/api/user/me', third)).status, (await list()).length]).toEqual([401, 1]);
    tokens['ann'] = own;
  });

  it('switches two-factor on by mail after a first code, and off with the password', async () => {
    const ann = tokens['ann'] ?? '';
    const begun = await call('POST', '/api/user/two_factor/begin', ann, { method: 'mail', password: TEST_PASSWORD });
    expect([begun.status, begun.body.data]).toEqual([200, { secret: '', uri: '' }]);
    const [mail] = await app.context.mailer.list(1);
    // In the language of the profile.
    expect(mail?.subject).toMatch(/^\d{6} は二要素認証の設定用コードです$/);
    const otp = mail?.subject.slice(0, 6);
    const on = await call('POST', '/api/user/two_factor/confirm', ann, { method: 'mail', otp });
    expect([on.status, on.body.data.recovery_codes.length]).toEqual([200, 10]);
    expect((await login('ann@own.example')).body.two_factor).toBe('mail');
    const first: string[] = on.body.data.recovery_codes;
    const renewed = await call('POST', '/api/user/recovery_codes', ann, { password: TEST_PASSWORD });
    expect(renewed.body.data.recovery_codes.some((code: string) => first.includes(code))).toBe(false);
    expect((await call('POST', '/api/user/two_factor/off', ann, { password: 'not this one' })).status).toBe(422);
    expect((await call('POST', '/api/user/two_factor/off', ann, { password: TEST_PASSWORD })).status).toBe(200);
    expect((await login('ann@own.example')).body.two_factor).toBeUndefined();
  });
});

describe('a one-time login code', () => {
  const issue = (by: string, email: string) => call('POST', '/api/user/login_code', by, { email });
  const exchange = (token: string) => app.call('POST', '/api/user/exchange', { body: { token } });

  it('is issued by an administrator for a named user, and opens one session within a minute', async () => {
    const { data } = (await issue(tokens['admin'] ?? '', 'bob@own.example')).body;
    expect(data.link).toContain(`/?token=${data.token}`);
    expect(new Date(data.expires_at).getTime() - app.clock.now().getTime()).toBeLessThanOrEqual(60_000);
    expect((await app.get('/api/user/me', data.token)).status).toBe(401);
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(data.token)));
    const opened = answers.filter(({ status }) => status === 200);
    expect([opened.length, opened[0]?.body.user.email]).toEqual([1, 'bob@own.example']);
    expect((await app.get('/api/user/menu', opened[0]?.body.token)).status).toBe(200);
  });

  it('is dead after a minute, and a session token or a made-up one is none [AUTH-GAP-04]', async () => {
    const { data } = (await issue(tokens['admin'] ?? '', 'bob@own.example')).body;
    app.clock.advance(60_000);
    for (const token of [data.token, tokens['bob'] ?? '', 'garbage', 'a.b.c'])
      expect((await exchange(token)).status).toBe(401);
  });

  it('honours two-factor, and disabled people', async () => {
    const { pool } = app.context.database;
    await pool.query("UPDATE app_user SET two_factor = true WHERE email = 'bob@own.example'");
    const first = (await issue(tokens['admin'] ?? '', 'bob@own.example')).body.data;
    const answer = await exchange(first.token);
    expect([answer.body.two_factor, answer.body.user]).toEqual(['mail', undefined]);
    expect((await app.get('/api/user/me', answer.body.token)).status).toBe(401);
    const second = (await issue(tokens['admin'] ?? '', 'bob@own.example')).body.data;
    await pool.query("UPDATE app_user SET two_factor = false, disabled_at = now() WHERE email = 'bob@own.example'");
    expect((await exchange(second.token)).status).toBe(401);
    expect((await issue(tokens['admin'] ?? '', 'bob@own.example')).status).toBe(404);
    await pool.query("UPDATE app_user SET disabled_at = NULL WHERE email = 'bob@own.example'");
  });

  it('is issued by a program’s token only for people who see nothing but its package, and by nobody else', async () => {
    const made = makeApiToken();
    await app.context.database.pool.query(
      `INSERT INTO api_token (package_name, name, hash, hint, permissions, author)
       VALUES ('own.example', 'portal', $1, $2, '{login.issue}', 'Ada')`,
      [made.hash, made.hint],
    );
    const own = await issue(made.token, 'bob@own.example');
    expect(own.status).toBe(200);
    expect((await exchange(own.body.data.token)).body.user.email).toBe('bob@own.example');
    for (const email of ['both@own.example', 'admin@own.example', 'nobody@own.example'])
      expect([email, (await issue(made.token, email)).status]).toEqual([email, 403]);
    for (const by of ['ann', 'both'])
      expect([by, (await issue(tokens[by] ?? '', 'bob@own.example')).status]).toEqual([by, 403]);
  });
});
