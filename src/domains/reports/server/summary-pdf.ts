import { setMaxListeners } from 'node:events';
import { type Board, isAboutVerdicts } from '#analytics/contract/board.ts';
import { BOARDS } from '#analytics/contract/boards/registry.ts';
import type { Dataset } from '#analytics/contract/datasets.ts';
import { boardPdf } from '#analytics/server/board-pdf.ts';
import { configuredColors } from '#analytics/server/color-routes.ts';
import { requireBoard } from '#analytics/server/require-board.ts';
import type { Locale } from '#platform/contract/locales.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Texts } from '#platform/server/texts.ts';
import { conditionOf } from './group-rows.ts';
import type { ReportQuestion } from './report-question.ts';
import type { RowsDeps } from './report-rows.ts';

export interface SummaryDeps extends RowsDeps {
  database: Database;
  texts: Texts;
}

/** The board over the same events as a report; a test holds that every kind of report has one. */
export function summaryBoardOf({ id }: Dataset): Board {
  const found = BOARDS.filter(isAboutVerdicts).find(({ dataset }) => dataset.id === id);
  if (!found) throw new RangeError(`No board is about ${id}`);
  return found;
}

/** Refuses whoever does not see the board: its numbers are not to be had by another way. */
export const requireSummary = (scope: Scope, { info, dataset }: ReportQuestion): void =>
  requireBoard(scope, info.package_name, summaryBoardOf(dataset));

/** What a report asks, as the charts of its board. */
export function summaryPdf(
  scope: Scope,
  { database, ...deps }: SummaryDeps,
  question: ReportQuestion,
  locale: Locale,
  signal: AbortSignal,
): Promise<FileAnswer> {
  requireSummary(scope, question);
  const { info, from, to, where, not, dataset } = question;
  const condition = conditionOf(question);
  const filters = {
    package: info.package_name,
    from,
    to,
    where,
    not,
    ...(condition ? { condition } : {}),
    search: '',
    page: 1,
    compare: 'previous' as const,
    counts: 'parts' as const,
  };
  // Every card of the board listens.
  setMaxListeners(0, signal);
  const asked = { board: summaryBoardOf(dataset), info, filters, now: deps.now() };
  return boardPdf(scope, { ...deps, colours: () => configuredColors(database) }, asked, locale, signal);
}
