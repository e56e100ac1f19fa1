import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TEST_PASSWORD, useApp } from '../../../../test/support/use-app.ts';
import { STARTER_MENU } from './first-package.ts';

const app = useApp();
const DOMAIN = 'fresh.example';
const person = (more: object = {}) => ({
  name: 'Fay Fresh',
  email: 'fay@fresh.example',
  password: TEST_PASSWORD,
  domain_name: DOMAIN,
  role: 'customer',
  package_name: `onb_${DOMAIN}`,
  ...more,
});
const post = (url: string, body: unknown, token?: string) =>
  app.call('POST', url, { body, ...(token ? { token } : {}) });
const signUp = (more: object = {}) => post('/api/onboarding/signup', person(more));
const verify = (email: string, otp: string) => post('/api/onboarding/verifyemail', { email, otp });
const probe = (email: string) => app.get(`/api/onboarding/email/${encodeURIComponent(email)}`);
const login = (email: string, password = TEST_PASSWORD) =>
  post('/api/user/login', { email, password, turnstile_token: 'human' });
const rows = async (sql: string, ...values: unknown[]) => (await app.context.database.pool.query(sql, values)).rows;
const user = async (email: string) => (await rows('SELECT * FROM app_user WHERE lower(email) = lower($1)', email))[0];
const mailTo = async (email: string) => (await app.context.mailer.list(50)).filter((mail) => mail.recipient === email);
const codeOf = async (email: string) => /\d{6}/.exec((await mailTo(email))[0]?.subject ?? '')?.[0] ?? '';
const without = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
/** Signs up, verifies and signs in. */
async function join(email: string, more: object = {}): Promise<string> {
  expect((await signUp({ email, ...more })).status).toBe(200);
  expect((await verify(email, await codeOf(email))).status).toBe(200);
  return (await login(email)).body.token;
}

beforeEach(() => app.context.database.pool.query('DELETE FROM rate_count'));

describe('signing up', () => {
  it('makes a customer with a hashed password and its package name, whatever else is sent [AUTH-API-08] [AUTH-ENT-03] [AUTH-PERM-04]', async () => {
    const answer = await signUp({ role: 'admin', package_name: 'other.example', id: 1, verified_at: '2020-01-01' });
    expect([answer.status, answer.body]).toEqual([200, { status: true, message: 'User created successfully' }]);
    expect(await user('fay@fresh.example')).toMatchObject({
      name: 'Fay Fresh',
      role: 'customer',
      package_name: 'onb_fresh.example',
      domain_name: DOMAIN,
      verified_at: null,
      password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    });
  });

  it('refuses an address that is taken, in other case too, with the reason as error', async () => {
    for (const email of ['fay@fresh.example', 'FAY@Fresh.Example']) {
      const again = await signUp({ email });
      expect([again.status, again.body.error]).toEqual([409, 'This email address cannot be used']);
    }
    const all = await Promise.all(Array.from({ length: 4 }, () => signUp({ email: 'four@fresh.example' })));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it.each([
    ['name', '', 'Name is required'],
    ['name', 'a', 'Too Short!'],
    ['name', 'a'.repeat(51), 'Too Long!'],
    ['name', 'a<b', 'These #$^{}<>;?\\`~ characters are not allowed.'],
    ['email', '', 'Email is required'],
    ['email', 'x@', 'Invalid email'],
    ['email', `${'a'.repeat(40)}@fresh.example`, 'Maximum 50 symbols'],
    ['domain_name', '', 'Domain is required'],
    ['domain_name', 'example', 'Invalid domain format (e.g., example.com)'],
    ['domain_name', 'http://x.com', 'Invalid domain format (e.g., example.com)'],
    ['domain_name', 'exa mple.com', 'Invalid domain format (e.g., example.com)'],
    ['password', '', 'Password is required'],
    ['password', '1234567', 'Minimum 8 chars required'],
    ['password', 'x'.repeat(51), 'Maximum 50 symbols'],
    ['password', 'Password1', 'This password is too common'],
  ])('refuses the %s %j: %s', async (field, value, message) => {
    const answer = await signUp({ email: 'never@fresh.example', [field]: value });
    expect([answer.status, answer.body.field, answer.body.error]).toEqual([422, field, message]);
    expect(await user('never@fresh.example')).toBeUndefined();
  });

  it('takes names of 2 and 50 characters, passwords of 8 to 50 of any characters, and hosts of several parts', async () => {
    const right = [
      { name: 'ab' },
      { name: 'a'.repeat(50) },
      { password: '4#$^{}<>' },
      { password: '山'.repeat(20) },
      { password: ' '.repeat(8) },
      { domain_name: 'A.b.CO.uk' },
    ];
    for (const [index, more] of right.entries()) {
      const email = `right${index}@fresh.example`;
      expect([more, (await signUp({ email, ...more })).status]).toEqual([more, 200]);
      await app.context.database.pool.query('DELETE FROM rate_count');
      await app.context.database.pool.query('UPDATE app_user SET verified_at = now() WHERE email = $1', [email]);
      expect([more, (await login(email, 'password' in more ? more.password : TEST_PASSWORD)).status]).toEqual([
        more,
        200,
      ]);
    }
    expect((await user('right5@fresh.example')).package_name).toBe('onb_a.b.co.uk');
  });
});

describe('every text of a form', () => {
  it.each([
    [{ a: { b: ['ok', { c: 'x<' }] } }, 'a.b.1.c'],
    [{ tags: ['ok', 'b?d', 'fine'] }, 'tags.1'],
  ])(
    'is looked at by the server, in lists and nested objects too: %j [VAL-RULE-02] [VAL-RULE-03]',
    async (more, field) => {
      const answer = await signUp({ email: 'tree@fresh.example', ...more });
      expect([answer.status, answer.body.field, answer.body.message]).toEqual([
        422,
        field,
        'These #$^{}<>;?\\`~ characters are not allowed.',
      ]);
      expect(await user('tree@fresh.example')).toBeUndefined();
    },
  );
});

describe('verifying the address', () => {
  it('is needed before signing in, and only the mailed code does it, once [AUTH-API-09]', async () => {
    const email = 'vera@vera.example';
    await signUp({ email, domain_name: 'vera.example' });
    const early = await login(email);
    expect([early.status, early.body.code]).toEqual([403, 'unverified']);
    const code = await codeOf(email);
    expect((await verify(email, code === '000000' ? '000001' : '000000')).status).toBe(422);
    expect((await user(email)).verified_at).toBeNull();
    expect((await verify(email, code)).body).toEqual({ status: true, message: 'OTP verified successfully' });
    expect((await user(email)).verified_at).not.toBeNull();
    expect((await verify(email, code)).status).toBe(422);
    expect((await login(email)).status).toBe(200);
  });

  it('does not take a code of ten minutes ago, nor the right one after five wrong ones', async () => {
    await signUp({ email: 'late@late.example', domain_name: 'late.example' });
    const late = await codeOf('late@late.example');
    app.clock.advance(10 * 60_000);
    expect((await verify('late@late.example', late)).status).toBe(422);
    await signUp({ email: 'five@five.example', domain_name: 'five.example' });
    const right = await codeOf('five@five.example');
    const wrong = right === '000000' ? '000001' : '000000';
    for (let turn = 0; turn < 5; turn++) expect((await verify('five@five.example', wrong)).status).toBe(422);
    expect((await verify('five@five.example', right)).status).toBe(422);
  });

  it('answers an unknown address and a wrong code with the same bytes', async () => {
    await signUp({ email: 'known@known.example', domain_name: 'known.example' });
    const code = await codeOf('known@known.example');
    const wrong = code === '111111' ? '222222' : '111111';
    const [known, unknown] = [await verify('known@known.example', wrong), await verify('nobody@known.example', wrong)];
    expect([known.status, unknown.status]).toEqual([422, 422]);
    expect(without(unknown.text)).toBe(without(known.text));
  });

  it('sends the code again on request; pending, unknown and verified addresses get the same answer [AUTH-API-10] [AUTH-GAP-11]', async () => {
    await signUp({ email: 'pat@pat.example', domain_name: 'pat.example' });
    const first = await codeOf('pat@pat.example');
    app.clock.advance(61_000);
    const answers = [
      await probe('pat@pat.example'),
      await probe('nobody@pat.example'),
      await probe('vera@vera.example'),
    ];
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    for (const { status, body } of answers)
      expect([status, body]).toEqual([200, { status: true, message: expect.any(String) }]);
    await vi.waitFor(async () => expect(await mailTo('pat@pat.example')).toHaveLength(2));
    expect(await mailTo('nobody@pat.example')).toEqual([]);
    expect(await mailTo('vera@vera.example')).toHaveLength(1);
    const second = await codeOf('pat@pat.example');
    if (first !== second) expect((await verify('pat@pat.example', first)).status).toBe(422);
    expect((await verify('pat@pat.example', second)).status).toBe(200);
  });

  it('stores no second code within a minute, and says 429 after five requests for known and unknown alike', async () => {
    await signUp({ email: 'max@max.example', domain_name: 'max.example' });
    expect((await probe('max@max.example')).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await mailTo('max@max.example')).toHaveLength(1);
    for (const email of ['max@max.example', 'nobody@max.example']) {
      for (let turn = 0; turn < 5; turn++) await probe(email);
      const refused = await probe(email);
      expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    }
  });
});

describe('the first package', () => {
  it('is made on verification, with a menu to start with and a checklist [AUTH-GAP-15]', async () => {
    const token = await join('una@una.example', { domain_name: 'una.example' });
    const packages = (await app.get('/api/user/package', token)).body.data;
    expect(packages.map((each: { package_name: string }) => each.package_name)).toEqual(['onb_una.example']);
    const menu = (await app.get('/api/user/menu', token)).body.data;
    expect(menu.slice(0, 2).map(({ route }: { route: string }) => route)).toEqual(['/today', '/getting-started']);
    const shown = menu.map((each: { page_id: string }) => each.page_id);
    expect([...new Set(shown)].sort()).toEqual([...STARTER_MENU].sort());
    // Questions of one's own, and where their answers are that come by schedule.
    for (const page of ['explore', 'explore-boards', 'download-reports']) expect(shown).toContain(page);
    const { data } = (await app.get('/api/onboarding/checklist?package_name=onb_una.example', token)).body;
    expect(data.items.map(({ step, done }: { step: string; done: boolean }) => [step, done])).toEqual([
      ['package', true],
      ['first_data', false],
      ['rule', false],
      ['alert', false],
      ['invite', false],
    ]);
    expect((await app.get('/api/onboarding/checklist?package_name=onb_fresh.example', token)).status).toBe(403);
  });

  it('ticks steps off from what is stored', async () => {
    const { pool } = app.context.database;
    const token = (await login('una@una.example')).body.token;
    const done = async () => {
      const { data } = (await app.get('/api/onboarding/checklist?package_name=onb_una.example', token)).body;
      return data.items.filter((item: { done: boolean }) => item.done).map((item: { step: string }) => item.step);
    };
    await app.signIn({ email: 'second@una.example', role: 'agency', packages: ['onb_una.example'] });
    expect(await done()).toEqual(['package', 'invite']);
    await pool.query(
      `INSERT INTO white_list_entry (package_name, kind, value, condition, reason, author)
       VALUES ('onb_una.example', 'publisher', 'P', '{}', 'ours', 'Una')`,
    );
    expect(await done()).toEqual(['package', 'rule', 'invite']);
    await pool.query(
      "INSERT INTO alert (package_name, name, settings, created_by) VALUES ('onb_una.example', 'Fraud', '{}', 'Una')",
    );
    expect(await done()).toEqual(['package', 'rule', 'alert', 'invite']);
  });

  it('is never taken over: of two of one domain the second asks, and sees nothing until the owner says so', async () => {
    const owner = await join('owner@shared.example', { domain_name: 'shared.example' });
    const asker = await join('asker@shared.example', { domain_name: 'Shared.example', name: 'Ash Asker' });
    expect((await app.get('/api/user/package', asker)).body.data).toEqual([]);
    expect((await app.get('/api/user/menu', asker)).body.data).toEqual([]);
    const mine = (await app.get('/api/onboarding/checklist', asker)).body.data;
    expect(mine.waiting_for).toEqual(['onb_shared.example']);
    expect((await mailTo('owner@shared.example'))[0]).toMatchObject({
      kind: 'package_request',
      body: expect.stringContaining('asker@shared.example'),
    });

    const requests = async (token: string) => (await app.get('/api/onboarding/request', token)).body.data;
    const [request] = await requests(owner);
    expect(request).toMatchObject({ name: 'Ash Asker', package_name: 'onb_shared.example' });
    const decide = (token: string, approve: boolean) =>
      post(`/api/onboarding/request/${request.id}`, { approve }, token);
    const stranger = (await login('una@una.example')).body.token;
    expect([await requests(asker), await requests(stranger)]).toEqual([[], []]);
    for (const token of [asker, stranger]) expect((await decide(token, true)).status).toBe(404);
    expect((await app.get('/api/user/package', asker)).body.data).toEqual([]);

    expect((await decide(owner, true)).status).toBe(200);
    expect((await app.get('/api/user/package', asker)).body.data).toHaveLength(1);
    expect((await decide(owner, false)).status).toBe(409);
    expect(await requests(owner)).toEqual([]);
    expect((await mailTo('asker@shared.example'))[0]?.kind).toBe('request_approved');
  });

  it.each([
    ['named like the domain', 'named.example', ''],
    ['of that domain under another name', 'com.shop.app', 'shop.example'],
  ])('is asked for when a package %s is there; administrators are told', async (_what, name, domain) => {
    await app.package({ name });
    if (domain) await rows('UPDATE package SET domain = $2 WHERE name = $1', name, domain.toUpperCase());
    await app.signIn({ email: `admin-${name}@own.example`, role: 'admin' });
    const asked = domain || name;
    const token = await join(`new@${asked}`, { domain_name: asked });
    expect((await app.get('/api/user/package', token)).body.data).toEqual([]);
    expect((await mailTo(`admin-${name}@own.example`))[0]?.kind).toBe('package_request');
    expect(await rows('SELECT 1 FROM package WHERE name = $1', `onb_${asked}`)).toEqual([]);
  });

  it('is one package when five of a domain verify at the same moment', async () => {
    const emails = Array.from({ length: 5 }, (_, n) => `p${n}@race.example`);
    for (const email of emails) expect((await signUp({ email, domain_name: 'race.example' })).status).toBe(200);
    const codes = await Promise.all(emails.map(codeOf));
    const answers = await Promise.all(emails.map((email, n) => verify(email, codes[n] ?? '')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await rows("SELECT 1 FROM user_package WHERE package_name = 'onb_race.example'")).toHaveLength(1);
    expect(await rows("SELECT 1 FROM package_request WHERE package_name = 'onb_race.example'")).toHaveLength(4);
  });
});
