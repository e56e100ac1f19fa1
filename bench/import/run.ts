/**
 * One import through every stage on engines of its own: `npm run bench -- import [FILE]`. Writes a 1 M-row file first
 * when none is named. Prints rows/s, also beside the bare engine on the same machine, and peak memory.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createPackage } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { type ClickHouse, openClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { migrateClickHouse } from '#platform/server/clickhouse/migrate.ts';
import { folderFiles } from '#platform/server/files/folder-files.ts';
import { migratePostgres } from '#platform/server/postgres/migrate.ts';
import { openPostgres } from '#platform/server/postgres/postgres.ts';
import { createEnricher } from '#traffic/enrich/server/enrich.ts';
import { importLocalFile } from '#traffic/intake/server/imports.ts';
import { openLists } from '#traffic/lists/server/lists.ts';
import { writeAppsFlyer } from './generate-appsflyer.ts';

const path = process.argv[2] ?? (await generated());
/** The default file, made once. */
async function generated(): Promise<string> {
  const file = join('.tmp', 'bench-import-1000000.csv');
  if (!existsSync(file)) {
    mkdirSync('.tmp', { recursive: true });
    await writeAppsFlyer(file, 1_000_000);
  }
  return file;
}

/** The engine alone with the same file, just before: what the machine can do now. */
const bare: { seconds: number; cpu: number } = JSON.parse(
  execFileSync(process.execPath, [...process.execArgv, 'bench/import/bare-load.ts', path], { encoding: 'utf8' }),
);

const ms = (nanoseconds: number): string => `${(nanoseconds / 1e6).toFixed(1)} ms`;
const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const spent = new Map<string, { wall: number; cpu: number }>();
/** Steps that run side by side each count the whole process. */
async function timed<T>(name: string, work: Promise<T>): Promise<T> {
  const [at, cpuAt] = [performance.now(), cpuSeconds()];
  const done = await work;
  const sum = spent.get(name) ?? { wall: 0, cpu: 0 };
  sum.wall += (performance.now() - at) / 1000;
  sum.cpu += cpuSeconds() - cpuAt;
  spent.set(name, sum);
  return done;
}
const watched = (real: ClickHouse): ClickHouse => ({
  query: (question, options) => timed(`${options?.tag ?? 'other'} (asked)`, real.query(question, options)),
  command: (statement, options) => timed(options?.tag ?? 'other', real.command(statement, options)),
  insert: (table, rows, options) => timed('rows from here', real.insert(table, rows, options)),
  stream: (question, format, options) => real.stream(question, format, options),
  info: () => real.info(),
  whileNobodyWrites: (work) => real.whileNobodyWrites(work),
  userFiles: real.userFiles,
  changes: 0,
  close: () => real.close(),
});
const folder = mkdtempSync(join(tmpdir(), 'adsieve-bench-import-'));
const peaks = new Map<string, number>();
let phase = 'begin';
const watch = setInterval(() => {
  peaks.set(phase, Math.max(peaks.get(phase) ?? 0, process.memoryUsage().rss));
}, 50);
const delay = monitorEventLoopDelay({ resolution: 5 });
try {
  const database = await openPostgres({ folder: join(folder, 'postgres') });
  await migratePostgres(database.pool, 'db/postgres');
  const clickhouse = await openClickHouse({ folder });
  await migrateClickHouse(clickhouse, 'db/clickhouse');
  const enricher = createEnricher(await openLists({ folder: join(folder, 'lists') }));
  await createPackage(database, {
    name: 'bench',
    title: 'Bench',
    platform: 'app',
    timeZone: 'UTC',
    currency: 'USD',
    dashboardTypes: ['Install'],
  });
  const deps = { clickhouse, database, enricher, folder: { files: folderFiles(folder) } };
  const phases = new Map<string, { at: number; cpu: number }>();
  const mark = (name: string) => {
    phase = name;
    const cpu = process.cpuUsage();
    if (!phases.has(name)) phases.set(name, { at: performance.now(), cpu: (cpu.user + cpu.system) / 1e6 });
  };
  deps.clickhouse = watched(clickhouse);
  mark('begin');
  delay.enable();
  const usedBefore = process.cpuUsage();
  const done = await importLocalFile(
    systemScope(),
    deps,
    { packageName: 'bench', path, fileName: basename(path), timeZone: 'UTC' },
    ({ state }) => mark(state),
  );
  mark('end');
  delay.disable();
  const used = process.cpuUsage(usedBefore);
  for (const [tag, { wall, cpu }] of spent)
    console.log(`${tag}: ${wall.toFixed(1)} s wall, ${cpu.toFixed(1)} s CPU of the process`);
  const marks = [...phases];
  marks.forEach(([name, { at, cpu }], index) => {
    const next = marks[index + 1]?.[1];
    if (next) console.log(`${name}: ${((next.at - at) / 1000).toFixed(1)} s, CPU ${(next.cpu - cpu).toFixed(1)} s`);
  });
  const [first, last] = [phases.get('begin'), phases.get('sweeping')];
  const seconds = first && last ? (last.at - first.at) / 1000 : 1;
  const cpu = first && last ? last.cpu - first.cpu : 1;
  console.log(
    `${done.state} ${done.error ?? ''}: ${done.records} records, ${done.rejected} rejected, ${((await stat(path)).size / 1e6).toFixed(0)} MB visible after ${seconds.toFixed(1)} s wall, ${cpu.toFixed(1)} s CPU`,
  );
  console.log(
    `${Math.round(done.records / seconds)} rows/s wall, ${Math.round(done.records / (cpu / 2))} rows/s on two free cores, peak RSS ${(Math.max(...peaks.values()) / 1e6).toFixed(0)} MB`,
  );
  const bareRows = done.records / bare.seconds;
  console.log(
    `the bare engine: ${Math.round(bareRows)} rows/s, ${bare.cpu.toFixed(1)} s CPU, nothing checked, mapped or judged; the import runs at ${((100 * done.records) / seconds / bareRows).toFixed(0)} % of it and takes ${(cpu / bare.cpu).toFixed(1)} times its CPU (targets: 100,000 rows/s where the bare engine does 550,000: 18 %)`,
  );
  console.log(
    `user ${(used.user / 1e6).toFixed(1)} s, system ${(used.system / 1e6).toFixed(1)} s; event loop late by ${ms(delay.percentile(50))} (p50), ${ms(delay.percentile(99))} (p99), ${ms(delay.max)} (most); peak RSS by phase: ${[...peaks].map(([name, bytes]) => `${name} ${(bytes / 1e6).toFixed(0)} MB`).join(', ')}`,
  );
  console.log(
    `${cpus()[0]?.model}, ${availableParallelism()} cores, Node ${process.version}, load ${loadavg().map((n) => n.toFixed(1))}`,
  );
  await clickhouse.close();
  await database.close();
} finally {
  clearInterval(watch);
  rmSync(folder, { recursive: true, force: true });
}
