import { type Handler, implementAll, type Route } from '#platform/server/http/implement.ts';
import { PDF_CALLS, type PdfEndpoint } from '../contract/endpoints.ts';
import { boardAsked } from './board-for.ts';
import { type BoardPdfDeps, boardPdf } from './board-pdf.ts';
import { createCheckRange } from './check-range.ts';
import type { AnalyticsDeps } from './question.ts';
import { readFilters } from './read-filters.ts';
import { requireBoard } from './require-board.ts';

/** Handlers of every board as PDF; the language is English where none is named, as on the screen. */
export function pdfRoutes(deps: AnalyticsDeps & BoardPdfDeps): Route[] {
  const checkRange = createCheckRange(deps);
  const boards = new Map(PDF_CALLS.map(({ board, endpoint }) => [endpoint, board]));
  const handlerFor = (endpoint: PdfEndpoint): Handler<PdfEndpoint> => {
    const board = boards.get(endpoint);
    if (!board) throw new RangeError(`${endpoint.path} belongs to no board`);
    return async ({ scope, query: { language = 'en', ...query }, signal }) => {
      // As on the screen, three parts that add up, whatever is said: a page shows all of them beside each other.
      const filters = readFilters({ ...query, counts: 'parts' });
      const info = await deps.packageInfo(scope, filters.package);
      boardAsked([board], query);
      requireBoard(scope, info.package_name, board);
      await checkRange(info, filters, board.historyMonths);
      return boardPdf(scope, deps, { board, info, filters, now: deps.now() }, language, signal);
    };
  };
  return implementAll(
    PDF_CALLS.map(({ endpoint }) => endpoint),
    handlerFor,
  );
}
