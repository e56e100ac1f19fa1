// @vitest-environment-options { "alone": "an engine as a server, with limits of its own" }
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useClickHouseServer } from '../../../../test/support/clickhouse-over-http.ts';
import { seedOf } from '../../../../test/support/sample.ts';
import { type ClickHouse, type EngineAlarm, openClickHouse } from './clickhouse.ts';
import { jsonLines } from './json-lines.ts';
import { QueryFailed } from './query-errors.ts';
import { sql, typed } from './sql.ts';

/** Broken-off questions, at other moments in each run; `npm run test:all` asks for more. */
const ABORTS = Number(process.env['ADSIEVE_ABORTS'] ?? 20);
const FIRST = seedOf('moments of breaking off') % 100;

const server = useClickHouseServer();
const alarms: EngineAlarm[] = [];
let folder = '';
let pool: ClickHouse;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adsieve-files-'));
  pool = await openClickHouse({ url: server.url, folder, alarm: (alarm) => alarms.push(alarm) });
  await pool.command(sql`CREATE TABLE seen (package String, publisher String) ENGINE = MergeTree ORDER BY package`);
  await pool.command(
    sql`INSERT INTO seen SELECT 'canary.example', concat('canary ', toString(number)) FROM numbers(150000)`,
  );
  await pool.insert(
    'seen',
    [0, 1, 2].map((n) => ({ package: 'own.example', publisher: `own ${n}` })),
  );
});
afterAll(async () => {
  await pool.close();
  await rm(folder, { recursive: true, force: true });
});

const publishersOf = (packageName: string) =>
  sql`SELECT publisher, count() AS total FROM seen WHERE package = ${typed('String', packageName)} GROUP BY publisher ORDER BY publisher`;
const OWN = [0, 1, 2].map((n) => ({ publisher: `own ${n}`, total: 1 }));

it('gives rows, lines and CSV through the client of a server', async () => {
  expect(await pool.query(publishersOf('own.example'))).toEqual(OWN);
  expect(await pool.query(publishersOf('nobody.example'))).toEqual([]);
  expect(await pool.stream(publishersOf('own.example'), 'csv').then(text)).toBe('"own 0",1\n"own 1",1\n"own 2",1\n');
  const read: unknown[] = [];
  for await (const row of jsonLines(await pool.stream(publishersOf('own.example'), 'lines'))) read.push(row);
  expect(read).toEqual(OWN);
  expect(await pool.stream(publishersOf('canary.example'), 'csv').then(text)).toHaveLength(2_588_890);
  await expect(pool.query(sql`SELECT nonsense(`)).rejects.toBeInstanceOf(QueryFailed);
});

it('throws the answer to another question away, tells it and asks once more, rows and streams alike', async () => {
  alarms.length = 0;
  await pool.query(publishersOf('canary.example'));
  server.answerWrongly('own.example');
  expect(await pool.query(publishersOf('own.example'), { tag: 'board' })).toEqual(OWN);
  await pool.stream(publishersOf('canary.example'), 'csv').then(text);
  server.answerWrongly('own.example');
  expect(await pool.stream(publishersOf('own.example'), 'csv', { tag: 'file' }).then(text)).toContain('"own 0",1\n');
  expect(alarms).toEqual([
    { alarm: 'foreign_answer', tag: 'board' },
    { alarm: 'foreign_answer', tag: 'file' },
  ]);
});

it('gives nobody the rows of a question that was broken off, at whatever moment', { timeout: 600_000 }, async () => {
  const started = performance.now();
  await pool.query(publishersOf('canary.example'));
  const whole = performance.now() - started;
  for (let n = FIRST; n < FIRST + ABORTS; n++) {
    const stop = new AbortController();
    const broken = pool.query(publishersOf('canary.example'), { signal: stop.signal }).catch(() => undefined);
    await sleep(((n * 37) % 100) * (whole / 80));
    stop.abort();
    expect(await Promise.all([1, 2].map(() => pool.query(publishersOf('own.example'))))).toEqual([OWN, OWN]);
    await broken;
  }
  await expect.poll(async () => (await pool.info()).running).toEqual({ light: 1, heavy: 0, write: 0 });
  expect((await pool.info()).stuckStatements).toBe(0);
});
