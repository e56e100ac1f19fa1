import { ok, paged } from '#platform/contract/envelopes.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { couponEndpoints } from '../contract/coupon-endpoints.ts';
import { addPool, codesFile, endPool, issueCodes, listPools, voidCode } from './coupon-store.ts';
import { listUses, usesFile } from './coupon-uses.ts';
import type { InfringementParts } from './parts.ts';
import { redeemCode, validateCode } from './redeem-coupon.ts';
import { setStates, USES } from './set-states.ts';
import { takeUses } from './take-uses.ts';
import { referralSums, ticketOfUse } from './use-cases.ts';

export function couponRoutes(parts: InfringementParts): Route[] {
  const infoOf = (scope: Scope, name: string): Promise<PackageInfo> =>
    parts.packageInfo(scope, requirePackage(scope, name));
  return implement(couponEndpoints)({
    uses: async ({ scope, query: { package_name, ...asked } }) =>
      paged(await listUses(scope, parts, await infoOf(scope, package_name), asked), asked.limit),
    download: async ({ scope, query: { package_name, format, ...asked } }) =>
      usesFile(scope, parts, await infoOf(scope, package_name), asked, format),
    referral: async ({ scope, query: { package_name, ...asked } }) =>
      ok(await referralSums(scope, parts, await infoOf(scope, package_name), asked)),
    pools: async ({ scope, query }) => ok(await listPools(scope, parts, query.package_name, query.kind)),
    addPool: async ({ scope, body }) => {
      await infoOf(scope, body.package_name);
      return ok({ id: await addPool(scope, parts, body) }, 'Created successfully !');
    },
    endPool: async ({ scope, params: { id } }) => {
      await endPool(scope, parts, id);
      return ok({ id }, 'Deleted  successfully !');
    },
    issue: async ({ scope, params, body }) =>
      ok({ codes: await issueCodes(scope, parts, params.id, body) }, 'Created successfully !'),
    codes: ({ scope, params }) => codesFile(scope, parts, params.id),
    validate: async ({ scope, body }) =>
      ok(await validateCode(scope, parts, await infoOf(scope, body.package_name), body)),
    redeem: async ({ scope, body }) => ok(await redeemCode(scope, parts, await infoOf(scope, body.package_name), body)),
    void: async ({ scope, body }) =>
      ok({ code: await voidCode(scope, parts, body.package_name, body.code) }, 'Updated successfully !'),
    upload: async ({ scope, query: { package_name, file_name: fileName }, upload }) =>
      ok(await takeUses(scope, parts, await infoOf(scope, package_name), { upload, fileName })),
    setState: async ({ scope, body: { package_name, ...wanted } }) =>
      ok({ changed: await setStates(scope, parts, package_name, wanted, USES) }, 'Updated successfully !'),
    ticket: async ({ scope, params, body }) =>
      ok(await ticketOfUse(scope, parts, params.id, body), 'Created successfully !'),
  });
}
