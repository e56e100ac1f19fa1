import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OWNED_TABLES, SERVER_SLICES } from '#app/server/slices.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { shapeOf } from '#platform/server/slice.ts';
import { useClickHouse } from '../support/use-clickhouse.ts';
import { useDatabase } from '../support/use-database.ts';

const SRC = join(import.meta.dirname, '../../src');
const database = useDatabase();
const clickhouse = useClickHouse();

/** The runner's own record of what it applied. */
const OF_THE_RUNNER = ['schema_migration'];

const rows = async <R extends object>(text: string): Promise<R[]> => (await database.pool.query<R>(text)).rows;
const undeclared = SERVER_SLICES.flatMap(({ undeclaredTables = [] }) => undeclaredTables);
const declared = OWNED_TABLES.map(shapeOf);

interface StoredColumn {
  table: string;
  column: string;
  type: string;
  required: boolean;
}
const stored = (): Promise<StoredColumn[]> =>
  rows<StoredColumn>(`
    SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY 1, 2`);

/** Rows that name a package and stay when it goes. */
const OUTLIVE_A_PACKAGE: Readonly<Record<string, string>> = {
  app_user: 'the package that was asked for at sign-up, which there may never be',
  audit_entry: 'what was done stays known',
};

describe('what slices bring to the server', () => {
  it('is listed by the app, each under the name of its folder', () => {
    const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' });
    const folders = files
      .filter((path) => path.endsWith('/server/slice.ts') && !path.startsWith('platform/'))
      .map((path) => dirname(dirname(path)));
    expect(SERVER_SLICES.map(({ id }) => id).sort()).toEqual([...folders, 'platform'].sort());
  });
});

describe('tables', () => {
  it('have one owner each, who says what they hold about people', async () => {
    const [{ names } = { names: [] }] = await rows<{ names: string[] }>(
      "SELECT array_agg(tablename::text) AS names FROM pg_tables WHERE schemaname = 'public'",
    );
    const owned = [...declared.map(({ name }) => name), ...undeclared.map(({ table }) => table)];
    expect(owned.sort()).toEqual(names.filter((name) => !OF_THE_RUNNER.includes(name)).sort());
  });

  it('of ClickHouse have one owner each', async () => {
    const names = await clickhouse.query<{ name: string }>(
      sql`SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name`,
    );
    const owned = SERVER_SLICES.flatMap(({ trafficTables = [] }) => trafficTables);
    expect(owned.toSorted()).toEqual(names.map(({ name }) => name).filter((name) => !OF_THE_RUNNER.includes(name)));
  });

  it('of ClickHouse name the package of a row by `package`, which is how its rows are erased with it', async () => {
    const held = await clickhouse.query<{ table: string }>(
      sql`SELECT table FROM system.columns WHERE database = currentDatabase() AND name = 'package'`,
    );
    const owned = SERVER_SLICES.flatMap(({ trafficTables = [] }) => trafficTables);
    expect(owned.filter((name) => !held.some(({ table }) => table === name))).toEqual([]);
  });

  it('are declared column for column as the migrations leave them', async () => {
    const columns = declared.flatMap(({ name, columns: those }) =>
      those.map(({ name: column, type, required }): StoredColumn => ({ table: name, column, type, required })),
    );
    const tables = new Set(declared.map(({ name }) => name));
    const key = ({ table, column }: StoredColumn): string => `${table}.${column}`;
    const inOrder = (those: StoredColumn[]) => those.toSorted((a, b) => key(a).localeCompare(key(b)));
    expect(inOrder(columns)).toEqual(inOrder((await stored()).filter(({ table }) => tables.has(table))));
  });

  it('that go with an account are bound to it in the database', async () => {
    const bound = await rows<{ table: string }>(`
      SELECT conrelid::regclass::text AS table FROM pg_constraint
      WHERE contype = 'f' AND confrelid = 'app_user'::regclass AND confdeltype = 'c' ORDER BY 1`);
    const said = OWNED_TABLES.filter(({ person }) => person === 'account');
    expect(said.map((owned) => shapeOf(owned).name).sort()).toEqual(bound.map(({ table }) => table));
  });

  it('of a package go with it and follow its name, unless they are named here with why not', async () => {
    const loose = await rows<{ table: string }>(`
      SELECT c.relname AS table FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname IN ('package_name', 'package')
        AND NOT EXISTS (SELECT 1 FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f'
          AND a.attnum = ANY (f.conkey) AND f.confdeltype = 'c' AND f.confupdtype = 'c')
      ORDER BY 1`);
    expect(loose.map(({ table }) => table)).toEqual(Object.keys(OUTLIVE_A_PACKAGE).sort());
  });

  it('declare every column that says who made a record', async () => {
    const who = /^author$|_by$/;
    const found = (await stored()).filter(({ column, type }) => who.test(column) && type === 'text');
    const named = declared.flatMap(({ name, columns }) =>
      columns.filter(({ saysWho }) => saysWho).map((column) => `${name}.${column.name}`),
    );
    expect(named.sort()).toEqual(found.map(({ table, column }) => `${table}.${column}`).sort());
  });
});
