// @drawn steps at which a process is killed
import { describe, expect, it } from 'vitest';
import { systemScope } from '#platform/server/access/scope.ts';
import { folderFiles } from '#platform/server/files/folder-files.ts';
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
    await saveList(folderFiles(program.dataFolder), { id: 'ours', kind: 'datacenter', text: '198.51.100.0/24\n' });
    const known = async () =>
      (await api.ask('GET', '/api/docs/lists')).body.data.some(({ id }: { id: string }) => id === 'ours');
    await expect.poll(known, { timeout: 30_000 }).toBe(true);

    for (const { child } of [worker, collector, api]) await program.stop(child);
  });

  it('have one worker at a time, and one that is killed amid its work is followed: every load, import and turn of a schedule once', async () => {
    const { pool } = program.database;
    const all = await Promise.all([1, 2, 3].map(() => program.serving()));
    const waits = (output: () => string): boolean => output().includes('takes over when it ends');
    const working = all.find(({ output }) => !waits(output));
    const waiting = all.filter((each) => each !== working);
    expect(waiting.map(({ output }) => waits(output))).toEqual([true, true]);
    const [api = all[0], collector = all[0]] = waiting;
    if (!api || !collector) throw new Error('nobody waits');

    const wanted = { package_name: OWN, name: 'Three workers', origins: [] };
    const { secret } = await makeKey(systemScope(), program.database, new Date(), wanted);
    const sent = { method: 'POST', headers: { authorization: `Bearer ${secret}` } };
    let acknowledged = 0;
    let isOver = false;
    const sender = async (): Promise<void> => {
      while (!isOver) {
        const answer = await fetch(`${collector.base}/api/ingest/install`, { ...sent, body: '[{}, {}, {}]' });
        expect(answer.status).toBe(202);
        acknowledged += (await answer.json()).accepted;
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    };
    const importing = async (name: string, at: number) => {
      const lines = Array.from({ length: 400 }, (_, n) => `2026-03-0${at} 10:00:00,${name}-${n},198.51.100.${n % 250}`);
      const path = `/api/import/upload?package_name=${OWN}&file_name=${name}.csv`;
      const { file_id } = (await api.ask('PUT', path, `time,publisher,ip\n${lines.join('\n')}\n`)).body.data;
      return (await api.ask('POST', '/api/import', { package_name: OWN, file_id })).body.data.id as number;
    };
    const stored = async () => (await api.ask('GET', '/api/server/health')).body.data.traffic.events;
    const before = await stored();
    const sending = sender();
    const ids: number[] = [];
    for (const n of [2, 3]) ids.push(await importing(`three${n}`, n));
    const states = async () =>
      (await Promise.all(ids.map((id) => api.ask('GET', `/api/import/${id}`)))).map((each) => each.body.data.state);
    // Somewhere in the midst of it.
    await expect.poll(async () => (await states()).some((state) => state !== 'queued'), { timeout: 60_000 }).toBe(true);
    working?.child.kill('SIGKILL');
    await expect.poll(states, { timeout: 120_000, interval: 500 }).toEqual(['done', 'done']);
    isOver = true;
    await sending;
    const left = async () => (await pool.query('SELECT coalesce(sum(n), 0)::int AS n FROM intake_batch')).rows[0].n;
    await expect.poll(left, { timeout: 60_000 }).toBe(0);

    expect(await stored()).toBe(before + 2 * 400 + acknowledged);
    // One more has begun, and the third still waits.
    expect(waiting.map(({ output }) => output().match(/takes over/g)?.length)).toEqual([1, 1]);
    const locks = await pool.query(
      "SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND objid = 4800002",
    );
    expect(locks.rows).toEqual([{ n: 1 }]);
    const twice = await pool.query(
      `SELECT name, singleton_on FROM pgboss.job WHERE singleton_on IS NOT NULL GROUP BY name, singleton_on, singleton_key HAVING count(*) > 1`,
    );
    expect(twice.rows).toEqual([]);
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
