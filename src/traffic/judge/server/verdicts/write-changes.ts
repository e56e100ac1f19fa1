import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { told } from '#traffic/changes/server/tell.ts';
import { openScratch, type Scratch } from '#traffic/event/server/scratch.ts';
import type { MoneySql } from '#traffic/money/server/money-sql.ts';
import { PATTERN_COLUMNS } from '../facts/pattern-facts.ts';
import { movesIn, type VerdictMove } from '../verdict-changes.ts';
import { VERDICT_COLUMNS } from './verdict-columns.ts';

/** What judging by stored facts writes; an event inherits from its install. */
const JUDGED = {
  origin_reason: 'LowCardinality(String)',
  origin_verdict: 'LowCardinality(String)',
  ...VERDICT_COLUMNS,
} as const;

/**
 * And what is made anew beside it where other events of the person came; nothing else of a stored event ever changes,
 * except what a person decided.
 */
const RECOMPUTED = {
  repeat_gap_seconds: 'Nullable(Int32)',
  clicks_1m: 'Nullable(Int32)',
  clicks_1h: 'Nullable(Int32)',
  clicks_24h: 'Nullable(Int32)',
  install_repeat_days: 'Nullable(Int32)',
  ...PATTERN_COLUMNS,
  ...JUDGED,
} as const;

const list = (of: (name: string) => string, names: readonly string[]): Sql => trusted(names.map(of).join(', '));

/** A new version that judges the same is no change: a verdict keeps the version that first made it as it is. */
const differing = (names: readonly string[]): Sql =>
  trusted(
    names
      .filter((name) => name !== 'rule_version')
      .map((name) => `old_${name} IS DISTINCT FROM ${name}`)
      .join(' OR '),
  );

/** Rows that judging by their stored facts changes. */
export const DIFFERS = differing(Object.keys(JUDGED));

const old = (names: readonly string[]): Sql => list((name) => `${name} AS old_${name}`, names);

/** Stored rows of `traffic` with the judged columns a second time as `old_…`, which `writeChanges` compares with. */
export const storedRows = (where: Sql): Sql =>
  sql`SELECT *, ${old(Object.keys(RECOMPUTED))} FROM traffic WHERE ${where}`;

/** The same of rows taken from there, for who makes no facts anew. They need these columns. */
export const withOld = (rows: Sql): Sql => sql`SELECT *, ${old(Object.keys(JUDGED))} FROM (${rows})`;
const SHOWN = [
  'row_id',
  'kind',
  'ts',
  'person',
  'publisher',
  'sub_publisher',
  'campaign',
  'event_name',
  'currency',
  'cost',
  'revenue',
  'decision',
];
export const COMPARED: ReadonlySet<string> = new Set([...SHOWN, ...Object.keys(JUDGED)]);

/** Where changes go, and who is told before. */
export interface WriteTarget {
  package: string;
  database: Database;
  timeZone: string;
  /** What events cost between two times. */
  money: (first: Date, last: Date) => Promise<MoneySql>;
  /** Notes the changes before they are written. */
  record: (moves: readonly VerdictMove[]) => Promise<void>;
}

/** Rows that are to be written: what they are, and what they should be. */
export interface Differences {
  /** A table with old and new verdicts; `key` is the row id as text. */
  rows: Sql;
  columns: readonly string[];
  /** Kinds and times keep the UPDATE away from months and kinds it has nothing to do in. */
  kinds: string[];
  first: string;
  last: string;
}

/**
 * What of `wanted`, made from `storedRows`, differs from what is stored; undefined when nothing does. `recomputed`
 * where facts were made anew too: reading and comparing them takes most of the time.
 */
export async function findDifferences(
  scratch: Scratch,
  wanted: Sql,
  { recomputed = false } = {},
): Promise<Differences | undefined> {
  const { clickhouse } = scratch;
  const written = Object.entries(recomputed ? RECOMPUTED : JUDGED);
  const columns = written.map(([name]) => name);
  // A Join table takes no UUID keys.
  const shape = sql`key String, kind LowCardinality(String), ts DateTime64(3, 'UTC'), person UInt64, publisher LowCardinality(String), sub_publisher LowCardinality(String), campaign LowCardinality(String), old_verdict LowCardinality(String), old_reason LowCardinality(String), decision LowCardinality(String), event_name LowCardinality(String), currency LowCardinality(String), cost Decimal(20, 6), revenue Decimal(20, 6), ${trusted(written.map((column) => column.join(' ')).join(', '))}`;
  const rows = await scratch.table(shape, sql`Join(ANY, LEFT, key)`);
  await clickhouse.command(
    sql`INSERT INTO ${rows} SELECT toString(row_id), toString(kind), ts, person, publisher, sub_publisher, campaign, toString(old_verdict), old_reason, toString(decision), event_name, currency, cost, revenue, ${trusted(columns.join(', '))}
      FROM (${wanted}) WHERE ${differing(columns)}`,
    { tag: 'judge-compare' },
  );
  const [found] = await clickhouse.query<{ events: number; kinds: string[]; first: string; last: string }>(
    sql`SELECT count() AS events, groupUniqArray(toString(kind)) AS kinds, toString(min(ts)) AS first, toString(max(ts)) AS last FROM ${rows}`,
  );
  if (!found || found.events === 0) return undefined;
  const { kinds, first, last } = found;
  return { rows, columns, kinds, first, last };
}

/**
 * Notes and writes what differs, but for rows of the condition `but`, in one UPDATE. A row that a person has decided about
 * since it was compared is left as it is: that decision has judged it. Returns changes of the verdict.
 */
export async function writeDifferences(
  clickhouse: ClickHouse,
  { package: packageName, database, timeZone, money, record }: WriteTarget,
  { rows, columns, kinds, first, last }: Differences,
  but: Sql = sql`false`,
): Promise<VerdictMove[]> {
  const { amount, currency } = await money(momentOf(first), momentOf(last));
  const moved = sql`SELECT *, ${amount} AS spent, ${currency} AS spent_in FROM ${rows} WHERE old_verdict != toString(verdict) AND NOT (${but})`;
  const moves = await clickhouse.query<VerdictMove>(movesIn(moved, timeZone), { lane: 'heavy', tag: 'judge-moves' });
  await record(moves);
  const values = columns.map(
    (name) => sql`${trusted(name)} = joinGet(${rows}, ${trusted(`'${name}'`)}, toString(row_id))`,
  );
  const written = sql`SELECT ${typed('String', packageName)} AS package, ts, toUUID(key) AS row_id FROM ${rows} WHERE NOT (${but})`;
  const update = () =>
    clickhouse.command(
      sql`UPDATE traffic SET ${joinSql(values, ', ')}
      WHERE package = ${typed('String', packageName)} AND kind IN ${typed('Array(String)', kinds)}
        AND ts BETWEEN ${typed("DateTime64(3, 'UTC')", first)} AND ${typed("DateTime64(3, 'UTC')", last)}
        AND toString(row_id) IN (SELECT key FROM ${rows} WHERE NOT (${but}))
        AND toString(decision) = joinGet(${rows}, 'decision', toString(row_id))`,
      { tag: 'judge-write' },
    );
  await told({ clickhouse, database }, written, update);
  return moves;
}

/** As the engine writes a time. */
const momentOf = (text: string): Date => new Date(`${text.replace(' ', 'T')}Z`);

/** Brings stored rows to what `wanted` says, writing only those that differ. Doing it again changes nothing. */
export async function writeChanges(
  clickhouse: ClickHouse,
  target: WriteTarget,
  wanted: Sql,
  how: { recomputed?: boolean } = {},
): Promise<VerdictMove[]> {
  await using scratch = openScratch(clickhouse);
  const differences = await findDifferences(scratch, wanted, how);
  return differences ? await writeDifferences(clickhouse, target, differences) : [];
}
