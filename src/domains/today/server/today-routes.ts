import { todayEndpoints } from '#domains/today/contract/endpoints.ts';
import { ok } from '#platform/contract/envelopes.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { askedOf, type TodayStores } from './asked.ts';
import { tell } from './sentences/registry.ts';
import { lastVisit, noteVisit } from './visit-store.ts';
import { windowOf } from './window.ts';

export interface TodayParts extends TodayStores {
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
}

export const todayRoutes = ({ packageInfo, ...stores }: TodayParts): Route[] =>
  implement(todayEndpoints)({
    today: async ({ scope, query, signal }) => {
      const info = await packageInfo(scope, requirePackage(scope, query.package_name));
      const now = stores.now();
      const visit = await lastVisit(scope, stores.database, info.package_name, now);
      const since = query.since ?? 'visit';
      const window = await windowOf(stores.clickhouse, info, { since, visit, now });
      const asked = askedOf(scope, stores, { info, window, signal });
      const [sentences, { newest_at, future }] = await Promise.all([tell(asked), asked.extent]);
      return ok({
        since,
        at: window.since.toISOString(),
        first_visit: visit === null,
        days: window.days,
        before: window.before,
        has_data: newest_at !== null || future > 0,
        sentences,
      });
    },
    visit: async ({ scope, body }) => {
      const { package_name } = await packageInfo(scope, body.package_name);
      await noteVisit(scope, stores.database, package_name, stores.now());
      return ok(null);
    },
  });
