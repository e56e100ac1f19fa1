import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Stores } from '#platform/server/stores.ts';
import { changeEndpoints } from '#traffic/changes/contract/change-endpoints.ts';
import { readChanges } from './read-changes.ts';

export const changeRoutes = ({ database, clickhouse }: Stores): Route[] =>
  implement(changeEndpoints)({
    changes: ({ scope, query: { package_name, ...query } }) =>
      readChanges(scope, { database, clickhouse }, { package: package_name, ...query }),
  });
