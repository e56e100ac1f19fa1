import { useMemo } from 'react';
import { useShortcut } from '#platform/web/keys/use-shortcut.ts';
import type { EventRow } from '#traffic/explorer/contract/events-endpoints.ts';
import type { EventAddress } from './use-event-address.ts';
import type { useEvents } from './use-events.ts';

/** The events before and after the open one, in the order of the list; absent at its ends. */
export interface Neighbours {
  /** Place of the open event, from 1; null where the list does not hold it. */
  place: number | null;
  previous?: () => void;
  next?: () => void;
}

/** Steps through the list from inside the drawer; the next page is fetched when its first event is asked for. */
export function useNeighbours(
  rows: readonly EventRow[],
  events: ReturnType<typeof useEvents>,
  { opened, step }: EventAddress,
): Neighbours {
  const index = useMemo(() => rows.findIndex(({ row_id }) => row_id === opened), [rows, opened]);
  const [before, after] = [rows[index - 1], rows[index + 1]];
  const fetchNext = async (): Promise<void> => {
    const { data } = await events.fetchNextPage();
    const found = data?.pages.flatMap((page) => page.data)[index + 1];
    if (found) step(found.row_id);
  };
  const found = index >= 0 && !events.isPlaceholderData;
  const previous = found && before ? () => step(before.row_id) : undefined;
  const next = !found
    ? undefined
    : after
      ? () => step(after.row_id)
      : events.hasNextPage
        ? () => void fetchNext()
        : undefined;
  useShortcut('event_next', () => next?.());
  useShortcut('event_previous', () => previous?.());
  return { place: found ? index + 1 : null, ...(previous && { previous }), ...(next && { next }) };
}
