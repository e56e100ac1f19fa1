import type { AnalyticsDeps, Question } from '#analytics/server/question.ts';
import type { RunWidget, WidgetResult } from '#analytics/server/run-widget.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { QueryFailed, QueryTooHeavy } from '#platform/server/clickhouse/query-errors.ts';
import { joinSql, sql } from '#platform/server/clickhouse/sql.ts';
import { keySql } from '#traffic/event/server/key-sql.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { refuse } from './refuse.ts';

interface Deps extends Pick<AnalyticsDeps, 'clickhouse'> {
  runWidget: RunWidget;
}

/** Asks within the bounds of Explore. @throws refused, with what to narrow, when the question is too wide for them */
export async function bounded(
  scope: Scope,
  deps: Deps,
  question: Question,
  signal?: AbortSignal,
): Promise<WidgetResult> {
  try {
    return await deps.runWidget(scope, question, signal);
  } catch (error) {
    if (error instanceof QueryTooHeavy) throw await advice(scope, deps, question, signal);
    if (error instanceof QueryFailed && error.engineCode === TIMEOUT_EXCEEDED) throw refuse('explore_too_long');
    throw error;
  }
}

// https://github.com/ClickHouse/ClickHouse/blob/v26.7/src/Common/ErrorCodes.cpp
const TIMEOUT_EXCEEDED = 159;

/** The key with the most values, counted over the last day that is asked about: near enough to say what to leave out. */
async function advice(scope: Scope, { clickhouse }: Deps, { widget, filters, info }: Question, signal?: AbortSignal) {
  const keys = widget.keys ?? [];
  if (keys.length === 0) return refuse('explore_too_long');
  const where = trafficWhere(scope, {
    package: info.package_name,
    kinds: [],
    from: filters.to,
    to: filters.to,
    timeZone: info.time_zone,
    where: filters.where,
  });
  const counts = keys.map((key) => sql`uniq(${keySql(key, info.time_zone)})`);
  const [row] = await clickhouse.query<{ counts: number[] }>(
    sql`SELECT [${joinSql(counts, ', ')}] AS counts FROM traffic WHERE ${where}`,
    { tag: 'explore-advice', ...(signal ? { signal } : {}) },
  );
  const values = (row?.counts ?? []).map(Number);
  const widest = Math.max(...values);
  const key = keys[values.indexOf(widest)] ?? keys[0];
  return key ? refuse('explore_too_wide', { field: key, values: widest }) : refuse('explore_too_long');
}
