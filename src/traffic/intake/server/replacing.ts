import { sql, trusted } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Stores } from '#platform/server/stores.ts';
import { LINK_INPUT } from '#traffic/judge/server/facts/link-facts.ts';
import { recompute } from '#traffic/judge/server/recompute.ts';
import { type ChangeCause, reportingZone } from '#traffic/judge/server/verdict-changes.ts';
import { exists } from './engine/commit.ts';
import {
  planReplacement,
  type Replacement,
  replaceDays,
  restoreReplaced,
  rowsReplacedBy,
} from './engine/replace-days.ts';
import { workTables } from './engine/work-tables.ts';
import { patchImport, sameReports } from './import-store.ts';
import type { ImportRow } from './import-tables.ts';

async function replacementOf(database: Database, row: ImportRow): Promise<Replacement> {
  const [timeZone, others] = await Promise.all([reportingZone(database, row.packageName), sameReports(database, row)]);
  return {
    package: row.packageName,
    importId: row.id,
    source: row.mapping.source,
    timeZone,
    others: others.map(({ id }) => id),
  };
}

/** Stops an import that is to replace days until a person has chosen them; false where there is nothing to replace. */
export async function mustAsk({ clickhouse, database }: Stores, row: ImportRow): Promise<boolean> {
  if (!row.replacing || row.replaceDays) return false;
  const replacePlan = await planReplacement(clickhouse, workTables(row.id), await replacementOf(database, row));
  const ask = replacePlan.some(({ stored }) => stored > 0);
  await patchImport(database, row.id, { replacePlan, secondsLeft: null, ...(ask ? { state: 'waiting' } : {}) });
  return ask;
}

/**
 * Takes the chosen days out of the way of an import's rows. What that does to others is recomputed after the commit.
 */
export async function replaceChosen(stores: Stores, row: ImportRow) {
  const { clickhouse, database } = stores;
  const days = row.replaceDays ?? [];
  const tables = workTables(row.id);
  if (days.length > 0 && (await exists(clickhouse, tables.rows))) {
    const replaced = await replaceDays(stores, tables, await replacementOf(database, row), days);
    await patchImport(database, row.id, { replaced });
  }
  return {
    recompute: async (cause: ChangeCause): Promise<void> => {
      if (days.length === 0) return;
      const linkedTo = rowsReplacedBy(row.id, trusted(Object.keys(LINK_INPUT).join(', ')));
      const persons = sql`SELECT DISTINCT person FROM (${rowsReplacedBy(row.id, trusted('person'))}) WHERE person != 0`;
      await recompute(stores, {
        package: row.packageName,
        company: [{ linkedTo }, { persons }],
        cause: { ...cause, operation: `${cause.operation} replaced` },
      });
    },
  };
}

/** The part of an undo that brings back what the import had replaced. */
export async function restoreDays(stores: Stores, row: ImportRow): Promise<void> {
  const { database } = stores;
  const [timeZone, others] = await Promise.all([reportingZone(database, row.packageName), sameReports(database, row)]);
  const later = others.flatMap(({ id, replaceDays: days }) =>
    id > row.id && days?.length ? [{ importId: id, days }] : [],
  );
  await restoreReplaced(stores, { package: row.packageName, importId: row.id, timeZone }, later);
}
