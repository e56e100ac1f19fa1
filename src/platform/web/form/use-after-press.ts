import { useCallback, useEffect, useRef } from 'react';

/**
 * Runs what moves the page, such as the fault of a field that is left, once the press that is under way has ended: a
 * button that moves away below the pointer is missed by the click.
 */
export function useAfterPress(): (run: () => void) => void {
  const isPressed = useRef(false);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    const down = (): void => {
      isPressed.current = true;
    };
    const up = (): void => {
      isPressed.current = false;
      // The click comes with the end of the press, before anything that waits for its turn.
      setTimeout(() => {
        for (const run of waiting.current.splice(0)) run();
      });
    };
    window.addEventListener('pointerdown', down, true);
    window.addEventListener('pointerup', up, true);
    window.addEventListener('pointercancel', up, true);
    return () => {
      window.removeEventListener('pointerdown', down, true);
      window.removeEventListener('pointerup', up, true);
      window.removeEventListener('pointercancel', up, true);
    };
  }, []);
  return useCallback((run) => {
    if (isPressed.current) waiting.current.push(run);
    else run();
  }, []);
}
