import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { EVENT_KINDS, type EventKind } from '#traffic/event/contract/event.ts';
import { INSTALL_PATTERNS, PATTERN_COLUMNS, PATTERN_NAMES, patternFacts } from './facts/pattern-facts.ts';
import { origins, WINDOW_NAMES, windowFacts } from './facts/window-facts.ts';
import type { Policy } from './load-policy.ts';
import { withJudged } from './verdicts/judged.ts';

const shapeOf = (columns: Readonly<Record<string, string>>): Sql =>
  trusted(['key String', ...Object.entries(columns).map(([name, type]) => `${name} ${type}`)].join(', '));

/** Lookups by row, made anew for every slice. Join tables take no UUID keys. */
export const LOOKUP_ENGINE = sql`Join(ANY, LEFT, key)`;
export const WINDOW_SHAPE = shapeOf(Object.fromEntries(WINDOW_NAMES.map((name) => [name, 'Nullable(Int32)'])));
export const PATTERN_SHAPE = shapeOf(PATTERN_COLUMNS);
export const ORIGIN_SHAPE = sql`key String, origin_reason String`;

const lookup = (table: Sql, name: string): Sql => sql`joinGet('${table}', '${trusted(name)}', toString(row_id))`;

interface Slice {
  tables: { windows: Sql; patterns: Sql; origins: Sql };
  rows: Sql;
  policy: Policy;
  /** Of rows that are stored already: the same rows with `WINDOW_INPUT` only, in a table. */
  stored?: Sql;
  /** Whether they are surely more than are judged in this process. */
  many?: boolean;
  /** Conditions that choose each row once: `work` gets the rows of one after the other. All at once without. */
  parts?: readonly Sql[];
}

/**
 * The same as `judgedRows` of the tests, the definition of the judged state, for rows that lie in a table: the few narrow facts are looked up instead of joined, since a
 * join copies all hundred columns of every row it passes on.
 */
export async function withJudgedSlice<T>(
  clickhouse: ClickHouse,
  { tables, rows, policy, stored, many = false, parts = [sql`true`] }: Slice,
  work: (judged: Sql) => Promise<T>,
): Promise<T[]> {
  const narrow = stored ?? rows;
  await clickhouse.command(sql`TRUNCATE TABLE ${tables.windows}`);
  await clickhouse.command(sql`TRUNCATE TABLE ${tables.origins}`);
  // An install alone of its person has no window facts; most are.
  const mayRepeat = sql`SELECT person FROM (${narrow}) WHERE kind = 'install' GROUP BY person HAVING count() > 1`;
  const repeated = sql`SELECT * FROM (${narrow}) WHERE kind != 'install' OR person IN (${mayRepeat})`;
  await clickhouse.command(
    sql`INSERT INTO ${tables.windows} SELECT toString(row_id), ${trusted(WINDOW_NAMES.join(', '))} FROM (${windowFacts(repeated)})`,
    { tag: 'import-windows' },
  );
  const kinds = await kindsOf(clickhouse, narrow);
  const found = await fillPatterns(clickhouse, tables.patterns, narrow, kinds);
  // What is stored may have to be taken back; new rows have no pattern yet.
  const patterned = found || stored !== undefined;
  const looksUp = (table: Sql, names: readonly string[]): Sql[] =>
    names.map((name) => sql`${lookup(table, name)} AS ${trusted(name)}`);
  const own = looksUp(tables.windows, WINDOW_NAMES);
  const windows = joinSql([...own, ...(patterned ? looksUp(tables.patterns, PATTERN_NAMES) : [])], ', ');
  const ofInstalls = joinSql([...own, ...(patterned ? looksUp(tables.patterns, INSTALL_PATTERNS) : [])], ', ');
  if (kinds.has('install') && HEIRS.some((kind) => kinds.has(kind))) {
    // Only installs that an event of the same person follows can leave anything to inherit.
    const followers = sql`SELECT person FROM (${narrow}) WHERE kind IN ('app_event', 're_event')`;
    const installs = sql`SELECT * REPLACE (${ofInstalls}) FROM (${rows}) WHERE kind = 'install' AND person IN (${followers})`;
    const heirs = sql`SELECT * FROM (${rows}) WHERE kind IN ('app_event', 're_event')
      AND person IN (SELECT person FROM (${narrow}) WHERE kind = 'install')`;
    const seen = trusted('row_id, package, person, kind, ts, verdict, reason');
    const inherit = (judged: Sql) => {
      const family = sql`SELECT ${seen} FROM (${judged}) UNION ALL SELECT ${seen} FROM (${heirs})`;
      return clickhouse.command(
        sql`INSERT INTO ${tables.origins} SELECT toString(row_id), origin_reason FROM (${origins(family)})`,
        { tag: 'import-origins' },
      );
    };
    await withJudged(clickhouse, installs, policy, inherit, { kinds: new Set<EventKind>(['install']), many });
  }
  const origin = sql`toLowCardinality(${lookup(tables.origins, 'origin_reason')}) AS origin_reason`;
  const done: T[] = [];
  for (const part of parts) {
    const looked = sql`SELECT * REPLACE (${windows}, ${origin}) FROM (${rows}) WHERE ${part}`;
    done.push(await withJudged(clickhouse, looked, policy, work, { kinds, many }));
  }
  return done;
}

/** Kinds that inherit from an install. */
const HEIRS = ['app_event', 're_event'] as const;

async function kindsOf(clickhouse: ClickHouse, rows: Sql): Promise<ReadonlySet<EventKind>> {
  const [found] = await clickhouse.query<{ kinds: string[] }>(
    sql`SELECT groupUniqArray(toString(kind)) AS kinds FROM (${rows})`,
    // The heavy lane is taken by what the next slice needs.
    { lane: 'write' },
  );
  return new Set(EVENT_KINDS.filter((kind) => found?.kinds.includes(kind)));
}

/** Kinds that show a pattern by themselves; installs only beside clicks. */
const PATTERNED = ['visit', 'impression', 'click_impression', 'vast_request', 'vast_tracking', 're_click'] as const;

/** Whether any row has a pattern fact. A file of installs alone, or of events alone, is not even searched. */
async function fillPatterns(
  clickhouse: ClickHouse,
  table: Sql,
  rows: Sql,
  kinds: ReadonlySet<EventKind>,
): Promise<boolean> {
  await clickhouse.command(sql`TRUNCATE TABLE ${table}`);
  const may = PATTERNED.some((kind) => kinds.has(kind)) || (kinds.has('click') && kinds.has('install'));
  if (!may) return false;
  await clickhouse.command(
    sql`INSERT INTO ${table} SELECT toString(row_id), ${trusted(PATTERN_NAMES.join(', '))} FROM (${patternFacts(rows)})`,
    { tag: 'import-patterns' },
  );
  const [found] = await clickhouse.query<{ n: number }>(sql`SELECT count() AS n FROM ${table}`);
  return (found?.n ?? 0) > 0;
}
