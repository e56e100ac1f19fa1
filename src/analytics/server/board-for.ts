import type { DashboardType } from '#platform/contract/dashboard-types.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { AnyBoard } from '../contract/board.ts';
import { refuse } from './refuse.ts';

/**
 * Several boards may share a path: the type says which, without one it is the first. 422 for a type of none of them.
 */
function boardFor<B extends AnyBoard>(
  boards: readonly [B, ...B[]],
  type: DashboardType | undefined,
  field = 'dashboard_type',
): B {
  if (type === undefined) return boards[0];
  const found = boards.find(({ types }) => types.includes(type));
  if (!found) throw appError('other_dashboard_type', { field });
  return found;
}

/** The type under either of its names; both name one board. */
export function boardAsked(
  boards: readonly [AnyBoard, ...AnyBoard[]],
  {
    dashboard_type,
    report_type,
  }: { dashboard_type?: DashboardType | undefined; report_type?: DashboardType | undefined },
): AnyBoard {
  const asked = boardFor(boards, dashboard_type);
  const reported = boardFor(boards, report_type, 'report_type');
  if (dashboard_type && report_type && asked !== reported)
    throw refuse('two_boards', {}, { as: 'malformed', field: 'report_type' });
  return dashboard_type ? asked : reported;
}
