import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TEST_PASSWORD, useApp } from '../../../../test/support/use-app.ts';

const app = useApp();
const EMAIL = 'ann@own.example';
let session = '';
let uid = 0;

const post = (url: string, body: unknown, token?: string) =>
  app.call('POST', url, { body, ...(token ? { token } : {}) });
const login = async (email = EMAIL) =>
  post('/api/user/login', { email, password: TEST_PASSWORD, turnstile_token: 'human' });
const generate = (token: string, id: unknown = uid) => post('/api/user/generate-otp', { uid: id }, token);
const validate = (token: string, otp: unknown, id: unknown = uid) =>
  post('/api/user/validate-otp', { uid: id, otp }, token);
const newestMail = async (to = EMAIL) => (await app.context.mailer.list(20)).find(({ recipient }) => recipient === to);
const mailedCode = async (to = EMAIL) => /\d{6}/.exec((await newestMail(to))?.subject ?? '')?.[0] ?? '';
/** A sign-in that waits for its second factor, with a code on its way. */
async function waiting(): Promise<{ token: string; code: string }> {
  app.clock.advance(61_000);
  const { token } = (await login()).body;
  expect((await generate(token)).status).toBe(200);
  return { token, code: await mailedCode() };
}

beforeAll(async () => {
  await app.package({ name: 'own.example' });
  session = await app.signIn({ email: EMAIL, role: 'agency', packages: ['own.example'] });
  await app.signIn({ email: 'bob@own.example', role: 'agency', packages: ['own.example'] });
  uid = Number(decodeJwt(session)['id']);
  await app.context.database.pool.query("UPDATE app_user SET two_factor = true WHERE email LIKE '%@own.example'");
});
beforeEach(async () => {
  await app.context.database.pool.query('DELETE FROM rate_count');
});

describe('the second factor by mail', () => {
  it('comes after the password: the token before it says so and opens nothing else [AUTH-STATE-02] [AUTH-GAP-03]', async () => {
    const { body } = await login();
    expect(body).toMatchObject({ status: true, message: 'Login success', two_factor: 'mail' });
    expect(body.user).toBeUndefined();
    expect(decodeJwt(body.token)).toMatchObject({ id: uid, twoFA_flag: true, typ: 'pre2fa' });
    const others = app.app.routes.map(({ endpoint }) => endpoint).filter(({ access }) => access !== 'public');
    for (const { method, path } of others) {
      const answer = await app.call(method, path.replaceAll(/:\w+/g, '1'), { token: body.token });
      expect([path, answer.status]).toEqual([path, 401]);
    }
  });

  it('mails a code to whoever holds that token, and to nobody else [AUTH-API-02] [AUTH-GAP-18]', async () => {
    app.clock.advance(61_000);
    const { token } = (await login()).body;
    expect((await post('/api/user/generate-otp', { uid })).status).toBe(401);
    expect((await generate(session)).status).toBe(401);
    expect((await generate(token, uid + 1)).status).toBe(403);
    const sent = await generate(`Bearer ${token}`);
    expect([sent.status, sent.body]).toEqual([200, { status: true, message: 'OTP sent successfully' }]);
    expect(await newestMail()).toMatchObject({ kind: 'sign_in_code', recipient: EMAIL });
    const { rows } = await app.context.database.pool.query('SELECT * FROM one_time_code WHERE user_id = $1', [uid]);
    expect([rows.length, JSON.stringify(rows).includes(await mailedCode())]).toEqual([1, false]);
    app.clock.advance(61_000);
    expect((await generate(token)).status).toBe(200);
  });

  it('opens the session with the right code, once, with a token of its own [AUTH-API-03] [AUTH-STATE-15] [AUTH-MSG-24]', async () => {
    const { token, code } = await waiting();
    const right = await validate(token, code);
    expect([right.status, right.body.message]).toEqual([200, 'OTP verified successfully']);
    expect(decodeJwt(right.body.token)).toMatchObject({ id: uid, twoFA_flag: true, typ: 'session' });
    expect((await app.get('/api/user/menu', right.body.token)).status).toBe(200);
    expect((await validate(token, code)).status).toBe(401);
    const again = await waiting();
    expect((await validate(again.token, code)).status).toBe(422);
  });

  it('takes nobody else’s code, and nothing but six digits [AUTH-API-03] [AUTH-RULE-04] [AUTH-GAP-07]', async () => {
    const { token, code } = await waiting();
    const bob = (await login('bob@own.example')).body.token;
    const bobId = Number(decodeJwt(bob)['id']);
    expect((await generate(bob, bobId)).status).toBe(200);
    const theirs = await mailedCode('bob@own.example');
    if (theirs !== code) expect((await validate(token, theirs)).status).toBe(422);
    expect((await validate(bob, code, uid)).status).toBe(403);
    for (const otp of [code.slice(1), `${code}1`, 'abcdef', ` ${code}`, Number(code), '', null])
      expect([otp, (await validate(token, otp)).status]).toEqual([otp, 422]);
    expect((await validate(token, '12345')).body.message).toBe('OTP must be a 6 digit number');
    expect((await validate(token, code)).status).toBe(200);
  });

  it('is refused after ten minutes, after five wrong tries, and a new code takes the place of the old [AUTH-GAP-08] [AUTH-ENT-04]', async () => {
    const late = await waiting();
    app.clock.advance(10 * 60_000);
    expect((await validate(late.token, late.code)).status).toBe(401);
    const tried = await waiting();
    const wrong = tried.code === '000000' ? '000001' : '000000';
    for (let turn = 0; turn < 5; turn++) {
      const answer = await validate(tried.token, wrong);
      expect([answer.status, answer.body.message]).toEqual([422, 'OTP verification failed']);
    }
    const over = await validate(tried.token, tried.code);
    expect([over.status, over.body.message]).toEqual([422, expect.stringContaining('ask for a new one')]);
    app.clock.advance(61_000);
    expect((await generate(tried.token)).status).toBe(200);
    const newer = await mailedCode();
    if (newer !== tried.code) expect((await validate(tried.token, tried.code)).status).toBe(422);
    expect((await validate(tried.token, newer)).status).toBe(200);
  });

  it('waits a minute between two codes and mails five an hour at most, with Retry-After [AUTH-GAP-08]', async () => {
    const { token } = await waiting();
    app.clock.advance(20_000);
    const early = await generate(token);
    expect([early.status, early.headers['retry-after']]).toEqual([429, '40']);
    for (let turn = 0; turn < 4; turn++) {
      app.clock.advance(61_000);
      expect((await generate(token)).status).toBe(200);
    }
    app.clock.advance(61_000);
    expect((await generate(token)).status).toBe(429);
  });

  it('opens exactly one session of fifty that bring the right code at once', async () => {
    const { token, code } = await waiting();
    const answers = await Promise.all(Array.from({ length: 50 }, () => validate(token, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await app.context.database.pool.query<{ used_at: Date | null }>(
      "SELECT used_at FROM one_time_code WHERE user_id = $1 AND purpose = 'sign_in'",
      [uid],
    );
    expect(rows[0]?.used_at).not.toBeNull();
  });

  it('says so when the mail could not be sent, and the sign-in still waits', async () => {
    app.clock.advance(61_000);
    const { token } = (await login()).body;
    await app.context.database.pool.query('ALTER TABLE mail RENAME TO mail_away');
    const failed = await generate(token);
    await app.context.database.pool.query('ALTER TABLE mail_away RENAME TO mail');
    expect([failed.status >= 500, failed.body.token]).toEqual([true, undefined]);
    app.clock.advance(61_000);
    expect((await generate(token)).status).toBe(200);
  });

  it('leaves every wrong second factor in the audit log, and none of what was typed', async () => {
    const { token, code } = await waiting();
    const wrong = code === '111111' ? '222222' : '111111';
    expect((await validate(token, wrong)).status).toBe(422);
    expect((await post('/api/user/use-recovery-code', { uid, code: 'aaaaa-bbbbb' }, token)).status).toBe(422);
    expect((await validate(token, code)).status).toBe(200);
    const { rows } = await app.context.database.pool.query<{ action: string; details: string | null }>(
      `SELECT e.action, d.text AS details FROM audit_entry e LEFT JOIN audit_word d ON d.ref = e.details
       ORDER BY e.id DESC LIMIT 3`,
    );
    expect(rows.reverse().map(({ action, details }) => [action, JSON.parse(details ?? '{}').how])).toEqual([
      ['session.refused', 'mail'],
      ['session.refused', 'recovery code'],
      ['session.sign_in', 'password and mail'],
    ]);
    expect(JSON.stringify(rows)).not.toContain(wrong);
  });
});

describe('the second factor by an authenticator app', () => {
  let totp: TOTP;
  let recovery: string[] = [];
  const codeNow = () => totp.generate({ timestamp: app.clock.now().getTime() });
  const signedIn = async () => {
    const { token, code } = await waiting();
    return (await validate(token, code)).body.token;
  };

  it('is set up with the password and a first code; its secret is stored sealed, its recovery codes hashed', async () => {
    const token = await signedIn();
    const begin = (password: string) => post('/api/user/two_factor/begin', { method: 'app', password }, token);
    expect((await begin('not this one')).status).toBe(422);
    const { data } = (await begin(TEST_PASSWORD)).body;
    totp = new TOTP({ secret: Secret.fromBase32(data.secret) });
    expect(data.uri).toContain(`secret=${data.secret}`);
    const confirm = (otp: string) => post('/api/user/two_factor/confirm', { method: 'app', otp }, token);
    expect((await confirm(codeNow() === '000000' ? '000001' : '000000')).status).toBe(422);
    const done = await confirm(codeNow());
    recovery = done.body.data.recovery_codes;
    expect([done.status, new Set(recovery).size]).toEqual([200, 10]);
    const { pool } = app.context.database;
    const stored = JSON.stringify([
      (await pool.query('SELECT * FROM app_user WHERE id = $1', [uid])).rows,
      (await pool.query("SELECT encode(code_hash, 'escape') FROM recovery_code")).rows,
    ]);
    for (const secret of [data.secret, ...recovery]) expect(stored).not.toContain(secret);
  });

  it('takes each time step once, the neighbouring ones for a slow clock, and no mail is sent', async () => {
    app.clock.advance(90_000);
    const { token, two_factor } = (await login()).body;
    expect(two_factor).toBe('app');
    expect((await generate(token)).status).toBe(422);
    const code = codeNow();
    expect((await validate(token, code)).status).toBe(200);
    const second = (await login()).body.token;
    expect((await validate(second, code)).status).toBe(422);
    app.clock.advance(30_000);
    expect((await validate(second, codeNow())).status).toBe(200);
    app.clock.advance(90_000);
    const third = (await login()).body.token;
    const old = totp.generate({ timestamp: app.clock.now().getTime() - 61_000 });
    expect((await validate(third, old)).status).toBe(422);
    const slow = totp.generate({ timestamp: app.clock.now().getTime() - 30_000 });
    expect((await validate(third, slow)).status).toBe(200);
  });

  it('is slowed down after ten tries, across sign-ins', async () => {
    for (let signIn = 0; signIn < 2; signIn++) {
      const { token } = (await login()).body;
      for (let turn = 0; turn < 5; turn++)
        expect((await validate(token, codeNow() === '111111' ? '222222' : '111111')).status).toBe(422);
    }
    const { token } = (await login()).body;
    const refused = await validate(token, codeNow());
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  });

  it('opens with a recovery code, in any spelling, exactly once of twenty at once', async () => {
    const use = (token: string, code: string) => post('/api/user/use-recovery-code', { uid, code }, token);
    const { token } = (await login()).body;
    expect((await use(token, 'aaaaa-aaaaa')).status).toBe(422);
    await app.context.database.pool.query('DELETE FROM rate_count');
    const tokens = await Promise.all(Array.from({ length: 5 }, async () => (await login()).body.token));
    const [first = '', second = ''] = recovery;
    const answers = await Promise.all(tokens.map((each) => use(each, first.toUpperCase().replace('-', ' '))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await app.context.database.pool.query('DELETE FROM rate_count');
    const opened = await use(token, second);
    expect(opened.status).toBe(200);
    const profile = (await app.get('/api/user/profile', opened.body.token)).body.data;
    expect([profile.two_factor, profile.recovery_codes_left]).toEqual(['app', 8]);
  });

  it('is reset by an administrator only; the person is told and their sessions end', async () => {
    const admin = await app.signIn({ email: 'admin@other.example', role: 'admin' });
    app.clock.advance(30_000);
    const { token } = (await login()).body;
    const own = (await validate(token, codeNow())).body.token;
    expect((await post(`/api/user/${uid}/two_factor_reset`, {}, own)).status).toBe(403);
    expect((await post('/api/user/999999/two_factor_reset', {}, admin)).status).toBe(404);
    expect((await post(`/api/user/${uid}/two_factor_reset`, {}, admin)).status).toBe(200);
    expect((await app.get('/api/user/me', own)).status).toBe(401);
    expect(await newestMail()).toMatchObject({ kind: 'two_factor_off' });
    const after = (await login()).body;
    expect([after.two_factor, (await app.get('/api/user/me', after.token)).status]).toEqual([undefined, 200]);
    const { rows } = await app.context.database.pool.query(
      'SELECT totp_secret, (SELECT count(*) FROM recovery_code)::int AS codes FROM app_user WHERE id = $1',
      [uid],
    );
    expect(rows).toEqual([{ totp_secret: null, codes: 0 }]);
  });
});
