import { ok } from '#platform/contract/envelopes.ts';
import { createPackage, packageInfoOf, packagesOf } from '#platform/server/access/packages.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { packages } from '../contract/endpoints.ts';

/** What a new package lands on, in order, until its owner changes it. */
const DASHBOARD_TYPES = {
  web: ['Visit', 'Click', 'Impression', 'Event'],
  app: ['Install', 'App_Event', 'Click'],
} as const;

export function packageRoutes({ database, now }: { database: Database; now: () => Date }): Route[] {
  return implement(packages)({
    create: async ({ scope, body }) => {
      await createPackage(database, {
        name: body.package_name,
        title: body.package_title,
        platform: body.platform,
        timeZone: body.time_zone,
        currency: body.currency,
        dashboardTypes: DASHBOARD_TYPES[body.platform],
      });
      return ok(await packageInfoOf(database, scope, body.package_name, now()), 'Created successfully !');
    },
    list: async ({ scope }) => ok(await packagesOf(database, scope, now())),
  });
}
