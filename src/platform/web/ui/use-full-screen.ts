import { useEffect, useRef, useState } from 'react';

/** Shows an element alone on the screen, and knows when it does, however that ended. */
export function useFullScreen<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  const [full, setFull] = useState(false);
  useEffect(() => {
    const follow = (): void => setFull(document.fullscreenElement === ref.current && ref.current !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  const toggle = (): void => {
    void (document.fullscreenElement ? document.exitFullscreen() : ref.current?.requestFullscreen());
  };
  return { ref, full, toggle };
}
