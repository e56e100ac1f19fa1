import { useCallback } from 'react';
import { useStickySearch } from '#platform/web/layout/selection.tsx';

/** The page of a publisher, with the package and days the reader is looking at. */
export function usePublisherHref(): (publisher: string) => string {
  const sticky = useStickySearch();
  return useCallback((publisher) => `/publisher/${encodeURIComponent(publisher)}${sticky}`, [sticky]);
}
