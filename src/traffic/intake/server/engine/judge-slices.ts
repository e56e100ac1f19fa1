import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { Enricher } from '#traffic/enrich/server/enrich.ts';
import { openScratch } from '#traffic/event/server/scratch.ts';
import { trafficColumns } from '#traffic/event/server/traffic-columns.ts';
import { type FactTables, factTables, judgeSlice } from '#traffic/judge/server/judge-slice.ts';
import type { Policy } from '#traffic/judge/server/load-policy.ts';
import { SLOTS } from '../mapping/stage-sql.ts';
import { fillFacts, type RowOrigin } from './fact-rows.ts';
import { findFacts } from './find-facts.ts';
import { createSlice, leaveUnmerged, SLICE_ROWS, type WorkTables } from './work-tables.ts';

/**
 * Bounds memory: a slice is held whole, with its facts, while it is sorted and joined. Each costs 0.2 s beside its
 * rows.
 */
const ROWS_PER_SLICE = 200_000;
/** Rows no interpreter in this process judges: asking how many there are would wait for the facts of the next slice. */
const MANY_ROWS = 10_000;
/** Each slice adds a part to a month, and a table takes no rows with too many of them. */
const SLICES_UNMERGED = 100;

export interface JudgeJob {
  origin: RowOrigin;
  tables: WorkTables;
  enricher: Enricher;
  policy: Policy;
  /** A blank agent is evidence only where the source reports agents. */
  reportsAgents: boolean;
  /** Called after each slice; may throw to stop. */
  onProgress: (share: number) => Promise<void>;
}

/**
 * Stage rows become rows of `traffic` with facts and verdicts, slice by slice. A slice holds all events of its persons
 * in this file; what stored events of the same persons change is seen to after the commit.
 */
export async function judgeSlices(clickhouse: ClickHouse, job: JudgeJob): Promise<{ stored: number; known: number }> {
  const { tables, origin } = job;
  await findRepeats(clickhouse, tables);
  const total = await rowsOf(clickhouse, sql`SELECT count() AS n FROM ${tables.stage} WHERE fault = ''`);
  const slices = Math.min(SLOTS, Math.max(1, Math.ceil(total / ROWS_PER_SLICE)));
  if (slices > 1) await createSlice(clickhouse, tables.slices[1]);
  if (slices <= SLICES_UNMERGED) await leaveUnmerged(clickhouse, tables.rows);
  const earlier = await hasEarlierRows(clickhouse, origin);
  const columns = [...(await trafficColumns(clickhouse, 'traffic')).keys()].join(', ');
  const groups = job.enricher.addressGroups();
  const hasRepeats = (await rowsOf(clickhouse, sql`SELECT count() AS n FROM ${tables.repeats}`)) > 0;
  const where = (slice: number): Sql => {
    const bound = (n: number) => typed('UInt16', Math.floor((n * SLOTS) / slices));
    return sql`slot >= ${bound(slice)} AND slot < ${bound(slice + 1)}`;
  };
  const prepare = async (slice: number): Promise<Sql> => {
    const into = tables.slices[slice % 2 === 0 ? 0 : 1];
    if (slice >= slices) return into.facts;
    const lookingUp = { enricher: job.enricher, groups, stage: tables.stage, into };
    const found = await findFacts(clickhouse, lookingUp, where(slice));
    await fillFacts(clickhouse, { ...job, hasRepeats }, where(slice), found);
    return into.facts;
  };
  await using scratch = openScratch(clickhouse);
  const lookups = await factTables(scratch);
  let preparing = prepare(0);
  try {
    for (let slice = 0; slice < slices; slice++) {
      const facts = await preparing;
      // Judging and writing one slice keeps few cores busy; the facts of the next are found meanwhile.
      preparing = prepare(slice + 1);
      // A failure is met when they are needed; without this it would end the process before.
      preparing.catch(() => {});
      await storeSlice(clickhouse, job, { facts, lookups, columns, earlier, many: total > MANY_ROWS });
      await job.onProgress((slice + 1) / slices);
    }
  } finally {
    // Who broke off clears the tables it writes to.
    await preparing.catch(() => {});
  }
  const [stored, known] = await Promise.all([
    rowsOf(clickhouse, sql`SELECT count() AS n FROM ${tables.rows}`),
    rowsOf(clickhouse, sql`SELECT count() AS n FROM ${tables.known}`),
  ]);
  return { stored, known };
}

interface Slice {
  /** Rows with the facts of each event alone. */
  facts: Sql;
  lookups: FactTables;
  columns: string;
  /** Whether earlier imports may have brought some of them. */
  earlier: boolean;
  many: boolean;
}

/** The rows of a slice that no earlier import brought, with their verdicts, into `tables.rows`. */
async function storeSlice(
  clickhouse: ClickHouse,
  job: JudgeJob,
  { facts, lookups, columns, earlier, many }: Slice,
): Promise<void> {
  const { tables, policy } = job;
  if (earlier) await findKnown(clickhouse, job, facts);
  const fresh = earlier
    ? sql`SELECT * FROM ${facts} WHERE row_id NOT IN (SELECT row_id FROM ${tables.known})`
    : sql`SELECT * FROM ${facts}`;
  const parts = await monthsOf(clickhouse, facts);
  for await (const judged of judgeSlice(clickhouse, { tables: lookups, rows: fresh, policy, many, parts }))
    await clickhouse.command(
      sql`INSERT INTO ${tables.rows} (${trusted(columns)}) SELECT ${trusted(columns)} FROM (${judged})`,
      { tag: 'import-judge', settings: SLICE_ROWS },
    );
  await clickhouse.command(sql`TRUNCATE TABLE ${facts}`);
}

/**
 * More months in a slice are cut apart by the engine in one go; few are cheaper one by one, by a third of the writing.
 */
const MONTHS_ONE_BY_ONE = 3;

/** Conditions that together select all rows of a slice, each those of one month where there are few. */
async function monthsOf(clickhouse: ClickHouse, facts: Sql): Promise<Sql[]> {
  const months = await clickhouse.query<{ month: number }>(
    sql`SELECT DISTINCT toYYYYMM(ts) AS month FROM ${facts} ORDER BY month`,
    { lane: 'write' },
  );
  if (months.length > MONTHS_ONE_BY_ONE) return [sql`true`];
  return months.map(({ month }) => sql`toYYYYMM(ts) = ${typed('UInt32', month)}`);
}

/** A line that stands twice in the file is two events: the second has its own identity. */
async function findRepeats(clickhouse: ClickHouse, { stage, repeats }: WorkTables): Promise<void> {
  await clickhouse.command(
    sql`INSERT INTO ${repeats} SELECT record_no, row_number() OVER (PARTITION BY hash ORDER BY record_no) AS occurrence
      FROM ${stage} WHERE fault = '' AND hash IN (
        SELECT hash FROM ${stage} WHERE fault = '' GROUP BY hash HAVING count() > 1)`,
    { tag: 'import-repeats' },
  );
}

const hasEarlierRows = async (clickhouse: ClickHouse, origin: RowOrigin): Promise<boolean> =>
  (await rowsOf(
    clickhouse,
    sql`SELECT count() AS n FROM (SELECT 1 FROM traffic WHERE package = ${typed('String', origin.package)}
      AND source = ${typed('String', origin.source)} AND import_id != ${typed('UInt32', origin.importId)} LIMIT 1)`,
  )) > 0;

async function findKnown(clickhouse: ClickHouse, { tables, origin }: JudgeJob, facts: Sql): Promise<void> {
  await clickhouse.command(
    sql`INSERT INTO ${tables.known} SELECT row_id FROM traffic
      WHERE package = ${typed('String', origin.package)} AND source = ${typed('String', origin.source)}
        AND row_id IN (SELECT row_id FROM ${facts})`,
    { tag: 'import-known' },
  );
}

/** A small question that a load of live traffic waits for: not behind a sweep, nor pausing while boards are read. */
async function rowsOf(clickhouse: ClickHouse, question: ReturnType<typeof sql>): Promise<number> {
  const [row] = await clickhouse.query<{ n: number }>(question);
  return row?.n ?? 0;
}
