import type { QueryClient } from '@tanstack/react-query';

/** First parts of the key of every list of events on screen. */
export const EVENT_LISTS = ['GET', '/api/traffic/events'] as const;

const isList = (key: readonly unknown[]): boolean => key[0] === EVENT_LISTS[0] && key[1] === EVENT_LISTS[1];

/** Who is signed in changes no verdict; everything else may count the event. */
const isAboutPeople = (key: readonly unknown[]): boolean => String(key[1]).startsWith('/api/user');

/**
 * After verdicts changed: boards ask again. Lists too when many rows may have changed; after a single mark they keep
 * their rows in place (the changed one is written into them) and ask again on the next visit.
 */
export function refreshVerdicts(client: QueryClient, changed: 'one' | 'many'): void {
  const refetchType = changed === 'one' ? 'none' : 'active';
  void client.invalidateQueries({ predicate: ({ queryKey }) => isList(queryKey), refetchType });
  void client.invalidateQueries({ predicate: ({ queryKey }) => !isList(queryKey) && !isAboutPeople(queryKey) });
}
