import { useEffect, useState } from 'react';

/** Seconds left; `start` begins anew. It runs from the beginning unless `running` is false. */
export function useCountdown(seconds: number, running = true): [left: number, start: () => void] {
  const [endsAt, setEndsAt] = useState(() => (running ? Date.now() + seconds * 1000 : 0));
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const start = (): void => {
    setNow(Date.now());
    setEndsAt(Date.now() + seconds * 1000);
  };
  return [Math.max(0, Math.ceil((endsAt - now) / 1000)), start];
}
