/**
 * Links in a process of its own, killed with its engine whenever the test likes. `serve` says where it listens; `finish`
 * takes what lies in files, loads what waits and says what is stored.
 */

import { mkdirSync } from 'node:fs';
import { LinkGuard } from '#domains/integrity/server/link-guard.ts';
import { publisherRegister } from '#domains/publishers/server/registered.ts';
import { ClickLog } from '#domains/tracking/server/click-log.ts';
import { FiledClicks } from '#domains/tracking/server/filed-clicks.ts';
import { linkRoutes } from '#domains/tracking/server/link-routes.ts';
import { LiveCampaigns } from '#domains/tracking/server/live-campaigns.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { openClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { migrateClickHouse } from '#platform/server/clickhouse/migrate.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { folderFiles } from '#platform/server/files/folder-files.ts';
import { createHttpServer } from '#platform/server/http/server.ts';
import { connectPostgres } from '#platform/server/postgres/postgres.ts';
import { openTexts } from '#platform/server/texts.ts';
import { Loader } from '#traffic/collector/server/loader.ts';
import { testEnricher } from '#traffic/enrich/testing/enricher.ts';

const [connection = '', folder = '', files = '', mode = '', waitMs = '20'] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const database = connectPostgres(JSON.parse(connection), 'embedded', 6);
const clickhouse = await openClickHouse({ folder });
await migrateClickHouse(clickhouse, 'db/clickhouse');
const enricher = await testEnricher();
const loader = new Loader({ clickhouse, database, enricher, folder: { files: folderFiles(files) } }, { waitMs: 1 });
const run = { scope: systemScope(), signal: new AbortController().signal };
const clickLog = new ClickLog({ database, dataFolder: files, onStored: () => {}, waitMs: Number(waitMs) });

if (mode === 'serve') {
  const routes = linkRoutes({
    database,
    clickhouse,
    imports: { enricher },
    liveCampaigns: new LiveCampaigns({ database, publisherRegister }),
    clickLog,
    linkGuard: new LinkGuard({ database, imports: { enricher }, linkMaster: Buffer.alloc(32, 9) }),
    texts: openTexts('.'),
    publicUrl: () => 'https://links.example',
    linkKey: Buffer.alloc(32, 7),
    now: () => new Date(),
  });
  const http = await createHttpServer({ routes, authenticate: async () => null, trustProxy: false });
  console.log(JSON.stringify({ address: await http.listen({ host: '127.0.0.1', port: 0 }) }));
  for (;;) if (!(await loader.step(run))) await new Promise((go) => setTimeout(go, 5));
} else {
  await clickLog.replay();
  while (await loader.step(run));
  const rows = await clickhouse.query<{ id: string; n: number }>(
    sql`SELECT click_id AS id, count() AS n FROM traffic GROUP BY id ORDER BY id`,
  );
  const { clicks: filed } = await new FiledClicks(files).waiting();
  await clickhouse.close();
  await database.close();
  console.log(JSON.stringify({ rows, filed }));
  process.exit(0);
}
