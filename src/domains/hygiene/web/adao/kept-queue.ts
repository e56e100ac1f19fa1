import { z } from 'zod';
import { KEPT_HOURS } from '#domains/hygiene/contract/terms.ts';

const keptItem = z.object({ name: z.string(), address: z.string(), sent: z.number() });
/** A creative that was sent: by its address, which is nobody else's, the server says how far it is. */
export type KeptItem = z.infer<typeof keptItem>;

const MOST_KEPT = 100;

/**
 * What was sent from this window of the browser, newest first; nothing once the server has forgotten it. `whose`: the
 * kind, the person and the package. Another window, and whoever signs in after, has a list of its own.
 */
export function keptItems(whose: string): KeptItem[] {
  try {
    const read = z.array(keptItem).safeParse(JSON.parse(sessionStorage.getItem(keyOf(whose)) ?? '[]'));
    return (read.data ?? []).filter(({ sent }) => Date.now() - sent < KEPT_HOURS * 3_600_000);
  } catch {
    return [];
  }
}

export function keepItem(whose: string, item: KeptItem): void {
  const all = [item, ...keptItems(whose)].slice(0, MOST_KEPT);
  sessionStorage.setItem(keyOf(whose), JSON.stringify(all));
}

export const forgetItems = (whose: string): void => sessionStorage.removeItem(keyOf(whose));

const keyOf = (whose: string): string => `hygiene_queue ${whose}`;
