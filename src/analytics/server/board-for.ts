import type { DashboardType } from '#platform/contract/dashboard-types.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { AnyBoard } from '../contract/board.ts';

/**
 * Several boards may share a path: the type says which, without one it is the first. 422 for a type of none of them.
 */
export function boardFor<B extends AnyBoard>(
  boards: readonly [B, ...B[]],
  type: DashboardType | undefined,
  field = 'dashboard_type',
): B {
  if (type === undefined) return boards[0];
  const found = boards.find(({ types }) => types.includes(type));
  if (!found) throw appError('other_dashboard_type', { field });
  return found;
}
