import { useCallback } from 'react';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';

interface Source {
  publisher: string;
  /** '' where events name none. */
  sub_publisher: string;
}

/** The events of a verdict, of one publisher or of all there are for the reader, and of one reason where it is named. */
export function useCalledHref(publisher: string | undefined): (verdict: string, reason?: string) => string {
  const {
    pkg: { package_name },
    range: { from, to },
  } = useSelection();
  return useCallback(
    (verdict, reason) =>
      `/traffic/events?${new URLSearchParams({
        package: package_name,
        from,
        to,
        ...(publisher === undefined ? {} : { publisher }),
        ...(reason === undefined ? {} : { reason }),
        verdict,
      })}`,
    [package_name, from, to, publisher],
  );
}

/** The events behind a number of a source, in the package and days the reader is looking at. */
export function useSourceEventsHref(): (source: Source, verdict?: string) => string {
  const {
    pkg: { package_name },
    range: { from, to },
  } = useSelection();
  return useCallback(
    ({ publisher, sub_publisher }, verdict) =>
      `/traffic/events?${new URLSearchParams({
        package: package_name,
        from,
        to,
        publisher,
        sub_publisher: sub_publisher || NOT_REPORTED,
        ...(verdict ? { verdict } : {}),
      })}`,
    [package_name, from, to],
  );
}
