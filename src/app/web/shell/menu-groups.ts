import type { MenuEntry } from '#domains/account/contract/endpoints.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { fitsPackage, OWN_ENTRY, type Page } from '#platform/contract/page.ts';

export interface MenuGroup {
  category: string;
  sub: { name: string; entries: MenuEntry[] }[];
}

/** The element that fits, added at the end when there is none yet. */
function findOrAdd<T>(list: T[], fits: (one: T) => boolean, make: () => T): T {
  const found = list.find(fits);
  if (found) return found;
  const made = make();
  list.push(made);
  return made;
}

/**
 * The drawn menu: entries as the server sends them, grouped by category and sub_category in order of appearance. Left
 * out are hidden companions, pages without a screen, and pages that the chosen package cannot have.
 */
export function menuGroups(
  menu: readonly MenuEntry[],
  pages: readonly Page[],
  pkg: Pick<PackageInfo, 'platform' | 'pages'> | undefined,
): MenuGroup[] {
  const pageById = new Map(pages.map((page) => [page.id, page]));
  const isDrawn = ({ hidden, page_id }: MenuEntry): boolean => {
    const page = pageById.get(page_id);
    if (hidden || (page_id !== '' && !page && !page_id.startsWith(OWN_ENTRY))) return false;
    return !page || fitsPackage(page, pkg);
  };
  const groups: MenuGroup[] = [];
  for (const entry of menu.filter(isDrawn)) {
    const { category, sub_category: name } = entry;
    const group = findOrAdd(
      groups,
      (g) => g.category === category,
      () => ({ category, sub: [] }),
    );
    findOrAdd(
      group.sub,
      (s) => s.name === name,
      () => ({ name, entries: [] }),
    ).entries.push(entry);
  }
  return groups;
}
