import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Part } from './table-rows.tsx';

interface Props {
  count: number;
  rowHeight: number;
  scroller: HTMLElement | null;
  children: (part: Part) => ReactNode;
}

/** Draws of a long table what can be seen of it; on paper, which does not scroll, all of it. */
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
  const isPrinted = useIsPrinted();
  const items = virtualizer.getVirtualItems();
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index);
  if (isPrinted) return children({ first: 0, last: count - 1, scrollTo });
  return children({ first: items[0]?.index ?? 0, last: items.at(-1)?.index ?? -1, scrollTo });
}

/** True while the page is laid out for paper: at once, as nobody waits for a drawing then. */
function useIsPrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    const begin = (): void => flushSync(() => setPrinted(true));
    const end = (): void => setPrinted(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinted;
}
