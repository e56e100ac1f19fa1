import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOneTimeTokens } from '#platform/server/access/one-time-tokens.ts';
import { hashPassword, isCommonPassword, passwordMatches } from '#platform/server/access/passwords.ts';
import { createTokens } from '#platform/server/access/tokens.ts';
import { TEST_PASSWORD, useApp } from '../../../../test/support/use-app.ts';

const app = useApp();
const EMAIL = 'ann@own.example';
let token = '';

const post = (url: string, body: unknown, by?: string) => app.call('POST', url, { body, ...(by ? { token: by } : {}) });
const login = async (password: string, email = EMAIL) =>
  post('/api/user/login', { email, password, turnstile_token: 'human' });
const change = (body: object, by = token) => post('/api/user/change_password', body, by);
const twice = (password: string) => ({ new_password: password, confirm_password: password });
const mailTo = async (email: string) => (await app.context.mailer.list(50)).filter((mail) => mail.recipient === email);
const without = (text: string) => text.replace(/"request_id":"[^"]+"/, '');

beforeAll(async () => {
  await app.package({ name: 'own.example' });
  token = await app.signIn({ email: EMAIL, role: 'agency', packages: ['own.example'] });
});
beforeEach(() => app.context.database.pool.query('DELETE FROM rate_count'));

describe('a password', () => {
  it('is stored as argon2id and matches itself only, whatever its characters', async () => {
    const anything = fc
      .string({ unit: 'grapheme', minLength: 8, maxLength: 20 })
      .filter((text) => !/\p{Surrogate}/u.test(text));
    await fc.assert(
      fc.asyncProperty(anything, async (password) => {
        const hash = await hashPassword(password);
        expect(hash).toMatch(/^\$argon2id\$/);
        expect([await passwordMatches(hash, password), await passwordMatches(hash, `${password} `)]).toEqual([
          true,
          false,
        ]);
      }),
      { numRuns: 15 },
    );
  });

  it('stays good for years: nobody is made to change it', async () => {
    const email = 'old@own.example';
    await app.signIn({ email, role: 'agency' });
    const now = app.clock.now();
    app.clock.advance(5 * 365 * 24 * 3600 * 1000);
    const body = { email, password: TEST_PASSWORD, turnstile_token: 'human' };
    const answer = await app.call('POST', '/api/user/login', { body });
    app.clock.set(now);
    expect([answer.status, answer.body.message, typeof answer.body.token]).toEqual([200, 'Login success', 'string']);
  });

  it('is common or not, whatever its case', async () => {
    for (const password of ['password1', 'PASSWORD1', 'qwertyuiop', '12345678'])
      expect([password, await isCommonPassword(password)]).toEqual([password, true]);
    for (const password of ['correct horse battery', 'tr0mbone-in-the-attic', '山川草木天地玄黄'])
      expect([password, await isCommonPassword(password)]).toEqual([password, false]);
  });

  it('or of nothing but words of this product, whatever digits stand between them', async () => {
    for (const password of ['Adsieve-2026!', 'adsieveADMIN1', '12 click 34 Fraud', 'Traffic.Dashboard'])
      expect([password, await isCommonPassword(password)]).toEqual([password, true]);
    for (const password of ['adsieve green bicycle', 'fraudulent-2026', '7391 5028 6647'])
      expect([password, await isCommonPassword(password)]).toEqual([password, false]);
  });
});

describe('changing the password', () => {
  it('needs the old one, the new one twice and not a common one; refusals name the field [AUTH-GAP-12]', async () => {
    for (const [body, field] of [
      [{ old_password: 'not this one', ...twice('a new password') }, 'old_password'],
      [
        { old_password: TEST_PASSWORD, new_password: 'a new password', confirm_password: 'another one' },
        'confirm_password',
      ],
      [{ old_password: TEST_PASSWORD, ...twice('1234567') }, 'new_password'],
      [{ old_password: TEST_PASSWORD, ...twice('password1') }, 'new_password'],
      [{ old_password: TEST_PASSWORD, ...twice(TEST_PASSWORD) }, 'new_password'],
      [{ ...twice('a new password') }, 'old_password'],
    ] as const) {
      const answer = await change(body);
      expect([body, answer.status, answer.body.field]).toEqual([body, 422, field]);
    }
    expect((await login(TEST_PASSWORD)).status).toBe(200);
  });

  it('changes the hash, ends every other session and tells by mail; only the new one signs in [AUTH-API-06]', async () => {
    const other = (await login(TEST_PASSWORD)).body.token;
    const hash = async () =>
      (await app.context.database.pool.query('SELECT password_hash FROM app_user WHERE email = $1', [EMAIL])).rows[0];
    const before = await hash();
    const answer = await change({ old_password: TEST_PASSWORD, ...twice('a new password') });
    expect([answer.status, answer.body.message]).toEqual([200, 'Updated successfully !']);
    expect(await hash()).not.toEqual(before);
    expect([(await login(TEST_PASSWORD)).status, (await login('a new password')).status]).toEqual([401, 200]);
    expect([(await app.get('/api/user/me', token)).status, (await app.get('/api/user/me', other)).status]).toEqual([
      200, 401,
    ]);
    expect((await mailTo(EMAIL))[0]?.kind).toBe('password_changed');
  });

  it('is slowed down after ten guesses of the old one', async () => {
    for (let turn = 0; turn < 10; turn++) await change({ old_password: 'a guess here', ...twice('some new password') });
    const refused = await change({ old_password: 'a new password', ...twice('some new password') });
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  });
});

describe('a forgotten password', () => {
  const forgot = async (email: string) => {
    // Mails are listed by time.
    app.clock.advance(1000);
    return post('/api/user/forgot_password', { email });
  };
  const linkOf = async (email: string) => {
    await vi.waitFor(async () => {
      const [mail] = await mailTo(email);
      expect([mail?.kind, mail?.createdAt]).toEqual(['reset', app.clock.now()]);
    });
    return /#token=(\S+)/.exec((await mailTo(email))[0]?.body ?? '')?.[1] ?? '';
  };
  const set = (link: string, password: string) => post('/api/user/set_password', { token: link, ...twice(password) });

  it('is asked for with the same status, body and work whether the address is known or not', async () => {
    const [known, unknown] = [await forgot(EMAIL), await forgot('nobody@own.example')];
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect(without(unknown.text)).toBe(without(known.text));
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers));
    await linkOf(EMAIL);
    expect(await mailTo('nobody@own.example')).toEqual([]);
    // The same number of statements before the answer: everything else happens after it.
    const statements = async (email: string): Promise<number> => {
      const spy = vi.spyOn(app.context.database.pool, 'query');
      await forgot(email);
      const before = spy.mock.calls.length;
      spy.mockRestore();
      await new Promise((resolve) => setTimeout(resolve, 100));
      return before;
    };
    expect(await statements('nobody@own.example')).toBe(await statements(EMAIL));
  });

  it('is set with the mailed link, once, and every session ends', async () => {
    const session = (await login('a new password')).body.token;
    await forgot(EMAIL);
    const link = await linkOf(EMAIL);
    const whose = await post('/api/user/password_link', { token: link });
    expect(whose.body.data).toMatchObject({ kind: 'reset', email: EMAIL });
    expect((await set(link, 'password1')).body.field).toBe('new_password');
    const answers = await Promise.all(Array.from({ length: 10 }, () => set(link, 'the third password')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await post('/api/user/password_link', { token: link })).status).toBe(422);
    expect([(await app.get('/api/user/me', session)).status, (await login('the third password')).status]).toEqual([
      401, 200,
    ]);
  });

  it('is not set with an old link, an earlier one, one of another kind, or a session', async () => {
    await forgot(EMAIL);
    const first = await linkOf(EMAIL);
    await forgot(EMAIL);
    const second = await linkOf(EMAIL);
    expect((await set(first, 'a fourth password')).status).toBe(422);
    const session = (await login('the third password')).body.token;
    expect((await set(session, 'a fourth password')).status).toBe(422);
    app.clock.advance(31 * 60_000);
    expect((await set(second, 'a fourth password')).status).toBe(422);
    expect((await login('the third password')).status).toBe(200);
  });

  it('sends nothing to a disabled account', async () => {
    await app.signIn({ email: 'gone@own.example', role: 'customer' });
    await app.context.database.pool.query("UPDATE app_user SET disabled_at = now() WHERE email = 'gone@own.example'");
    await forgot('gone@own.example');
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(await mailTo('gone@own.example')).toEqual([]);
  });

  it('is the first one for somebody invited; a reset link is no invitation and the other way round', async () => {
    await app.signIn({ email: 'new@own.example', role: 'customer' });
    const { rows } = await app.context.database.pool.query("SELECT id FROM app_user WHERE email = 'new@own.example'");
    const secret = Buffer.from(app.context.folder.secret('session'), 'hex');
    const now = () => app.clock.now();
    const oneTime = createOneTimeTokens(app.context.database, createTokens(secret, now), now);
    const { token: invitation } = await oneTime.issue('invite', rows[0].id);
    for (const kind of ['reset', 'link', 'pre2fa'] as const) expect(await oneTime.claim(kind, invitation)).toBeNull();
    expect((await post('/api/user/exchange', { token: invitation })).status).toBe(401);
    app.clock.advance(6 * 24 * 3600_000);
    expect((await post('/api/user/password_link', { token: invitation })).body.data.kind).toBe('invite');
    expect((await set(invitation, 'my very first one')).status).toBe(200);
    expect((await login('my very first one', 'new@own.example')).status).toBe(200);
    expect((await set(invitation, 'my very second one')).status).toBe(422);
  });
});
