import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NAME_COLUMNS, PERSONAL_DATA } from '#app/server/slices.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { readText } from '#platform/server/files/files.ts';
import { rejectsName } from '#traffic/intake/server/import-files.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { runRetention } from './retention-run.ts';
import { runErasures } from './run-erasures.ts';

const app = useApp();
let admin = '';
let id = 0;

const rows = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await app.context.database.pool.query<R>(text, values)).rows;
const deps = () => ({
  ...app.context,
  now: () => app.clock.now(),
  personalData: PERSONAL_DATA,
  nameColumns: NAME_COLUMNS,
});
let n = 0;
const event = (fields: object) => ({
  row_id: `00000000-0000-4000-8000-${String(++n).padStart(12, '0')}`,
  package: 'own.example',
  kind: 'click',
  ts: '2026-11-18 10:00:00.000',
  ip: '::ffff:203.0.113.77',
  ...fields,
});
const count = async (where = 'true'): Promise<number> => {
  const all = await app.context.clickhouse.query<{ ip: string; package: string; ts: string }>(
    sql`SELECT toString(ip) AS ip, package, toString(ts) AS ts FROM traffic`,
  );
  return where === 'true' ? all.length : all.filter(({ ip }) => ip === where).length;
};

beforeAll(async () => {
  await app.package({ name: 'own.example' });
  await app.package({ name: 'other.example' });
  admin = await app.signIn({ email: 'admin@own.example', role: 'admin' });
  id = (await rows<{ id: number }>("SELECT id FROM package WHERE name = 'own.example'"))[0]?.id ?? 0;
});
beforeEach(async () => {
  await app.context.clickhouse.command(sql`TRUNCATE TABLE traffic`);
});

describe('retention of a package', () => {
  it('says what will go before it is saved, removes it at night, and leaves the rest', async () => {
    const old = event({ ts: '2026-08-01 10:00:00.000' });
    await app.context.clickhouse.insert('traffic', [old, event({}), event({ package: 'other.example', ts: old.ts })]);
    await rows(
      "INSERT INTO event_decision (package_name, row_id, kind, ts, decision, reason, author) VALUES ('own.example', $1, 'click', '2026-08-01', 'fraud', 'x', 'Ann')",
      [old.row_id],
    );
    const preview = await app.get(`/api/privacy/package/${id}/preview?retention_days=90&truncate_after_days=0`, admin);
    expect(preview.body.data).toEqual({
      events: 1,
      oldest: '2026-08-01T10:00:00Z',
      newest: '2026-08-01T10:00:00Z',
      addresses: 2,
      decisions: 1,
    });
    expect(await count()).toBe(3);
    const body = { retention_days: 90, truncate_after_days: null };
    expect((await app.call('PUT', `/api/privacy/package/${id}`, { token: admin, body })).status).toBe(200);
    expect(await runRetention(deps())).toEqual({ 'own.example': { events: 1, addresses: 0 } });
    expect(await count()).toBe(2);
    expect(await rows('SELECT * FROM event_decision')).toEqual([]);
    expect(await runRetention(deps())).toEqual({});
  });

  it('truncates whole addresses of the days asked for', async () => {
    await app.context.clickhouse.insert('traffic', [
      event({ ts: '2026-11-01 10:00:00.000' }),
      event({}),
      event({ package: 'other.example', ts: '2026-11-01 10:00:00.000' }),
    ]);
    const body = { retention_days: null, truncate_after_days: 7 };
    await app.call('PUT', `/api/privacy/package/${id}`, { token: admin, body });
    expect(await runRetention(deps())).toEqual({ 'own.example': { events: 0, addresses: 1 } });
    expect([await count('::ffff:203.0.113.0'), await count('::ffff:203.0.113.77')]).toEqual([1, 2]);
    await app.call('PUT', `/api/privacy/package/${id}`, { token: admin, body: { ...body, truncate_after_days: null } });
  });
});

describe('erasing a person', () => {
  it('says what is stored, removes all of it, and the log keeps hashes', async () => {
    await app.signIn({ email: 'ann@own.example', name: 'Ann Person', role: 'customer', packages: ['own.example'] });
    const marked = event({ user_id: 'ANN@own.example' });
    await app.context.clickhouse.insert('traffic', [
      marked,
      event({ package: 'other.example', extra_map: { mail: 'ann@own.example' } }),
      event({ user_id: 'annette@own.example' }),
    ]);
    await rows(
      "INSERT INTO event_decision (package_name, row_id, kind, ts, decision, reason, author) VALUES ('own.example', $1, 'click', now(), 'fraud', 'x', 'Ann Person')",
      [marked.row_id],
    );
    await rows(
      "INSERT INTO white_list_entry (package_name, kind, value, condition, reason, author) VALUES ('own.example', 'ip', '203.0.113.1', '{}', 'x', 'Ann Person')",
    );
    const mapping = { fields: { vendor: { from: [], constant: 'Ann Person' } } };
    const [made] = await rows<{ id: number }>(
      `INSERT INTO import (package_name, file_id, file_name, file_bytes, mapping, state, created_by)
       VALUES ('own.example', gen_random_uuid(), 'f.csv', 1, $1, 'done', 'Ann Person') RETURNING id`,
      [JSON.stringify(mapping)],
    );
    const rejected = rejectsName(made?.id ?? 0);
    await app.context.files.write(
      rejected,
      'record,line,column,reason,excerpt,code\n1,2,ts,x,ann@own.example,y\n2,3,ts,x,other,y\n',
    );
    const annId = (await rows<{ id: number }>("SELECT id FROM app_user WHERE email = 'ann@own.example'"))[0]?.id ?? 0;
    await app.call('POST', `/api/user/${annId}/end_sessions`, { token: admin });
    const body = { email: 'Ann@own.example' };
    const preview = (await app.call('POST', '/api/privacy/person/preview', { token: admin, body })).body.data;
    expect(preview).toMatchObject({
      events: [
        { package: 'other.example', events: 1 },
        { package: 'own.example', events: 1 },
      ],
      accounts: 1,
      decisions: 1,
      rejects: 1,
      mappings: 1,
    });
    expect(preview.audit_words).toBeGreaterThan(0);
    const asked = await app.call('POST', '/api/privacy/person/erase', { token: admin, body });
    expect(asked.body.data).toMatchObject({ kind: 'person', target: 'Ann@own.example' });
    await runErasures(deps());
    expect(await count()).toBe(1);
    expect(await rows("SELECT * FROM app_user WHERE email = 'ann@own.example'")).toEqual([]);
    expect(await rows('SELECT * FROM event_decision')).toEqual([]);
    expect((await rows<{ author: string }>('SELECT author FROM white_list_entry'))[0]?.author).toBe('erased');
    expect(
      await rows("SELECT * FROM audit_word WHERE text ILIKE '%ann@own.example%' OR text ILIKE 'Ann Person%'"),
    ).toEqual([]);
    expect((await app.get('/api/audit/check', admin)).body.data.breaks).toEqual([]);
    const [done] = (await app.get('/api/privacy/erasure', admin)).body.data;
    expect(done).toMatchObject({
      state: 'done',
      erased: { events: 2, accounts: 1, decisions: 1, rejects: 1, mappings: 1 },
    });
    expect((await readText(app.context.files, rejected))?.split('\n')).toHaveLength(3);
    expect(await rows("SELECT * FROM import WHERE mapping::text LIKE '%Ann%' OR created_by LIKE 'Ann%'")).toEqual([]);
    expect(done.target).toMatch(/^[0-9a-f]{64}$/);
    const log = (await app.get('/api/audit?action=user.sessions_end', admin)).body.data;
    expect(log[0]).toMatchObject({ subject: '', erased: true });
  });

  it('goes on where a stop broke it off', async () => {
    await app.context.clickhouse.insert('traffic', [
      event({ device_id: 'device-1' }),
      event({ device_id: 'device-2' }),
    ]);
    await app.call('POST', '/api/privacy/person/erase', { token: admin, body: { device_id: 'DEVICE-1' } });
    const stopping = new AbortController();
    stopping.abort();
    await expect(runErasures(deps(), stopping.signal)).rejects.toThrow();
    expect(await count()).toBe(2);
    await rows("UPDATE erasure SET state = 'running', step = 'events' WHERE state = 'queued'");
    await runErasures(deps());
    expect(await count()).toBe(1);
  });

  it('keeps administrators, and asks for something to look for', async () => {
    const erase = (body: object) => app.call('POST', '/api/privacy/person/erase', { token: admin, body });
    expect((await erase({ email: 'admin@own.example' })).status).toBe(422);
    for (const body of [{}, { package_name: 'own.example' }, { ip: '999.1.1.1' }, { device_id: 'x' }, { email: 'x' }])
      expect((await erase(body)).status).toBeGreaterThanOrEqual(400);
    expect(await rows("SELECT * FROM erasure WHERE state <> 'done'")).toEqual([]);
  });
});
