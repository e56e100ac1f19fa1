/**
 * What the engine alone takes to load a file: its own CSV reader into a table of texts, nothing checked, mapped, judged
 * or told apart. `tsx bench/import/bare-load.ts FILE` prints the seconds and CPU seconds as JSON. A process of its own,
 * since the engine needs several times the memory the product gives it.
 */
import { once } from 'node:events';
import { copyFileSync, createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileSource, openClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, trusted } from '#platform/server/clickhouse/sql.ts';

const path = process.argv[2] ?? '';
const folder = mkdtempSync(join(tmpdir(), 'adsieve-bench-bare-'));
try {
  const clickhouse = await openClickHouse({ folder, memoryBytes: 6_000_000_000 });
  const file = join(clickhouse.userFiles, 'bare.csv');
  copyFileSync(path, file);
  const lines = createInterface({ input: createReadStream(path) });
  const [header] = (await once(lines, 'line')) as [string];
  lines.close();
  const columns = trusted(
    header
      .split(',')
      .map((_name, index) => `c${index} String`)
      .join(', '),
  );
  await clickhouse.command(sql`CREATE TABLE bare (${columns}) ENGINE = MergeTree ORDER BY tuple()`);
  const [started, before] = [performance.now(), process.cpuUsage()];
  await clickhouse.command(
    sql`INSERT INTO bare SELECT * FROM file(${fileSource(clickhouse, file)}, 'CSV', '${columns}')`,
    { settings: { max_memory_usage: '0' } },
  );
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ seconds: (performance.now() - started) / 1000, cpu: (user + system) / 1e6 }));
  await clickhouse.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
