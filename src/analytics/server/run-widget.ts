import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { canCompare } from '../contract/answers.ts';
import type { BoardMeta, Row } from '../contract/rows.ts';
import { MINIMUM_SAMPLE } from '../contract/wilson.ts';
import { type Answers, createAnswers } from './answers.ts';
import { compile } from './compile.ts';
import { DATASET_TABLES, type DatasetTables } from './datasets/registry.ts';
import { previousPeriod, previousQuestion, withPrevious } from './previous-period.ts';
import type { Query, RawRow } from './query.ts';
import type { Question } from './question.ts';
import { shapeRows } from './shape-rows.ts';

export interface WidgetResult {
  rows: Row[];
  /** Rows over all pages. */
  total: number;
  meta: BoardMeta;
}

export type RunWidget = (scope: Scope, question: Question, signal?: AbortSignal) => Promise<WidgetResult>;

/** The one road from a widget to its rows, for cards, tables and files alike. */
export function createRunWidget(
  clickhouse: Pick<ClickHouse, 'query' | 'changes'>,
  tables: DatasetTables = DATASET_TABLES,
): RunWidget {
  const ask = createAnswers(clickhouse);
  return async (scope, question, signal) => {
    const query = compile(scope, question, tables);
    const raw = await ask(query, signal);
    const rows = shapeRows(raw, question);
    const total = query.page ? await countGroups(query, raw, ask, signal) : rows.length;
    const { filters } = question;
    if (!filters.compare || !canCompare(question.widget)) return { rows, total, meta: metaOf(question) };
    const earlier = previousQuestion(question, rows);
    const before = rows.length > 0 ? shapeRows(await ask(compile(scope, earlier, tables), signal), earlier) : [];
    const meta = { ...metaOf(question), previous: previousPeriod(filters) };
    return { rows: withPrevious(rows, before, question), total, meta };
  };
}

/** Each row carries the number of all; a page behind the last has no row to carry it. */
async function countGroups(
  query: Query,
  raw: readonly RawRow[],
  ask: Answers,
  signal: AbortSignal | undefined,
): Promise<number> {
  const [first] = raw;
  if (first || !query.page || query.page.offset === 0) return first?.groups ?? 0;
  const [row] = await ask({ ...query, page: { limit: 1, offset: 0 } }, signal);
  return row?.groups ?? 0;
}

const metaOf = ({ filters, info }: Question): BoardMeta => ({
  from: filters.from,
  to: filters.to,
  time_zone: info.time_zone,
  today: info.today,
  suspect_counts_as: info.suspect_counts_as,
  minimum_sample: MINIMUM_SAMPLE,
});
