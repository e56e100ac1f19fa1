import { todayIn } from '#platform/contract/date-range.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';

/** The address of the event list on the day of an event, with the event opened. */
export function useEventHref(): (event: { row_id: string; ts: string }) => string {
  const { pkg } = useSelection();
  return ({ row_id, ts }) => {
    const day = todayIn(pkg.time_zone, new Date(ts));
    return `/traffic/events?${new URLSearchParams({ package: pkg.package_name, from: day, to: day, event: row_id })}`;
  };
}
