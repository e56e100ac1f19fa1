import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import swagger from '@fastify/swagger';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Access, EndpointShape } from '#platform/contract/endpoint.ts';
import type { ErrorCode } from '#platform/contract/error-codes.ts';
import { forbiddenPlace } from '#platform/contract/safe-text.ts';
import { may, ofPages, type Scope } from '../access/scope.ts';
import { askedBy } from '../asker.ts';
import type { Database } from '../postgres/postgres.ts';
import { addByBody } from './add-by-body.ts';
import { appError } from './app-error.ts';
import { answerClientError, MAX_HEADER_BYTES } from './client-error.ts';
import { takeFromBody } from './delete-parameters.ts';
import { errorHandler } from './error-handler.ts';
import { headersOfAll } from './headers.ts';
import { answerOncePerKey, type IdempotentCalls } from './idempotency.ts';
import type { FileAnswer, HandlerInput, Route } from './implement.ts';
import { isDeeper } from './is-deeper.ts';
import { lazyLog } from './lazy-log.ts';
import { namedPackages, type PackageExists, refuseForeignPackage } from './named-packages.ts';
import { refusePlainHttp } from './only-tls.ts';
import { SWAGGER } from './openapi.ts';
import { answerPreflights, readableBy, varies } from './other-origins.ts';
import { isOfCall, limitCalls, type RateRule } from './rate-limit.ts';
import { sendFile } from './send-file.ts';
import { shortAddress } from './short-address.ts';
import { traceOf } from './trace.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    upload?: boolean;
  }
}

export interface HttpOptions {
  routes: readonly Route[];
  /** The scope behind the request's token, or null when there is none or it is not valid any more. */
  authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<Scope | null>;
  /** Absent: whoever may see all packages may name any. */
  packageExists?: PackageExists;
  /** Absent: silent. */
  log?: FastifyBaseLogger | undefined;
  /** Told of every answer, by the declared path of its route; "none" where there is none. */
  onAnswered?: (method: string, route: string, status: number, seconds: number) => void;
  /** `false`, `oneProxy` or the networks of the proxies in front. Never `true`: the caller writes the first address. */
  trustProxy: NonNullable<FastifyServerOptions['trustProxy']>;
  /** Absent: keys are ignored. */
  idempotency?: IdempotentCalls;
  /** Absent: nothing is counted. */
  limits?: { rules: readonly RateRule[]; database: Pick<Database, 'db'>; now: () => Date };
  /** Where downloads lie between the engine and their reader, in files without a name; absent: the system's folder. */
  spoolFolder?: string;
  /** Origins whose scripts and frames the pages may load. */
  outsideScripts?: readonly string[];
  /** Origins whose reports the pages may show in a frame. */
  framed?: readonly string[];
  /** Address at which people reach this server by TLS (of a proxy), without a slash at the end. */
  tlsAddress?: string | undefined;
}

/** The last address of X-Forwarded-For is the word of the proxy in front of us; those before it are the caller's. */
export const oneProxy = (_address: string, hop: number): boolean => hop === 0;

const MAX_JSON_BYTES = 1024 * 1024;
/**
 * Nothing of ours nests deeper than a condition; a megabyte of brackets would overflow the stack of whoever walks it.
 */
const MAX_DEPTH = 40;

/** Fastify with our contract on top: every route has an access, a schema and one error shape, or the boot fails. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    ...(options.log ? { loggerInstance: options.log } : {}),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    bodyLimit: MAX_JSON_BYTES,
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    clientErrorHandler: answerClientError,
    // What the router itself refuses (an address that cannot be decoded) has our shape too.
    frameworkErrors: errorHandler,
    genReqId: () => randomUUID().slice(0, 13),
    childLoggerFactory: (log, bindings, settings, request) =>
      lazyLog(log, () => log.child({ ...bindings, ...traceOf(request.headers['traceparent']) }, settings)),
    // Part of an address has the limit of the whole: what the router finds too long would be answered by the single page.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(errorHandler);
  app.setNotFoundHandler((request, reply) => errorHandler(appError('not_found'), request, reply));
  const { outsideScripts = [], framed = [] } = options;
  const headers = await headersOfAll(outsideScripts, framed, options.tlsAddress !== undefined);
  // Not at once: of a request whose body cannot be read for certain Node says so in the same turn, and is heard first.
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
  if (options.tlsAddress !== undefined && options.trustProxy !== false) refusePlainHttp(app, options.tlsAddress);
  await app.register(swagger, SWAGGER);
  // Bodies are JSON, or streams where an endpoint declares an upload; anything else is 415.
  app.removeContentTypeParser('text/plain');
  refuseRoutesWithoutAccess(app);
  logRefusals(app);
  const { onAnswered } = options;
  if (onAnswered)
    app.addHook('onResponse', (request, reply, done) => {
      const seconds = reply.elapsedTime / 1000;
      onAnswered(request.method, request.routeOptions.url ?? 'none', reply.statusCode, seconds);
      done();
    });
  const spoolFolder = options.spoolFolder ?? join(tmpdir(), `adsieve-spool-${process.pid}`);
  const add = (to: FastifyInstance, route: Route): void => register(to, route, options, spoolFolder);
  const { routes, limits, idempotency } = options;
  // Nobody's key counts there and no limit names them: links and live events do without what they would only pass by.
  const isPlain = ({ endpoint }: Route): boolean =>
    endpoint.access === 'public' && !limits?.rules.some((rule) => isOfCall(rule, endpoint));
  app.register(async (api) => {
    const callerOf = (request: FastifyRequest): Scope | null => scopes.get(request) ?? null;
    if (limits)
      await limitCalls(api, limits.rules, limits.database, limits.now, (request) => callerOf(request) !== null);
    if (idempotency) answerOncePerKey(api, idempotency, callerOf);
    const others = routes.filter((route) => !isPlain(route));
    addByBody(api, others, add);
  });
  app.register(async (plain) => addByBody(plain, routes.filter(isPlain), add));
  return app;
}

function refuseRoutesWithoutAccess(app: FastifyInstance): void {
  const open: string[] = [];
  app.addHook('onRoute', (route) => {
    if (!route.config?.access) open.push(`${route.method} ${route.url}`);
  });
  app.addHook('onReady', async () => {
    if (open.length > 0) throw new Error(`Routes without access policy: ${open.join(', ')}`);
  });
}

/**
 * What a person or program tried that it may not do, or did too
 * often: worth a line with who it was, never what was sent.
 */
const REFUSALS: ReadonlySet<string> = new Set([
  'forbidden',
  'foreign_package',
  'foreign_publisher',
  'viewing',
  'too_many_requests',
] satisfies ErrorCode[]);

function logRefusals(app: FastifyInstance): void {
  app.addHook('onError', async (request, _reply, error) => {
    if (!REFUSALS.has(error.code)) return;
    const scope = scopes.get(request);
    const who = { user: scope?.viewer?.id ?? scope?.userId ?? null, ip: shortAddress(request.ip) };
    request.log.warn(
      { refused: error.code, ...who, method: request.method, route: request.routeOptions.url },
      'refused',
    );
  });
}

function register(
  app: FastifyInstance,
  { endpoint, handler }: Route,
  { authenticate, packageExists }: Pick<HttpOptions, 'authenticate' | 'packageExists'>,
  spoolFolder: string,
): void {
  if (endpoint.otherOrigins) answerPreflights(app, endpoint);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    config: { access: endpoint.access, upload: endpoint.upload ?? false },
    preValidation: async (request, reply) => {
      if (endpoint.otherOrigins) varies(reply);
      // Before the schema is looked at: a stranger learns nothing about parameters.
      const scope = await authenticate(request, reply);
      scopes.set(request, scope);
      if (endpoint.access !== 'public' && !scope) throw appError('not_signed_in');
      if (scope) reply.header('x-rights', scope.rights);
      if (scope && endpoint.access !== 'public' && !mayCall(scope, endpoint.access)) throw appError('forbidden');
      if (scope?.viewer && endpoint.method !== 'GET' && !endpoint.whileViewing) throw appError('viewing');
      if (!endpoint.upload && isDeeper(request.body, MAX_DEPTH)) throw appError('malformed');
      takeFromBody(endpoint, request);
      if (endpoint.form) refuseForbiddenCharacters(request.body, endpoint.form.exempt);
    },
    handler: async (request, reply) => {
      const caller = scopes.get(request) ?? null;
      const pages = pagesOf(endpoint);
      const closed = { pages, isPublic: endpoint.access === 'public' };
      if (caller) await refuseForeignPackage(caller, request, closed, packageExists);
      const scope = caller && pages ? ofPages(caller, pages) : caller;
      const input = inputOf(scope, endpoint, request, reply);
      const asker = { person: scope ? String(scope.userId) : request.ip, package: namedPackages(request)[0] ?? '' };
      const answer = await askedBy(asker, () => handler(input));
      if (endpoint.answer === 'file')
        return sendFile(reply, answer as FileAnswer, { spoolFolder, signalOf: () => input.signal });
      reply.code(endpoint.status ?? 200).header('cache-control', 'no-store');
      return answer;
    },
  });
}

const pagesOf = ({ pages }: EndpointShape): readonly string[] | null => (pages && pages !== 'any' ? pages : null);

/** What needs a person behind it (`session`) is closed to API tokens, whatever they were given. */
const mayCall = (scope: Scope, access: Exclude<Access, 'public'>): boolean =>
  access === 'session' ? scope.limitedTo === null : may(scope, access);

/** Before unknown fields are dropped: what nobody reads today may be read tomorrow. */
function refuseForbiddenCharacters(body: unknown, exempt: readonly string[]): void {
  const field = forbiddenPlace(body, new Set(exempt));
  if (field !== undefined) throw appError('forbidden_characters', { field });
}

const scopes = new WeakMap<FastifyRequest, Scope | null>();

function schemaOf(endpoint: EndpointShape) {
  return {
    summary: endpoint.summary,
    tags: [areaOf(endpoint.path)],
    deprecated: endpoint.deprecated ?? false,
    'x-access': endpoint.access,
    ...(endpoint.access === 'public' ? { security: [] } : {}),
    ...(endpoint.upload ? { consumes: ['application/octet-stream'] } : {}),
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: strict(endpoint.query) } : {}),
    ...(endpoint.body && !endpoint.upload ? { body: endpoint.body } : {}),
    ...(endpoint.answer === 'file' ? {} : { response: { [endpoint.status ?? 200]: endpoint.response } }),
  };
}

/** `/api/v2/web/visit/…` belongs to `web`. */
const areaOf = (path: string): string =>
  path.split('/').find((part) => part !== '' && part !== 'api' && !/^v\d+$/.test(part)) ?? 'api';

/** A misspelt parameter must not silently widen a question: unknown query names are refused, unless taken on purpose. */
const strict = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodObject && schema.def.catchall === undefined ? schema.strict() : schema;

function inputOf(
  scope: Scope | null,
  endpoint: EndpointShape,
  request: FastifyRequest,
  reply: FastifyReply,
): HandlerInput<EndpointShape> {
  let signal: AbortSignal | undefined;
  const length = Number(request.headers['content-length']);
  return {
    params: request.params,
    query: request.query,
    body: endpoint.upload ? undefined : request.body,
    scope,
    upload: endpoint.upload ? (request.body ?? Readable.from([])) : undefined,
    // Made for who looks at it: a live event does not, and making one is a part of its work that shows.
    get signal() {
      signal ??= signalOf(reply);
      return signal;
    },
    request: {
      id: request.id,
      method: request.method,
      ip: request.ip,
      headers: request.headers,
      contentLength: Number.isFinite(length) ? length : null,
      readableBy: (origin: string) => readableBy(reply, origin),
    },
  } as unknown as HandlerInput<EndpointShape>;
}

/** Aborts when the caller goes away. */
function signalOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  // A screen may ask many questions at once; each listens, and none is a leak: the signal goes with the request.
  setMaxListeners(0, gone.signal);
  const leave = () => {
    if (!reply.raw.writableFinished) gone.abort();
  };
  reply.raw.on('close', leave);
  // Whoever broke off while their rights were looked up is told by no event any more.
  if (reply.raw.destroyed || reply.raw.socket?.destroyed) leave();
  return gone.signal;
}
