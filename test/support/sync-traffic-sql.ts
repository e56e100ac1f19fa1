/**
 * `npm run sync`: rewrites the committed SQL of judging, staging and counting. Review the difference as you would code.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { TRAFFIC_SQL, trafficSqlText } from './traffic-sql.ts';

const folder = await mkdtemp(join(tmpdir(), 'adsieve-sync-'));
const clickhouse = await openClickHouse({ folder });
for (const path of Object.keys(TRAFFIC_SQL)) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, await trafficSqlText(clickhouse, path));
}
await clickhouse.close();
await rm(folder, { recursive: true, force: true });
