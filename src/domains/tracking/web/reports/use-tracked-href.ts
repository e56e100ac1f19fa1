import { useCallback } from 'react';
import { EVENTS_PATH } from '#analytics/contract/drill.ts';
import { encodeValues } from '#analytics/contract/filters.ts';
import { OWN_LINK_KINDS, REACHED_KINDS } from '#domains/tracking/contract/reports.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';

/** What the events behind a number have in common. */
export interface Tracked {
  day?: string | null | undefined;
  /** Of a campaign that was deleted the name is all there is. */
  campaign?: { key: string; campaign: string } | undefined;
  publisher?: string | null | undefined;
  sub_publisher?: string | null | undefined;
  kinds?: readonly string[];
  verdict?: string;
  reason?: string;
}

export const CLICKS = { kinds: ['click'] } as const;
export const IMPRESSIONS = { kinds: ['impression'] } as const;
export const REACHED = { kinds: REACHED_KINDS } as const;
export const FRAUD = { kinds: OWN_LINK_KINDS, verdict: 'fraud' } as const;

/** The events of own links behind a number, in the list of all events. */
export function useTrackedHref(): (of: Tracked) => string {
  const { pkg, range } = useSelection();
  const { package_name } = pkg;
  const { from, to } = range;
  return useCallback(
    ({ day, campaign, publisher, sub_publisher, kinds = [], verdict, reason }) => {
      const search = new URLSearchParams({ package: package_name, from: day ?? from, to: day ?? to });
      const add = (name: string, value: string | null | undefined): void => {
        if (value === null || value === undefined) return;
        for (const each of encodeValues([value || NOT_REPORTED])) search.append(name, each);
      };
      for (const kind of kinds) search.append('kind', kind);
      if (campaign?.key) add('campaign_id', campaign.key);
      else if (campaign?.campaign) add('campaign', campaign.campaign);
      add('publisher', publisher);
      add('sub_publisher', sub_publisher);
      add('verdict', verdict);
      add('handling_reason', reason);
      search.append('not', `handling:${NOT_REPORTED}`);
      return `${EVENTS_PATH}?${search}`;
    },
    [package_name, from, to],
  );
}
