import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Answer } from '#platform/contract/endpoint.ts';
import { query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { sourceDecisionEndpoints } from '#traffic/sources/contract/decision-endpoints.ts';
import { mayDecide } from './may-decide.ts';

const MOST = 500;

/** What is said of every part of a publisher; not asked for who may not decide about them. */
export function useSourcesOf(publisher: string): UseQueryResult<Answer<typeof sourceDecisionEndpoints.list>> {
  const { pkg, range } = useSelection();
  const asked = { package_name: pkg.package_name, fromDate: range.from, toDate: range.to, publisher, limit: MOST };
  return useQuery({ ...query(sourceDecisionEndpoints.list, { query: asked }), enabled: mayDecide(pkg) });
}
