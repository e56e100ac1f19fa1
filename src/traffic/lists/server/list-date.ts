import type { ListInfo } from '#traffic/lists/contract/lists.ts';

/** Facts name the list that matched before a colon (`hosting networks: AS24940 …`); this finds the day of its data. */
export function listDates(lists: readonly ListInfo[]): (entry: string) => string | null {
  const dates = new Map(
    lists.flatMap(({ id, title, date }) => [[id.toLowerCase(), date] as const, [title.toLowerCase(), date] as const]),
  );
  return (entry) => dates.get(entry.split(':')[0]?.trim().toLowerCase() ?? '') || null;
}
