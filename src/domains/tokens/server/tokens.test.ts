import { beforeAll, describe, expect, it } from 'vitest';
import { API_TOKEN_CALLS } from '#platform/server/access/authenticate.ts';
import { useApp } from '../../../../test/support/use-app.ts';

const app = useApp();
let admin = '';

const make = (fields: object = {}) =>
  app.call('POST', '/api/config/token', {
    token: admin,
    body: { package_name: 'own.example', name: 'Nightly report', permissions: ['board.read'], days: 30, ...fields },
  });
const board = (token: string, name = 'own.example') =>
  app.get(`/api/v2/web/visit/dashboard/total?package_name=${name}&fromDate=2026-11-14&toDate=2026-11-20`, token);

beforeAll(async () => {
  await app.package({ name: 'own.example' });
  await app.package({ name: 'foreign.example' });
  admin = await app.signIn({ email: 'admin@own.example', role: 'admin' });
});

describe('an API token', () => {
  it('is shown once and stored as a hash', async () => {
    const made = (await make()).body.data;
    expect(made.token).toMatch(/^ads_[\w-]{43}$/);
    const list = await app.get('/api/config/token', admin);
    expect(list.body.data[0]).toMatchObject({ name: 'Nightly report', hint: made.token.slice(0, 10), state: 'active' });
    expect(list.text).not.toContain(made.token);
    const { rows } = await app.context.database.pool.query('SELECT * FROM api_token');
    expect(JSON.stringify(rows)).not.toContain(made.token.slice(12));
  });

  it('reads its package as a bearer, and nothing else', async () => {
    const { token } = (await make()).body.data;
    expect((await board(`Bearer ${token}`)).status).toBe(200);
    expect((await board(token)).status).toBe(200);
    expect((await board(token, 'foreign.example')).status).toBe(403);
    const others = app.app.routes.filter(({ endpoint }) => !['public', 'board.read'].includes(endpoint.access));
    for (const [at, { endpoint }] of others.entries()) {
      // There are more of them than a token may call in a minute.
      if (at % 100 === 0) await app.context.database.pool.query('DELETE FROM rate_count');
      const answer = await app.call(endpoint.method, endpoint.path.replaceAll(/:\w+/g, '1'), {
        token,
        ...(endpoint.upload ? { headers: { 'content-type': 'application/octet-stream' }, body: 'x' } : { body: {} }),
      });
      expect([endpoint.path, answer.status]).toEqual([endpoint.path, 403]);
    }
    const { last_used_at } = (await app.get('/api/config/token', admin)).body.data[0];
    expect(last_used_at).toBe(app.clock.now().toISOString());
  });

  it('is given nothing that administers', async () => {
    for (const permission of ['user.write', 'server.write', 'package.write', 'all', ''])
      expect([permission, (await make({ permissions: [permission] })).status]).toEqual([permission, 422]);
    expect((await make({ package_name: 'no.example' })).status).toBe(422);
    expect((await make({ permissions: [] })).status).toBe(422);
  });

  it('ends when it is revoked, when it expires and when its package is switched off', async () => {
    const { token, id } = (await make()).body.data;
    const pool = app.context.database.pool;
    await pool.query("UPDATE package SET active = false WHERE name = 'own.example'");
    expect((await board(token)).status).toBe(401);
    await pool.query("UPDATE package SET active = true WHERE name = 'own.example'");
    expect((await board(token)).status).toBe(200);
    expect((await app.call('DELETE', `/api/config/token/${id}`, { token: admin })).body.data.state).toBe('revoked');
    expect((await board(token)).status).toBe(401);
    expect((await app.call('DELETE', `/api/config/token/${id}`, { token: admin })).status).toBe(200);
    const short = (await make({ days: 1 })).body.data;
    await pool.query('UPDATE api_token SET expires_at = $2 WHERE id = $1', [short.id, app.clock.now()]);
    expect((await board(short.token)).status).toBe(401);
    expect((await board(`${token.slice(0, -1)}x`)).status).toBe(401);
    expect((await board('ads_')).status).toBe(401);
  });

  it('is answered 429 with a pause when it asks too often', async () => {
    const { token, id } = (await make()).body.data;
    expect((await board(token)).status).toBe(200);
    await app.context.database.pool.query('UPDATE rate_count SET hits = $1 WHERE hits < 10', [API_TOKEN_CALLS]);
    const answer = await board(token);
    expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(id).toBeGreaterThan(0);
  });

  it('makes a write with a key happen once', async () => {
    const { token } = (await make({ permissions: ['event.judge'] })).body.data;
    const key = crypto.randomUUID();
    const add = () =>
      app.call('POST', '/api/traffic/white-list', {
        token,
        headers: { 'idempotency-key': key },
        body: { package_name: 'own.example', kind: 'ip', value: '203.0.113.9', reason: 'Our office' },
      });
    const [first, second] = [await add(), await add()];
    expect([first.status, second.headers['idempotency-replayed']]).toEqual([200, 'true']);
    const { data } = (await app.get('/api/audit?action=white_list.add', admin)).body;
    expect(data).toHaveLength(1);
    expect(data[0].actor).toBe('API token Nightly report');
  });
});
