import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { VERDICTS, type Verdict } from '#traffic/event/contract/event.ts';
import { withWorkTable } from '#traffic/event/server/work-table.ts';
import { PATTERN_COLUMNS } from '../facts/pattern-facts.ts';
import { movesIn, type VerdictMove } from '../verdict-changes.ts';
import { VERDICT_COLUMNS } from './verdict-columns.ts';

/** What judging by stored facts writes; an event inherits from its install. */
const JUDGED = { origin_reason: 'LowCardinality(String)', ...VERDICT_COLUMNS } as const;

/** And what is made anew beside it where other events of the person came; nothing else of a stored event ever changes, except what a person decided. */
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

/** How many events went from one verdict to another. */
export interface VerdictChange {
  from: Verdict;
  to: Verdict;
  events: number;
}

const old = (names: readonly string[]): Sql => list((name) => `${name} AS old_${name}`, names);

/** Stored rows of `traffic` with the judged columns a second time as `old_…`, which `writeChanges` compares with. */
export const storedRows = (where: Sql): Sql =>
  sql`SELECT *, ${old(Object.keys(RECOMPUTED))} FROM traffic WHERE ${where}`;

/** The same of rows taken from there, for who makes no facts anew. They need these columns. */
export const withOld = (rows: Sql): Sql => sql`SELECT *, ${old(Object.keys(JUDGED))} FROM (${rows})`;
const SHOWN = ['row_id', 'kind', 'ts', 'person', 'publisher', 'campaign', 'currency', 'cost', 'decision'];
export const COMPARED: ReadonlySet<string> = new Set([...SHOWN, ...Object.keys(JUDGED)]);

export interface WriteRequest {
  package: string;
  /** Made from `storedRows`. */
  wanted: Sql;
  timeZone: string;
  /** True where facts were made anew too: reading and comparing them takes most of the time. */
  recomputed?: boolean;
  /** Notes the changes before they are written. */
  record: (moves: readonly VerdictMove[]) => Promise<void>;
  /**
   * Called in place of writing when something differs: `found` are the rows with their old and new verdicts, `write` notes
   * and writes them but for those a condition over them leaves out.
   */
  around?: (found: Sql, write: (but: Sql) => Promise<VerdictMove[]>) => Promise<VerdictMove[]>;
}

/**
 * Brings stored rows to what `wanted` says, writing only those that differ, in one UPDATE. Doing it again changes nothing.
 * Returns changes of the verdict.
 */
export function writeChanges(ch: ClickHouse, request: WriteRequest): Promise<VerdictMove[]> {
  const { package: packageName, wanted, timeZone, recomputed = false, record } = request;
  const around: NonNullable<WriteRequest['around']> = request.around ?? ((_found, write) => write(sql`false`));
  const written = Object.entries(recomputed ? RECOMPUTED : JUDGED);
  const names = written.map(([name]) => name);
  // A Join table takes no UUID keys.
  const columns = sql`key String, kind LowCardinality(String), ts DateTime64(3, 'UTC'), person UInt64, old_verdict LowCardinality(String), old_reason LowCardinality(String), currency LowCardinality(String), cost Decimal(20, 6), ${trusted(written.map((column) => column.join(' ')).join(', '))}`;
  return withWorkTable(ch, columns, sql`Join(ANY, LEFT, key)`, async (table) => {
    await ch.command(
      sql`INSERT INTO ${table} SELECT toString(row_id), toString(kind), ts, person, toString(old_verdict), old_reason, currency, cost, ${trusted(names.join(', '))}
        FROM (${wanted}) WHERE ${differing(names)}`,
      { tag: 'judge-compare' },
    );
    const [found] = await ch.query<{ events: number; kinds: string[]; first: string; last: string }>(
      sql`SELECT count() AS events, groupUniqArray(toString(kind)) AS kinds, toString(min(ts)) AS first, toString(max(ts)) AS last FROM ${table}`,
    );
    if (!found || found.events === 0) return [];
    const write = async (but: Sql): Promise<VerdictMove[]> => {
      const moves = await ch.query<VerdictMove>(
        movesIn(sql`SELECT * FROM ${table} WHERE old_verdict != toString(verdict) AND NOT (${but})`, timeZone),
        { lane: 'heavy', tag: 'judge-moves' },
      );
      await record(moves);
      // Kinds and times of the changed rows keep the UPDATE away from months and kinds it has nothing to do in.
      await ch.command(
        sql`UPDATE traffic SET ${joinSql(
          names.map((name) => sql`${trusted(name)} = joinGet(${table}, ${trusted(`'${name}'`)}, toString(row_id))`),
          ', ',
        )}
        WHERE package = ${typed('String', packageName)} AND kind IN ${typed('Array(String)', found.kinds)}
          AND ts BETWEEN ${typed("DateTime64(3, 'UTC')", found.first)} AND ${typed("DateTime64(3, 'UTC')", found.last)}
          AND toString(row_id) IN (SELECT key FROM ${table} WHERE NOT (${but}))`,
        { tag: 'judge-write' },
      );
      return moves;
    };
    return around(table, write);
  });
}

const order = ({ from, to }: VerdictChange): number => VERDICTS.indexOf(from) * VERDICTS.length + VERDICTS.indexOf(to);

/** One count per pair of verdicts. */
export function addUp(changes: readonly VerdictChange[]): VerdictChange[] {
  const sums = new Map<string, VerdictChange>();
  for (const change of changes) {
    const { from, to, events } = change;
    sums.set(`${from} ${to}`, { from, to, events: events + (sums.get(`${from} ${to}`)?.events ?? 0) });
  }
  return [...sums.values()].sort((a, b) => order(a) - order(b));
}
