import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { render, type Sql } from '#platform/server/clickhouse/sql.ts';
import { heldRow, type OfPackage } from '#traffic/event/server/held-rows.ts';
import type { Query, RawRow } from './query.ts';
import { renderSql } from './render-sql.ts';
import { type CostRow, isWhole } from './shared-reading.ts';
import { singleFlight } from './single-flight.ts';

export type Answers = (query: Query, signal?: AbortSignal) => Promise<RawRow[]>;

/**
 * What the engine is asked for a query, as it is committed and
 * measured: usually less than its own SQL, never more rows.
 */
export function statementsOf(query: Query): Sql[] {
  const reading = query.dataset.readingOf?.(query);
  if (!reading) return [renderSql(query)];
  return [renderSql(reading.counts), ...(reading.costs ? [reading.costs] : [])];
}

/** Answers queries; those that come down to the same reading at the same time share one run of it. */
export function createAnswers(clickhouse: Pick<ClickHouse, 'query' | 'changes'>): Answers {
  const counts = singleFlight<RawRow[]>();
  const costs = singleFlight<CostRow[]>();
  // Nobody may join a run that began before the last write ended: what was changed must be seen at once.
  const keyOf = (statement: Sql): string => `${clickhouse.changes} ${JSON.stringify(render(statement))}`;

  const askCounts = (query: Query, signal?: AbortSignal): Promise<RawRow[]> => {
    const statement = renderSql(query);
    const ask = (stop: AbortSignal) =>
      clickhouse.query<RawRow>(statement, { signal: stop, tag: 'board', ...query.dataset.bounds });
    return held(query, counts(keyOf(statement), ask, signal));
  };
  const askCosts = async (query: Query, statement: Sql | undefined, signal?: AbortSignal) => {
    if (!statement) return [];
    const ask = (stop: AbortSignal) => clickhouse.query<CostRow>(statement, { signal: stop, tag: 'board-cost' });
    return held(query, costs(keyOf(statement), ask, signal));
  };

  return async (query, signal) => {
    const reading = query.dataset.readingOf?.(query);
    if (!reading) return askCounts(query, signal);
    const [read, cost] = await Promise.all([askCounts(reading.counts, signal), askCosts(query, reading.costs, signal)]);
    return isWhole(read) && isWhole(cost) ? reading.rows(read, cost) : askCounts(query, signal);
  };
}

/** An answer may have been asked for by somebody else at the same time: it is held against the package once more. */
const held = async <T extends OfPackage>(query: Query, answer: Promise<T[]>): Promise<Omit<T, 'of_package'>[]> =>
  (await answer).map((row) => heldRow(query.package, row));
