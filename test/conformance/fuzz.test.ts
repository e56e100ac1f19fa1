// @long thousands of requests
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startJobs } from '#app/server/start-jobs.ts';
import type { EndpointShape } from '#platform/contract/endpoint.ts';
import { ERROR_CODES, type ErrorCode } from '#platform/contract/error-codes.ts';
import { importEvents } from '#traffic/judge/testing/import-events.ts';
import { eventsWithFacts } from '#traffic/judge/testing/random-facts.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { HOSTILE, type Known, type MadeRequest, requestsOf, tampered, textOf } from '../support/requests-of.ts';
import { seedOf } from '../support/sample.ts';
import { TEST_NOW, TEST_PASSWORD, useApp } from '../support/use-app.ts';

/** Requests in all, other ones in each run; `ADSIEVE_FUZZ=1000000` for a night. */
const REQUESTS = Number(process.env['ADSIEVE_FUZZ'] ?? 2_500);

/** Longer than a request takes on a busy machine, one after the other. */
const MS_AT_MOST = 30;

/** Endpoints under fire together: as on a server, and twice as fast. */
const AT_ONCE = 6;

const app = useApp();
const tokens: string[] = [];

/** Real names, so that requests get past the first check. */
const KNOWN: Known = {
  package_name: 'own.example',
  fromDate: '2026-11-14',
  toDate: '2026-11-20',
  start_date: '2026-11-14',
  end_date: '2026-11-20',
  time_zone: 'UTC',
  currency: 'EUR',
  email: 'admin@own.example',
  password: TEST_PASSWORD,
  turnstile_token: 'human',
  // Of nobody and nothing: the people who send the requests must not delete or lock out each other.
  id: '424242',
};

/** Events of the days asked for, so that questions have answers and what is made of these is met too. */
const EVENTS = eventsWithFacts(300, 11, defaultRuleSet()).map((event, index) => ({
  ...event,
  ts: new Date(Date.parse('2026-11-14T00:00:00Z') + index * 1_700_000).toISOString().replace('T', ' ').replace('Z', ''),
}));

/** What one path means by a name that others use otherwise. */
const KNOWN_AT: readonly (readonly [path: RegExp, known: Known])[] = [
  [/^\/api\/traffic\/events\/:id/, { id: EVENTS.slice(0, 20).map(({ row_id }) => row_id) }],
  [
    /^\/api\/traffic\/events$/,
    { after: EVENTS.slice(0, 9).map(({ ts, row_id }) => `${ts.replace(' ', 'T')}Z_${row_id}`) },
  ],
  [/^\/api\/traffic\/white-list\/:id$/, { id: ['1', '2', '3', '4', '5'] }],
  [/^\/api\/traffic\/rules\/(versions\/:version|compare)$/, { version: ['1', '2'], before: ['1', '2'], after: '1' }],
];
const knownAt = ({ path: own }: EndpointShape): Known => ({
  ...KNOWN,
  ...Object.fromEntries(KNOWN_AT.flatMap(([path, known]) => (path.test(own) ? Object.entries(known) : []))),
});

/** Calls that end the session they are made with. */
const SESSION_ENDS: ReadonlySet<string> = new Set(['/api/user/logout', '/api/user/change_password']);
/** Calls of a stranger: signing in anew with a session would end it, too. */
const SIGNS_IN: ReadonlySet<string> = new Set(['/api/user/login', '/api/user/exchange']);

let stopJobs = async (): Promise<void> => {};
afterAll(() => stopJobs());
beforeAll(async () => {
  // What is accepted is worked on, as on a server.
  stopJobs = (await startJobs(app.context)).stop;
  await app.package({ name: 'own.example' });
  await importEvents(app.context.clickhouse, app.context.database, 'own.example', EVENTS);
  for (const [email, role] of [
    ['admin@own.example', 'admin'],
    ['customer@own.example', 'customer'],
    ['publisher@own.example', 'publisher'],
  ] as const)
    tokens.push(await app.signIn({ email, role, packages: ['own.example'], publishers: ['P'] }));
});

interface Sent {
  method: string;
  url: string;
  token: string | undefined;
  contentType: string | undefined;
  payload: string | undefined;
}

/** What must never leave the server. */
const LEAK =
  /\bat \S+ \(|node_modules|\.ts:\d|\bSELECT\b[\s\S]*\bFROM\b|syntax error|relation "|DB::Exception|\/work\/|Failed query/;

async function send(request: Sent) {
  const { method, url, token, contentType, payload } = request;
  const answer = await app.app.http.inject({
    method: method as 'GET',
    url,
    headers: { ...(token ? { authorization: token } : {}), ...(contentType ? { 'content-type': contentType } : {}) },
    ...(payload === undefined ? {} : { payload }),
  });
  const shown = {
    ...request,
    token: tokens.indexOf(token ?? ''),
    url: request.url.slice(0, 300),
    payload: payload?.slice(0, 300),
    status: answer.statusCode,
  };
  if (answer.statusCode >= 500)
    throw new Error(`${answer.statusCode}: ${JSON.stringify(shown)} ${answer.body.slice(0, 300)}`);
  if (answer.statusCode < 400) return;
  // Whoever followed a link, or looks into the frame of a player, is a person: a page. Whoever sends a postback hears what became of it.
  if (/^\/(t\/|v\/p)/.test(shown.url) && !answer.body.startsWith('{"status":false,"code"')) {
    if (LEAK.test(answer.body)) throw new Error(`Says too much: ${JSON.stringify(shown)} ${answer.body.slice(0, 300)}`);
    return;
  }
  const body = answer.json() as { status: unknown; code: ErrorCode; message: unknown; request_id: unknown };
  const ours =
    body.status === false &&
    Object.hasOwn(ERROR_CODES, body.code) &&
    ERROR_CODES[body.code].status === answer.statusCode &&
    typeof body.message === 'string' &&
    typeof body.request_id === 'string';
  if (!ours) throw new Error(`Not our error shape: ${JSON.stringify(shown)} ${answer.body.slice(0, 300)}`);
  if (LEAK.test(answer.body)) throw new Error(`Says too much: ${JSON.stringify(shown)} ${answer.body.slice(0, 300)}`);
}

const urlOf = ({ path, query }: MadeRequest): string => {
  const text = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  return text ? `${path}?${text}` : path;
};
/** `encodeURIComponent` refuses half characters. */
const encode = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));

/** JSON.stringify drops `__proto__`; written by hand it arrives. */
const withPrototype = (text: string): string => text.replace(/^\{/, '{"__proto__":{"admin":true},');

const BROKEN_JSON = [
  '',
  '{',
  '{"a":',
  '[1,',
  '"',
  'nul',
  '{"a":1}}',
  '\u0000',
  '{"a":1,}',
  'NaN',
  '\uFEFF{}',
  `${'['.repeat(50_000)}`,
];
const DEEP = `${'{"not":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
const CONTENT_TYPES = [
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'nonsense',
  '',
];

const body = (made: MadeRequest): fc.Arbitrary<Pick<Sent, 'contentType' | 'payload'>> => {
  const text = JSON.stringify(made.body);
  if (text === undefined) return fc.constant({ contentType: undefined, payload: undefined });
  const json = { contentType: 'application/json', payload: text };
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(json) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...BROKEN_JSON, DEEP, withPrototype(text)).map((payload) => ({ ...json, payload })),
    },
    { weight: 1, arbitrary: fc.constantFrom(...CONTENT_TYPES).map((contentType) => ({ ...json, contentType })) },
  );
};

/** Files that are none, with every claim about what they are. */
const upload: fc.Arbitrary<Pick<Sent, 'contentType' | 'payload'>> = fc.record({
  contentType: fc.constantFrom(undefined, 'application/json', 'text/plain', 'text/csv', 'application/octet-stream', ''),
  payload: fc.oneof(
    fc.constantFrom(undefined, ...BROKEN_JSON, 'a,b\n1,2\n', '{"a":1}\n', 'PK\u0003\u0004', 'PAR1'),
    fc.string(),
  ),
});

const requests = (endpoint: EndpointShape): fc.Arbitrary<Sent> =>
  requestsOf(endpoint, knownAt(endpoint))
    .chain((made) => fc.oneof({ weight: 1, arbitrary: fc.constant(made) }, { weight: 6, arbitrary: tampered(made) }))
    .chain((made) =>
      fc.record({
        method: fc.constant<string>(endpoint.method),
        url: fc.constant(urlOf(made)),
        token: SIGNS_IN.has(endpoint.path) ? fc.constant(undefined) : fc.constantFrom(...tokens),
        made: endpoint.upload ? upload : body(made),
      }),
    )
    .map(({ made, ...rest }) => ({ ...rest, ...made }));

/** Boards are many and alike; what happens once gets more of the requests. */
function shares(): Map<EndpointShape, number> {
  const endpoints = app.app.routes.map(({ endpoint }) => endpoint).filter(({ path }) => !SESSION_ENDS.has(path));
  const alike = new Map<unknown, number>();
  for (const { query } of endpoints) alike.set(query, (alike.get(query) ?? 0) + 1);
  const weight = ({ query }: EndpointShape) => 1 / Math.sqrt(query ? (alike.get(query) ?? 1) : 1);
  const sum = endpoints.reduce((total, each) => total + weight(each), 0);
  return new Map(endpoints.map((each) => [each, Math.max(2, Math.round((REQUESTS * weight(each)) / sum))]));
}

describe('whatever is sent', () => {
  it(
    'is answered below 500, in our error shape, without a word about the inside',
    async () => {
      const faults: string[] = [];
      let sent = 0;
      const fuzz = async ([endpoint, numRuns]: [EndpointShape, number]): Promise<void> => {
        const result = await fc.check(
          fc.asyncProperty(requests(endpoint), async (request) => {
            sent++;
            await send(request);
          }),
          { numRuns, endOnFailure: true, seed: seedOf(`${endpoint.method} ${endpoint.path}`) },
        );
        if (result.failed)
          faults.push(`${endpoint.method} ${endpoint.path} (seed ${result.seed}): ${String(result.errorInstance)}`);
      };
      const left = [...shares()];
      const worker = async (): Promise<void> => {
        for (let next = left.pop(); next; next = left.pop()) await fuzz(next);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      expect(faults.slice(0, 12)).toEqual([]);
      expect(sent).toBeGreaterThan(REQUESTS / 2);
    },
    Math.max(600_000, REQUESTS * MS_AT_MOST),
  );

  it('as a header, a token or a method changes nothing about that', async () => {
    for (const value of HOSTILE.map((one) => textOf(one).replace(/[^\x20-\x7e]/g, '?')))
      for (const name of [
        'authorization',
        'idempotency-key',
        'content-length',
        'x-forwarded-for',
        'accept',
        'range',
        'if-none-match',
      ]) {
        const answer = await app.app.http.inject({
          method: 'POST',
          url: '/api/config/package',
          headers: { authorization: tokens[0] ?? '', [name]: value, 'content-type': 'application/json' },
          payload: '{}',
        });
        expect([name, value, answer.statusCode < 500]).toEqual([name, value, true]);
      }
  });

  it('leaves no trace on the prototype of things, and the server goes on', async () => {
    expect(Reflect.get({}, 'admin')).toBeUndefined();
    const answer = await app.get('/api/user/me', tokens[0]);
    expect([answer.status, app.clock.now().toISOString().slice(0, 10)]).toEqual([200, TEST_NOW.slice(0, 10)]);
  });
});
