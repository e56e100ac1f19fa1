/**
 * Requests made from the schemas of an endpoint: one that fits, and what becomes of it when somebody tampers with it.
 */
import fc from 'fast-check';
import { z } from 'zod';
import type { EndpointShape } from '#platform/contract/endpoint.ts';

type Pair = [name: string, value: string];

export interface MadeRequest {
  path: string;
  query: Pair[];
  body: unknown;
}

/** Values that mean something, by the name of the field; of several any. */
export type Known = Readonly<Record<string, string | readonly string[]>>;

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Values that fit a schema, near enough: patterns and refinements are met by the examples below or not at all. */
export const requestsOf = (endpoint: EndpointShape, known: Known): fc.Arbitrary<MadeRequest> =>
  fc.record({
    path: valuesOf(endpoint.params, known).map((params) =>
      endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(String(params && typeof params === 'object' ? Reflect.get(params, name) : 'x')),
      ),
    ),
    query: valuesOf(endpoint.query, known).map(pairs),
    body: endpoint.method === 'GET' ? fc.constant(undefined) : valuesOf(endpoint.body, known),
  });

function valuesOf(schema: z.ZodType | undefined, known: Known): fc.Arbitrary<unknown> {
  if (!schema) return fc.constant(undefined);
  return fitting(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', cycles: 'ref' }), known, 3);
}

function fitting(schema: JsonSchema | boolean, known: Known, depth: number): fc.Arbitrary<unknown> {
  if (typeof schema === 'boolean' || schema.$ref || depth < 0) return fc.constant(null);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((each) => fitting(each, known, depth - 1)));
  switch (schema.type) {
    case 'object': {
      const required = new Set(schema.required ?? []);
      const fields = Object.entries(schema.properties ?? {}).map(([name, inner]): [string, fc.Arbitrary<unknown>] => {
        const example = known[name];
        const value = example === undefined ? fitting(inner, known, depth - 1) : fc.constantFrom(...[example].flat());
        return [
          name,
          required.has(name) || example !== undefined ? value : fc.option(value, { nil: undefined, freq: 1 }),
        ];
      });
      return fc.record(Object.fromEntries(fields));
    }
    case 'array':
      return schema.items && !Array.isArray(schema.items)
        ? fc.array(fitting(schema.items, known, depth - 1), { minLength: schema.minItems ?? 0, maxLength: 3 })
        : fc.constant([]);
    case 'integer':
    case 'number':
      return fc.integer({
        min: schema.minimum ?? 0,
        max: Math.min(schema.maximum ?? 1000, (schema.minimum ?? 0) + 1000),
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.string({
        unit: 'grapheme',
        minLength: schema.minLength ?? 0,
        maxLength: Math.min(schema.maxLength ?? 20, 40),
      });
  }
}

const pairs = (value: unknown): Pair[] =>
  Object.entries(value ?? {}).flatMap(([name, inner]) =>
    (Array.isArray(inner) ? inner : [inner])
      .filter((one) => one !== undefined && one !== null)
      .map((one): Pair => [name, String(one)]),
  );

/** What people and scanners send instead of what is asked for. */
export const HOSTILE: readonly unknown[] = [
  '',
  ' ',
  'all',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\u202Egnp.exe',
  "' OR 1=1 --",
  '{x:String}',
  '%_\\',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: meant as text
  '${7*7}',
  '__proto__',
  'constructor',
  'toString',
  'x'.repeat(5_000),
  '🙂'.repeat(3_000),
  '2026-02-30',
  '0000-00-00',
  '0000-01-01',
  '9999-12-31',
  '99999-01-01',
  '2026-02-30T00:00:00.000Z_00000000-0000-0000-0000-000000000000',
  `2026-02-28T00:00:00.000Z_${'-'.repeat(36)}`,
  'undefined',
  'NaN',
  '-0',
  '1e309',
  '0x10',
  '９',
  0,
  -1,
  0.5,
  Number.MAX_SAFE_INTEGER + 1,
  1e308,
  true,
  null,
  [],
  [[]],
  ['a', 1, null],
  {},
  { $ne: null },
  { toString: 1 },
  { length: 1e9 },
];

const hostile = fc.constantFrom(...HOSTILE);
const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'role',
  'id',
  'package_name',
  'x',
  '',
  '$where',
];

/** In a query or header everything is text. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** One thing about a request is wrong. */
export const tampered = (request: MadeRequest): fc.Arbitrary<MadeRequest> =>
  fc.oneof(
    tamperedPairs(request.query).map((query) => ({ ...request, query })),
    tamperedBody(request.body).map((body) => ({ ...request, body })),
    tamperedPath(request.path).map((path) => ({ ...request, path })),
  );

const tamperedPairs = (query: Pair[]): fc.Arbitrary<Pair[]> =>
  fc.oneof<fc.Arbitrary<Pair[]>[]>(
    fc
      .tuple(fc.nat(), hostile)
      .map(([at, value]) =>
        query.map((pair, index): Pair => (index === at % query.length ? [pair[0], textOf(value)] : pair)),
      ),
    fc.nat().map((at) => query.filter((_, index) => index !== at % query.length)),
    fc.tuple(fc.constantFrom(...NAMES), hostile).map(([name, value]) => [...query, [name, textOf(value)]]),
    fc.nat().map((at) => query.flatMap((pair, index) => (index === at % query.length ? [pair, pair, pair] : [pair]))),
    fc
      .nat()
      .map((at) => query.map((pair, index): Pair => (index === at % query.length ? [`${pair[0]}[]`, pair[1]] : pair))),
  );

const tamperedBody = (body: unknown): fc.Arbitrary<unknown> => {
  if (typeof body !== 'object' || body === null) return hostile;
  const entries = Object.entries(body);
  const at = fc.nat().map((index) => index % Math.max(1, entries.length));
  return fc.oneof(
    hostile,
    fc
      .tuple(at, hostile)
      .map(([index, value]) =>
        Object.fromEntries(entries.map(([name, inner], i) => [name, i === index ? value : inner])),
      ),
    fc
      .tuple(at, hostile)
      .map(([index, value]) =>
        Object.fromEntries(entries.map(([name, inner], i) => [name, i === index ? [inner, value] : inner])),
      ),
    at.map((index) => Object.fromEntries(entries.filter((_, i) => i !== index))),
    fc.tuple(fc.constantFrom(...NAMES), hostile).map(([name, value]) => ({ ...body, [name]: value })),
    fc.constant([body]),
  );
};

const tamperedPath = (path: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    `/${path}`,
    path.replace('/api/', '/api//'),
    path.replace('/api/', '/API/'),
    path.replace('/api/', '/api%2f'),
    path.replace('/api/', '/api/../api/'),
    path.replace('/api/', '/api/%2e%2e/api/'),
    `${path}/`,
    `${path}%00`,
    `${path}.json`,
    `${path};x=1`,
    `${path}%zz`,
    `${path}/${'a/'.repeat(200)}`,
    `${path}${'a'.repeat(400)}`,
    path.toUpperCase(),
  );
