import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  type ExploreQueryInput,
  exploreEndpoints,
  MOST_ROWS,
  USUAL_ROWS,
} from '#domains/explore/contract/explore-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { type Ask, questionOf } from './ask.ts';

/** The question of an address over the package and the days of the page. */
export function useQuestion(ask: Ask): ExploreQueryInput {
  const { pkg, range } = useSelection();
  const { from, to } = range;
  const { package_name } = pkg;
  return useMemo(() => questionOf(ask, { package_name, from, to }), [ask, package_name, from, to]);
}

/** Chart and pivot are drawn from as many rows as one answer has; a table has pages. */
export function useExplore(ask: Ask, question: ExploreQueryInput, page: number) {
  const paged = ask.view === 'table';
  const sent = paged ? { ...question, page, limit: USUAL_ROWS } : { ...question, limit: MOST_ROWS };
  return useQuery(query(exploreEndpoints.explore, { query: sent }));
}
