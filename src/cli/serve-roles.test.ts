import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemScope } from '#platform/server/access/scope.ts';
import { makeKey } from '#traffic/collector/server/write-keys.ts';
import { saveList } from '#traffic/lists/server/operator-lists.ts';
import { OWN, useProgram } from '../../test/support/use-program.ts';

const program = useProgram();

const CLICKS = 'time,publisher,ip\n2026-03-01 10:00:00,alpha,198.51.100.7\n2026-03-01 10:00:05,beta,198.51.100.8\n';

describe('processes of one role over engines that have addresses', { timeout: 300_000 }, () => {
  it('share the work: what the api enqueues while nobody works is done by the worker', async () => {
    const api = await program.serving('--role', 'api');
    const upload = `/api/import/upload?package_name=${OWN}&file_name=clicks.csv`;
    const { file_id } = (await api.ask('PUT', upload, CLICKS)).body.data;
    const made = await api.ask('POST', '/api/import', { package_name: OWN, file_id });
    expect(made, api.output()).toMatchObject({ status: 200 });
    const state = async () => (await api.ask('GET', `/api/import/${made.body.data.id}`)).body.data.state;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(await state()).toBe('queued');
    expect((await program.database.pool.query('SELECT * FROM pgboss.schedule')).rows).toEqual([]);

    const [worker, collector] = await Promise.all([
      program.serving('--role', 'worker'),
      program.serving('--role', 'collector'),
    ]);
    await expect.poll(state, { timeout: 120_000 }).toBe('done');
    const health = (await api.ask('GET', '/api/server/health')).body.data;
    expect([health.traffic.mode, health.traffic.events]).toEqual(['server', 2]);
    expect((await program.database.pool.query('SELECT * FROM pgboss.schedule')).rows.length).toBeGreaterThan(3);

    for (const { ask } of [worker, collector]) {
      for (const path of ['/api/live', '/api/ready'])
        expect([path, (await ask('GET', path)).status]).toEqual([path, 200]);
      for (const path of ['/', '/api/user/me', '/api/import/1', '/api/openapi.json'])
        expect([path, (await ask('GET', path)).status]).toEqual([path, 404]);
    }
    expect((await api.ask('GET', '/api/user/me')).status).toBe(200);

    // A list that another process has loaded, here the test.
    await saveList(join(program.dataFolder, 'lists'), { id: 'ours', kind: 'datacenter', text: '198.51.100.0/24\n' });
    const known = async () =>
      (await api.ask('GET', '/api/docs/lists')).body.data.some(({ id }: { id: string }) => id === 'ours');
    await expect.poll(known, { timeout: 30_000 }).toBe(true);

    const second = await program.ended(['--role', 'worker']);
    expect(second).toMatchObject({ code: 1, output: expect.stringContaining('works on the jobs of this database') });
  });
});

describe('a collector that is asked to stop', { timeout: 120_000 }, () => {
  it('answers what it has begun, has stored all it has acknowledged, and ends', async () => {
    const { pool } = program.database;
    const wanted = { package_name: OWN, name: 'Stopped', origins: [] };
    const { secret } = await makeKey(systemScope(), program.database, new Date(), wanted);
    const { base, child } = await program.serving('--role', 'collector');
    let acknowledged = 0;
    const sender = async (): Promise<void> => {
      for (;;) {
        const sent = { method: 'POST', headers: { authorization: `Bearer ${secret}` }, body: '[{}, {}]' };
        const answer = await fetch(`${base}/api/ingest/click`, sent).catch(() => null);
        if (answer?.status !== 202) return;
        acknowledged += (await answer.json()).accepted;
      }
    };
    const senders = Array.from({ length: 8 }, sender);
    await expect.poll(() => acknowledged, { timeout: 60_000 }).toBeGreaterThan(40);
    const gone = new Promise((ended) => child.once('exit', ended));
    child.kill('SIGTERM');
    await Promise.all(senders);
    expect(await gone).toBe(0);
    const { rows } = await pool.query<{ n: number }>('SELECT sum(n)::int AS n FROM intake_batch');
    expect(rows[0]?.n).toBe(acknowledged);
  });
});

describe('a start that cannot be meant', { timeout: 120_000 }, () => {
  it('is refused in a sentence', async () => {
    const [embedded, demo] = await Promise.all([
      program.ended(['--role', 'api'], {}),
      program.ended(['--role', 'api', '--demo']),
    ]);
    expect(embedded).toMatchObject({ code: 1, output: expect.stringContaining('DATABASE_URL and CLICKHOUSE_URL') });
    expect(demo).toMatchObject({ code: 1, output: expect.stringContaining('needs all roles') });
  });
});
