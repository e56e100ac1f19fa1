import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { EVENT_KINDS, type EventKind } from '#traffic/event/contract/event.ts';
import { openScratch, type Scratch } from '#traffic/event/server/scratch.ts';
import { INHERITING_KINDS, IS_INHERITING } from './facts/inheritance.ts';
import { INSTALL_PATTERNS, PATTERN_COLUMNS, PATTERN_NAMES, patternFacts } from './facts/pattern-facts.ts';
import { origins, WINDOW_NAMES, windowFacts } from './facts/window-facts.ts';
import type { Policy } from './load-policy.ts';
import { judged } from './verdicts/judged.ts';

const shapeOf = (columns: Readonly<Record<string, string>>): Sql =>
  trusted(['key String', ...Object.entries(columns).map(([name, type]) => `${name} ${type}`)].join(', '));

/**
 * Tables of the facts found about the rows of a slice, by row id as text: Join tables take no UUID keys. As one
 * question the engine would take longer to understand it than to answer it.
 */
export interface FactTables {
  windows: Sql;
  patterns: Sql;
  origins: Sql;
}

/** They serve slice after slice: each is emptied before it is filled. */
export async function factTables(scratch: Scratch): Promise<FactTables> {
  const lookup = (columns: Readonly<Record<string, string>>) =>
    scratch.table(shapeOf(columns), sql`Join(ANY, LEFT, key)`);
  return {
    windows: await lookup(Object.fromEntries(WINDOW_NAMES.map((name) => [name, 'Nullable(Int32)']))),
    patterns: await lookup(PATTERN_COLUMNS),
    origins: await lookup({ origin_reason: 'String', origin_verdict: 'String' }),
  };
}

const lookup = (table: Sql, name: string): Sql => sql`joinGet('${table}', '${trusted(name)}', toString(row_id))`;

export interface Slice {
  tables: FactTables;
  /** In a table, with the facts of each event alone: all events of their persons, as far as those are known. */
  rows: Sql;
  policy: Policy;
  /** Of rows that are stored already: the same rows with `WINDOW_INPUT` only, in a table. */
  stored?: Sql;
  /** Whether they are surely more than are judged in this process. */
  many?: boolean;
  /** Conditions that choose each row once: the answers are the rows of one after the other. All at once without. */
  parts?: readonly Sql[];
}

/**
 * The rows of a slice with the facts they have from each other and their verdicts; each answer is to be read before the
 * next is asked for. What `judgedRows` of the tests defines, for rows in a table: the few narrow facts are looked up
 * instead of joined, since a join copies all hundred columns of every row it passes on.
 */
export async function* judgeSlice(clickhouse: ClickHouse, slice: Slice): AsyncGenerator<Sql> {
  const { tables, rows, policy, stored, many = false, parts = [sql`true`] } = slice;
  const narrow = stored ?? rows;
  const kinds = await kindsOf(clickhouse, narrow);
  await fillWindows(clickhouse, tables.windows, narrow);
  const found = await fillPatterns(clickhouse, tables.patterns, narrow, kinds);
  // What is stored may have to be taken back; new rows have no pattern yet.
  const patterned = found || stored !== undefined;
  const looksUp = (patterns: readonly string[]): Sql =>
    joinSql(
      [
        ...WINDOW_NAMES.map((name) => sql`${lookup(tables.windows, name)} AS ${trusted(name)}`),
        ...(patterned ? patterns : []).map((name) => sql`${lookup(tables.patterns, name)} AS ${trusted(name)}`),
      ],
      ', ',
    );
  await clickhouse.command(sql`TRUNCATE TABLE ${tables.origins}`);
  if (kinds.has('install') && INHERITING_KINDS.some((kind) => kinds.has(kind)))
    await fillOrigins(clickhouse, slice, looksUp(INSTALL_PATTERNS));
  const origin = sql`toLowCardinality(${lookup(tables.origins, 'origin_reason')}) AS origin_reason,
    toLowCardinality(${lookup(tables.origins, 'origin_verdict')}) AS origin_verdict`;
  for (const part of parts) {
    await using scratch = openScratch(clickhouse);
    const complete = sql`SELECT * REPLACE (${looksUp(PATTERN_NAMES)}, ${origin}) FROM (${rows}) WHERE ${part}`;
    yield await judged(scratch, complete, policy, { kinds, many });
  }
}

async function kindsOf(clickhouse: ClickHouse, rows: Sql): Promise<ReadonlySet<EventKind>> {
  const [found] = await clickhouse.query<{ kinds: string[] }>(
    sql`SELECT groupUniqArray(toString(kind)) AS kinds FROM (${rows})`,
    // The heavy lane is taken by what the next slice needs.
    { lane: 'write' },
  );
  return new Set(EVENT_KINDS.filter((kind) => found?.kinds.includes(kind)));
}

async function fillWindows(clickhouse: ClickHouse, table: Sql, rows: Sql): Promise<void> {
  await clickhouse.command(sql`TRUNCATE TABLE ${table}`);
  // An install alone of its person has no window facts; most are.
  const mayRepeat = sql`SELECT person FROM (${rows}) WHERE kind = 'install' GROUP BY person HAVING count() > 1`;
  const repeated = sql`SELECT * FROM (${rows}) WHERE kind != 'install' OR person IN (${mayRepeat})`;
  await clickhouse.command(
    sql`INSERT INTO ${table} SELECT toString(row_id), ${trusted(WINDOW_NAMES.join(', '))} FROM (${windowFacts(repeated)})`,
    { tag: 'import-windows' },
  );
}

/** Kinds that show a pattern by themselves; installs only beside clicks. */
const PATTERNED = [
  'click',
  'visit',
  'impression',
  'click_impression',
  'vast_request',
  'vast_tracking',
  're_click',
] as const;

/** Whether any row has a pattern fact. A file of installs alone, or of events alone, is not even searched. */
async function fillPatterns(
  clickhouse: ClickHouse,
  table: Sql,
  rows: Sql,
  kinds: ReadonlySet<EventKind>,
): Promise<boolean> {
  await clickhouse.command(sql`TRUNCATE TABLE ${table}`);
  if (!PATTERNED.some((kind) => kinds.has(kind))) return false;
  const patterns = patternFacts(rows, kinds);
  if (!patterns) return false;
  await clickhouse.command(
    sql`INSERT INTO ${table} SELECT toString(row_id), ${trusted(PATTERN_NAMES.join(', '))} FROM (${patterns})`,
    { tag: 'import-patterns' },
  );
  const [found] = await clickhouse.query<{ n: number }>(sql`SELECT count() AS n FROM ${table}`);
  return (found?.n ?? 0) > 0;
}

/** Judges the installs first that have another event of the same person: only those can leave anything to inherit. */
async function fillOrigins(
  clickhouse: ClickHouse,
  { tables, rows, policy, stored, many = false }: Slice,
  facts: Sql,
): Promise<void> {
  await using scratch = openScratch(clickhouse);
  const narrow = stored ?? rows;
  const followers = sql`SELECT person FROM (${narrow}) WHERE ${IS_INHERITING}`;
  const installs = sql`SELECT * REPLACE (${facts}) FROM (${rows}) WHERE kind = 'install' AND person IN (${followers})`;
  const events = sql`SELECT * FROM (${rows}) WHERE ${IS_INHERITING}
    AND person IN (SELECT person FROM (${narrow}) WHERE kind = 'install')`;
  const seen = trusted('row_id, package, person, publisher, sub_publisher, kind, ts, verdict, reason');
  const hints = { kinds: new Set<EventKind>(['install']), many };
  const families = sql`SELECT ${seen} FROM (${await judged(scratch, installs, policy, hints)})
    UNION ALL SELECT ${seen} FROM (${events})`;
  await clickhouse.command(
    sql`INSERT INTO ${tables.origins} SELECT toString(row_id), origin_reason, origin_verdict FROM (${origins(families)})`,
    { tag: 'import-origins' },
  );
}
