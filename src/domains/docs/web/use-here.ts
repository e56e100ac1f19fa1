import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useStickySearch } from '#platform/web/layout/selection.tsx';

/** Names the entry a link means. A parameter and not a fragment: the shell rewrites the address and drops fragments. */
const AT = 'at';

/** The entry the address names; it is brought into view and takes the focus once it is there. */
export function useHere(ready = true): string | null {
  const [params] = useSearchParams();
  const at = params.get(AT);
  useEffect(() => {
    if (at === null || !ready) return;
    // A frame later: the shell takes a new page to its top when it mounts.
    const frame = requestAnimationFrame(() => {
      const target = document.getElementById(at);
      target?.scrollIntoView({ block: 'center' });
      target?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [at, ready]);
  return at;
}

/** Makes links between help pages that keep package and range. */
export function useDocLink(): (path: string, extra?: { at?: string; q?: string }) => string {
  const sticky = useStickySearch();
  return (path, extra = {}) => {
    const params = new URLSearchParams(sticky);
    for (const [name, value] of Object.entries(extra)) params.set(name, value);
    const text = params.toString();
    return text === '' ? path : `${path}?${text}`;
  };
}
