import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { LINK_PARTS, type LinkPart, linkedRows } from './link-facts.ts';
import { rejudge } from './rejudge.ts';
import type { Because } from './verdict-changes.ts';
import { withWorkTable } from './work-table.ts';
import { addUp, type VerdictChange } from './write-changes.ts';

/** Keyed rows of the import looked at in one step: bounds the memory of sorts and sets. */
const ROWS_PER_STEP = 500_000;

export interface LinkRequest {
  package: string;
  /** Rows whose keys are touched, with the columns of LINK_INPUT. */
  own: Sql;
  /** The import that brought them: verdicts of its rows are new, not changed. Absent when they were removed. */
  importId?: number;
  because: Because;
}

/**
 * Brings facts about events of others up to date for the keys of some rows, then the verdicts that rest on them. Doing it
 * again, also after it was broken off anywhere, ends the same. Returns changes of verdicts.
 */
export async function recomputeLinks(
  ch: ClickHouse,
  database: Database,
  request: LinkRequest,
): Promise<VerdictChange[]> {
  const counts = LINK_PARTS.map(({ keyed }, index) => sql`countIf(${keyed}) AS ${trusted(`part_${index}`)}`);
  const [found] = await ch.query<Record<string, number>>(sql`SELECT ${joinSql(counts, ', ')} FROM (${request.own})`, {
    lane: 'heavy',
  });
  const changes: VerdictChange[] = [];
  for (const [index, link] of LINK_PARTS.entries()) {
    const steps = Math.ceil((found?.[`part_${index}`] ?? 0) / ROWS_PER_STEP);
    for (let step = 0; step < steps; step++) {
      const part = sql`${link.key} % ${typed('UInt32', steps)} = ${typed('UInt32', step)}`;
      changes.push(...(await recompute(ch, database, request, link, { part, step })));
    }
  }
  return addUp(changes);
}

function recompute(
  ch: ClickHouse,
  database: Database,
  request: LinkRequest,
  link: LinkPart,
  { part, step }: { part: Sql; step: number },
): Promise<VerdictChange[]> {
  const names = Object.keys(link.columns);
  const columns = Object.entries(link.columns).map(([name, type]) => `${name} ${type}`);
  const shape = trusted(
    `key String, kind LowCardinality(String), ts DateTime64(3, 'UTC'), import_id UInt32, differs UInt8, ${columns.join(', ')}`,
  );
  return withWorkTable(ch, shape, sql`Join(ANY, LEFT, key)`, async (table) => {
    const differs = names.map((name) => `old_${name} IS DISTINCT FROM ${name}`).join(' OR ');
    const isEmpty = (name: string, column: string) =>
      link.columns[name]?.startsWith('Nullable') ? `isNull(${column})` : `${column} = ''`;
    const nothing = names.map((name) => `${isEmpty(name, name)} AND ${isEmpty(name, `old_${name}`)}`).join(' AND ');
    // Of an undo nobody knows which rows an attempt before this one had emptied already.
    const which = request.importId === undefined ? sql`true` : sql`NOT (${trusted(nothing)})`;
    await ch.command(
      sql`INSERT INTO ${table} SELECT toString(row_id), toString(kind), ts, import_id, ${trusted(differs)}, ${trusted(names.join(', '))}
        FROM (${link.find(linkedRows(link, request.package, request.own, part))}) WHERE ${which}`,
      { tag: 'link-facts' },
    );
    const [found] = await ch.query<{ rows: number; differing: number; kinds: string[]; first: string; last: string }>(
      sql`SELECT count() AS rows, countIf(differs) AS differing, groupUniqArray(toString(kind)) AS kinds,
        toString(min(ts)) AS first, toString(max(ts)) AS last FROM ${table}`,
    );
    if (!found || found.rows === 0) return [];
    const within = sql`kind IN ${typed('Array(String)', found.kinds)}
      AND ts BETWEEN ${typed("DateTime64(3, 'UTC')", found.first)} AND ${typed("DateTime64(3, 'UTC')", found.last)}`;
    if (found.differing > 0)
      await ch.command(
        sql`UPDATE traffic SET ${joinSql(
          names.map((name) => sql`${trusted(name)} = joinGet(${table}, ${trusted(`'${name}'`)}, toString(row_id))`),
          ', ',
        )} WHERE package = ${typed('String', request.package)} AND ${within}
          AND toString(row_id) IN (SELECT key FROM ${table} WHERE differs)`,
        { tag: 'link-write' },
      );
    const judge = (imports: Sql, recorded: boolean): Promise<VerdictChange[]> =>
      rejudge(ch, database, {
        package: request.package,
        where: sql`${within} AND toString(row_id) IN (SELECT key FROM ${table} WHERE ${imports})`,
        because: { ...request.because, operation: `${request.because.operation} ${link.id} ${step}` },
        recorded,
      });
    const { importId } = request;
    if (importId === undefined) return judge(sql`true`, true);
    const own = typed('UInt32', importId);
    const fresh = await judge(sql`import_id = ${own}`, false);
    return [...fresh, ...(await judge(sql`import_id != ${own}`, true))];
  });
}
