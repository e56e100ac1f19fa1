import { useMemo } from 'react';
import { type EntryType, isVideo } from '#domains/brand-relevancy/contract/entry-terms.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';

const BASE = '/brand-relevancy';
const TRACKERS = '/dvtrackers';

/** Where a tracker of each type is added; the first step is that of the address. */
const ADD: Readonly<Record<EntryType, string>> = {
  nonyt: `${TRACKERS}/video/add/nonyt/campaign`,
  yt: `${TRACKERS}/video/add/yt`,
  vast: `${TRACKERS}/video/add/vast`,
  display: `${TRACKERS}/display/add/displayTracker`,
  mfdisplay: `${TRACKERS}/display/add/mfdisplayTracker/campaign`,
};

/** Addresses of the screens, with the package they are about. */
export function usePlaces() {
  const { package_name } = useSelection().pkg;
  return useMemo(() => {
    const to = (path: string, more: Readonly<Record<string, string>> = {}): string =>
      `${path}?${new URLSearchParams({ package: package_name, ...more })}`;
    return {
      requirements: to(`${BASE}/brief-config`),
      addRequirement: to(`${BASE}/brief/add`),
      editRequirement: (reference: string) => to(`${BASE}/brief/edit`, { reference }),
      keywords: (reference: string) => to(`${BASE}/keyword-manipulation`, { reference }),
      entries: to(`${BASE}/dv-table`),
      addEntry: to(`${BASE}/dv/add`),
      editEntry: (id: number) => to(`${BASE}/dv/edit`, { id: String(id) }),
      newTracker: to(`${TRACKERS}/new`),
      trackersOf: (type: EntryType) => to(`${TRACKERS}/${isVideo(type) ? 'video' : 'display'}`),
      addTracker: (type: EntryType) => to(ADD[type]),
      editTracker: (type: EntryType, id: number) =>
        to(`${TRACKERS}/${isVideo(type) ? 'video' : 'display'}/edit`, { id: String(id) }),
    };
  }, [package_name]);
}
