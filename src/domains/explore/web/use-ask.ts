import { useMemo } from 'react';
import { isKept } from '#domains/views/contract/view-endpoints.ts';
import { roleOf } from '#platform/contract/roles.ts';
import { currentUser } from '#platform/web/session/user.ts';
import { type Ask, droppedOf, readAsk, withoutFacts } from './ask.ts';

/** A publisher sees no facts: they are what rules look at. */
export function seesFacts(): boolean {
  const user = currentUser();
  return !user || roleOf(user.role) !== 'publisher';
}

export interface ReadAddress {
  ask: Ask;
  /** Names in the address that there are no more. */
  dropped: string[];
  /** Names in it that are not open to the reader. */
  closed: string[];
}

/** The question of an address as far as the reader can ask it; the same value while the address says the same. */
export function useAsk(params: URLSearchParams): ReadAddress {
  const text = params.toString();
  return useMemo(() => {
    const read = new URLSearchParams(text);
    const dropped = droppedOf(new URLSearchParams([...read].filter(([name]) => isKept(name))));
    const ask = readAsk(read);
    return seesFacts() ? { ask, dropped, closed: [] } : { ...withoutFacts(ask), dropped };
  }, [text]);
}
