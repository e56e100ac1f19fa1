import { ok, paged } from '#platform/contract/envelopes.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { adEndpoints, biddingEndpoints, partyEndpoints } from '../contract/adword-endpoints.ts';
import { biddingFile, listAds, removeAd } from './ad-store.ts';
import { affiliateSums, competitorSums } from './ad-sums.ts';
import type { InfringementParts } from './parts.ts';
import { addParty, listParties, removeParty } from './party-store.ts';
import { ADS, setStates } from './set-states.ts';
import { takeFile, tellAds } from './take-ads.ts';
import { ticketOfAd } from './ticket-of-ad.ts';

export function adRoutes(parts: InfringementParts): Route[] {
  const infoOf = (scope: Scope, name: string): Promise<PackageInfo> =>
    parts.packageInfo(scope, requirePackage(scope, name));
  return [
    ...implement(adEndpoints)({
      list: async ({ scope, params, query: { package_name, ...asked } }) =>
        paged(await listAds(scope, parts, await infoOf(scope, package_name), asked, params.view), asked.limit),
      affiliates: async ({ scope, query: { package_name, ...asked } }) =>
        ok(await affiliateSums(scope, parts, await infoOf(scope, package_name), asked)),
      competitors: async ({ scope, query: { package_name, ...asked } }) =>
        ok(await competitorSums(scope, parts, await infoOf(scope, package_name), asked)),
      add: async ({ scope, body: { package_name, ads } }) =>
        ok(await tellAds(scope, parts, await infoOf(scope, package_name), ads), 'Created successfully !'),
      upload: async ({ scope, query: { package_name, file_name: fileName }, upload }) =>
        ok(await takeFile(scope, parts, await infoOf(scope, package_name), { upload, fileName })),
      setState: async ({ scope, body: { package_name, ...wanted } }) =>
        ok({ changed: await setStates(scope, parts, package_name, wanted, ADS) }, 'Updated successfully !'),
      ticket: async ({ scope, params, body }) =>
        ok(
          await ticketOfAd(scope, parts, (name) => infoOf(scope, name), { ...body, ...params }),
          'Created successfully !',
        ),
      remove: async ({ scope, params: { id } }) => {
        await removeAd(scope, parts, id);
        return ok({ id }, 'Deleted  successfully !');
      },
    }),
    ...implement(partyEndpoints)({
      list: async ({ scope, query }) => ok(await listParties(scope, parts, query.package_name)),
      add: async ({ scope, body }) =>
        ok(await addParty(scope, parts, await infoOf(scope, body.package_name), body), 'Created successfully !'),
      remove: async ({ scope, params: { id } }) => {
        await removeParty(scope, parts, id, (name) => infoOf(scope, name));
        return ok({ id }, 'Deleted  successfully !');
      },
    }),
    ...implement(biddingEndpoints)({
      list: async ({ scope, query: { package_name, ...asked } }) =>
        paged(await listAds(scope, parts, await infoOf(scope, package_name), asked), asked.limit),
      download: async ({ scope, query: { package_name, format, ...asked } }) =>
        biddingFile(scope, parts, await infoOf(scope, package_name), asked, format),
    }),
  ];
}
