import type { KeyboardEvent } from 'react';
import { isPressed } from '../keys/shortcuts.ts';

/** Where a key leads from the point at hand; undefined for keys that are not ours. */
export function movedBy(press: KeyboardEvent, from: number | undefined, last: number): number | undefined {
  if (isPressed(press, 'point_first')) return 0;
  if (isPressed(press, 'point_last')) return last;
  if (isPressed(press, 'point_next')) return from === undefined ? 0 : Math.min(last, from + 1);
  if (isPressed(press, 'point_previous')) return from === undefined ? last : Math.max(0, from - 1);
  return undefined;
}
