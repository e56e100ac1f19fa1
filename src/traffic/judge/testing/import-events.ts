import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { openScratch } from '#traffic/event/server/scratch.ts';
import { unknownSource } from '../server/facts/source-facts-sql.ts';
import { factTables, judgeSlice } from '../server/judge-slice.ts';
import { loadPolicy } from '../server/load-policy.ts';
import { recompute } from '../server/recompute.ts';
import { judgedRows } from './judged-rows.ts';
import { testCause } from './test-cause.ts';

/** Stores events as the definition of the judged state says they should be, all at once. */
export async function storeAsDefined(
  ch: ClickHouse,
  database: Database,
  packageName: string,
  events: readonly { row_id: string }[],
): Promise<void> {
  await stage(ch, packageName, events, 1);
  const policy = await loadPolicy(database, packageName);
  await ch.command(sql`INSERT INTO traffic SELECT * FROM (${judgedRows(STAGED, policy)})`);
}

const STAGED = sql`SELECT * FROM stage`;

async function stage(
  ch: ClickHouse,
  packageName: string,
  events: readonly { row_id: string }[],
  importId: number,
): Promise<void> {
  await ch.command(sql`CREATE OR REPLACE TABLE stage AS traffic ENGINE = Memory`);
  await ch.insert(
    'stage',
    events.map((event) => ({ ...event, package: packageName, import_id: importId })),
  );
}

/** What an import does after enrichment: judge its own rows, store them, then bring stored neighbours up to date. */
export async function importEvents(
  ch: ClickHouse,
  database: Database,
  packageName: string,
  events: readonly { row_id: string }[],
  importId = 1,
): Promise<void> {
  await stage(ch, packageName, events, importId);
  // As in an import: what its sources did is counted afterwards.
  const policy = { ...(await loadPolicy(database, packageName)), source: unknownSource };
  await using scratch = openScratch(ch);
  for await (const judged of judgeSlice(ch, { tables: await factTables(scratch), rows: STAGED, policy }))
    await ch.command(sql`INSERT INTO traffic SELECT * FROM (${judged})`);
  await recompute(
    { clickhouse: ch, database },
    { package: packageName, company: [{ personsOfImport: importId }], cause: testCause('import') },
  );
}
