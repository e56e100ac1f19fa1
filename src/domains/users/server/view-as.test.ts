import { beforeAll, describe, expect, it } from 'vitest';
import { useApp } from '../../../../test/support/use-app.ts';

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

describe('every write about users', () => {
  it('is refused for agencies, publishers and customers [USR-PERM-01]', async () => {
    const writes = app.app.routes
      .map(({ endpoint }) => endpoint)
      .filter(({ method, access }) => method !== 'GET' && (access === 'user.write' || access === 'package.write'));
    expect(writes.length).toBeGreaterThan(15);
    for (const { method, path } of writes)
      for (const token of Object.values(others))
        expect([path, (await app.call(method, path.replaceAll(/:\w+/g, '1'), { token, body: {} })).status]).toEqual([
          path,
          403,
        ]);
  });
});

describe('looking at the product as a user does', () => {
  it('reads with their rights, changes nothing, is logged, and ends with one call', async () => {
    const id = await idOf('customer@own.example');
    expect((await post(`/api/user/${id}/view_as`, admin)).status).toBe(200);
    expect(await lastAudit()).toMatchObject({ action: 'session.view_as', subject: 'customer@own.example' });
    expect((await app.get('/api/user/me', admin)).body.data).toMatchObject({
      email: 'customer@own.example',
      role: 'customer',
    });
    expect((await app.get('/api/user/view_as', admin)).body.data).toMatchObject({ email: 'customer@own.example' });
    expect((await app.get('/api/user', admin)).status).toBe(403);
    const packages = (await app.get('/api/user/package', admin)).body.data;
    expect(packages.map((each: { package_name: string }) => each.package_name)).toEqual(['own.example']);
    const refused = app.app.routes
      .map(({ endpoint }) => endpoint)
      .filter(({ method, access, whileViewing }) => method !== 'GET' && access !== 'public' && !whileViewing);
    for (const { method, path, upload } of refused) {
      const answer = await app.call(method, path.replaceAll(/:\w+/g, '1'), {
        token: admin,
        body: upload ? 'x' : {},
        ...(upload ? { headers: { 'content-type': 'application/octet-stream' } } : {}),
      });
      expect([path, answer.status]).toEqual([path, 403]);
    }
    const mark = await post('/api/traffic/white-list', admin, {});
    expect(mark.body.code).toBe('viewing');
    expect((await post('/api/user/view_as/end', admin)).status).toBe(200);
    expect((await app.get('/api/user/me', admin)).body.data.role).toBe('admin');
    expect(await lastAudit()).toMatchObject({ action: 'session.view_as_end', subject: 'customer@own.example' });
    expect((await post('/api/user/view_as/end', admin)).status).toBe(200);
    expect((await post(`/api/user/${adminId}/view_as`, admin)).status).toBe(422);
    expect((await app.get('/api/user/view_as', others['customer'])).body.data).toBeNull();
  });
});
