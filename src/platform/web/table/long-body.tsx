import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect } from 'react';
import type { Part } from './table-rows.tsx';

interface Props {
  count: number;
  rowHeight: number;
  scroller: HTMLElement | null;
  children: (part: Part) => ReactNode;
}

/** Draws of a long table what can be seen of it. */
export function LongBody({ count, rowHeight, scroller, children }: Props) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  // Heights are kept by the virtualizer until it is told that rows are higher or lower now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is what it is about
  useEffect(() => virtualizer.measure(), [rowHeight, virtualizer]);
  const items = virtualizer.getVirtualItems();
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index);
  return children({ first: items[0]?.index ?? 0, last: items.at(-1)?.index ?? -1, scrollTo });
}
