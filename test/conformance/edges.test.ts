import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { EndpointShape } from '#platform/contract/endpoint.ts';
import { importEvents } from '#traffic/judge/testing/import-events.ts';
import { eventsWithFacts } from '#traffic/judge/testing/random-facts.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { requestsOf } from '../support/requests-of.ts';
import { sample, seedOf } from '../support/sample.ts';
import { useApp } from '../support/use-app.ts';

const app = useApp();
let admin = '';

/** Other requests around the same values in each run. */
const SEED = seedOf('edges');
/** So many of the edges each parameter meets in one run. */
const EDGES_OF_A_RUN = 4;

const ROW = '2fd4e1c6-7a2d-28fc-ed84-9ee1bb76e739';
/**
 * What has the form that is asked for and is none of it: days that are none or lie where nobody counts, names of every
 * object.
 */
const EDGES = [
  '0000-01-01',
  '0001-01-01',
  '1969-12-31',
  '1970-01-01',
  '2148-12-31',
  '2149-06-07',
  '9999-12-31',
  '2025-02-30',
  'constructor',
  '__proto__',
  'valueOf',
  'undefined',
  'null',
  'NaN',
  '4294967296',
  '9007199254740993',
  '-1',
  '',
  ...['2025-02-30T00:00:00.000Z', '2025-02-28T25:00:00.000Z', '2025-02-28T:Z', '0000-01-01T00:00:00.000Z'].map(
    (moment) => `${moment}_${ROW}`,
  ),
  `2025-02-28T00:00:00.000Z_${'-'.repeat(36)}`,
  '\u0000',
];

const KNOWN = {
  package_name: 'own.example',
  fromDate: '2026-11-14',
  toDate: '2026-11-20',
  id: '424242',
};

beforeAll(async () => {
  await app.package({ name: 'own.example' });
  await importEvents(
    app.context.clickhouse,
    app.context.database,
    'own.example',
    eventsWithFacts(100, 11, defaultRuleSet()),
  );
  admin = await app.signIn({ email: 'admin@own.example', role: 'admin', packages: ['own.example'] });
});

const schemasOf = (query: z.ZodType) => z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }).properties ?? {};

interface Parameter {
  endpoint: EndpointShape;
  name: string;
}

/** What each question makes something of by itself; any other parameter is the same thing wherever it stands. */
const ITS_OWN = /date|^(from|to|after|kind|day|month)$/i;

/** Every parameter of every question. Boards take each other's by the same code, so one of them stands for all. */
function parameters(): Parameter[] {
  const seen = new Set<unknown>();
  const isNew = (one: unknown): boolean => !seen.has(one) && seen.add(one).has(one);
  return app.app.routes.flatMap(({ endpoint }) => {
    const { method, path, query, answer } = endpoint;
    if (method !== 'GET' || !query || !isNew(/^\/api\/v\d/.test(path) ? `board ${answer}` : query)) return [];
    const names = Object.keys(schemasOf(query));
    return names.filter((name) => ITS_OWN.test(name) || isNew(name)).map((name) => ({ endpoint, name }));
  });
}

const urlOf = (path: string, query: readonly (readonly [name: string, value: string])[]): string =>
  `${path}?${query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`;

it('no parameter that only looks like what is asked for is a fault of ours', { timeout: 240_000 }, async () => {
  const faults: string[] = [];
  const asked = parameters();
  for (const { endpoint, name } of asked) {
    const { query: _, ...rest } = endpoint;
    const [made] = fc.sample(requestsOf(rest, KNOWN), { seed: SEED, numRuns: 1 });
    const names = new Set(Object.keys(endpoint.query ? schemasOf(endpoint.query) : {}));
    const usual = Object.entries(KNOWN).filter(([own]) => own !== name && names.has(own));
    for (const edge of sample('edges of parameters', EDGES, EDGES_OF_A_RUN, `${endpoint.path} ${name}`)) {
      const url = urlOf(made?.path ?? endpoint.path, [...usual, [name, edge]]);
      const answer = await app.get(url, admin);
      if (answer.status >= 500) faults.push(`${answer.status} ${url} `);
    }
  }
  expect(faults).toEqual([]);
  // With every edge that there is, more than 500 questions.
  expect(asked.length * EDGES.length).toBeGreaterThan(500);
});

it('they are refused as malformed, with the name of the parameter', async () => {
  const days = 'package_name=own.example&fromDate=2026-11-14&toDate=2026-11-20';
  for (const [url, field] of [
    [`/api/traffic/events?${days}&after=2025-02-30T00:00:00.000Z_${ROW}`, 'after'],
    [`/api/traffic/events?${days}&after=2025-02-28T00:00:00.000Z_${'-'.repeat(36)}`, 'after'],
    [`/api/traffic/events?${days}&kind=constructor`, 'kind'],
    [`/api/traffic/events/download?${days}&kind=__proto__`, 'kind'],
    ['/api/traffic/marks?package_name=own.example&fromDate=2026-11-14&toDate=9999-12-31', 'toDate'],
    ['/api/traffic/verdict-changes?package_name=own.example&to=9999-12-31', 'to'],
    ['/api/audit?fromDate=0000-01-01', 'fromDate'],
  ] as const) {
    const { status, body } = await app.get(url, admin);
    expect([url, status, body.code, body.field]).toEqual([url, 400, 'malformed', field]);
  }
});
