import { eq } from 'drizzle-orm';
import type { Page } from '#platform/contract/page.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { packageTable, userPackage } from '#platform/server/access/tables.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { MenuEntry } from '../contract/endpoints.ts';

/** Pages a role may see at all; the rest never enters its menu, whatever the mapping says. */
const ROLE_HIDES: Readonly<Record<string, readonly string[]>> = { publisher: ['import', 'white-list'] };

/** The caller's menu: the pages its mappings select, limited to what fits the packages it has. */
export async function menuOf({ db }: Database, scope: Scope, pages: readonly Page[]): Promise<MenuEntry[]> {
  const mappings =
    scope.packages === 'all'
      ? (await db.select({ platform: packageTable.platform }).from(packageTable)).map((row) => ({ ...row, menu: null }))
      : await db
          .select({ platform: packageTable.platform, menu: userPackage.menu })
          .from(userPackage)
          .innerJoin(packageTable, eq(packageTable.name, userPackage.packageName))
          .where(eq(userPackage.userId, scope.userId));
  const hidden = ROLE_HIDES[scope.role] ?? [];
  const fits = (page: Page) =>
    mappings.some(
      (m) => (!page.platform || page.platform === m.platform) && (m.menu === null || m.menu.includes(page.id)),
    );
  // An administrator of an installation without packages still needs its pages to create the first one.
  const everything = scope.role === 'admin' && mappings.length === 0;
  return pages
    .filter((page) => page.guard === 'menu' && !hidden.includes(page.id) && (everything || fits(page)))
    .flatMap(entriesOf);
}

/** One drawn entry per page with a menu place; aliases and companions count for the guard only (NAV-GAP-05). */
function entriesOf(page: Page): MenuEntry[] {
  return page.paths.map((route, index) => ({
    category: page.menu?.category ?? '',
    category_icon: page.menu ? 'category' : '',
    sub_category: page.menu?.subCategory ?? '',
    sub_category_icon: '',
    menu_title: page.title,
    menu_icon: page.menu?.icon ?? '',
    route,
    hidden: index > 0 || !page.menu,
    page_id: page.id,
  }));
}
