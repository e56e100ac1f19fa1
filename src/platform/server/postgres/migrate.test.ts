import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { migrateClickHouse, OF_THE_RUNNER, statementsOf } from '../clickhouse/migrate.ts';
import { sql, trusted } from '../clickhouse/sql.ts';
import { MigrationRefused, readMigrations } from '../migrations.ts';
import { migratePostgres } from './migrate.ts';

const database = useDatabase();
const clickhouse = useClickHouse({ migrate: false });
let folder = '';

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

/** Both engines keep the same rules. */
const engines = {
  PostgreSQL: {
    migrate: () => migratePostgres(database.pool, folder),
    reset: async () => void (await database.pool.query('DROP TABLE IF EXISTS one, two, schema_migration')),
    table: (name: string) => `CREATE TABLE ${name} (id int);\n`,
  },
  ClickHouse: {
    migrate: () => migrateClickHouse(clickhouse, folder),
    reset: async () => {
      for (const drop of [
        sql`DROP TABLE IF EXISTS one`,
        sql`DROP TABLE IF EXISTS two`,
        sql`DROP TABLE IF EXISTS schema_migration`,
      ]) {
        await clickhouse.command(drop);
      }
    },
    table: (name: string) =>
      `-- a comment; with a semicolon\nCREATE TABLE IF NOT EXISTS ${name} (id UInt8) ENGINE = {{MergeTree}} ORDER BY id;\n`,
  },
};

describe.each(Object.entries(engines))('migrations of %s', (_name, engine) => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'adsieve-migrations-'));
    await engine.reset();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('are applied once, in order', async () => {
    write('0001_one.sql', engine.table('one'));
    write('0002_two.sql', engine.table('two'));
    expect(await engine.migrate()).toBe(2);
    expect(await engine.migrate()).toBe(0);
  });

  test('refuse a file that was edited after it was applied', async () => {
    write('0001_one.sql', `${engine.table('one')}-- edited`);
    await expect(engine.migrate()).rejects.toBeInstanceOf(MigrationRefused);
    write('0001_one.sql', engine.table('one'));
  });

  test('refuse data from a newer version', async () => {
    rmSync(join(folder, '0002_two.sql'));
    await expect(engine.migrate()).rejects.toThrow(/0002_two.*newer version/);
    write('0002_two.sql', engine.table('two'));
  });

  test('refuse a misnamed file and a number used twice', async () => {
    write('3_x.sql', 'SELECT 1');
    await expect(engine.migrate()).rejects.toThrow(/NNNN_name/);
    rmSync(join(folder, '3_x.sql'));
    write('0002_again.sql', 'SELECT 1');
    await expect(engine.migrate()).rejects.toThrow(/number 2/);
    rmSync(join(folder, '0002_again.sql'));
  });
});

test('a failing migration of PostgreSQL leaves nothing behind', async () => {
  folder = mkdtempSync(join(tmpdir(), 'adsieve-migrations-'));
  await engines.PostgreSQL.reset();
  write('0001_half.sql', 'CREATE TABLE half (id int); SELECT nonsense;');
  await expect(engines.PostgreSQL.migrate()).rejects.toThrow(/0001_half failed/);
  const { rows } = await database.pool.query(
    "SELECT to_regclass('half') AS half, (SELECT count(*)::int FROM schema_migration) AS n",
  );
  expect(rows).toEqual([{ half: null, n: 0 }]);
  rmSync(folder, { recursive: true });
});

test('every statement of every migration is one of the engine for a cluster too: replicated, and on all replicas', async () => {
  const texts = (await readMigrations(join(process.cwd(), 'db/clickhouse'))).map(({ text }) => text);
  const [alone, together] = [undefined, 'main'].map((cluster) =>
    [OF_THE_RUNNER, ...texts].flatMap((text) => statementsOf(text, cluster)),
  );
  expect(together?.length).toBeGreaterThan(50);
  expect(alone?.filter((statement) => /Replicated|ON CLUSTER/.test(statement))).toEqual([]);
  let made = 0;
  for (const statement of together ?? []) {
    // The parser of the engine itself; what it would not understand it refuses.
    const [first] = await clickhouse.query<{ explain: string }>(sql`EXPLAIN AST ${trusted(statement)}`);
    const kind = /^\S+/.exec(first?.explain ?? '')?.[0];
    const said = statement.replace(/--.*$/gm, '');
    if (kind === 'InsertQuery') continue;
    expect([kind, said]).toEqual([
      expect.stringMatching(/^(Create|Alter)Query$/),
      expect.stringMatching(/^\s*(CREATE TABLE IF NOT EXISTS|ALTER TABLE) \w+\s+ON CLUSTER 'main'/),
    ]);
    expect(said).not.toMatch(/(?<!Replicated(?:Replacing|Summing|Aggregating)?)MergeTree/);
    if (kind === 'CreateQuery' && !/ AS traffic$/.test(said.trim())) {
      expect(said).toMatch(/ENGINE = Replicated\w*MergeTree/);
      made++;
    }
  }
  expect(made).toBeGreaterThan(6);
});

test('a statement for each of several tables changes all of them', async () => {
  folder = mkdtempSync(join(tmpdir(), 'adsieve-migrations-'));
  await engines.ClickHouse.reset();
  write('0001_tables.sql', `${engines.ClickHouse.table('one')}${engines.ClickHouse.table('two')}`);
  write(
    '0002_both.sql',
    'ALTER TABLE {{each one two}} {{on_cluster}} ADD COLUMN IF NOT EXISTS name String;\nALTER TABLE one ADD COLUMN IF NOT EXISTS own String;\n',
  );
  expect(await engines.ClickHouse.migrate()).toBe(2);
  const columns = await clickhouse.query(
    sql`SELECT table, groupArray(name) AS names FROM (SELECT table, name FROM system.columns
      WHERE database = currentDatabase() AND table IN ('one', 'two') ORDER BY table, position) GROUP BY table ORDER BY table`,
  );
  expect(columns).toEqual([
    { table: 'one', names: ['id', 'name', 'own'] },
    { table: 'two', names: ['id', 'name'] },
  ]);
  await engines.ClickHouse.reset();
  rmSync(folder, { recursive: true });
});
