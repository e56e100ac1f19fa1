import type { z } from 'zod';
import { filtersOn } from '#analytics/contract/offered.ts';
import { packagesOf } from '#platform/server/access/packages.ts';
import { maySeeFilter, type Scope } from '#platform/server/access/scope.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { DIMENSIONS, type DimensionName } from '#traffic/event/contract/dimensions.ts';
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
