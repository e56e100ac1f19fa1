import type { RunWidget } from '#analytics/server/run-widget.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import type { Cell } from '#platform/server/csv.ts';
import type { SheetColumn } from '#platform/server/xlsx-book.ts';
import type { LoadMoney } from '#traffic/money/server/load-money.ts';
import { eventRows, eventTable } from './event-rows.ts';
import { groupRows, groupTable } from './group-rows.ts';
import type { ReportQuestion } from './report-question.ts';

export interface RowsDeps {
  clickhouse: ClickHouse;
  runWidget: RunWidget;
  moneyOf: LoadMoney;
  now: () => Date;
}

export interface RowsPage {
  rows: Record<string, unknown>[];
  /** Rows over all pages. */
  total: number;
  totals: Record<string, unknown> | null;
}

type Cells = Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;

/** All rows of a report, to be written into a file; `sheet` where a workbook has other columns than a CSV. */
export interface ReportTable {
  columns: readonly SheetColumn[];
  cells: Cells;
  sheet: { columns: readonly SheetColumn[]; cells: Cells } | undefined;
}

interface Page {
  limit: number;
  page: number;
}

export const reportRows = (
  scope: Scope,
  deps: RowsDeps,
  question: ReportQuestion,
  page: Page,
  signal?: AbortSignal,
): Promise<RowsPage> => (question.rows === 'events' ? eventRows : groupRows)(scope, deps, question, page, signal);

/** Asked before anything is handed over, so that a refusal is an answer and not half a file. */
export const reportTable = (
  scope: Scope,
  deps: RowsDeps,
  question: ReportQuestion,
  signal?: AbortSignal,
): Promise<ReportTable> => (question.rows === 'events' ? eventTable : groupTable)(scope, deps, question, signal);
