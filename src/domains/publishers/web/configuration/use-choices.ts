import { useQuery } from '@tanstack/react-query';
import { configurationEndpoints } from '#domains/publishers/contract/configuration-endpoints.ts';
import type { DashboardType } from '#platform/contract/dashboard-types.ts';
import { query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { conditionEndpoints } from '#traffic/rules/contract/condition-endpoints.ts';
import type { ConfigurationDraft } from './configuration-draft.ts';

/** What can be chosen: each list is narrowed by what was chosen before it. */
export function useChoices({ dashboard_type, fraud_category, fraud_sub_category, publisher }: ConfigurationDraft) {
  const { pkg } = useSelection();
  const packageName = pkg.package_name;
  const ofType = dashboard_type ? { dashboard_type } : {};
  const asked = { package_name: packageName, ...ofType };
  const publishers = useQuery(
    query(conditionEndpoints.values, { query: { package_name: packageName, field: 'publisher', search: publisher } }),
  );
  const categories = useQuery(query(configurationEndpoints.categories, { query: asked }));
  const subCategories = useQuery(
    query(configurationEndpoints.subCategories, {
      query: { ...asked, ...(fraud_category ? { fraud_category } : {}) },
    }),
  );
  const variations = useQuery(
    query(configurationEndpoints.variations, {
      query: { ...asked, ...(fraud_sub_category ? { fraud_sub_category } : {}) },
    }),
  );
  const own = useQuery(query(configurationEndpoints.types, { query: { package_name: packageName } }));
  // Of one that is stored the type stays, also where the package has no such dashboard any more.
  const types: DashboardType[] = [...new Set([...(own.data?.data ?? []), ...(dashboard_type ? [dashboard_type] : [])])];
  return {
    publishers: (publishers.data?.data ?? []).map(({ value }) => value),
    types,
    categories: categories.data?.data ?? [],
    subCategories: subCategories.data?.data ?? [],
    variations: variations.data?.data ?? [],
  };
}
