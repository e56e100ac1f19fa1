import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { Stores } from '#platform/server/stores.ts';
import { fieldsOf } from '#traffic/event/contract/condition-fields.ts';
import { openScratch } from '#traffic/event/server/scratch.ts';
import { loadPolicy } from '../load-policy.ts';
import { rejudge } from '../rejudge.ts';
import type { ChangeCause, VerdictChange } from '../verdict-changes.ts';
import { LINK_PARTS, linkedRows } from './link-facts.ts';
import type { LinkPart } from './link-part.ts';

/** Keyed rows of the import looked at in one step: bounds the memory of sorts and sets. */
const ROWS_PER_STEP = 500_000;
/** From so many on, finding the keys that are shared costs less than looking at all rows that have one. */
const MANY_ROWS = 50_000;

/** Rows that share a key (an order, a click id, an address) with some others. */
export interface Linked {
  /** The others, with the columns of LINK_INPUT. */
  linkedTo: Sql;
  /** The import that brought them: verdicts of its rows are new, not changed. Absent when they were removed. */
  newIn?: number;
  /** Ids of the parts that are meant; all of them when absent. */
  only?: readonly string[];
}

interface Of {
  package: string;
  cause: ChangeCause;
}

/**
 * Brings facts about events of others up to date for the keys of some rows, then the verdicts that rest on them. Doing
 * it again, also after it was broken off anywhere, ends the same. Returns changes of verdicts.
 */
export async function recomputeLinks(stores: Stores, of: Of, linked: Linked): Promise<VerdictChange[]> {
  const { clickhouse } = stores;
  const parts = LINK_PARTS.filter(({ id }) => linked.only?.includes(id) ?? true);
  const counts = parts.map(({ keyed, findable }, index) => {
    const found = findable ? sql`${keyed} AND ${findable(of.package)}` : keyed;
    return sql`countIf(${found}) AS ${trusted(`part_${index}`)}`;
  });
  const [found] = await clickhouse.query<Record<string, number>>(
    sql`SELECT ${joinSql(counts, ', ')} FROM (${linked.linkedTo})`,
    { lane: 'heavy' },
  );
  const rowsOf = (index: number): number => found?.[`part_${index}`] ?? 0;
  if (parts.every((_, index) => rowsOf(index) === 0)) return [];
  const read = await readByOwnRules(stores.database, of.package);
  await using scratch = openScratch(clickhouse);
  const columns = sql`key String, kind LowCardinality(String), ts DateTime64(3, 'UTC'), import_id UInt32`;
  const touched = await scratch.table(columns, sql`MergeTree ORDER BY key`);
  for (const [index, link] of parts.entries()) {
    const steps = Math.ceil(rowsOf(index) / ROWS_PER_STEP);
    for (let step = 0; step < steps; step++) {
      const part = sql`${link.key} % ${typed('UInt32', steps)} = ${typed('UInt32', step)}`;
      // New rows alone with their key have no fact and had none; of a large import they are nearly all.
      const sharedOnly = !link.alone && linked.newIn !== undefined && rowsOf(index) >= MANY_ROWS;
      const weighs = linked.newIn !== undefined && !read.has(link.id) ? link.weighs : undefined;
      await writeFacts(clickhouse, of.package, linked, { link, part, touched, sharedOnly, weighs });
    }
  }
  return await judgeTouched(stores, of, linked, touched);
}

/** Parts whose facts are read by rules that somebody made for the package. */
async function readByOwnRules(database: Stores['database'], packageName: string): Promise<ReadonlySet<string>> {
  const { ruleSet, earlier = [] } = await loadPolicy(database, packageName);
  const own = [ruleSet, ...earlier.map((version) => version.ruleSet)].flatMap(({ custom = [] }) => custom);
  const fields = new Set(own.flatMap(({ when }) => fieldsOf(when)).map(String));
  return new Set(
    LINK_PARTS.filter(({ columns }) => Object.keys(columns).some((name) => fields.has(name))).map(({ id }) => id),
  );
}

interface Writing {
  link: LinkPart;
  part: Sql;
  touched: Sql;
  sharedOnly: boolean;
  /** Of rows whose verdict may rest on what is found; of all when absent. */
  weighs: Sql | undefined;
}

/** One kind of link: finds its facts, writes those that differ, notes every row whose verdict may rest on one. */
async function writeFacts(
  clickhouse: ClickHouse,
  packageName: string,
  { linkedTo, newIn }: Linked,
  { link, part, touched, sharedOnly, weighs = sql`true` }: Writing,
): Promise<void> {
  await using scratch = openScratch(clickhouse);
  const names = Object.keys(link.columns);
  const columns = Object.entries(link.columns).map(([name, type]) => `${name} ${type}`);
  const shape = trusted(
    `key String, kind LowCardinality(String), ts DateTime64(3, 'UTC'), import_id UInt32, differs UInt8, weighs UInt8, ${columns.join(', ')}`,
  );
  const table = await scratch.table(shape, sql`Join(ANY, LEFT, key)`);
  const differs = names.map((name) => `old_${name} IS DISTINCT FROM ${name}`).join(' OR ');
  const isEmpty = (name: string, column: string) =>
    link.columns[name]?.startsWith('Nullable') ? `isNull(${column})` : `${column} = ''`;
  const nothing = names.map((name) => `${isEmpty(name, name)} AND ${isEmpty(name, `old_${name}`)}`).join(' AND ');
  // Of an undo nobody knows which rows an attempt before this one had emptied already.
  const which = newIn === undefined ? sql`true` : sql`NOT (${trusted(nothing)})`;
  const rows = linkedRows(link, { package: packageName, own: linkedTo, part, sharedOnly });
  await clickhouse.command(
    sql`INSERT INTO ${table} SELECT toString(row_id), toString(kind), ts, import_id, ${trusted(differs)}, ${weighs}, ${trusted(names.join(', '))}
      FROM (${link.find(rows, packageName)}) WHERE ${which}`,
    { tag: 'link-facts' },
  );
  const span = await spanOf(clickhouse, sql`SELECT kind, ts, differs FROM ${table}`);
  if (!span) return;
  await clickhouse.command(sql`INSERT INTO ${touched} SELECT key, kind, ts, import_id FROM ${table} WHERE weighs`);
  if (span.differing === 0) return;
  const values = names.map(
    (name) => sql`${trusted(name)} = joinGet(${table}, ${trusted(`'${name}'`)}, toString(row_id))`,
  );
  await clickhouse.command(
    sql`UPDATE traffic SET ${joinSql(values, ', ')} WHERE package = ${typed('String', packageName)} AND ${span.within}
      AND toString(row_id) IN (SELECT key FROM ${table} WHERE differs)`,
    { tag: 'link-write' },
  );
}

/** New rows get their verdict in silence; what others had before is a change, and recorded. */
async function judgeTouched(stores: Stores, of: Of, { newIn }: Linked, touched: Sql): Promise<VerdictChange[]> {
  const judge = async (imports: Sql, recorded: boolean): Promise<VerdictChange[]> => {
    const span = await spanOf(stores.clickhouse, sql`SELECT kind, ts, 1 AS differs FROM ${touched} WHERE ${imports}`);
    if (!span) return [];
    const where = sql`${span.within} AND toString(row_id) IN (SELECT key FROM ${touched} WHERE ${imports})`;
    const cause = { ...of.cause, operation: `${of.cause.operation} links` };
    return rejudge(stores, { package: of.package, where, changed: 'anything', cause, recorded });
  };
  if (newIn === undefined) return judge(sql`true`, true);
  const own = typed('UInt32', newIn);
  return [...(await judge(sql`import_id = ${own}`, false)), ...(await judge(sql`import_id != ${own}`, true))];
}

/** Kinds and times keep a statement away from months and kinds it has nothing to do in; undefined for no rows. */
async function spanOf(ch: ClickHouse, rows: Sql): Promise<{ within: Sql; differing: number } | undefined> {
  const [found] = await ch.query<{ n: number; differing: number; kinds: string[]; first: string; last: string }>(
    sql`SELECT count() AS n, countIf(differs) AS differing, groupUniqArray(toString(kind)) AS kinds,
      toString(min(ts)) AS first, toString(max(ts)) AS last FROM (${rows})`,
  );
  if (!found || found.n === 0) return undefined;
  const moment = (text: string) => typed("DateTime64(3, 'UTC')", text);
  const within = sql`kind IN ${typed('Array(String)', found.kinds)} AND ts BETWEEN ${moment(found.first)} AND ${moment(found.last)}`;
  return { within, differing: found.differing };
}
