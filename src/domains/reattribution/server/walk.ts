/**
 * Who should have been credited for one install or event. `conversions-sql.ts` says the same of millions in SQL;
 * reattribution.test.ts holds the two equal.
 */
import type { Change, ToldBy, TouchState } from '#domains/reattribution/contract/changes.ts';

/** Hours a click, and a view, can bring what follows it, where the source tells no other window of its own touch. */
export const WINDOW_HOURS = { click: 168, view: 24 } as const;
const HOUR_MS = 3_600_000;

export interface Touch {
  publisher: string;
  campaign: string;
  type: 'click' | 'view';
  /** Milliseconds; null where the source does not tell. */
  at: number | null;
  told: ToldBy;
  /** Judged as invalid, a known bot, or turned away. */
  invalid: boolean;
  /** Code of the rule or check that says so; '' where nothing was said. */
  reason: string;
}

export interface Conversion {
  /** What the source credited; null where it credited nobody. */
  touch: Touch | null;
  /** When the credit was earned: of an event of an app its install, where that is known. */
  at: number;
  /** `removed`: it never was, so nobody is credited. `claim`: it is real, and the claim of its publisher false. */
  fault: 'none' | 'removed' | 'claim';
  /** Of the touch the source credited, as it tells; null is the usual one, 0 that it was over, 'unknown' no matter. */
  hours: number | null | 'unknown';
}

export interface Walked<T extends Touch = Touch> {
  change: Change;
  /** Null: nobody, or organic. */
  credited: T | null;
  touches: { touch: T; state: TouchState }[];
}

/**
 * Walks from the touch the source credited to the others, newest to oldest and a view only where no click is left; drops
 * invalid ones and those outside of their window `[touch, touch + W)`; credits the first that is left, else nobody. What
 * nobody was credited for stays so: nothing was taken away from it.
 */
export function walk<T extends Touch>(
  { touch: first, at, fault, hours }: Conversion & { touch: T | null },
  others: readonly T[],
): Walked<T> {
  const stateOf = (touch: T): TouchState => {
    if (fault === 'claim' && touch.publisher === first?.publisher) return 'claim';
    if (touch.invalid) return 'invalid';
    if (touch === first && hours === 0) return 'out_of_window';
    if (touch.at === null) return touch === first ? 'spare' : 'out_of_window';
    if (touch !== first && touch.at > at) return 'later';
    const window = touch === first ? (hours ?? WINDOW_HOURS[touch.type]) : WINDOW_HOURS[touch.type];
    return window !== 'unknown' && at - touch.at >= window * HOUR_MS ? 'out_of_window' : 'spare';
  };
  const list = first ? [first, ...others.toSorted(walkedOrder)] : others.toSorted(walkedOrder);
  const touches = list.map((touch) => ({ touch, state: stateOf(touch) }));
  if (first === null || fault === 'removed')
    return { change: fault === 'removed' ? 'removed' : 'kept', credited: null, touches };
  const found = touches.find(({ state }) => state === 'spare');
  if (found) found.state = 'credited';
  const credited = found?.touch ?? null;
  const change = credited === null ? 'to_organic' : credited.publisher === first.publisher ? 'kept' : 'moved';
  return { change, credited, touches };
}

/** Clicks before views, the newest first; of one moment the later name, so that no order of reading decides. */
function walkedOrder(a: Touch, b: Touch): number {
  if (a.type !== b.type) return a.type === 'click' ? -1 : 1;
  if (a.at !== b.at) return (b.at ?? Number.NEGATIVE_INFINITY) - (a.at ?? Number.NEGATIVE_INFINITY);
  if (a.publisher !== b.publisher) return a.publisher < b.publisher ? 1 : -1;
  return a.campaign < b.campaign ? 1 : a.campaign > b.campaign ? -1 : 0;
}
