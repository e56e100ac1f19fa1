import { useCallback } from 'react';
import { EVENTS_PATH } from '#analytics/contract/drill.ts';
import { encodeValues } from '#analytics/contract/filters.ts';
import type { PayoutRow } from '#domains/settlements/contract/payout.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';

/** What of a line is looked at: dimensions and their values beside publisher, campaign and name of the event. */
export type Narrowed = Readonly<Record<string, string>>;

/** The events behind a number of a line, where a filter of the list can say which they are. */
export function useEventsHref(): (row: PayoutRow, narrowed?: Narrowed) => string | undefined {
  const { pkg } = useSelection();
  const { package_name, suspect_counts_as } = pkg;
  return useCallback(
    (row, narrowed = {}) => {
      // What nobody here saw has no events, and what shares its days, campaign and name with another line has no filter.
      if (row.gross === 0 || !row.events) return undefined;
      // The filter of payment is of packages that pay for what is suspect.
      if (narrowed['payment'] !== undefined && suspect_counts_as === 'fraud') return undefined;
      const { from, to, kinds } = row.events;
      const search = new URLSearchParams({ package: package_name, from, to });
      for (const kind of kinds) search.append('kind', kind);
      const told = { publisher: row.publisher, campaign: row.campaign, event_name: row.event, ...narrowed };
      for (const [name, value] of Object.entries(told))
        for (const each of encodeValues([value || NOT_REPORTED])) search.append(name, each);
      return `${EVENTS_PATH}?${search}`;
    },
    [package_name, suspect_counts_as],
  );
}
