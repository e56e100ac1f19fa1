import { kindsOfType } from '#analytics/contract/dashboard-kinds.ts';
import type { DashboardType } from '#platform/contract/dashboard-types.ts';
import { paged } from '#platform/contract/envelopes.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Jobs } from '#platform/server/jobs/jobs.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import type { PreviewTurns } from '#traffic/rule-sets/server/replay/preview-turns.ts';
import { ownRules, type RuleSetStores } from '#traffic/rule-sets/server/rule-set-store.ts';
import type { RuleSet } from '#traffic/rules/contract/rule.ts';
import type { ConfigurationView, VariationView } from '../contract/configuration-endpoints.ts';
import type { ClickParts } from './clicks.ts';
import { type ConfigurationKey, configurationsIn, isKeyOf } from './configurations.ts';
import { type Found, foundLately } from './found.ts';
import { categoriesOf, subCategoriesOf, variationsOf } from './variations.ts';

export interface ConfigurationParts extends RuleSetStores, ClickParts {
  jobs: Jobs;
  previewTurns: PreviewTurns;
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
}

/** A question of one caller about one package, which is theirs. */
export interface Asked {
  scope: Scope;
  info: PackageInfo;
  signal: AbortSignal;
}

export const rulesOf = async ({ database }: ConfigurationParts, { package_name }: PackageInfo): Promise<RuleSet> =>
  (await loadPolicy(database, package_name)).ruleSet;

/** What is set for the publishers of a package is for those who see all of them: not for whoever is kept to some vendors. */
export const askedOf = async (
  { packageInfo }: ConfigurationParts,
  { scope, signal }: { scope: Scope; signal: AbortSignal },
  name: string,
): Promise<Asked> => ({ scope, info: await packageInfo(scope, ownRules(scope, name)), signal });

const foundOf = (
  { clickhouse }: ConfigurationParts,
  { scope, info, signal }: Asked,
  type: DashboardType | undefined,
): Promise<Found> => foundLately(scope, clickhouse, info, type ? kindsOfType(info.platform, type) : [], signal);

export async function listOf(
  parts: ConfigurationParts,
  asked: Asked,
  { dashboard_type: type, search = '' }: { dashboard_type?: DashboardType | undefined; search?: string | undefined },
): Promise<ConfigurationView[]> {
  const { hitsOf } = await foundOf(parts, asked, undefined);
  const wanted = search.toLowerCase();
  return configurationsIn(asked.info, await rulesOf(parts, asked.info), hitsOf).filter(
    (row) =>
      (!type || type === row.dashboard_type) &&
      `${row.publisher} ${row.configuration_name}`.toLowerCase().includes(wanted),
  );
}

export async function pageOf(
  parts: ConfigurationParts,
  asked: Asked,
  query: { dashboard_type?: DashboardType | undefined; search?: string | undefined; page: number; limit: number },
) {
  const rows = await listOf(parts, asked, query);
  const start = (query.page - 1) * query.limit;
  return paged({ rows: rows.slice(start, start + query.limit), total: rows.length }, query.limit);
}

export async function oneOf(
  parts: ConfigurationParts,
  asked: Asked,
  key: ConfigurationKey,
): Promise<ConfigurationView> {
  const found = (await listOf(parts, asked, {})).find(isKeyOf(key));
  if (!found) throw appError('not_found');
  return found;
}

export const categories = async (parts: ConfigurationParts, asked: Asked, type: DashboardType | undefined) =>
  categoriesOf({ platform: asked.info.platform, type }, await foundOf(parts, asked, type));

export const subCategories = async (
  parts: ConfigurationParts,
  asked: Asked,
  { type, category }: { type: DashboardType | undefined; category: string | undefined },
) => subCategoriesOf({ platform: asked.info.platform, type }, await foundOf(parts, asked, type), category);

export async function variations(
  parts: ConfigurationParts,
  asked: Asked,
  { type, subCategory }: { type: DashboardType | undefined; subCategory: string | undefined },
): Promise<VariationView[]> {
  const [found, { rules }] = await Promise.all([foundOf(parts, asked, type), rulesOf(parts, asked.info)]);
  return variationsOf({ platform: asked.info.platform, type }, found, rules, subCategory);
}
