import { KEY_NAMES, type KeyName, keyGroup } from '#traffic/event/contract/keys.ts';
import type { Names } from '#traffic/event/contract/names-of.ts';

/** Keys for a list to choose from, by what they are: when, what was reported, what we found out. */
export function groupedKeys(
  offered: readonly KeyName[],
  names: Names,
): { group: string; items: { value: KeyName; label: string }[] }[] {
  const groups = new Map<string, { value: KeyName; label: string }[]>();
  for (const value of KEY_NAMES.filter((name) => offered.includes(name))) {
    const group = names.group(keyGroup(value));
    groups.set(group, [...(groups.get(group) ?? []), { value, label: names.dimension(value) }]);
  }
  return [...groups].map(([group, items]) => ({ group, items }));
}
