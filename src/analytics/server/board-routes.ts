import type { Scope } from '#platform/server/access/scope.ts';
import { csvFileName, csvStream } from '#platform/server/csv.ts';
import { aboutLine, type FileAbout, namedBy } from '#platform/server/file-about.ts';
import { TYPED_FILES } from '#platform/server/file-maker.ts';
import { type FileAnswer, type Handler, implementAll, type Route } from '#platform/server/http/implement.ts';
import type { AnyBoard } from '../contract/board.ts';
import type { SummaryType } from '../contract/boards/publisher-summary.ts';
import { BOARD_CALLS, type BoardCall, type DownloadEndpoint, type WidgetEndpoint } from '../contract/endpoints.ts';
import type { BoardQuery } from '../contract/filters.ts';
import type { BoardAnswer, Row } from '../contract/rows.ts';
import { SHAPES } from '../contract/shapes/registry.ts';
import { boardAsked } from './board-for.ts';
import { type CheckRange, createCheckRange } from './check-range.ts';
import { onlyPart } from './one-part.ts';
import type { AnalyticsDeps, Question } from './question.ts';
import { readFilters } from './read-filters.ts';
import { requireBoard } from './require-board.ts';
import { createRunWidget, type RunWidget, type WidgetResult } from './run-widget.ts';
import { SERVER_SHAPES } from './shapes/registry.ts';
import { tableOf, typedTableOf } from './table-of.ts';

/** Rows of one downloaded table. */
const MAX_FILE_ROWS = 100_000;

type AnyEndpoint = WidgetEndpoint | DownloadEndpoint;
type AnyCall = BoardCall<AnyEndpoint>;

type BoardQuestion = Question<AnyBoard>;

/** Handlers of every board call: JSON, files and the older spellings. */
export function boardRoutes(
  deps: AnalyticsDeps,
  runWidget: RunWidget = createRunWidget(deps.clickhouse),
  answered: readonly AnyCall[] = BOARD_CALLS,
): Route[] {
  const calls = new Map<AnyEndpoint, AnyCall>(answered.map((call) => [call.endpoint, call]));
  const checkRange = createCheckRange(deps);
  const handlerFor = (endpoint: AnyEndpoint): Handler<AnyEndpoint> => {
    const call = calls.get(endpoint);
    if (!call) throw new RangeError(`${endpoint.path} belongs to no board`);
    return async ({ scope, query, signal }) => {
      const question = await questionOf(scope, { ...deps, checkRange }, call, query);
      if (call.format === 'json') {
        const whole = await runWidget(scope, question, signal);
        return answerOf(call.only ? onlyPart(whole, call.only) : whole, question);
      }
      const result = await runWidget(scope, unpaged(question), signal);
      const made = deps.now();
      const { format = 'csv' } = 'format' in query ? query : {};
      if (format !== 'csv') return typedFileOf(format, result, question, made);
      return csvOf(result, question, 'about' in query && query.about === 'line' ? made : undefined);
    };
  };
  return implementAll(
    answered.map((call) => call.endpoint),
    handlerFor,
  );
}

async function questionOf(
  scope: Scope,
  deps: AnalyticsDeps & { checkRange: CheckRange },
  { boards, widget, limit, byType }: AnyCall,
  query: BoardQuery & { type?: SummaryType | undefined },
): Promise<BoardQuestion> {
  const filters = readFilters(query);
  const info = await deps.packageInfo(scope, filters.package);
  const board = byType ? byType[query.type ?? 'web'] : boardAsked(boards, query);
  requireBoard(scope, info.package_name, board);
  await deps.checkRange(info, filters, board.historyMonths);
  return { board, widget, info, now: deps.now(), filters: { ...(limit ? { limit } : {}), ...filters } };
}

/** Files hold all rows of a table; a top list stays a top list. */
const unpaged = (question: BoardQuestion): BoardQuestion =>
  SHAPES[question.widget.shape].paged
    ? { ...question, filters: { ...question.filters, page: 1, limit: MAX_FILE_ROWS } }
    : question;

const answerOf = (result: WidgetResult, question: Question): BoardAnswer<Row> => ({
  status: true,
  message: 'OK',
  meta: result.meta,
  ...SERVER_SHAPES[question.widget.shape].answer(result, question),
});

/**
 * A CSV is named by the board alone, whichever card it is (DL-EXP-01, DL-GAP-02), and begins with its head. Who asks for
 * one that says what it is gets the rest behind that name and in a first line.
 */
function csvOf({ rows }: WidgetResult, question: BoardQuestion, said: Date | undefined): FileAnswer {
  const { board, filters } = question;
  const { head, cells } = tableOf(question, rows);
  const named = [filters.package, filters.from, 'To', filters.to, board.fileId];
  const about = said && aboutWidget(question, said);
  return {
    fileName: about ? namedBy(named, about, 'csv') : csvFileName(...named),
    mediaType: 'text/csv; charset=utf-8',
    stream: csvStream(head, cells, about && aboutLine(about)),
  };
}

const typedFileOf = (format: keyof typeof TYPED_FILES, { rows }: WidgetResult, question: Question, made: Date) =>
  TYPED_FILES[format](aboutWidget(question, made), typedTableOf(question, rows));

const aboutWidget = ({ widget, info, filters: { from, to, where, search } }: Question, made: Date): FileAbout => ({
  what: widget.title,
  package: { name: info.package_name, title: info.package_title },
  from,
  to,
  timeZone: info.time_zone,
  filters: [...Object.entries(where), ...(search === '' ? [] : [['search', [search]] as const])],
  made,
});
