/**
 * Runs one period of the daily sweep in a process of its own and kills it, engine and all, just after the n-th
 * statement with a tag was sent.
 */
import { mkdirSync } from 'node:fs';
import { type ClickHouse, openClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { migrateClickHouse } from '#platform/server/clickhouse/migrate.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { connectPostgres } from '#platform/server/postgres/postgres.ts';
import { sweepJob, sweepJobs } from '#traffic/sources/server/sweep/sweep-jobs.ts';
import { gameInstalls } from '#traffic/sources/testing/game-installs.ts';
import { runJob } from './run-job.ts';

const [connection = '', folder = '', kill = ''] = process.argv.slice(2);
const [killTag = '', nth = '1'] = kill.split(':');
mkdirSync(folder, { recursive: true });
const database = connectPostgres(JSON.parse(connection), 'embedded', 3);
const engine = await openClickHouse({ folder });
await migrateClickHouse(engine, 'db/clickhouse');
const [known] = await engine.query<{ n: number }>(sql`SELECT count() AS n FROM traffic`);
if (known?.n === 0) {
  await gameInstalls(engine);
  // Events that inherit from installs the sweep calls fraud.
  await engine.command(sql`INSERT INTO traffic (row_id, package, kind, ts, publisher, sub_publisher, person, event_name, install_time, verdict)
    SELECT reinterpretAsUUID(sipHash128(row_id, 1)), package, 'app_event', ts + 7200, publisher, sub_publisher, person, 'level', ts, 'clean'
    FROM traffic WHERE kind = 'install' AND ip_class = 'vpn'`);
}
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
const jobs = sweepJobs({ clickhouse, database, now: () => new Date('2026-03-15T02:00:00Z') });
const result = await runJob(database, jobs, sweepJob, { job: 'daily', period: '2026-03-14' });
const stateOf = (table: string) =>
  engine.query<{ state: string }>(
    table === 'traffic'
      ? sql`SELECT toString(groupBitXor(cityHash64(toString((row_id, verdict, reason, hits))))) AS state FROM traffic`
      : sql`SELECT toString(groupBitXor(cityHash64(toString(tuple(* EXCEPT (version, is_deleted)))))) AS state FROM source_fact FINAL`,
  );
const [heirs] = await engine.query<{ n: number }>(
  sql`SELECT count() AS n FROM traffic WHERE kind = 'app_event' AND reason = 'evt.inherited'`,
);
const [verdicts] = await stateOf('traffic');
const [facts] = await stateOf('source_fact');
const work = await engine.query(
  sql`SELECT name FROM system.tables WHERE startsWith(name, 'judge_work_') AND metadata_modification_time > now() - INTERVAL 1 DAY`,
);
await engine.close();
await database.close();
console.log(
  JSON.stringify({
    finished: result !== undefined,
    verdicts: verdicts?.state,
    facts: facts?.state,
    heirs: heirs?.n,
    work: work.length,
  }),
);
process.exit(0);
