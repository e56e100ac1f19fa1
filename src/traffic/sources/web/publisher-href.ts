import { useCallback } from 'react';
import { useSelection } from '#platform/web/layout/selection.tsx';

/** The page of a publisher, with the package and days the reader is looking at, and with a kind where it is named. */
export function usePublisherHref(): (publisher: string, kind?: string) => string {
  const {
    pkg: { package_name },
    range: { from, to },
  } = useSelection();
  return useCallback(
    (publisher, kind) =>
      `/publisher/${encodeURIComponent(publisher)}?${new URLSearchParams({ package: package_name, from, to, ...(kind && { kind }) })}`,
    [package_name, from, to],
  );
}
