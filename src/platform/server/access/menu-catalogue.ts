import { asc } from 'drizzle-orm';
import type { Page } from '#platform/contract/page.ts';
import type { Database } from '../postgres/postgres.ts';
import { menuEntryTable } from './tables.ts';

/** A menu entry as the spec names its parts (NAV-ENT-01), whether it is drawn, and the page behind it. */
export interface MenuItem {
  category: string;
  category_icon: string;
  sub_category: string;
  sub_category_icon: string;
  menu_title: string;
  menu_icon: string;
  route: string;
  hidden: boolean;
  page_id: string;
}

export interface Catalogued {
  entry: MenuItem;
  /** Absent for an entry of the operator's own. */
  page?: Page;
  origin: 'registry' | 'changed' | 'own';
}

/** Every entry there is: the registry's pages as the operator changed them, then the operator's own entries. */
export async function menuCatalogue({ db }: Database, pages: readonly Page[]): Promise<Catalogued[]> {
  const rows = await db.select().from(menuEntryTable).orderBy(asc(menuEntryTable.pageId));
  const stored = new Map(rows.map((row) => [row.pageId, row]));
  const known = new Set(pages.map(({ id }) => id));
  const registered = pages
    .filter((page) => page.guard === 'menu')
    .flatMap((page) => {
      const changed = stored.get(page.id);
      return entriesOf(page).map(
        (entry): Catalogued => ({
          entry: changed ? { ...entry, ...lookOf(changed) } : entry,
          page,
          origin: changed ? 'changed' : 'registry',
        }),
      );
    });
  const own = rows
    .filter(({ pageId }) => !known.has(pageId))
    .map(
      (row): Catalogued => ({
        entry: { ...lookOf(row), route: row.route, hidden: false, page_id: row.pageId },
        origin: 'own',
      }),
    );
  return [...registered, ...own];
}

const lookOf = (row: typeof menuEntryTable.$inferSelect) => ({
  category: row.category,
  category_icon: row.categoryIcon,
  sub_category: row.subCategory,
  sub_category_icon: row.subCategoryIcon,
  menu_title: row.menuTitle,
  menu_icon: row.menuIcon,
});

/** One drawn entry per page with a menu place; aliases and companions count for the guard only (NAV-GAP-05). */
function entriesOf(page: Page): MenuItem[] {
  return page.paths.map((route, index) => ({
    category: page.menu?.category ?? '',
    category_icon: page.menu ? 'category' : '',
    sub_category: page.menu?.subCategory ?? '',
    sub_category_icon: '',
    menu_title: page.menu?.title ?? page.title,
    menu_icon: page.menu?.icon ?? '',
    route,
    hidden: index > 0 || !page.menu,
    page_id: page.id,
  }));
}
