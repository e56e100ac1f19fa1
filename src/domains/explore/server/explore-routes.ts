import type { AnalyticsDeps, Question } from '#analytics/server/question.ts';
import type { RunWidget } from '#analytics/server/run-widget.ts';
import {
  type ExploreRow,
  exploreEndpoints,
  MOST_ROWS,
  USUAL_ROWS,
} from '#domains/explore/contract/explore-endpoints.ts';
import { totalPages } from '#platform/contract/paging.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { exploreFile } from './explore-file.ts';
import { createReadQuestion } from './explore-question.ts';
import { bounded } from './too-wide.ts';

export interface ExploreParts extends AnalyticsDeps {
  runWidget: RunWidget;
}

export function exploreRoutes(deps: ExploreParts): Route[] {
  const readQuestion = createReadQuestion(deps);
  return implement(exploreEndpoints)({
    explore: async ({ scope, query, signal }) => {
      const { rows, sums } = await readQuestion(scope, query);
      const run = (question: Question) => bounded(scope, deps, question, signal);
      const [found, whole] = await Promise.all([run(rows), query.by.length === 0 ? undefined : run(sums)]);
      const { limit = USUAL_ROWS } = query;
      return {
        status: true as const,
        message: 'ok',
        meta: found.meta,
        data: found.rows.map(plain),
        totals: whole?.rows[0] ? plain(whole.rows[0]) : null,
        Total_pages: totalPages(found.total, limit),
        total: found.total,
      };
    },
    exploreFile: async ({ scope, query: { format, about, ...asked }, signal }) => {
      const { rows } = await readQuestion(scope, { ...asked, limit: MOST_FILE_ROWS });
      const found = await bounded(scope, deps, rows, signal);
      return exploreFile(rows, found.rows, { measures: asked.measures, format, about, made: deps.now() });
    },
  });
}

/** Rows of one file: twenty pages of a pivot. */
export const MOST_FILE_ROWS = 20 * MOST_ROWS;

/** Rows are named by their keys alone. */
const plain = ({ key: _key, name: _name, ...row }: Record<string, unknown>): ExploreRow => row as ExploreRow;
