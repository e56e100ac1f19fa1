import { addDays } from '#platform/contract/date-range.ts';

interface Dated {
  name?: string;
  valid_from: string | null;
  valid_to: string | null;
}

/**
 * A change of terms that a settlement has used counts from the day after it, as long as nobody says another day. A name
 * and a last day change no terms.
 */
export function afterSettled<D extends Dated>(part: Partial<D>, draft: D, settledUntil: string | null): Partial<D> {
  const { name: _, valid_to: __, ...terms } = part;
  if (settledUntil === null || Object.keys(terms).length === 0 || 'valid_from' in part) return part;
  if (draft.valid_from !== null && draft.valid_from > settledUntil) return part;
  return { ...part, valid_from: addDays(settledUntil, 1) };
}
