import { boardEndpoints } from '#domains/explore/contract/board-endpoints.ts';
import { ok } from '#platform/contract/envelopes.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { changeBoard, handOverBoard, keepBoard, listBoards, makeBoard, readBoard } from './board-store.ts';

export const boardRoutes = ({ database }: { database: Database }): Route[] =>
  implement(boardEndpoints)({
    list: async ({ scope, query }) => ({ data: await listBoards(scope, database, query.package_name) }),
    one: async ({ scope, params }) => ok(await readBoard(scope, database, params.id)),
    create: async ({ scope, body }) => ok(await makeBoard(scope, database, body)),
    change: async ({ scope, params, body }) => ok(await changeBoard(scope, database, params.id, body)),
    handOver: async ({ scope, params, body }) => ok(await handOverBoard(scope, database, params.id, body.email)),
    remove: async ({ scope, params }) => ok(await keepBoard(scope, database, params.id, false)),
    restore: async ({ scope, params }) => ok(await keepBoard(scope, database, params.id, true)),
  });
