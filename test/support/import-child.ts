/**
 * Runs one import in a process of its own and kills it, engine and all, just after the n-th statement with a tag was
 * sent.
 */

import { mkdirSync } from 'node:fs';
import { systemScope } from '#platform/server/access/scope.ts';
import { type ClickHouse, openClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { migrateClickHouse } from '#platform/server/clickhouse/migrate.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { folderFiles } from '#platform/server/files/folder-files.ts';
import { connectPostgres } from '#platform/server/postgres/postgres.ts';
import { testEnricher } from '#traffic/enrich/testing/enricher.ts';
import { runImport } from '#traffic/intake/server/run-import.ts';

const [connection = '', folder = '', files = '', id = '', kill = ''] = process.argv.slice(2);
const [killTag = '', nth = '1'] = kill.split(':');
mkdirSync(folder, { recursive: true });
const database = connectPostgres(JSON.parse(connection), 'embedded', 3);
const engine = await openClickHouse({ folder });
await migrateClickHouse(engine, 'db/clickhouse');
let seen = 0;
const clickhouse: ClickHouse = {
  query: (question, options) => engine.query(question, options),
  insert: (table, rows, options) => engine.insert(table, rows, options),
  stream: (question, format, options) => engine.stream(question, format, options),
  info: () => engine.info(),
  whileNobodyWrites: (work) => engine.whileNobodyWrites(work),
  userFiles: engine.userFiles,
  changes: 0,
  close: () => engine.close(),
  command: async (statement, options) => {
    const running = engine.command(statement, options);
    if (options?.tag === killTag && ++seen === Number(nth))
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), seen * 2);
    await running;
    if (options?.tag === killTag && seen === Number(nth)) await new Promise(() => {});
  },
};
const enricher = await testEnricher();
const done = await runImport(
  systemScope(),
  { clickhouse, database, enricher, folder: { files: folderFiles(files) } },
  Number(id),
);
const [rows] = await engine.query<{ rows: number; distinct: number }>(
  sql`SELECT count() AS rows, uniqExact(row_id) AS distinct FROM traffic`,
);
const work = await engine.query(sql`SELECT name FROM system.tables WHERE startsWith(name, 'import_work_')`);
await engine.close();
await database.close();
console.log(JSON.stringify({ state: done.state, rows: rows?.rows, distinct: rows?.distinct, work: work.length }));
process.exit(0);
