import { useCallback } from 'react';
import { useStickySearch } from '#platform/web/layout/selection.tsx';

/** The page of a publisher, with the package and days the reader is looking at, and with a kind where it is named. */
export function usePublisherHref(): (publisher: string, kind?: string) => string {
  const sticky = useStickySearch();
  return useCallback(
    (publisher, kind) => {
      const search = new URLSearchParams(sticky);
      if (kind !== undefined) search.set('kind', kind);
      return `/publisher/${encodeURIComponent(publisher)}${search.size > 0 ? `?${search}` : ''}`;
    },
    [sticky],
  );
}
