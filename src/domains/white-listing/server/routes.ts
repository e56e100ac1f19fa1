import { ok } from '#platform/contract/envelopes.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import {
  addEntry,
  type NewEntry,
  type RuleOfList,
  type WhiteListStores,
} from '#traffic/white-list/server/white-list.ts';
import { changeRule, removeRule } from '#traffic/white-list/server/white-list-rules.ts';
import { type RuleBody, whiteListingEndpoints } from '../contract/endpoints.ts';
import { type Asked, fieldsOf, previewOf, valuesOf } from './choices.ts';
import { listRules } from './list-rules.ts';
import { categoriesOf, conditionOf } from './rule-condition.ts';

export interface WhiteListingParts extends WhiteListStores {
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
}

/** A rule as an entry of the white list. */
function entryOf(info: PackageInfo, body: RuleBody): NewEntry & { rule: RuleOfList } {
  const { analysis, rule_name: name, conditions, reason, from, expires, confirm } = body;
  return {
    kind: 'condition',
    value: conditionOf(info, body),
    reason,
    from,
    expires,
    confirm,
    rule: { analysis, name, categories: categoriesOf(body), conditions },
  };
}

export function whiteListingRoutes(parts: WhiteListingParts): Route[] {
  const { clickhouse, packageInfo } = parts;
  const infoOf = (scope: Scope, name: string) => packageInfo(scope, requirePackage(scope, name));
  type Call = { scope: Scope; signal: AbortSignal; query: { package_name: string; analysis?: Asked['analysis'] } };
  const askedOf = async ({ scope, signal, query }: Call): Promise<Asked> => ({
    scope,
    signal,
    info: await infoOf(scope, query.package_name),
    analysis: query.analysis,
  });
  const values =
    (field: Parameters<typeof valuesOf>[2]) => async (call: Call & { query: { search?: string | undefined } }) =>
      ok(await valuesOf(clickhouse, await askedOf(call), field, call.query.search));
  return implement(whiteListingEndpoints)({
    table: async (call) => listRules(parts, await askedOf(call), call.query),
    fields: async (call) => ok(await fieldsOf(clickhouse, await askedOf(call))),
    categories: values('fraud_category'),
    publishers: values('publisher'),
    campaigns: values('campaign'),
    subPublishers: values('sub_publisher'),
    preview: async ({ scope, body, signal }) => {
      const info = await infoOf(scope, body.package_name);
      return ok(await previewOf(parts, { scope, info, signal }, body));
    },
    add: async ({ scope, body }) => {
      const info = await infoOf(scope, body.package_name);
      const { id, events } = await addEntry(scope, parts, info, entryOf(info, body));
      return ok({ id, events }, 'Created successfully !');
    },
    edit: async ({ scope, body }) => {
      const info = await infoOf(scope, body.package_name);
      const { id, events } = await changeRule(scope, parts, info, entryOf(info, body));
      return ok({ id, events }, 'Updated successfully !');
    },
    remove: async ({ scope, query }) => {
      const info = await infoOf(scope, query.package_name);
      const rule = { analysis: query.analysis, name: query.rule_name };
      const { id, events } = await removeRule(scope, parts, info, rule);
      return ok({ id, events }, 'Deleted  successfully !');
    },
  });
}
