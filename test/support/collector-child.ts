/**
 * A collector and a loader in a process of their own, killed with their engine whenever the test likes. `serve` says
 * where it listens; `finish` loads what waits and says what is stored.
 */

import { mkdirSync } from 'node:fs';
import { systemScope } from '#platform/server/access/scope.ts';
import { openClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { migrateClickHouse } from '#platform/server/clickhouse/migrate.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { folderFiles } from '#platform/server/files/folder-files.ts';
import { createHttpServer } from '#platform/server/http/server.ts';
import { Metrics } from '#platform/server/metrics.ts';
import { connectPostgres } from '#platform/server/postgres/postgres.ts';
import { collectorRoutes } from '#traffic/collector/server/collect.ts';
import { IntakeLog } from '#traffic/collector/server/intake-log.ts';
import { Loader } from '#traffic/collector/server/loader.ts';
import { Taker } from '#traffic/collector/server/taker.ts';
import { testEnricher } from '#traffic/enrich/testing/enricher.ts';

const [connection = '', folder = '', files = '', mode = ''] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const database = connectPostgres(JSON.parse(connection), 'embedded', 6);
const clickhouse = await openClickHouse({ folder });
await migrateClickHouse(clickhouse, 'db/clickhouse');
const loader = new Loader(
  { clickhouse, database, enricher: await testEnricher(), folder: { files: folderFiles(files) } },
  { waitMs: 1 },
);
const run = { scope: systemScope(), signal: new AbortController().signal };

if (mode === 'serve') {
  const intakeLog = new IntakeLog(database, () => {});
  const routes = collectorRoutes(
    new Taker({ database, intakeLog, dataFolder: files, metrics: new Metrics(), now: () => new Date() }),
  );
  const http = await createHttpServer({ routes, authenticate: async () => null, trustProxy: false });
  console.log(JSON.stringify({ address: await http.listen({ host: '127.0.0.1', port: 0 }) }));
  for (;;) if (!(await loader.step(run))) await new Promise((go) => setTimeout(go, 5));
} else {
  while (await loader.step(run));
  const rows = await clickhouse.query<{ id: string; n: number }>(
    sql`SELECT extra['event_id'] AS id, count() AS n FROM traffic GROUP BY id ORDER BY id`,
  );
  await clickhouse.close();
  await database.close();
  console.log(JSON.stringify({ rows }));
  process.exit(0);
}
