import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createPackage, packageInfoOf } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { openClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { jsonLines } from '#platform/server/clickhouse/json-lines.ts';
import { migrateClickHouse } from '#platform/server/clickhouse/migrate.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { folderFiles } from '#platform/server/files/folder-files.ts';
import { migratePostgres } from '#platform/server/postgres/migrate.ts';
import { openPostgres } from '#platform/server/postgres/postgres.ts';
import { createEnricher } from '#traffic/enrich/server/enrich.ts';
import { EVENT_KINDS, type EventKind, VERDICTS, type Verdict } from '#traffic/event/contract/event.ts';
import { importLocalFile } from '#traffic/intake/server/imports.ts';
import { openLists } from '#traffic/lists/server/lists.ts';
import { ruleCatalogue } from '#traffic/rule-sets/server/catalogue.ts';
import type { RuleSetStores } from '#traffic/rule-sets/server/rule-set-store.ts';
import { REF } from './event.ts';
import type { Side } from './scenario.ts';
import { LAST_MOMENT } from './stage.ts';

/** What the product says about one row of a file. */
export interface Judged {
  ref: number;
  kind: EventKind;
  verdict: Verdict;
  /** Empty for clean events. */
  reason: string;
  /** Names of the rules that hit, whatever then decided. */
  hits: readonly string[];
  /**
   * The reason it was called for by what its row and its window showed, without any statistic of its source; empty when
   * nothing of that kind called it.
   */
  ownReason: string;
}

/**
 * The product on engines of its own, used as a customer would: import files, which sweeps at its end, and read
 * verdicts.
 */
export interface Product {
  /** Imports a file into a package of its own and lets it be swept. Returns how many rows were accepted. */
  bring(packageName: string, side: Side, file: string): Promise<number>;
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
  const deps = { clickhouse, database, enricher, folder: { files: folderFiles(folder) } };
  return {
    async bring(packageName, side, path) {
      await createPackage(database, {
        name: packageName,
        title: packageName,
        platform: side,
        timeZone: 'UTC',
        currency: 'USD',
        dashboardTypes: ['Install', 'Click'],
      });
      const done = await importLocalFile(systemScope(), deps, {
        packageName,
        path,
        fileName: basename(path),
        timeZone: 'UTC',
      });
      if (done.state !== 'done') throw new Error(`${packageName}: the import is ${done.state}, ${done.error}`);
      if (done.rejected > 0) throw new Error(`${packageName}: ${done.rejected} rows were refused`);
      return done.records;
    },
    async read(packageName, each) {
      const question = sql`SELECT extra[${typed('String', REF)}] AS ref, kind, verdict, reason, hits, origin_verdict FROM traffic WHERE package = ${typed('String', packageName)}`;
      const bytes = await clickhouse.stream(question, 'lines');
      const own = await ownReasons({ ...deps, now: () => new Date(LAST_MOMENT) }, packageName);
      for await (const row of jsonLines<StoredRow>(bytes)) each(judgedOf(row, own));
    },
    async close() {
      await clickhouse.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The rules that call an event by itself, as the rule page lists them, with their reasons. Those that only mark call
 * nothing.
 */
async function ownReasons(stores: RuleSetStores, packageName: string): Promise<ReadonlyMap<string, string>> {
  const info = await packageInfoOf(systemScope(), stores.database, packageName, stores.now());
  const { rules } = await ruleCatalogue(systemScope(), { ...stores, disputedRules: async () => new Map() }, info);
  return new Map(
    rules
      .filter(({ stage, setting }) => stage === 'arrival' && setting.mode !== 'mark' && setting.mode !== 'off')
      .map(({ id, reason }) => [id, reason]),
  );
}

interface StoredRow {
  ref: string;
  kind: string;
  verdict: string;
  reason: string;
  hits: string[];
  /** What the install of an event was called, which the event inherited. */
  origin_verdict: string;
}

function judgedOf(
  { ref, kind, verdict, reason, hits, origin_verdict }: StoredRow,
  own: ReadonlyMap<string, string>,
): Judged {
  if (!/^\d+$/.test(ref) || !isKind(kind) || !isVerdict(verdict)) throw new Error(`not a judged row: ${ref}`);
  const rules = hits.length > 0 ? hits : NONE;
  // Suspicion of an install comes from its source nearly always, and is no sign of the event itself.
  const said = rules.flatMap((rule) => own.get(rule) ?? []);
  const reasons =
    verdict === 'clean' ? NONE : said.filter((each) => each !== 'evt.inherited' || origin_verdict === 'fraud');
  const ownReason = reasons.includes(reason) ? reason : (reasons[0] ?? '');
  return { ref: Number(ref), kind, verdict, reason, hits: rules, ownReason };
}

const NONE: readonly string[] = [];
const isKind = (text: string): text is EventKind => EVENT_KINDS.some((kind) => kind === text);
const isVerdict = (text: string): text is Verdict => VERDICTS.some((verdict) => verdict === text);
