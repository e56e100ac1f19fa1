import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { boardRoutes } from '#analytics/server/board-routes.ts';
import { colorRoutes } from '#analytics/server/color-routes.ts';
import { lookupRoutes } from '#analytics/server/lookup-routes.ts';
import { createRunWidget } from '#analytics/server/run-widget.ts';
import type { AccountDeps } from '#domains/account/server/account-deps.ts';
import { accountRoutes } from '#domains/account/server/account-routes.ts';
import { createCodes } from '#domains/account/server/codes.ts';
import { altchaCheck, type HumanCheck } from '#domains/account/server/human-check.ts';
import { createLater } from '#domains/account/server/later.ts';
import { createMailbox } from '#domains/account/server/mailbox-routes.ts';
import { createSignInGuard } from '#domains/account/server/sign-in-guard.ts';
import { SIGN_IN_LIMITS } from '#domains/account/server/sign-in-limits.ts';
import { countTries } from '#domains/account/server/tries.ts';
import { TURNSTILE_ORIGIN, turnstileCheck } from '#domains/account/server/turnstile.ts';
import { createTwoFactor } from '#domains/account/server/two-factor.ts';
import { createUser, hasUsers, toAuthData } from '#domains/account/server/users.ts';
import { docsRoutes } from '#domains/docs/server/docs-routes.ts';
import { setupRoutes } from '#domains/setup/server/setup-routes.ts';
import { createAuthenticate } from '#platform/server/access/authenticate.ts';
import { createOneTimeTokens } from '#platform/server/access/one-time-tokens.ts';
import { ownSessions } from '#platform/server/access/own-sessions.ts';
import { createSessions } from '#platform/server/access/sessions.ts';
import { createTokens } from '#platform/server/access/tokens.ts';
import { idempotentCalls } from '#platform/server/http/idempotency.ts';
import type { Route } from '#platform/server/http/implement.ts';
import { openApiRoutes } from '#platform/server/http/openapi.ts';
import { createOutbound, type Outbound } from '#platform/server/http/outbound.ts';
import { createHttpServer, oneProxy } from '#platform/server/http/server.ts';
import { eventRoutes } from '#traffic/explorer/server/event-routes.ts';
import { importRoutes } from '#traffic/intake/server/import-routes.ts';
import { importFileName } from '#traffic/intake/server/import-store.ts';
import { verdictChangeRoutes } from '#traffic/judge/server/verdict-change-routes.ts';
import { listRoutes } from '#traffic/lists/server/list-routes.ts';
import { ruleRoutes } from '#traffic/rule-sets/server/rule-routes.ts';
import { sourceRoutes } from '#traffic/sources/server/profile/source-routes.ts';
import { whiteListRoutes } from '#traffic/white-list/server/white-list-routes.ts';
import { PAGES } from '../contract/slices.ts';
import { adminRoutes } from './admin-routes.ts';
import { type AppContext, publicUrlOf } from './app-context.ts';
import { serveWeb } from './static-files.ts';

export interface AppOptions {
  /** Folder of the built browser half; without it only the API is served (tests). */
  web?: string;
  humanCheck?: HumanCheck;
  /** The way to other servers; the guarded one when left out. */
  outbound?: Outbound;
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

/** The composition root: the only place where the slices meet. */
export async function createApp(context: AppContext, options: AppOptions = {}): Promise<App> {
  const { database, clock, folder } = context;
  const now = () => clock.now();
  const secret = (name: string) => Buffer.from(folder.secret(name), 'hex');
  const tokens = createTokens(secret('session'), now);
  const sessions = createSessions(database, tokens, now);
  const { turnstile } = context.config;
  const outbound = options.outbound ?? createOutbound();
  const humanCheck =
    options.humanCheck ??
    (turnstile ? turnstileCheck(outbound, turnstile) : altchaCheck(database, secret('human-check'), now));

  const firstRun = randomBytes(24).toString('base64url');
  const setupToken = async () => ((await hasUsers(database)) ? null : firstRun);

  const accounts: AccountDeps = {
    database,
    sessions,
    ownSessions: ownSessions(database, now),
    oneTime: createOneTimeTokens(database, tokens, now),
    codes: createCodes(database, secret('one-time-codes'), now),
    twoFactor: createTwoFactor(database, secret('two-factor'), now),
    mailer: context.mailer,
    tries: countTries(database, now),
    guard: createSignInGuard(database, now),
    later: createLater((error) => options.log?.error({ err: error }, 'work after an answer failed')),
    humanCheck,
    pages: PAGES,
    publicUrl: () => publicUrlOf(context),
    now,
  };

  const mailbox = createMailbox(context.mailer, now);

  const analytics = { clickhouse: context.clickhouse, packageInfo: context.packageInfo };
  const runWidget = createRunWidget(context.clickhouse);

  const routes: Route[] = [
    ...accountRoutes(accounts),
    ...mailbox.routes,
    ...adminRoutes(context, accounts.oneTime),
    ...boardRoutes(analytics, runWidget),
    ...lookupRoutes(analytics, runWidget),
    ...colorRoutes({ database }),
    ...importRoutes({ ...context, ...context.imports }),
    ...eventRoutes({
      clickhouse: context.clickhouse,
      database,
      packageInfo: context.packageInfo,
      importFile: (packageName, id) => importFileName(database, packageName, id),
      listDate: context.listDate,
    }),
    ...verdictChangeRoutes({ database, packageInfo: context.packageInfo }),
    ...ruleRoutes({ ...context, now }),
    ...sourceRoutes(context),
    ...whiteListRoutes({ clickhouse: context.clickhouse, database, now, packageInfo: context.packageInfo }),
    ...docsRoutes(context),
    ...listRoutes({ ...context, listFolder: join(folder.path, 'lists'), outbound }),
    ...openApiRoutes(() => http),
    ...setupRoutes({
      token: setupToken,
      createAdministrator: async (person) => {
        const user = await createUser(database, { ...person, role: 'admin' });
        return { token: await sessions.open(user.id, { ip: '', userAgent: '' }), user: toAuthData(user) };
      },
    }),
  ];

  const http: FastifyInstance = await createHttpServer({
    routes,
    idempotency: idempotentCalls(database, now),
    limits: { rules: SIGN_IN_LIMITS, database, now },
    spoolFolder: join(context.folder.path, 'files', 'spool'),
    outsideScripts: turnstile ? [TURNSTILE_ORIGIN] : [],
    tlsAddress: context.config.publicUrl?.startsWith('https://') ? context.config.publicUrl : undefined,
    log: options.log,
    trustProxy: context.config.trustProxy ? oneProxy : false,
    authenticate: createAuthenticate(database, sessions, now),
  });
  if (options.web) await serveWeb(http, options.web);
  return { http, routes, setupToken, mailboxToken: mailbox.token };
}
