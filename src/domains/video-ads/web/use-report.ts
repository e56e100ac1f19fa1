import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { VideoFilter } from '#domains/video-ads/contract/report-endpoints.ts';
import type { Answer, CallInput, EndpointShape } from '#platform/contract/endpoint.ts';
import { query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { CardState } from '#platform/web/ui/card-frame.tsx';

export type Chosen = Partial<Record<VideoFilter, string[]>>;

/** Package and days as reports are asked by. */
export function useDays() {
  const { pkg, range } = useSelection();
  return { package_name: pkg.package_name, start_date: range.from, end_date: range.to };
}

/** A report of the chosen package, days and filters. */
export function useReport<E extends EndpointShape>(endpoint: E, input: CallInput<E>): UseQueryResult<Answer<E>> {
  return useQuery(query(endpoint, input));
}

/** How a card stands that shows it. */
export function stateOf(report: UseQueryResult<unknown>, isEmpty: boolean): CardState {
  if (report.isError) return 'error';
  if (report.isPending) return 'loading';
  if (report.isPlaceholderData) return 'stale';
  return isEmpty ? 'empty' : 'ready';
}
