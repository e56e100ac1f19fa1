import { useCallback } from 'react';
import { EVENTS_PATH } from '#analytics/contract/drill.ts';
import type { IntegrityKind } from '#domains/integrity/contract/kinds.ts';
import type { Place } from '#domains/integrity/contract/place-endpoints.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';

/** The events behind a number of a campaign, of some countries or of all; nowhere for who may not see events. */
export function usePlaceHref(kind: IntegrityKind) {
  const { pkg } = useSelection();
  const { package_name } = pkg;
  return useCallback(
    ({ key, from, to }: Place, countries: readonly string[] = []): string | undefined => {
      if (!userMay('event.read')) return undefined;
      const search = new URLSearchParams({ package: package_name, from, to, kind, campaign_id: key });
      for (const country of countries) search.append('ip_country', country || NOT_REPORTED);
      search.append('not', `handling:${NOT_REPORTED}`);
      return `${EVENTS_PATH}?${search}`;
    },
    [package_name, kind],
  );
}
