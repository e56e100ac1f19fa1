import { typesOfPlatform } from '#analytics/contract/dashboard-kinds.ts';
import { ok } from '#platform/contract/envelopes.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { previewRules } from '#traffic/rule-sets/server/replay/preview-rules.ts';
import { rewriteJob } from '#traffic/rule-sets/server/replay/rewrite-jobs.ts';
import { configurationEndpoints } from '../contract/configuration-endpoints.ts';
import { countClick } from './clicks.ts';
import {
  askedOf,
  type ConfigurationParts,
  categories,
  listOf,
  oneOf,
  pageOf,
  rulesOf,
  subCategories,
  variations,
} from './configuration-answers.ts';
import {
  addConfiguration,
  changeConfiguration,
  draftWith,
  removeConfiguration,
  type Saved,
  storedRule,
} from './configuration-store.ts';
import { configurationsIn, isKeyOf } from './configurations.ts';
import { typesOfPackage } from './package-types.ts';

/** To the letter (ERR-MSG-04). */
export const SAVED = 'Data Saved  successfully !';

/** Begins the way of a saved version into what is stored; what it says of it is how that is asked for everywhere. */
export async function written({ jobs }: ConfigurationParts, info: PackageInfo, saved: Saved): Promise<Saved> {
  await jobs.enqueue(rewriteJob, { package: info.package_name, version: saved.version });
  return saved;
}

export const configurationRoutes = (parts: ConfigurationParts): Route[] =>
  implement(configurationEndpoints)({
    click: async (call) => {
      // An administrator may name any package, also one that there is not.
      const { scope, info } = await askedOf(parts, call, call.body.package_name);
      return ok({ id: await countClick(scope, parts, { ...call.body, package_name: info.package_name }) });
    },
    all: async (call) => ok(await listOf(parts, await askedOf(parts, call, call.query.package_name), call.query)),
    table: async (call) => pageOf(parts, await askedOf(parts, call, call.query.package_name), call.query),
    one: async (call) => ok(await oneOf(parts, await askedOf(parts, call, call.query.package_name), call.query)),
    types: async (call) => {
      const { scope, info } = await askedOf(parts, call, call.query.package_name);
      const own = await typesOfPackage(scope, parts.database, info.package_name);
      return ok(typesOfPlatform(info.platform).filter((type) => own.includes(type)));
    },
    categories: async (call) => {
      const { package_name, dashboard_type } = call.query;
      return ok(await categories(parts, await askedOf(parts, call, package_name), dashboard_type));
    },
    subCategories: async (call) => {
      const { package_name, dashboard_type: type, fraud_category: category } = call.query;
      return ok(await subCategories(parts, await askedOf(parts, call, package_name), { type, category }));
    },
    variations: async (call) => {
      const { package_name, dashboard_type: type, fraud_sub_category: subCategory } = call.query;
      return ok(await variations(parts, await askedOf(parts, call, package_name), { type, subCategory }));
    },
    webEventVariations: async (call) => {
      const { package_name, fraud_sub_category: subCategory } = call.query;
      return ok(await variations(parts, await askedOf(parts, call, package_name), { type: 'Web_Event', subCategory }));
    },
    preview: async (call) => {
      const { days, ...wanted } = call.body;
      const { scope, info, signal } = await askedOf(parts, call, wanted.package_name);
      const ruleSet = await rulesOf(parts, info);
      const there = configurationsIn(info, ruleSet).some(isKeyOf(wanted));
      const replaces = there ? storedRule(info, ruleSet, wanted) : undefined;
      const { draft, rule } = draftWith(scope, info, ruleSet, wanted, { now: parts.now(), replaces });
      const asked = { draft, days, rule: rule.id };
      return ok(await previewRules(scope, parts, info, asked, { signal, turns: parts.previewTurns }));
    },
    save: async (call) => {
      const { scope, info } = await askedOf(parts, call, call.body.package_name);
      const saved = await addConfiguration(scope, parts, info, call.body);
      return ok(await written(parts, info, saved), SAVED);
    },
    change: async (call) => {
      const { scope, info } = await askedOf(parts, call, call.body.package_name);
      const saved = await changeConfiguration(scope, parts, info, call.body);
      return ok(await written(parts, info, saved), SAVED);
    },
    remove: async (call) => {
      const { scope, info } = await askedOf(parts, call, call.query.package_name);
      const saved = await removeConfiguration(scope, parts, info, call.query);
      return ok(await written(parts, info, saved), 'Deleted  successfully !');
    },
  });
