import { isoDate } from '#platform/contract/date-range.ts';

/** A day given with an option of the command line; undefined when it was not given. */
export function dayOf(text: string | undefined, option: string): string | undefined {
  if (text === undefined) return undefined;
  const parsed = isoDate.safeParse(text);
  if (!parsed.success) throw new Error(`${option}: ${parsed.error.issues[0]?.message ?? 'not a day'}`);
  return parsed.data;
}
