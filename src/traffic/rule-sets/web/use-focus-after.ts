import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to the target when what held it has left the screen; the keyboard would begin at the top of the page
 * again, and a screen reader would say nothing. Nobody else's focus is taken, and nothing scrolls. `shown` names what
 * is there: null or false for nothing, another value for another of its kind.
 */
export function useFocusAfter(shown: number | boolean | null, target: RefObject<HTMLElement | null>): void {
  const was = useRef(shown);
  useEffect(() => {
    const left = was.current !== shown && was.current !== null && was.current !== false;
    was.current = shown;
    if (!left) return undefined;
    // A dialog that goes with it gives the focus back first, to a button that is gone.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) target.current?.focus({ preventScroll: true });
    }, RETURN_MS);
    return () => clearTimeout(timer);
  }, [shown, target]);
}

const RETURN_MS = 50;
