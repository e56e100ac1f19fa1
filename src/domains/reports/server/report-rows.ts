import type { RunWidget } from '#analytics/server/run-widget.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import type { FileTable } from '#platform/server/file-maker.ts';
import type { LoadMoney } from '#traffic/money/server/load-money.ts';
import { eventRows, eventsTable } from './event-rows.ts';
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

/** All rows of a report, to be written into a file; amounts are texts in a CSV, and numbers by currency elsewhere. */
export interface ReportTable {
  plain: FileTable;
  typed: FileTable;
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
): Promise<ReportTable> => (question.rows === 'events' ? eventsTable : groupTable)(scope, deps, question, signal);
