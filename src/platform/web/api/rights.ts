/**
 * What the server says about the caller's rights with every answer (`x-rights`). It changes when an administrator
 * changes what the person may see, and when another tab begins or ends a view as somebody else: open pages notice with
 * their next request, whatever it was about.
 */
const listeners = new Set<() => void>();
let known: string | null = null;

export function noteRights(rights: string | null): void {
  if (rights === null || rights === known) return;
  const first = known === null;
  known = rights;
  for (const listener of listeners) listener();
  if (!first) for (const react of changes) react();
}

const changes = new Set<() => void>();

/** Calls back after every change, not for what was known first. */
export function onRightsChange(react: () => void): () => void {
  changes.add(react);
  return () => changes.delete(react);
}

/** For `useSyncExternalStore`: whether this session shows the view of another user. */
export const viewStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isViewing: (): boolean => known?.startsWith('view-') ?? false,
};
