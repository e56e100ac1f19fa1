import { ok, paged } from '#platform/contract/envelopes.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { metaCampaignEndpoints, publisherEndpoints } from '../contract/register-endpoints.ts';
import type { ConfigurationParts } from './configuration-answers.ts';
import { listMetaCampaigns, saveMetaCampaign } from './meta-campaigns.ts';
import { addPublisher, editPublisher, listPublishers, removePublisher } from './register-store.ts';

export function registerRoutes(parts: ConfigurationParts): Route[] {
  const { packageInfo, database, now } = parts;
  const infoOf = (scope: Scope, name: string) => packageInfo(scope, requirePackage(scope, name));
  return [
    ...implement(publisherEndpoints)({
      list: async ({ scope, query }) =>
        paged(await listPublishers(scope, parts, await infoOf(scope, query.package_name), query), query.limit),
      add: async ({ scope, body }) =>
        ok(await addPublisher(scope, parts, await infoOf(scope, body.package_name), body), 'Created successfully !'),
      edit: async ({ scope, params, body }) => {
        const wanted = { ...body, id: params.id, now: now() };
        return ok(
          await editPublisher(scope, parts, (name) => packageInfo(scope, name), wanted),
          'Updated successfully !',
        );
      },
      remove: async ({ scope, params }) => {
        await removePublisher(scope, database, params.id);
        return ok({ id: params.id }, 'Deleted  successfully !');
      },
    }),
    ...implement(metaCampaignEndpoints)({
      table: async ({ scope, query }) =>
        paged(await listMetaCampaigns(scope, parts, await infoOf(scope, query.package_name), query), query.limit),
      save: async ({ scope, body }) => {
        const info = await infoOf(scope, body.package_name);
        return ok(await saveMetaCampaign(scope, parts, info, body, now()), 'Updated successfully !');
      },
    }),
  ];
}
