import { useEffect, useState } from 'react';

/** Seconds left until a moment; `start` begins anew. */
export function useCountdown(seconds: number): [left: number, start: () => void] {
  const [endsAt, setEndsAt] = useState(() => Date.now() + seconds * 1000);
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
