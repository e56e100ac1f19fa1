import type { FastifyInstance } from 'fastify';
import { requirePackage, type Scope, scopeOf } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import type { Route } from '#platform/server/http/implement.ts';
import { createHttpServer } from '#platform/server/http/server.ts';
import { boardRoutes } from '../server/board-routes.ts';
import { lookupRoutes } from '../server/lookup-routes.ts';
import type { AnalyticsDeps } from '../server/question.ts';
import { SEED_PACKAGES, SEED_ZONE } from './seed-traffic.ts';

const person = (roleName: string, rest: { packages?: string[]; publishers?: string[]; vendors?: string[] }): Scope =>
  scopeOf({
    userId: 1,
    userName: roleName,
    sessionId: '',
    roleName,
    packages: [],
    publishers: [],
    vendors: [],
    ...rest,
  });

/** Who can call the test server, by the word in the authorization header. */
export const CALLERS = {
  admin: person('admin', {}),
  customer: person('customer', { packages: [SEED_PACKAGES[0]] }),
  publisher: person('publisher', { packages: [SEED_PACKAGES[0]], publishers: ['alpha', 'gamma, inc', 'silent'] }),
  stranger: person('customer', { packages: ['elsewhere.example'] }),
} as const;

export type Caller = keyof typeof CALLERS;
const isCaller = (name: string | undefined): name is Caller => name !== undefined && name in CALLERS;

export interface BoardServer {
  http: FastifyInstance;
  /** The answer of a GET, whatever its status. */
  get(url: string, parameters: readonly (readonly [string, string])[], as?: Caller): Promise<TestAnswer>;
}

export interface TestAnswer {
  status: number;
  body: string;
  /** Of a file. */
  bytes: Buffer;
  headers: Readonly<Record<string, unknown>>;
}

/** The board and lookup routes behind the real HTTP layer, with callers that need no sign-in. */
export async function boardServer(
  clickhouse: ClickHouse,
  options: {
    today: string;
    now?: string;
    suspectCountsAs?: 'clean' | 'fraud';
    routes?: (deps: AnalyticsDeps) => Route[];
  },
): Promise<BoardServer> {
  const deps = {
    clickhouse,
    now: () => new Date(options.now ?? `${options.today}T12:00:00Z`),
    packageInfo: async (scope: Scope, name: string) => ({
      package_name: requirePackage(scope, name),
      package_title: name,
      platform: 'web' as const,
      time_zone: SEED_ZONE,
      currency: 'EUR',
      suspect_counts_as: options.suspectCountsAs ?? ('clean' as const),
      demo: false,
      today: options.today,
    }),
  };
  const http = await createHttpServer({
    routes: options.routes?.(deps) ?? [...boardRoutes(deps), ...lookupRoutes(deps)],
    trustProxy: false,
    authenticate: async ({ headers: { authorization } }) => (isCaller(authorization) ? CALLERS[authorization] : null),
  });
  return {
    http,
    get: async (url, parameters, as = 'admin') => {
      const query = new URLSearchParams(parameters.map(([name, value]) => [name, value]));
      const answer = await http.inject({ url: `${url}?${query}`, headers: { authorization: as } });
      return { status: answer.statusCode, body: answer.body, bytes: answer.rawPayload, headers: answer.headers };
    },
  };
}
