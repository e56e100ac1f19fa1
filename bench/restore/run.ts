import { rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '#app/server/app-context.ts';
import { takeBackup } from '#app/server/backup.ts';
import { openContext } from '#app/server/open-context.ts';
import { ROOT } from '#app/server/places.ts';
import { restoreBackup } from '#app/server/restore.ts';
import { todayIn } from '#platform/contract/date-range.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { readConfig } from '#platform/server/config.ts';
import { seed } from '../boards/seed.ts';

const FOLDER = join(ROOT, '.tmp', 'bench-restore');
const SIZES = process.argv.includes('--rows')
  ? [Number(process.argv[process.argv.indexOf('--rows') + 1])]
  : [2_000_000, 10_000_000];
const say = (text: string): void => console.log(text);
const step = <T>(_title: string, work: () => Promise<T>): Promise<T> => work();
const configOf = (name: string) => readConfig({ ADSIEVE_DATA: join(FOLDER, name), LOG_LEVEL: 'silent' });

async function inside<T>(name: string, work: (context: AppContext) => Promise<T>): Promise<T> {
  const context = await openContext(configOf(name), step);
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

/** Over every value of every row, in whatever order they lie. */
async function hashOf({ clickhouse }: AppContext): Promise<string> {
  const [row] = await clickhouse.query<{ n: string; hash: string }>(
    sql`SELECT toString(count()) AS n, toString(sum(cityHash64(* APPLY(isNull), * APPLY(assumeNotNull)))) AS hash FROM traffic`,
    { lane: 'heavy' },
  );
  return `${row?.n} ${row?.hash}`;
}

/** How long a write has waited at most while the backup was taken. */
async function withWrites<T>({ clickhouse }: AppContext, work: () => Promise<T>): Promise<[T, number]> {
  let longest = 0;
  let over = false;
  const writing = (async () => {
    while (!over) {
      const started = performance.now();
      await clickhouse.command(sql`SELECT 1`);
      longest = Math.max(longest, performance.now() - started);
      await sleep(10);
    }
  })();
  const result = await work();
  over = true;
  await writing;
  return [result, longest];
}

/** By the clock, and of processors of this process: on a busy machine they differ. */
interface Spent {
  wall: number;
  cpu: number;
}
const cpu = (): number => (process.cpuUsage().user + process.cpuUsage().system) / 1e6;
function clock(): () => Spent {
  const [wall, before] = [performance.now(), cpu()];
  return () => ({ wall: (performance.now() - wall) / 1000, cpu: cpu() - before });
}
const told = ({ wall, cpu: seconds }: Spent): string => `${wall.toFixed(1)} s (${seconds.toFixed(1)} s of processors)`;

for (const rows of SIZES) {
  rmSync(FOLDER, { recursive: true, force: true });
  const taken = join(FOLDER, 'backup');
  const made = await inside('first', async (context) => {
    await seed(context, rows, todayIn('UTC', new Date()), () => {});
    // Changes of a tenth of them, as verdicts change: parts of their own.
    await context.clickhouse.command(sql`UPDATE traffic SET verdict = 'suspect' WHERE cityHash64(row_id) % 10 = 0`);
    const hash = await hashOf(context);
    const spent = clock();
    const [manifest, waited] = await withWrites(context, () => takeBackup(context, taken, { secrets: true }));
    return { hash, waited, spent: spent(), bytes: manifest.parts.reduce((sum, { bytes }) => sum + bytes, 0) };
  });
  const spent = clock();
  await restoreBackup(taken, configOf('second'), step);
  const restored = spent();
  const hash = await inside('second', hashOf);
  say(
    `${rows / 1e6} M events, ${Math.round(made.bytes / 1e6)} MB: backup ${told(made.spent)}, a write waited ${Math.round(made.waited)} ms at most; restore ${told(restored)}; hashes ${hash === made.hash ? 'equal' : 'DIFFER'} (${hash})`,
  );
  if (hash !== made.hash) throw new Error(`not what was backed up: ${made.hash}`);
}
say(`${cpus().length} cores ${cpus()[0]?.model ?? ''}, load ${loadavg()[0]?.toFixed(1)}`);
rmSync(FOLDER, { recursive: true, force: true });
