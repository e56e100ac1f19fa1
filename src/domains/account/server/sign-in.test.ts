import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { TEST_PASSWORD, useApp } from '../../../../test/support/use-app.ts';

const app = useApp();

beforeAll(async () => {
  await app.package({ name: 'own.example' });
  await app.signIn({ email: 'ann@own.example', role: 'agency', packages: ['own.example'], vendors: ['V 1'] });
  await app.signIn({ email: 'gone@own.example', role: 'customer', packages: ['own.example'] });
  await app.context.database.pool.query("UPDATE app_user SET disabled_at = now() WHERE email = 'gone@own.example'");
});

const login = (email: unknown, password: unknown, rest: object = { turnstile_token: 'human' }) =>
  app.call('POST', '/api/user/login', { body: { email, password, ...rest } });

const me = (token: string) => app.get('/api/user/me', token);

/** The answer without what is new for each request. */
const withoutRequest = (text: string): string => text.replace(/"request_id":"[^"]+"/, '');

describe('signing in', () => {
  it('answers the right credentials with a signed token, wrong ones with none [AUTH-API-01] [AUTH-ENT-01]', async () => {
    const right = await login('ann@own.example', TEST_PASSWORD);
    expect([right.status, right.body.status, right.body.message]).toEqual([200, true, 'Login success']);
    expect((await me(right.body.token)).body.data).toEqual(right.body.user);
    const wrong = await login('ann@own.example', 'another password');
    expect(wrong.body).toEqual({
      status: false,
      code: 'bad_credentials',
      message: 'Invalid email or password',
      error: 'Invalid email or password',
      request_id: expect.any(String),
    });
  });

  it('answers a wrong password and an unknown e-mail with the same bytes [AUTH-GAP-05]', async () => {
    const wrong = await login('ann@own.example', 'another password');
    const unknown = await login('nobody@own.example', 'another password');
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(withoutRequest(unknown.text)).toBe(withoutRequest(wrong.text));
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(wrong.headers));
    expect((await login('ann@own.example', TEST_PASSWORD)).body.message).toBe('Login success');
  });

  it('works as hard for an unknown e-mail as for a known one', async () => {
    app.clock.advance(16 * 60_000);
    const median = async (email: string) => {
      const times: number[] = [];
      for (let turn = 0; turn < 7; turn++) {
        app.clock.advance(60 * 60_000);
        const started = performance.now();
        expect((await login(email, 'another password')).status).toBe(401);
        times.push(performance.now() - started);
      }
      return times.sort((a, b) => a - b)[3] ?? 0;
    };
    const [unknown, known] = [await median('nobody@else.example'), await median('ann@own.example')];
    // The hash alone takes some 20 ms; an answer without it would come in a tenth of the time.
    expect(unknown).toBeGreaterThan(known / 3);
    app.clock.advance(16 * 60_000);
  });

  it('puts id, twoFA_flag and exp into the token, which ends after three hours [AUTH-ENT-02]', async () => {
    const { body } = await login('ann@own.example', TEST_PASSWORD);
    const claims = decodeJwt(body.token);
    expect([claims['id'], claims['twoFA_flag']]).toEqual([body.user.id, false]);
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3 * 60 * 60);
    expect(String(claims.exp)).toMatch(/^\d{10}$/);
    expect(claims.exp).toBeGreaterThan(app.clock.now().getTime() / 1000);
  });

  it('takes e-mail, password and the human answer from JSON, ignores other fields, misses missing ones [AUTH-GAP-01]', async () => {
    const more = await login('ann@own.example', TEST_PASSWORD, { turnstile_token: 'human', role: 'admin', id: 1 });
    expect([more.status, more.body.user.role]).toEqual([200, 'agency']);
    const missing = await app.call('POST', '/api/user/login', {
      body: { email: 'ann@own.example', turnstile_token: 'human' },
    });
    expect([missing.status, missing.body.field, missing.body.message.length > 0]).toEqual([422, 'password', true]);
    const query = await app.call(
      'POST',
      `/api/user/login?email=ann@own.example&password=${TEST_PASSWORD}&turnstile_token=human`,
    );
    expect(query.status).toBeGreaterThanOrEqual(400);
  });

  it('holds the lengths of e-mail and password', async () => {
    const emailOf = (length: number) => `${'a'.repeat(length - '@own.example'.length)}@own.example`;
    for (const [email, password, status] of [
      [emailOf(50), 'abc', 401],
      [emailOf(50), 'a'.repeat(50), 401],
      [emailOf(51), 'abc', 422],
      [emailOf(50), 'a'.repeat(51), 422],
      [emailOf(50), 'ab', 422],
      ['ab', 'abc', 422],
      ['abc', 'abc', 422],
      ['', 'abc', 422],
      [['ann@own.example'], 'abc', 422],
      ['ann@own.example\u0000', 'abc', 422],
    ]) {
      const answer = await login(email, password);
      expect([email, password, answer.status]).toEqual([email, password, status]);
    }
    expect((await login('abc', 'abc')).body.message).toBe('Wrong email format');
  });

  it('refuses a login whose human check is missing or wrong, before looking at the password', async () => {
    for (const rest of [{}, { turnstile_token: '' }, { turnstile_token: 'robot' }]) {
      const answer = await login('ann@own.example', TEST_PASSWORD, rest);
      expect([answer.status, answer.body.message]).toEqual([422, 'Please complete the Turnstile verification']);
      expect(answer.body.token).toBeUndefined();
    }
  });

  it('tells the owner of a disabled account, and nobody else', async () => {
    const owner = await login('gone@own.example', TEST_PASSWORD);
    expect([owner.status, owner.body.message]).toEqual([403, 'This account is disabled']);
    const other = await login('gone@own.example', 'another password');
    expect([other.status, other.body.message]).toEqual([401, 'Invalid email or password']);
  });
});

describe('a session', () => {
  it('is read from the bare token and from Bearer [AUTH-GAP-18]', async () => {
    const { token } = (await login('ann@own.example', TEST_PASSWORD)).body;
    for (const header of [token, `Bearer ${token}`, `bearer ${token}`]) expect((await me(header)).status).toBe(200);
  });

  it('is over after logout, for good [AUTH-API-07]', async () => {
    const { token } = (await login('ann@own.example', TEST_PASSWORD)).body;
    const other = (await login('ann@own.example', TEST_PASSWORD)).body.token;
    expect((await app.call('POST', '/api/user/logout', { token })).status).toBe(200);
    expect((await me(token)).status).toBe(401);
    expect((await app.call('POST', '/api/user/logout', { token })).status).toBe(401);
    expect((await me(other)).status).toBe(200);
  });

  it('ends when the same browser signs in anew, whoever it was, and no other does', async () => {
    const anew = (token: string, body: object) => app.call('POST', '/api/user/login', { token, body });
    const right = { email: 'ann@own.example', password: TEST_PASSWORD, turnstile_token: 'human' };
    const former = (await login('ann@own.example', TEST_PASSWORD)).body.token;
    const elsewhere = (await login('ann@own.example', TEST_PASSWORD)).body.token;
    expect((await anew(former, { ...right, password: 'another password' })).status).toBe(401);
    expect((await me(former)).status).toBe(200);
    const fresh = (await anew(former, right)).body.token;
    expect([await me(former), await me(fresh), await me(elsewhere)].map(({ status }) => status)).toEqual([
      401, 200, 200,
    ]);
    const { rows } = await app.context.database.pool.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM audit_entry WHERE action = 'session.end'",
    );
    expect(rows[0]?.n).toBe(1);
  });

  it('ends when a login code is used in its browser', async () => {
    const admin = await app.signIn({ email: 'admin@own.example', role: 'admin' });
    const former = (await login('ann@own.example', TEST_PASSWORD)).body.token;
    const { token: code } = (
      await app.call('POST', '/api/user/login_code', { token: admin, body: { email: 'ann@own.example' } })
    ).body.data;
    const { token } = (await app.call('POST', '/api/user/exchange', { token: former, body: { token: code } })).body;
    expect([await me(former), await me(token), await me(admin)].map(({ status }) => status)).toEqual([401, 200, 200]);
  });

  it('ends after 15 idle minutes on the server, counted from the last request', async () => {
    const { token } = (await login('ann@own.example', TEST_PASSWORD)).body;
    app.clock.advance(29_000);
    expect((await me(token)).status).toBe(200);
    app.clock.advance(14 * 60_000 + 59_000);
    expect((await me(token)).status).toBe(200);
    app.clock.advance(15 * 60_000 + 30_000);
    expect((await me(token)).status).toBe(401);
  });

  it('ends three hours after the login however busy it is', async () => {
    const { token } = (await login('ann@own.example', TEST_PASSWORD)).body;
    for (let minutes = 10; minutes < 180; minutes += 10) {
      app.clock.advance(10 * 60_000);
      expect([minutes, (await me(token)).status]).toEqual([minutes, 200]);
    }
    app.clock.advance(10 * 60_000);
    expect((await me(token)).status).toBe(401);
  });

  it('loses its rights with the next request after they are taken away', async () => {
    const { pool } = app.context.database;
    const { token } = (await login('ann@own.example', TEST_PASSWORD)).body;
    const types = () => app.get('/api/user/dashboard_type?package_name=own.example', token);
    expect((await types()).status).toBe(200);
    await pool.query('DELETE FROM user_package');
    expect((await types()).status).toBe(403);
    await pool.query("UPDATE app_user SET disabled_at = now() WHERE email = 'ann@own.example'");
    expect((await types()).status).toBe(401);
    await pool.query("UPDATE app_user SET disabled_at = NULL WHERE email = 'ann@own.example'");
  });
});
