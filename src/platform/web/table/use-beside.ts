import { useEffect, useState } from 'react';

/** Whether columns lie beyond the right edge: where no scroll bar is drawn nothing else says so. */
export function useBeside(scroller: HTMLElement | null): boolean {
  const [beside, setBeside] = useState(false);
  useEffect(() => {
    if (!scroller || typeof ResizeObserver === 'undefined') return;
    const look = (): void => setBeside(scroller.scrollWidth - scroller.clientWidth - scroller.scrollLeft > 1);
    const sizes = new ResizeObserver(look);
    sizes.observe(scroller);
    for (const child of scroller.children) sizes.observe(child);
    scroller.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      sizes.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, [scroller]);
  return beside;
}
