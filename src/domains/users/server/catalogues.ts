import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { filtersOn } from '#analytics/contract/offered.ts';
import { BOARD_PAGES } from '#analytics/contract/pages.ts';
import { packagesOf } from '#platform/server/access/packages.ts';
import { maySeeFilter, maySeePage, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { packageTable } from '#platform/server/access/tables.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { DIMENSIONS, type DimensionName } from '#traffic/event/contract/dimensions.ts';
import { EXPLORER_PAGES } from '#traffic/explorer/contract/pages.ts';
import type { filterDefinition } from '../contract/mappings.ts';

type FilterDefinition = z.infer<typeof filterDefinition>;

const PLATFORMS = ['web', 'app'] as const;
const names: readonly DimensionName[] = [...new Set(PLATFORMS.flatMap((platform) => [...filtersOn(platform)]))];

/** Every filter a board offers, with the kinds of packages whose boards do. */
export const FILTER_CATALOGUE: readonly FilterDefinition[] = names.map((id) => ({
  id,
  title: DIMENSIONS[id].label,
  description: DIMENSIONS[id].description,
  platforms: PLATFORMS.filter((platform) => filtersOn(platform).includes(id)),
}));

/** Filters of the caller; a filter selected for none of its packages is absent. */
export async function ownFilters(scope: Scope, database: Database, now: Date) {
  const packages = await packagesOf(scope, database, now);
  return FILTER_CATALOGUE.map((filter) => ({
    ...filter,
    packages: packages
      .filter(
        ({ platform, package_name }) =>
          filter.platforms.includes(platform) && maySeeFilter(scope, package_name, filter.id),
      )
      .map(({ package_name }) => package_name),
  })).filter(({ packages: those }) => those.length > 0);
}

/** Boards of the package's kind, and its events, as far as the caller may open them. */
export async function deepDive(scope: Scope, { db }: Database, packageName: string) {
  const [row] = await db
    .select({ platform: packageTable.platform })
    .from(packageTable)
    .where(eq(packageTable.name, requirePackage(scope, packageName)));
  if (!row) throw appError('not_found', { field: 'package_name' });
  return [...BOARD_PAGES.filter(({ platform }) => platform === row.platform), ...EXPLORER_PAGES]
    .filter(({ id }) => maySeePage(scope, packageName, [id]))
    .map(({ id, title, paths: [path] }) => ({
      page_id: id,
      title,
      route: `${path}?${new URLSearchParams({ package: packageName })}`,
    }));
}
