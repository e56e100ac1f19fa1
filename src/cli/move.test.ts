// @drawn an installation moved whole
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createPackage } from '#platform/server/access/packages.ts';
import { migratePostgres } from '#platform/server/postgres/migrate.ts';
import { openPostgres } from '#platform/server/postgres/postgres.ts';
import { OWN, useProgram } from '../../test/support/use-program.ts';

const program = useProgram();
const source = mkdtempSync(join(tmpdir(), 'adsieve-move-'));
const { host, user } = inject('postgres');
const target = `move_${randomBytes(6).toString('hex')}`;
const asOwner = async (database: string, statement: string) => {
  const client = new pg.Client({ host, user, database });
  await client.connect();
  return client.query(statement).finally(() => client.end());
};
beforeAll(() => asOwner('postgres', `CREATE DATABASE ${target}`));
afterAll(async () => {
  await asOwner('postgres', `DROP DATABASE IF EXISTS ${target} WITH (FORCE)`);
  rmSync(source, { recursive: true, force: true });
});

/** Of an installation with everything in its folder, and of the same one with engines elsewhere. */
const embedded = () => ({ ADSIEVE_DATA: source });
const elsewhere = () => ({
  ADSIEVE_DATA: source,
  DATABASE_URL: `postgres://${user}@localhost/${target}?host=${encodeURIComponent(host)}`,
  CLICKHOUSE_URL: program.environment()['CLICKHOUSE_URL'],
  CLICKHOUSE_USER_FILES: join(source, 'user-files'),
});

/** A command by itself; killed as soon as it says what `until` matches. */
async function command(args: readonly string[], env: NodeJS.ProcessEnv, until?: RegExp) {
  const child = spawn(process.execPath, [program.file(), ...args], { env: program.environment(env) });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      output += bytes;
      if (until?.test(output)) child.kill('SIGKILL');
    });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  return { code, output };
}

const clicks = (months: readonly number[], each: number): string =>
  months
    .flatMap((month) =>
      Array.from(
        { length: each },
        (_, n) => `2026-0${month}-0${(n % 9) + 1} 10:00:00,p-${n % 7},198.51.100.${n % 250}`,
      ),
    )
    .join('\n');

it('moves an embedded installation to servers: refuses what is not empty, goes on after a kill, and every row is there', {
  timeout: 280_000,
}, async () => {
  mkdirSync(join(source, 'user-files'));
  mkdirSync(join(source, 'postgres'), { recursive: true });
  const database = await openPostgres({ folder: join(source, 'postgres') });
  await migratePostgres(database.pool, 'db/postgres');
  await createPackage(database, {
    name: OWN,
    title: 'Own',
    platform: 'web',
    timeZone: 'UTC',
    currency: 'USD',
    dashboardTypes: ['Click'],
  });
  await database.close();
  writeFileSync(join(source, 'clicks.csv'), `time,publisher,ip\n${clicks([1, 2, 3], 300)}\n`);
  const imported = await command(['import', join(source, 'clicks.csv'), '-p', OWN], embedded());
  expect(imported).toMatchObject({ code: 0 });

  await asOwner(target, 'CREATE TABLE somebody_elses (id int)');
  expect(await command(['move'], elsewhere())).toMatchObject({ code: 1, output: expect.stringContaining('not empty') });
  await asOwner(target, 'DROP TABLE somebody_elses');

  // Killed with one month of three there, and the records not yet.
  const killed = await command(['move'], elsewhere(), /traffic 20260[12]: 300 rows/);
  expect([killed.code, killed.output]).toEqual([null, expect.stringMatching(/traffic 20260[12]: 300 rows/)]);
  const half = await program.ended(['--role', 'api'], elsewhere());
  expect(half).toMatchObject({ code: 1, output: expect.stringContaining('was broken off') });

  const moved = await command(['move'], elsewhere());
  expect(moved.output).toMatch(
    /Moved: PostgreSQL \d+ rows in \d+ tables, ClickHouse [\d,]+ rows in \d+ tables; each the same/,
  );
  expect(moved.code).toBe(0);
  // What had come before the kill was not sent again.
  expect(moved.output).toMatch(/traffic 202603: 300 rows/);
  expect(moved.output).not.toMatch(/traffic 202601: 300 rows/);
  const client = createClient({ url: elsewhere().CLICKHOUSE_URL ?? '', database: 'adsieve' });
  const asked = await client.query({
    query:
      'SELECT toYYYYMM(ts) AS month, count() AS n, uniqExact(row_id) AS ids FROM traffic GROUP BY month ORDER BY month',
    format: 'JSONEachRow',
  });
  const rows = (await asked.json<{ n: string; ids: string }>()).map(({ n, ids }) => [Number(n), Number(ids)]);
  await client.close();
  expect(rows).toEqual([
    [300, 300],
    [300, 300],
    [300, 300],
  ]);
  const { rows: there } = await asOwner(
    target,
    `SELECT (SELECT count(*)::int FROM package WHERE name = '${OWN}') AS packages, (SELECT state FROM import) AS state,
      nextval(pg_get_serial_sequence('import', 'id'))::int AS next, to_regclass('adsieve_moving') AS moving`,
  );
  expect(there).toEqual([{ packages: 1, state: 'done', next: 2, moving: null }]);
  expect(await command(['move'], elsewhere())).toMatchObject({ code: 1, output: expect.stringContaining('not empty') });
});
