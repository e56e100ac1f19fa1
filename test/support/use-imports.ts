import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createPackage } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { readText } from '#platform/server/files/files.ts';
import { folderFiles } from '#platform/server/files/folder-files.ts';
import { testEnricher } from '#traffic/enrich/testing/enricher.ts';
import type { ImportMapping } from '#traffic/intake/contract/import-mapping.ts';
import { rejectsName } from '#traffic/intake/server/import-files.ts';
import type { ImportRow } from '#traffic/intake/server/import-tables.ts';
import { importLocalFile } from '#traffic/intake/server/imports.ts';
import type { ImportDeps } from '#traffic/intake/server/run-import.ts';
import { useClickHouse } from './use-clickhouse.ts';
import { useDatabase } from './use-database.ts';

export const PACKAGE = 'shop.example';

export interface TestImports {
  readonly deps: ImportDeps;
  file(name: string, content: string | Buffer): Promise<string>;
  /** Imports text as a file of that name. */
  run(name: string, content: string | Buffer, mapping?: ImportMapping): Promise<ImportRow>;
  /** Stored rows, oldest first. */
  rows<T>(columns: string): Promise<T[]>;
  count(): Promise<number>;
  rejects(row: ImportRow): Promise<string[]>;
  clear(): Promise<void>;
}

/** Real engines, one package, the shipped lists. */
export function useImports(): TestImports {
  const database = useDatabase();
  const clickhouse = useClickHouse();
  let made: ImportDeps | undefined;
  let path = '';
  beforeAll(async () => {
    path = mkdtempSync(join(tmpdir(), 'adsieve-import-'));
    made = { clickhouse, database, enricher: await testEnricher(), folder: { files: folderFiles(path) } };
    await createPackage(database, {
      name: PACKAGE,
      title: 'Shop',
      platform: 'web',
      timeZone: 'UTC',
      currency: 'USD',
      dashboardTypes: ['Click'],
    });
  });
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  const deps = (): ImportDeps => {
    if (!made) throw new Error('Engines open before the first test; use them inside a test');
    return made;
  };
  const file = async (name: string, content: string | Buffer) => {
    await writeFile(join(path, name), content);
    return join(path, name);
  };
  return {
    get deps() {
      return deps();
    },
    file,
    async run(name, content, mapping) {
      const source = { packageName: PACKAGE, path: await file(name, content), fileName: name, timeZone: 'UTC' };
      return importLocalFile(systemScope(), deps(), { ...source, ...(mapping ? { mapping } : {}) });
    },
    rows: (columns) =>
      clickhouse.query(
        sql`SELECT ${trusted(columns)} FROM traffic WHERE package = ${typed('String', PACKAGE)} ORDER BY ts, row_id`,
      ),
    async count() {
      const [row] = await clickhouse.query<{ n: number }>(sql`SELECT count() AS n FROM traffic`);
      return row?.n ?? 0;
    },
    async rejects(row) {
      const text = await readText(deps().folder.files, rejectsName(row.id));
      return (text ?? '').trimEnd().split('\n').slice(1);
    },
    async clear() {
      await clickhouse.command(sql`TRUNCATE TABLE traffic`);
      await clickhouse.command(sql`TRUNCATE TABLE import_claim`);
    },
  };
}
