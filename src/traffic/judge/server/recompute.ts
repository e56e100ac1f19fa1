import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { withWorkTable } from '#traffic/event/server/work-table.ts';
import { withPersons } from './facts/person-slices.ts';
import { WINDOW_INPUT } from './facts/window-facts.ts';
import { LOOKUP_ENGINE, ORIGIN_SHAPE, PATTERN_SHAPE, WINDOW_SHAPE, withJudgedSlice } from './judge-new.ts';
import { loadPolicy, type Policy } from './load-policy.ts';
import { type Because, recordVerdictChange, reportingZone, type VerdictMove } from './verdict-changes.ts';
import { addUp, storedRows, type VerdictChange, writeChanges } from './verdicts/write-changes.ts';

/** Rows of the import whose persons are compared at once: bounds the memory of the comparison. */
const ROWS_PER_COMPARISON = 250_000;

/**
 * After an import: events that were stored before may now have a click before them or a fraudulent install, and the
 * new ones may have earlier company. Brings all events of persons the import shares with others to what they would be,
 * had everything arrived in one file. Returns changes of verdicts; doing it again changes nothing.
 */
export async function recomputeTouched(
  ch: ClickHouse,
  database: Database,
  { package: packageName, importId, because }: { package: string; importId: number; because: Because },
): Promise<VerdictChange[]> {
  const rowsOf = (comparison: Sql) =>
    sql`FROM traffic WHERE package = ${typed('String', packageName)} AND person != 0 AND import_id ${comparison} ${typed('UInt32', importId)}`;
  const [own, others] = [rowsOf(sql`=`), rowsOf(sql`!=`)];
  const [found] = await ch.query<{ rows: number; company: number }>(
    sql`SELECT (SELECT count() ${own}) AS rows, (SELECT count() FROM (SELECT 1 ${others} LIMIT 1)) AS company`,
    { lane: 'heavy' },
  );
  if (!found?.company) return [];
  const count = Math.ceil(found.rows / ROWS_PER_COMPARISON);
  const changes: VerdictChange[] = [];
  for (let slice = 0; slice < count; slice++) {
    // Other bits of the person than `withPersons` slices by, whose slices would otherwise be empty or whole.
    const part = sql`person % ${typed('UInt32', count)} = ${typed('UInt32', slice)}`;
    const persons = sql`SELECT DISTINCT person ${others} AND ${part} AND person IN (SELECT person ${own} AND ${part})`;
    changes.push(
      ...(await recomputePersons(ch, database, { package: packageName, persons, because, part: `${slice}.` })),
    );
  }
  return addUp(changes);
}

/**
 * The same for any set of persons (a SELECT of one column). Before undoing an import its persons must be kept somewhere;
 * afterwards nobody knows them any more.
 */
export async function recomputePersons(
  ch: ClickHouse,
  database: Database,
  {
    package: packageName,
    persons,
    because,
    part = '',
  }: { package: string; persons: Sql; because: Because; part?: string },
): Promise<VerdictChange[]> {
  const policy = await loadPolicy(database, packageName);
  const timeZone = await reportingZone(database, packageName);
  const ruleVersion = policy.ruleSet.version;
  return withPersons(ch, packageName, persons, async (slices) => {
    const changes: VerdictChange[] = [];
    for (const [index, slice] of slices.entries()) {
      const noted = { package: packageName, because, part: `persons ${part}${index}`, ruleVersion, timeZone };
      const record = (moves: readonly VerdictMove[]) => recordVerdictChange(database, { ...noted, moves });
      const written = await withWanted(ch, slice, policy, (wanted) =>
        writeChanges(ch, { package: packageName, wanted, timeZone, recomputed: true, record }),
      );
      changes.push(...written.flat());
    }
    return addUp(changes);
  });
}

/** Stored rows of a slice as they should be. */
function withWanted<T>(ch: ClickHouse, slice: Sql, policy: Policy, work: (wanted: Sql) => Promise<T>): Promise<T[]> {
  const input = Object.entries(WINDOW_INPUT).map(([name, type]) => `${name} ${type}`);
  return withWorkTable(ch, trusted(input.join(', ')), sql`Memory`, async (narrow) => {
    const names = trusted(Object.keys(WINDOW_INPUT).join(', '));
    await ch.command(sql`INSERT INTO ${narrow} SELECT ${names} FROM traffic WHERE ${slice}`, { tag: 'judge-narrow' });
    return withLookupTables(ch, (tables) =>
      withJudgedSlice(ch, { tables, rows: storedRows(slice), policy, stored: sql`SELECT * FROM ${narrow}` }, work),
    );
  });
}

/**
 * Tables for the facts found about a slice. As one question the engine would take longer to understand it than to answer
 * it.
 */
export function withLookupTables<T>(
  ch: ClickHouse,
  work: (tables: { windows: Sql; patterns: Sql; origins: Sql }) => Promise<T>,
): Promise<T> {
  const lookup = (shape: Sql, next: (table: Sql) => Promise<T>) => withWorkTable(ch, shape, LOOKUP_ENGINE, next);
  return lookup(WINDOW_SHAPE, (windows) =>
    lookup(PATTERN_SHAPE, (patterns) => lookup(ORIGIN_SHAPE, (origins) => work({ windows, patterns, origins }))),
  );
}
