import { useEffect, useState } from 'react';

const STEP = 10;
const STEP_MS = 30;
const RESET_MS = 300;

/** Page-change progress (LAY-CONST-02): ten per cent every 30 ms until past 100, then back to none after 300 ms. */
export function useProgress(page: string): number {
  const [value, setValue] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(() => {
    let now = 0;
    let reset: ReturnType<typeof setTimeout> | undefined;
    const step = setInterval(() => {
      now += STEP;
      setValue(now);
      if (now <= 100) return;
      clearInterval(step);
      reset = setTimeout(() => setValue(0), RESET_MS);
    }, STEP_MS);
    return () => {
      clearInterval(step);
      clearTimeout(reset);
      setValue(0);
    };
  }, [page]);
  return value;
}
