import { useCallback } from 'react';
import { EVENTS_PATH } from '#analytics/contract/drill.ts';
import { encodeValues } from '#analytics/contract/filters.ts';
import type { PayoutRow } from '#domains/settlements/contract/settlement-endpoints.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import { PAYMENT_MODELS } from '#traffic/money/contract/payment-models.ts';

/** What of a line is looked at: dimensions and their values beside publisher, campaign and name of the event. */
export type Narrowed = Readonly<Record<string, string>>;

/** The events behind a number of a line, where a filter of the list can say which they are. */
export function useEventsHref(): (row: PayoutRow, narrowed?: Narrowed) => string | undefined {
  const { pkg } = useSelection();
  const { package_name, suspect_counts_as } = pkg;
  return useCallback(
    (row, narrowed = {}) => {
      // What nobody here saw has no events.
      if (row.gross === 0) return undefined;
      // The filter of payment is of packages that pay for what is suspect.
      if (narrowed['payment'] !== undefined && suspect_counts_as === 'fraud') return undefined;
      const search = new URLSearchParams({ package: package_name, from: row.period_from, to: row.period_to });
      const model = Object.entries(PAYMENT_MODELS).find(([name]) => name === row.model)?.[1];
      // A line of whatever came has no filter of its own: other lines share its source, campaign and name.
      if (!model) return undefined;
      for (const kind of model.kinds) search.append('kind', kind);
      const told = { publisher: row.publisher, campaign: row.campaign, event_name: row.event, ...narrowed };
      for (const [name, value] of Object.entries(told))
        for (const each of encodeValues([value || NOT_REPORTED])) search.append(name, each);
      return `${EVENTS_PATH}?${search}`;
    },
    [package_name, suspect_counts_as],
  );
}
