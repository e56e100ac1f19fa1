import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createPackage } from '#platform/server/access/packages.ts';
import { openClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { migrateClickHouse } from '#platform/server/clickhouse/migrate.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { migratePostgres } from '#platform/server/postgres/migrate.ts';
import { openPostgres } from '#platform/server/postgres/postgres.ts';
import { EVENT_KINDS, type EventKind, VERDICTS, type Verdict } from '#traffic/contract/event.ts';
import { createEnricher } from '#traffic/server/enrich/enrich.ts';
import { importLocalFile } from '#traffic/server/import/imports.ts';
import { openLists } from '#traffic/server/lists/lists.ts';
import { sweepPackage } from '#traffic/server/sweep/sweep-package.ts';
import { REF } from './event.ts';
import type { World } from './scenario.ts';
import { FIRST_DAY, LAST_MOMENT } from './stage.ts';

/** What the product says about one row of a file. */
export interface Judged {
  ref: number;
  kind: EventKind;
  verdict: Verdict;
  /** Empty for clean events. */
  reason: string;
  /** Names of the rules that hit, whatever then decided. */
  hits: readonly string[];
}

/** The product on engines of its own, used as a customer would: import files, sweep, read verdicts. */
export interface Product {
  /** Imports a file into a package of its own. Returns how many rows were accepted. */
  bring(packageName: string, world: World, file: string): Promise<number>;
  sweep(packageName: string): Promise<void>;
  read(packageName: string, each: (judged: Judged) => void): Promise<void>;
  close(): Promise<void>;
}

const MEMORY = 2_500_000_000;

export async function openProduct(): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'adsieve-bench-detection-'));
  const database = await openPostgres({ folder: join(folder, 'postgres') });
  await migratePostgres(database.pool, 'db/postgres');
  const clickhouse = await openClickHouse({ folder, memoryBytes: MEMORY });
  await migrateClickHouse(clickhouse, 'db/clickhouse');
  const enricher = createEnricher(await openLists({ folder: join(folder, 'lists') }));
  const deps = { clickhouse, database, enricher, folder: { path: join(folder, 'imports') } };
  return {
    async bring(packageName, world, path) {
      await createPackage(database, {
        name: packageName,
        title: packageName,
        platform: world,
        timeZone: 'UTC',
        currency: 'USD',
        dashboardTypes: ['Install', 'Click'],
      });
      const done = await importLocalFile(deps, { packageName, path, fileName: basename(path), timeZone: 'UTC' });
      if (done.state !== 'done') throw new Error(`${packageName}: the import is ${done.state}, ${done.error}`);
      if (done.rejected > 0) throw new Error(`${packageName}: ${done.rejected} rows were refused`);
      return done.records;
    },
    async sweep(packageName) {
      const because = { cause: 'sweep', operation: 'sweep of the bench', author: 'bench', reason: '' } as const;
      const days = { from: dayOf(FIRST_DAY), to: dayOf(LAST_MOMENT - 1) };
      await sweepPackage(clickhouse, database, { package: packageName, ...days, because });
    },
    async read(packageName, each) {
      const question = sql`SELECT extra[${typed('String', REF)}], kind, verdict, reason, arrayStringConcat(hits, ' ') FROM traffic WHERE package = ${typed('String', packageName)}`;
      const bytes = await clickhouse.stream(question, 'TabSeparated');
      for await (const line of linesOf(bytes)) each(judgedOf(line));
    },
    async close() {
      await clickhouse.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + chunk.toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function judgedOf(line: string): Judged {
  const [ref = '', kind = '', verdict = '', reason = '', hits = ''] = line.split('\t');
  if (!/^\d+$/.test(ref) || !isKind(kind) || !isVerdict(verdict)) throw new Error(`not a judged row: ${line}`);
  return { ref: Number(ref), kind, verdict, reason, hits: hits === '' ? NONE : hits.split(' ') };
}

const NONE: readonly string[] = [];
const isKind = (text: string): text is EventKind => EVENT_KINDS.some((kind) => kind === text);
const isVerdict = (text: string): text is Verdict => VERDICTS.some((verdict) => verdict === text);

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
