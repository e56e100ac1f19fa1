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

/** The page itself, or the first of its variants where the menu does not have that. */
function onePerPage(entries: readonly MenuEntry[], pageById: ReadonlyMap<string, Page>): MenuEntry[] {
  const ids = new Set(entries.map(({ page_id }) => page_id));
  const seen = new Set<string>();
  return entries.filter(({ page_id }) => {
    const of = pageById.get(page_id)?.variantOf;
    if (of === undefined) return true;
    if (ids.has(of) || seen.has(of)) return false;
    seen.add(of);
    return true;
  });
}

/** Whether an entry of the menu stands for the open page: its own, one of its addresses, or another way to show it. */
export const standsFor = ({ page_id }: MenuEntry, open: Page | undefined, pages: readonly Page[]): boolean => {
  if (!open) return false;
  const own = pages.find(({ id }) => id === page_id);
  return own !== undefined && (own.variantOf ?? own.id) === (open.variantOf ?? open.id);
};

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
  const drawn = onePerPage(menu.filter(isDrawn), pageById);
  const groups: MenuGroup[] = [];
  for (const entry of drawn) {
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
