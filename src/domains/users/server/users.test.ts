import { beforeAll, describe, expect, it } from 'vitest';
import { TEST_PASSWORD, useApp } from '../../../../test/support/use-app.ts';

const app = useApp();
let admin = '';
let adminId = 0;
const others: Record<string, string> = {};

const post = (url: string, token: string, body?: unknown) => app.call('POST', url, { token, body });
const rows = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await app.context.database.pool.query<R>(text, values)).rows;
const idOf = async (email: string): Promise<number> =>
  (await rows<{ id: number }>('SELECT id FROM app_user WHERE email = $1', [email]))[0]?.id ?? 0;
const lastAudit = async () =>
  (
    await rows<{ action: string; subject: string; details: string }>(`
      SELECT e.action, s.text AS subject, d.text AS details FROM audit_entry e
      LEFT JOIN audit_word s ON s.ref = e.subject LEFT JOIN audit_word d ON d.ref = e.details ORDER BY e.id DESC LIMIT 1`)
  )[0];

beforeAll(async () => {
  await app.package({ name: 'own.example' });
  admin = await app.signIn({ email: 'admin@own.example', role: 'admin' });
  adminId = await idOf('admin@own.example');
  for (const role of ['agency', 'publisher', 'customer'])
    others[role] = await app.signIn({ email: `${role}@own.example`, role, packages: ['own.example'] });
});

describe('the list of users', () => {
  it('comes by pages with a total, the newest and ten at first, and holds no password [USR-API-01, USR-GAP-06]', async () => {
    await app.context.database.pool.query(
      "INSERT INTO app_user (email, name, password_hash, role) SELECT 'u' || n || '@many.example', 'User ' || n, 'secret-hash', 'customer' FROM generate_series(1, 21) n",
    );
    const expected = await rows<{ id: number }>('SELECT id FROM app_user ORDER BY id DESC');
    const first = (await app.get('/api/user', admin)).body;
    expect(first.data.map((each: { id: number }) => each.id)).toEqual(expected.slice(0, 10).map(({ id }) => id));
    const second = await app.get('/api/user?page=2&limit=10', admin);
    expect(second.body.data.map((each: { id: number }) => each.id)).toEqual(expected.slice(10, 20).map(({ id }) => id));
    expect([second.body.total, second.body.Total_pages]).toEqual([expected.length, Math.ceil(expected.length / 10)]);
    expect(second.text).not.toContain('secret-hash');
  });

  it('is whole under /all, for administrators only [USR-API-02, USR-GAP-03]', async () => {
    const all = await app.get('/api/user/all', admin);
    expect(all.body.data).toHaveLength((await rows('SELECT id FROM app_user')).length);
    expect(all.text).not.toContain('secret-hash');
    for (const token of Object.values(others)) expect((await app.get('/api/user/all', token)).status).toBe(403);
  });

  it('is searched by name and address, wildcards being letters', async () => {
    const found = async (search: string) =>
      (await app.get(`/api/user?search=${encodeURIComponent(search)}`, admin)).body;
    expect((await found('U2@MANY')).data.map((each: { email: string }) => each.email)).toEqual(['u2@many.example']);
    expect((await found('User 21')).total).toBe(1);
    expect((await found('%')).total).toBe(0);
    expect((await app.get('/api/user?state=disabled', admin)).body.total).toBe(0);
  });

  it('gives one user by its number: the stored row, or 404 [USR-API-03]', async () => {
    const id = await idOf('publisher@own.example');
    const one = await app.get(`/api/user/getone/${id}`, admin);
    expect(one.body.data).toMatchObject({ id, email: 'publisher@own.example', role: 'publisher', packages: 1 });
    expect((await app.get('/api/user/getone/999999', admin)).status).toBe(404);
    expect((await app.get('/api/user/getone/all', admin)).status).toBe(400);
  });
});

describe('adding a user', () => {
  it('stores lists from a text with commas, and the new user can sign in [USR-ENT-01, USR-API-04]', async () => {
    const body = { email: 'new@own.example', name: 'New', password: TEST_PASSWORD, role: 'customer' };
    const made = await post('/api/user/signup', admin, { ...body, fraud_type: 'A, B,,A', phone: '+49 30 1' });
    expect([made.status, made.body.message]).toEqual([200, 'User added successfully !']);
    const one = await app.get(`/api/user/getone/${made.body.data.id}`, admin);
    expect(one.body.data).toMatchObject({ fraud_type: ['A', 'B'], vendor: [], publisher: [], phone: '+49 30 1' });
    const [stored] = await rows<{ fraud_types: string[] }>("SELECT * FROM app_user WHERE email = 'new@own.example'");
    expect(stored?.fraud_types).toEqual(['A', 'B']);
    const login = { email: body.email, password: TEST_PASSWORD, turnstile_token: 'human' };
    expect((await app.call('POST', '/api/user/login', { body: login })).status).toBe(200);
    expect(await lastAudit()).not.toMatchObject({ details: expect.stringContaining(TEST_PASSWORD) });
  });

  it('checks each item of a list of words, and takes publishers and vendors as traffic names them [VAL-RULE-02]', async () => {
    const body = { email: 'items@own.example', name: 'Ida', password: TEST_PASSWORD, role: 'publisher' };
    for (const [fraud_type, field] of [
      [['Clean', 'Fraud', 'bad#<one'], 'fraud_type.2'],
      [['Clean', 'b`d', 'Fraud'], 'fraud_type.1'],
      ['Clean,Fraud?', 'fraud_type.1'],
    ]) {
      const refused = await post('/api/user/signup', admin, { ...body, fraud_type });
      expect([refused.status, refused.body.code, refused.body.field]).toEqual([422, 'forbidden_characters', field]);
    }
    const publisher = ['Games <DE>', '{siteid}', 'a;b', 'pub#12'];
    const made = await post('/api/user/signup', admin, { ...body, publisher, vendor: ['v?'], fraud_type: ['Clean'] });
    expect(made.body.data).toMatchObject({ publisher, vendor: ['v?'], fraud_type: ['Clean'] });
  });

  it('refuses an address there is already, in other case too, and everybody who is no administrator', async () => {
    const body = { email: 'NEW@own.example', name: 'New', password: TEST_PASSWORD, role: 'admin' };
    const again = await post('/api/user/signup', admin, body);
    expect([again.status, again.body.field]).toEqual([409, 'email']);
    for (const token of Object.values(others))
      expect((await post('/api/user/signup', token, { ...body, email: 'x@own.example' })).status).toBe(403);
    expect(
      (await post('/api/user/signup', admin, { ...body, email: 'y@own.example', password: 'password' })).status,
    ).toBe(422);
  });

  it('keeps publishers for roles that are publishers, whatever their case, and for no other [USR-GAP-04]', async () => {
    const made = async (role: string, email: string) =>
      (
        await post('/api/user/signup', admin, {
          email,
          name: 'Pia',
          password: TEST_PASSWORD,
          role,
          publisher: 'P1,P2',
        })
      ).body.data.publisher;
    expect(await made('Sub-Publisher', 'sub@own.example')).toEqual(['P1', 'P2']);
    expect(await made('agency', 'agency2@own.example')).toEqual([]);
  });

  it('without a password mails a link with which the person sets one nobody else knows', async () => {
    const made = await post('/api/user/signup', admin, {
      email: 'inv@own.example',
      name: 'Ina',
      role: 'customer',
      language: 'de',
    });
    expect(made.body.data.state).toBe('invited');
    const [mail] = await rows<{ recipient: string; subject: string; body: string }>(
      "SELECT * FROM mail WHERE kind = 'invite' ORDER BY created_at DESC",
    );
    expect([mail?.recipient, mail?.subject]).toEqual(['inv@own.example', 'Ihr Zugang zu Adsieve']);
    const token = /set-password#token=(\S+)/.exec(mail?.body ?? '')?.[1];
    const again = await post(`/api/user/${made.body.data.id}/invite`, admin);
    expect(again.status).toBe(200);
    const set = (given: string | undefined) =>
      app.call('POST', '/api/user/set_password', {
        body: { token: given, new_password: 'a brand new pass', confirm_password: 'a brand new pass' },
      });
    // The second mail makes the first link worthless.
    expect((await set(token)).status).toBeGreaterThanOrEqual(400);
    const [newest] = await rows<{ body: string }>(
      "SELECT * FROM mail WHERE kind = 'invite' ORDER BY created_at DESC, id",
    );
    const links = await rows<{ body: string }>(
      "SELECT body FROM mail WHERE kind = 'invite' AND recipient = 'inv@own.example'",
    );
    expect(newest).toBeDefined();
    const fresh = links.map(({ body }) => /#token=(\S+)/.exec(body)?.[1]).find((each) => each !== token);
    expect((await set(fresh)).status).toBe(200);
    const login = { email: 'inv@own.example', password: 'a brand new pass', turnstile_token: 'human' };
    expect((await app.call('POST', '/api/user/login', { body: login })).status).toBe(200);
    expect((await app.get(`/api/user/getone/${made.body.data.id}`, admin)).body.data.state).toBe('active');
    expect((await post(`/api/user/${made.body.data.id}/invite`, admin)).status).toBe(422);
  });
});

describe('editing a user', () => {
  it('replaces the rights and leaves e-mail, name and password alone [USR-API-05]', async () => {
    const id = await idOf('agency@own.example');
    const [before] = await rows<Record<string, unknown>>('SELECT * FROM app_user WHERE id = $1', [id]);
    const saved = await app.call('PUT', `/api/user/${id}`, {
      token: admin,
      body: { role: 'agency', vendor: ['V1'], phone: '1' },
    });
    expect([saved.status, saved.body.message]).toEqual([200, 'Updated successfully !']);
    const [after] = await rows<Record<string, unknown>>('SELECT * FROM app_user WHERE id = $1', [id]);
    expect(after).toMatchObject({ vendors: ['V1'], phone: '1' });
    for (const field of ['email', 'name', 'password_hash', 'created_at'])
      expect(after?.[field]).toEqual(before?.[field]);
    for (const field of ['email', 'name', 'password', 'id', 'disabled_at'])
      expect(
        (await app.call('PUT', `/api/user/${id}`, { token: admin, body: { role: 'agency', [field]: 'x' } })).status,
      ).toBe(400);
  });

  it('tells the second of two administrators that it was changed meanwhile', async () => {
    const id = await idOf('u1@many.example');
    const { version } = (await app.get(`/api/user/getone/${id}`, admin)).body.data;
    const save = (phone: string) =>
      app.call('PUT', `/api/user/${id}`, {
        token: admin,
        body: { role: 'customer', phone },
        headers: { 'if-match': `"${version}"` },
      });
    const answers = await Promise.all([save('111'), save('222')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const kept = answers.find(({ status }) => status === 200)?.body.data.phone;
    expect((await app.get(`/api/user/getone/${id}`, admin)).body.data.phone).toBe(kept);
  });

  it('counts with the next call of the person: a publisher loses another publisher’s numbers', async () => {
    const token = await app.signIn({ email: 'moved@own.example', role: 'customer', packages: ['own.example'] });
    const id = await idOf('moved@own.example');
    const url = '/api/traffic/white-list?package_name=own.example';
    const before = await app.get(url, token);
    expect(before.status).toBe(200);
    await app.call('PUT', `/api/user/${id}`, { token: admin, body: { role: 'publisher', publisher: ['P'] } });
    const after = await app.get(url, token);
    expect(after.status).toBe(403);
    expect(after.headers['x-rights']).not.toBe(before.headers['x-rights']);
  });
});

describe('keeping people out', () => {
  it('disabling ends every session at once and refuses the next sign-in; enabling lets in again', async () => {
    const token = await app.signIn({ email: 'out@own.example', role: 'customer' });
    const id = await idOf('out@own.example');
    expect((await post(`/api/user/${id}/disable`, admin)).body.data.state).toBe('disabled');
    expect((await app.get('/api/user/me', token)).status).toBe(401);
    const login = () =>
      app.call('POST', '/api/user/login', {
        body: { email: 'out@own.example', password: TEST_PASSWORD, turnstile_token: 'human' },
      });
    expect((await login()).status).toBe(403);
    await post(`/api/user/${id}/enable`, admin);
    expect((await app.get('/api/user/me', token)).status).toBe(401);
    expect((await login()).status).toBe(200);
  });

  it('ending sessions signs out, and a new sign-in works', async () => {
    const token = await app.signIn({ email: 'ended@own.example', role: 'customer' });
    await post(`/api/user/${await idOf('ended@own.example')}/end_sessions`, admin);
    expect((await app.get('/api/user/me', token)).status).toBe(401);
    expect(await lastAudit()).toMatchObject({ action: 'user.sessions_end', subject: 'ended@own.example' });
  });

  it('deleting takes token, list entry and sign-in away and leaves a line in the log [USR-API-06, USR-GAP-05]', async () => {
    const token = await app.signIn({ email: 'gone@own.example', role: 'customer' });
    const id = await idOf('gone@own.example');
    const gone = await app.call('DELETE', `/api/user/${id}`, { token: admin });
    expect([gone.status, gone.body.message]).toEqual([200, 'Deleted  successfully !']);
    expect((await app.get('/api/user/me', token)).status).toBe(401);
    expect((await app.get('/api/user?search=gone@own', admin)).body.total).toBe(0);
    expect(await lastAudit()).toMatchObject({ action: 'user.delete', subject: 'gone@own.example' });
    const login = { email: 'gone@own.example', password: TEST_PASSWORD, turnstile_token: 'human' };
    expect((await app.call('POST', '/api/user/login', { body: login })).status).toBe(401);
    const self = await app.call('DELETE', `/api/user/${adminId}`, { token: admin });
    expect([self.status, self.body.message]).toEqual([422, 'Your own account cannot be deleted']);
  });

  it('never loses the last administrator, though four remove each other at the same moment', async () => {
    const admins = await Promise.all(
      [1, 2, 3].map(async (n) => {
        const email = `admin${n}@own.example`;
        return { token: await app.signIn({ email, role: 'admin' }), id: await idOf(email) };
      }),
    );
    const all = [...admins, { token: admin, id: adminId }];
    const answers = await Promise.all(
      all.flatMap(({ token }, n) =>
        all
          .filter((_, m) => m !== n)
          .map(({ id }, m) =>
            m === 0
              ? app.call('DELETE', `/api/user/${id}`, { token })
              : m === 1
                ? post(`/api/user/${id}/disable`, token)
                : app.call('PUT', `/api/user/${id}`, { token, body: { role: 'customer' } }),
          ),
      ),
    );
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    const left = await rows<{ id: number }>("SELECT id FROM app_user WHERE role = 'admin' AND disabled_at IS NULL");
    expect(left.length).toBeGreaterThanOrEqual(1);
    // For the tests that follow.
    await app.context.database.pool.query('DELETE FROM app_user WHERE id = ANY($1)', [admins.map(({ id }) => id)]);
    await app.context.database.pool.query("UPDATE app_user SET role = 'admin', disabled_at = NULL WHERE id = $1", [
      adminId,
    ]);
    if ((await app.get('/api/user/me', admin)).status !== 200)
      admin = (
        await app.call('POST', '/api/user/login', {
          body: { email: 'admin@own.example', password: TEST_PASSWORD, turnstile_token: 'human' },
        })
      ).body.token;
  });
});
