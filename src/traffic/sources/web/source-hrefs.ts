import { useCallback } from 'react';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';

interface Source {
  publisher: string;
  /** '' where events name none. */
  sub_publisher: string;
}

interface Called {
  publisher?: string | undefined;
  verdict?: string | undefined;
  reason?: string | undefined;
}

/** The events of a kind, of one publisher or of all there are for the reader, of a verdict or reason where it is named. */
export function useCalledHref(publisher: string | undefined, kind: string | undefined): (of: Called) => string {
  const {
    pkg: { package_name },
    range: { from, to },
  } = useSelection();
  return useCallback(
    (of) => {
      const search = new URLSearchParams({ package: package_name, from, to });
      for (const [name, value] of Object.entries({ publisher, kind, ...of })) if (value) search.set(name, value);
      return `/traffic/events?${search}`;
    },
    [package_name, from, to, publisher, kind],
  );
}

/** The events behind a number of a source, in the package and days the reader is looking at. */
export function useSourceEventsHref(kind?: string): (source: Source, verdict?: string) => string {
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
        ...(kind ? { kind } : {}),
        ...(verdict ? { verdict } : {}),
      })}`,
    [package_name, from, to, kind],
  );
}
