import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { MINIMUM_SAMPLE } from '#traffic/event/contract/rate.ts';
import type { LoadMoney } from '#traffic/money/server/load-money.ts';
import { REPORTED } from '#traffic/money/server/money-sql.ts';
import { canCompare } from '../contract/answers.ts';
import { namesInRows } from '../contract/measure.ts';
import type { BoardMeta, Row } from '../contract/rows.ts';
import { type Answers, createAnswers } from './answers.ts';
import { compile } from './compile.ts';
import { DATASET_TABLES, type DatasetTables } from './datasets/registry.ts';
import { previousQuestion, previousTold, withPrevious } from './previous-period.ts';
import type { Query, RawRow } from './query.ts';
import { type Question, suspectIn } from './question.ts';
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
  moneyOf: LoadMoney = async () => REPORTED,
): RunWidget {
  const ask = createAnswers(clickhouse);
  const queryOf = async (scope: Scope, question: Question, signal?: AbortSignal): Promise<Query> => {
    const { info, filters } = question;
    return compile(scope, question, tables, asksForMoney(question) ? await moneyOf(info, filters, signal) : REPORTED);
  };
  return async (scope, question, signal) => {
    const query = await queryOf(scope, question, signal);
    const raw = await ask(query, signal);
    const rows = shapeRows(raw, question);
    const total = query.page ? await countGroups(query, raw, ask, signal) : rows.length;
    const { filters } = question;
    if (!filters.compare || !canCompare(question.widget)) return { rows, total, meta: metaOf(question) };
    const earlier = previousQuestion(question, rows);
    const before = rows.length > 0 ? shapeRows(await ask(await queryOf(scope, earlier, signal), signal), earlier) : [];
    const meta = { ...metaOf(question), previous: previousTold(question) };
    return { rows: withPrevious(rows, before, question), total, meta };
  };
}

/** Most widgets show none, and need not know what anything costs. */
const asksForMoney = ({ board: { dataset }, widget }: Question): boolean =>
  namesInRows(dataset.measures, widget.extra).some((name) => dataset.measures[name]?.unit === 'money');

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

const metaOf = (question: Question): BoardMeta => ({
  from: question.filters.from,
  to: question.filters.to,
  time_zone: question.info.time_zone,
  today: question.info.today,
  suspect_counts_as: suspectIn(question),
  minimum_sample: MINIMUM_SAMPLE,
});
