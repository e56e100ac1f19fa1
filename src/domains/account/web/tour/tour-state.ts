import { useSyncExternalStore } from 'react';
import { z } from 'zod';

/** Of one window: a tour left in one is not going on in another. */
const KEY = 'tour';

const tourState = z.object({
  /** The stop one was at last, so that the way back leads there. */
  last: z.number().int().nonnegative(),
  /** Addresses of stops by their id, as links to them were seen or as they were visited. */
  seen: z.record(z.string(), z.string()),
});
export type TourState = z.infer<typeof tourState>;

const listeners = new Set<() => void>();

function read(): string | null {
  return sessionStorage.getItem(KEY);
}

function write(state: TourState | null): void {
  if (state === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, JSON.stringify(state));
  for (const listener of listeners) listener();
}

const parsed = (text: string | null): TourState | null => {
  if (text === null) return null;
  try {
    return tourState.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};

export const startTour = (): void => write({ last: 0, seen: {} });
export const leaveTour = (): void => write(null);
export const noteTour = (state: TourState): void => {
  const text = JSON.stringify(state);
  if (text !== read()) write(state);
};

/** Null while nobody is on the way. */
export function useTour(): TourState | null {
  const text = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);
  return parsed(text);
}
