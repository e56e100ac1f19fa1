import { useCallback } from 'react';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';

/** The page of a publisher, with the package and days the reader is looking at, and with a kind where it is named. */
export function usePublisherHref(): (publisher: string, kind?: string) => string {
  const sticky = useStickySearch();
  const {
    pkg: { package_name },
    range: { from, to },
  } = useSelection();
  return useCallback(
    (publisher, kind) => {
      const search = new URLSearchParams(sticky);
      for (const [name, value] of Object.entries({ package: package_name, from, to })) search.set(name, value);
      if (kind !== undefined) search.set('kind', kind);
      return `/publisher/${encodeURIComponent(publisher)}?${search}`;
    },
    [sticky, package_name, from, to],
  );
}
