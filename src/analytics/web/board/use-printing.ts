import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whoever waits longer prints what is there. */
const PATIENCE_MS = 20_000;
const STEP_MS = 150;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const isBusy = (): boolean => document.querySelector('main [aria-busy=true], main [data-drawing]') !== null;

/** Printing a board: all of its sections open, and once every card has its numbers and every chart stands, the sheet. */
export function usePrinting(): { printing: boolean; print: () => void } {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    if (!printing) return;
    let gone = false;
    const done = (): void => setPrinting(false);
    const run = async (): Promise<void> => {
      // Cards that come now ask for their numbers first.
      await pause(STEP_MS * 2);
      for (const end = Date.now() + PATIENCE_MS; isBusy() && Date.now() < end; ) await pause(STEP_MS);
      await pause(STEP_MS * 2);
      if (!gone) globalThis.print();
    };
    addEventListener('afterprint', done);
    void run();
    return () => {
      gone = true;
      removeEventListener('afterprint', done);
    };
  }, [printing]);
  return { printing, print: () => flushSync(() => setPrinting(true)) };
}
