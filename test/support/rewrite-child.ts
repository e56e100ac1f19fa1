/**
 * Writes one version of the rules into history in a process of its own, and kills it, engine and all, at the n-th
 * statement with a tag.
 */
import { mkdirSync } from 'node:fs';
import { type ClickHouse, openClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { migrateClickHouse } from '#platform/server/clickhouse/migrate.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { connectPostgres } from '#platform/server/postgres/postgres.ts';
import { importEvents } from '#traffic/judge/testing/import-events.ts';
import { eventsWithFacts } from '#traffic/judge/testing/random-facts.ts';
import { rewriteHistory } from '#traffic/rule-sets/server/replay/rewrite-history.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';

const [connection = '', folder = '', packageName = '', version = '0', kill = ''] = process.argv.slice(2);
const [killTag = '', nth = '1'] = kill.split(':');
mkdirSync(folder, { recursive: true });
const database = connectPostgres(JSON.parse(connection), 'embedded', 3);
const engine = await openClickHouse({ folder });
await migrateClickHouse(engine, 'db/clickhouse');
let seen = 0;
const clickhouse: ClickHouse = {
  ...engine,
  query: (question, options) => engine.query(question, options),
  insert: (table, rows, options) => engine.insert(table, rows, options),
  stream: (question, format, options) => engine.stream(question, format, options),
  info: () => engine.info(),
  whileNobodyWrites: (work) => engine.whileNobodyWrites(work),
  userFiles: engine.userFiles,
  close: () => engine.close(),
  command: async (statement, options) => {
    const running = engine.command(statement, options);
    if (options?.tag === killTag && ++seen === Number(nth)) setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2);
    await running;
    if (options?.tag === killTag && seen === Number(nth)) await new Promise(() => {});
  },
};
if (kill === 'fill') await importEvents(clickhouse, database, packageName, eventsWithFacts(300, 17, defaultRuleSet()));
else if (version !== '0')
  await rewriteHistory(
    { clickhouse, database, now: () => new Date() },
    { package: packageName, version: Number(version) },
  );
const rows = await engine.query<{ state: string }>(
  sql`SELECT toString(cityHash64(groupArray((id, v, r, h, o)))) AS state FROM (
    SELECT toString(row_id) AS id, toString(verdict) AS v, toString(reason) AS r, hits AS h, toString(origin_reason) AS o
    FROM traffic ORDER BY id)`,
);
await engine.close();
await database.close();
console.log(rows[0]?.state ?? '');
process.exit(0);
