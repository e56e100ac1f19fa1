import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { Stores } from '#platform/server/stores.ts';
import { openScratch, type Scratch } from '#traffic/event/server/scratch.ts';
import { moneyBetween } from '#traffic/money/server/load-money.ts';
import { personSlices } from './facts/person-slices.ts';
import { type Linked, recomputeLinks } from './facts/recompute-links.ts';
import { WINDOW_INPUT } from './facts/window-facts.ts';
import { factTables, judgeSlice } from './judge-slice.ts';
import { loadPolicy } from './load-policy.ts';
import { addUp, type ChangeCause, recordVerdictChange, reportingZone, type VerdictChange } from './verdict-changes.ts';
import { storedRows, type WriteTarget, writeChanges } from './verdicts/write-changes.ts';

/** Whose events have other company now than when their facts were made. */
export type Company =
  | Linked
  /**
   * Events of these persons (a SELECT of one column). After an undo nobody knows them: they must be kept before. `part`
   * tells the steps of one cause apart.
   */
  | { persons: Sql; part?: string }
  /** Events of persons of whom this import and others brought some. */
  | { personsOfImport: number };

export interface RecomputeRequest {
  package: string;
  /** One after the other. */
  company: readonly Company[];
  cause: ChangeCause;
}

/**
 * Makes the facts anew that stored events have from each other, and judges them by it: events may now have a click
 * before them or a fraudulent install, and new ones earlier company. Brings all of them to what they would be, had
 * everything arrived in one file. Returns changes of verdicts; doing it again, also after it was broken off anywhere,
 * changes nothing.
 */
export async function recompute(stores: Stores, { company, ...of }: RecomputeRequest): Promise<VerdictChange[]> {
  const changes: VerdictChange[] = [];
  for (const each of company) {
    if ('linkedTo' in each) changes.push(...(await recomputeLinks(stores, of, each)));
    else if ('persons' in each) changes.push(...(await recomputePersons(stores, of, each)));
    else changes.push(...(await recomputeShared(stores, of, each.personsOfImport)));
  }
  return addUp(changes);
}

type Of = Omit<RecomputeRequest, 'company'>;

/** Rows of the import whose persons are compared at once: bounds the memory of the comparison. */
const ROWS_PER_COMPARISON = 250_000;

async function recomputeShared(stores: Stores, of: Of, importId: number): Promise<VerdictChange[]> {
  const rowsOf = (comparison: Sql) =>
    sql`FROM traffic WHERE package = ${typed('String', of.package)} AND person != 0 AND import_id ${comparison} ${typed('UInt32', importId)}`;
  const [own, others] = [rowsOf(sql`=`), rowsOf(sql`!=`)];
  const [found] = await stores.clickhouse.query<{ rows: number; company: number }>(
    sql`SELECT (SELECT count() ${own}) AS rows, (SELECT count() FROM (SELECT 1 ${others} LIMIT 1)) AS company`,
    { lane: 'heavy' },
  );
  if (!found?.company) return [];
  const count = Math.ceil(found.rows / ROWS_PER_COMPARISON);
  const changes: VerdictChange[] = [];
  for (let slice = 0; slice < count; slice++) {
    // Other bits of the person than `personSlices` slices by, whose slices would otherwise be empty or whole.
    const part = sql`person % ${typed('UInt32', count)} = ${typed('UInt32', slice)}`;
    const persons = sql`SELECT DISTINCT person ${others} AND ${part} AND person IN (SELECT person ${own} AND ${part})`;
    changes.push(...(await recomputePersons(stores, of, { persons, part: `${slice}.` })));
  }
  return changes;
}

async function recomputePersons(
  stores: Stores,
  { package: packageName, cause }: Of,
  { persons, part = '' }: { persons: Sql; part?: string },
): Promise<VerdictChange[]> {
  const { clickhouse, database } = stores;
  const policy = await loadPolicy(database, packageName);
  const timeZone = await reportingZone(database, packageName);
  const ruleVersion = policy.ruleSet.version;
  await using scratch = openScratch(clickhouse);
  const slices = await personSlices(scratch, packageName, persons);
  const tables = await factTables(scratch);
  const changes: VerdictChange[] = [];
  for (const [index, slice] of slices.entries()) {
    await using step = openScratch(clickhouse);
    const change = { package: packageName, cause, part: `persons ${part}${index}`, ruleVersion, timeZone };
    const target: WriteTarget = {
      package: packageName,
      database,
      timeZone,
      money: (first, last) => moneyBetween(stores, packageName, { first, last }),
      record: (moves) => recordVerdictChange(database, { ...change, moves }),
    };
    const stored = await narrowRows(step, slice);
    for await (const wanted of judgeSlice(clickhouse, { tables, rows: storedRows(slice), policy, stored }))
      changes.push(...(await writeChanges(clickhouse, target, wanted, { recomputed: true })));
  }
  return changes;
}

/** Stored rows with the few columns that facts are made from. */
async function narrowRows(scratch: Scratch, where: Sql): Promise<Sql> {
  const columns = Object.entries(WINDOW_INPUT).map(([name, type]) => `${name} ${type}`);
  const table = await scratch.table(trusted(columns.join(', ')), sql`Memory`);
  const names = trusted(Object.keys(WINDOW_INPUT).join(', '));
  await scratch.clickhouse.command(sql`INSERT INTO ${table} SELECT ${names} FROM traffic WHERE ${where}`, {
    tag: 'judge-narrow',
  });
  return sql`SELECT * FROM ${table}`;
}
