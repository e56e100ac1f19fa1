import { useSyncExternalStore } from 'react';

/** Whether anything has been said yet: the place for toasts comes with the first of them, not with the first screen. */
let wanted = false;
const listeners = new Set<() => void>();

export function wantToasts(): void {
  wanted = true;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useToastsWanted = (): boolean => useSyncExternalStore(subscribe, () => wanted);
