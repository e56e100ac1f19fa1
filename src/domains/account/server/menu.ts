import { and, eq } from 'drizzle-orm';
import type { Page } from '#platform/contract/page.ts';
import { roleMay } from '#platform/contract/roles.ts';
import { type Catalogued, menuCatalogue } from '#platform/server/access/menu-catalogue.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { packageTable, userPackage } from '#platform/server/access/tables.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { MenuEntry } from '../contract/endpoints.ts';

/** The caller's menu: what its mappings select of the catalogue, limited to its role and to what fits its packages. */
export async function menuOf(scope: Scope, database: Database, pages: readonly Page[]): Promise<MenuEntry[]> {
  const { db } = database;
  const [catalogue, mappings] = await Promise.all([
    menuCatalogue(database, pages),
    scope.packages === 'all'
      ? db
          .select({ platform: packageTable.platform })
          .from(packageTable)
          .then((rows) => rows.map((row) => ({ ...row, menu: null })))
      : db
          .select({ platform: packageTable.platform, menu: userPackage.menu })
          .from(userPackage)
          .innerJoin(packageTable, and(eq(packageTable.name, userPackage.packageName), eq(packageTable.active, true)))
          .where(eq(userPackage.userId, scope.userId)),
  ]);
  // An administrator of an installation without packages still needs its pages to create the first one.
  const everything = scope.role === 'admin' && mappings.length === 0;
  const isSelected = ({ entry, page }: Catalogued): boolean =>
    everything ||
    mappings.some(
      ({ platform, menu }) =>
        (!page?.platform || page.platform === platform) &&
        (menu === null || menu.includes(entry.page_id) || menu.includes(page?.companionOf ?? entry.page_id)),
    );
  const isAllowed = ({ page }: Catalogued): boolean => !page?.permission || roleMay(scope.roleName, page.permission);
  return catalogue.filter((each) => isAllowed(each) && isSelected(each)).map(({ entry }) => entry);
}
