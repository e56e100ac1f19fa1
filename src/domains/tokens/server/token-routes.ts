import { ok, paged } from '#platform/contract/envelopes.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { apiTokens } from '../contract/endpoints.ts';
import { addToken, listTokens, revokeToken } from './token-store.ts';

export const tokenRoutes = ({ database, now }: { database: Database; now: () => Date }): Route[] =>
  implement(apiTokens)({
    list: async ({ scope, query }) => paged(await listTokens(scope, database, now(), query), query.limit),
    add: async ({ scope, body }) => ok(await addToken(scope, database, now(), body), 'Created successfully !'),
    revoke: async ({ scope, params }) => {
      const { view, changed } = await revokeToken(scope, database, now(), params.id);
      return ok(view, changed ? 'Updated successfully !' : undefined);
    },
  });
