import type { AnalyticsDeps } from '#analytics/server/question.ts';
import { boardEndpoints } from '#domains/explore/contract/board-endpoints.ts';
import { ok } from '#platform/contract/envelopes.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { changeBoard, handOverBoard, keepBoard, listBoards, makeBoard, readBoard } from './board-store.ts';

/** @throws not_found for a package that there is not: an administrator may name any */
interface BoardParts extends Pick<AnalyticsDeps, 'packageInfo'> {
  database: Database;
}

export const boardRoutes = ({ database, packageInfo }: BoardParts): Route[] =>
  implement(boardEndpoints)({
    list: async ({ scope, query }) => {
      const { package_name } = await packageInfo(scope, query.package_name);
      return { data: await listBoards(scope, database, package_name) };
    },
    one: async ({ scope, params }) => ok(await readBoard(scope, database, params.id)),
    create: async ({ scope, body }) => {
      const { package_name } = await packageInfo(scope, body.package_name);
      return ok(await makeBoard(scope, database, { ...body, package_name }));
    },
    change: async ({ scope, params, body }) => ok(await changeBoard(scope, database, params.id, body)),
    handOver: async ({ scope, params, body }) => ok(await handOverBoard(scope, database, params.id, body.email)),
    remove: async ({ scope, params }) => ok(await keepBoard(scope, database, params.id, false)),
    restore: async ({ scope, params }) => ok(await keepBoard(scope, database, params.id, true)),
  });
