import { useState } from 'react';
import type { Line } from './line.ts';

export interface Mark {
  marked: Line | undefined;
  step: (by: 1 | -1) => void;
  /** Marks what the pointer is on. */
  set: (line: Line) => void;
}

/**
 * Which line Enter goes to: the first one until somebody moves, and that again for another question. It is reckoned from
 * the lines that are shown, so that there is one whenever there are lines, also of those that come late.
 */
export function useMark(lines: readonly Line[], question: string): Mark {
  const [moved, setMoved] = useState({ question, id: '' });
  const at = moved.question === question ? lines.findIndex(({ id }) => id === moved.id) : -1;
  const index = Math.max(at, 0);
  const set = ({ id }: Line): void => setMoved({ question, id });
  return {
    marked: lines[index],
    step: (by) => {
      const next = lines[(index + by + lines.length) % lines.length];
      if (next) set(next);
    },
    set,
  };
}
