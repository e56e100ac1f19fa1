import { MONEY } from '#analytics/contract/measures.ts';
import { series } from '#analytics/contract/shapes/series.ts';
import { table } from '#analytics/contract/shapes/table.ts';
import { totals } from '#analytics/contract/shapes/totals.ts';
import type { Widget } from '#analytics/contract/widget.ts';
import type { Question } from '#analytics/server/question.ts';
import { tableOf, typedTableOf } from '#analytics/server/table-of.ts';
import type { Condition } from '#platform/contract/condition.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ReportQuestion } from './report-question.ts';
import type { ReportTable, RowsDeps, RowsPage } from './report-rows.ts';

/** Rows of one file; more publishers, sub-publishers or days than anybody has. */
const MOST_ROWS = 100_000;

const extra = [...MONEY, 'unique_events'] as const;
const counted = ['total', 'clean', 'suspect', 'fraud', 'fraud_percentage'] as const;

const PUBLISHERS = table({ id: 'publishers', title: 'Publishers', by: 'publisher', extra, measures: counted });
const SOURCES = table({
  id: 'sources',
  title: 'Sources',
  by: 'sub_publisher',
  underPublisher: true,
  extra,
  measures: counted,
});
/** Distinct persons of several days cannot be added up to those of a week. */
const PERIODS = {
  date: series({ id: 'days', title: 'By date', grain: 'date', extra: [...MONEY], measures: counted }),
  week: series({ id: 'weeks', title: 'By week', grain: 'week', extra: [...MONEY], measures: counted }),
  month: series({ id: 'months', title: 'By month', grain: 'month', extra: [...MONEY], measures: counted }),
};
const SUMS = totals({ id: 'sums', title: 'Total', extra: [...extra, 'accepted'] });

export function widgetFor({ rows, period }: Pick<ReportQuestion, 'rows' | 'period'>): Widget {
  if (rows === 'periods') return PERIODS[period];
  return rows === 'sources' ? SOURCES : PUBLISHERS;
}

/** Sums of the whole report, whatever page is shown. */
export async function groupRows(
  scope: Scope,
  deps: RowsDeps,
  question: ReportQuestion,
  { limit, page }: { limit: number; page: number },
  signal?: AbortSignal,
): Promise<RowsPage> {
  const widget = widgetFor(question);
  const isSeries = widget.grain !== undefined;
  const asked = isSeries ? asBoard(deps, question, widget) : asBoard(deps, question, widget, { limit, page });
  const [found, sums] = await Promise.all([
    deps.runWidget(scope, asked, signal),
    deps.runWidget(scope, asBoard(deps, question, SUMS), signal),
  ]);
  const rows = isSeries ? found.rows.slice((page - 1) * limit, page * limit) : found.rows;
  const [total] = sums.rows;
  return { rows, total: found.total, totals: total ?? null };
}

export async function groupTable(
  scope: Scope,
  deps: RowsDeps,
  question: ReportQuestion,
  signal?: AbortSignal,
): Promise<ReportTable> {
  const asked = asBoard(deps, question, widgetFor(question), { limit: MOST_ROWS, page: 1 });
  const { rows } = await deps.runWidget(scope, asked, signal);
  const { head, cells } = tableOf(asked, rows);
  const plain = { columns: head.map((label) => ({ label, kind: 'plain' as const })), rows: cells };
  return { plain, typed: typedTableOf(asked, rows) };
}

/** The same question as a board would ask it. */
function asBoard(
  { now }: RowsDeps,
  question: ReportQuestion,
  widget: Widget,
  page: { limit?: number; page: number } = { page: 1 },
): Question {
  const { dataset, info, from, to, where, not, search, sort, rows } = question;
  const named = rows === 'periods' || widget === SUMS;
  const condition = named ? conditionOf(question) : question.condition;
  return {
    board: { dataset },
    widget,
    info,
    now: now(),
    filters: {
      package: info.package_name,
      from,
      to,
      where,
      not,
      ...(condition ? { condition } : {}),
      search: named ? '' : search,
      ...page,
      ...(sort ? { sort } : {}),
      compare: false,
      counts: 'parts',
    },
  };
}

/** For what has no names to be searched, as periods and charts: then the search means the publisher. */
export function conditionOf({ condition, search }: ReportQuestion): Condition | undefined {
  if (search === '') return condition;
  const ofPublishers: Condition = { field: 'publisher', op: 'contains', value: search };
  return condition ? { all: [condition, ofPublishers] } : ofPublishers;
}
