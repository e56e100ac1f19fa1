import type { DashboardType } from '#platform/contract/dashboard-types.ts';
import { ok } from '#platform/contract/envelopes.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { appConfigurationEndpoints } from '../contract/configuration-endpoints.ts';
import {
  type Asked,
  askedOf,
  type ConfigurationParts,
  listOf,
  oneOf,
  pageOf,
  subCategories,
  variations,
} from './configuration-answers.ts';
import { SAVED, written } from './configuration-routes.ts';
import { addConfiguration, removeConfiguration } from './configuration-store.ts';
import { refuse } from './refuse.ts';

const TYPE_OF = { install: 'Install', event: 'Event' } as const satisfies Record<string, DashboardType>;

/** The older paths of apps: what they answer is of an app, or nothing. */
export function appConfigurationRoutes(parts: ConfigurationParts): Route[] {
  const ofApp = async (call: { scope: Scope; signal: AbortSignal }, name: string): Promise<Asked> => {
    const asked = await askedOf(parts, call, name);
    if (asked.info.platform !== 'app') throw refuse('only_apps', { package: name }, { field: 'package_name' });
    return asked;
  };
  return implement(appConfigurationEndpoints)({
    all: async (call) => ok(await listOf(parts, await ofApp(call, call.query.package_name), call.query)),
    v1: async (call) => pageOf(parts, await ofApp(call, call.query.package_name), call.query),
    one: async (call) => ok(await oneOf(parts, await ofApp(call, call.query.package_name), call.query)),
    table: async (call) => pageOf(parts, await ofApp(call, call.query.package_name), call.query),
    subCategories: async (call) => {
      const { package_name, fraud_category: category } = call.query;
      const asked = await ofApp(call, package_name);
      return ok(await subCategories(parts, asked, { type: TYPE_OF[call.params.type], category }));
    },
    variations: async (call) => {
      const { package_name, fraud_sub_category: subCategory } = call.query;
      const asked = await ofApp(call, package_name);
      return ok(await variations(parts, asked, { type: TYPE_OF[call.params.type], subCategory }));
    },
    save: async (call) => {
      const { scope, info } = await ofApp(call, call.body.package_name);
      const saved = await addConfiguration(scope, parts, info, call.body);
      return ok(await written(parts, info, saved), SAVED);
    },
    remove: async (call) => {
      const { scope, info } = await ofApp(call, call.query.package_name);
      const saved = await removeConfiguration(scope, parts, info, call.query);
      return ok(await written(parts, info, saved), 'Deleted  successfully !');
    },
  });
}
