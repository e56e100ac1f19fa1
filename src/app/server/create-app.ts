import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { HumanCheck } from '#domains/account/server/human-check.ts';
import { SIGN_IN_LIMITS } from '#domains/account/server/sign-in-limits.ts';
import { TURNSTILE_ORIGIN } from '#domains/account/server/turnstile.ts';
import { DISPUTE_LIMITS } from '#domains/disputes/server/link-routes.ts';
import { HYGIENE_LIMITS } from '#domains/hygiene/server/safety-routes.ts';
import { RELEVANCY_LIMITS } from '#domains/relevancy/server/scan-routes.ts';
import { createAuthenticate } from '#platform/server/access/authenticate.ts';
import { packageExists } from '#platform/server/access/packages.ts';
import { idempotentCalls } from '#platform/server/http/idempotency.ts';
import type { Route } from '#platform/server/http/implement.ts';
import { openApiRoutes } from '#platform/server/http/openapi.ts';
import type { Outbound } from '#platform/server/http/outbound.ts';
import { runningRoutes } from '#platform/server/http/running.ts';
import { createHttpServer, oneProxy } from '#platform/server/http/server.ts';
import type { TakerParts } from '#traffic/collector/server/taker.ts';
import type { AppContext } from './app-context.ts';
import { callsOfMenu } from './calls-of-menu.ts';
import { metricsRoutes } from './metrics.ts';
import { partsOf } from './parts.ts';
import { DESCRIPTION } from './places.ts';
import { ROLES, starts } from './process-roles.ts';
import { SERVER_SLICES } from './slices.ts';
import { serveWeb } from './static-files.ts';

export interface AppOptions {
  /** Folder of the built browser half; without it only the API is served (tests). */
  web?: string;
  humanCheck?: HumanCheck;
  /** The way to other servers; the guarded one when left out. */
  outbound?: Outbound;
  /** What the collector takes; the usual bounds when left out. */
  collectorLimits?: TakerParts['collectorLimits'];
  log?: FastifyBaseLogger;
}

export interface App {
  http: FastifyInstance;
  routes: readonly Route[];
  /** The one-time token of the first run, or null once an administrator exists. */
  setupToken: () => Promise<string | null>;
  /** The one-time token of the local mailbox; null with a mail server. */
  mailboxToken: string | null;
}

/** The composition root: the only place where the slices meet. What it answers is what the roles of the process say. */
export async function createApp(context: AppContext, options: AppOptions = {}): Promise<App> {
  const parts = partsOf(context, options);
  const { database, now, sessions, mailbox, setupToken, metrics } = parts;
  const { turnstile, outsideEmbed, embedOrigins, publicUrl, trustProxy, roles } = context.config;
  const hasPages = starts(roles, 'pages');
  const routes: Route[] = [
    ...runningRoutes(parts),
    ...metricsRoutes(metrics),
    ...roles.flatMap((role) =>
      SERVER_SLICES.flatMap((slice) => callsOfMenu(slice.id, ROLES[role].routes(slice)?.(parts) ?? [])),
    ),
    ...(starts(roles, 'everywhere') ? SERVER_SLICES.flatMap((slice) => slice.everywhere?.(parts) ?? []) : []),
    ...(hasPages ? openApiRoutes(DESCRIPTION) : []),
  ];

  const http: FastifyInstance = await createHttpServer({
    routes,
    idempotency: idempotentCalls(database, now),
    limits: { rules: [...SIGN_IN_LIMITS, ...DISPUTE_LIMITS, ...RELEVANCY_LIMITS, ...HYGIENE_LIMITS], database, now },
    spoolFolder: join(context.folder.path, 'files', 'spool'),
    outsideScripts: turnstile ? [TURNSTILE_ORIGIN] : [],
    framed: [...(outsideEmbed ? [new URL(outsideEmbed.url).origin] : []), ...embedOrigins],
    tlsAddress: publicUrl?.startsWith('https://') ? publicUrl : undefined,
    log: options.log,
    onAnswered: (method, route, status, seconds) => metrics.answered(method, route, status, seconds),
    trustProxy: trustProxy ? oneProxy : false,
    authenticate: createAuthenticate(database, sessions, now),
    packageExists: (name) => packageExists(database, name),
  });
  if (options.web && hasPages) await serveWeb(http, options.web);
  return { http, routes, setupToken, mailboxToken: mailbox.token };
}
