import { z } from 'zod';
import { BOARDS } from '#analytics/contract/boards/registry.ts';

const parameter = z.looseObject({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  schema: z.unknown(),
});
const content = z.record(z.string(), z.looseObject({ schema: z.unknown() }));
const operation = z.looseObject({
  summary: z.string().default(''),
  deprecated: z.boolean().default(false),
  'x-access': z.string().default(''),
  parameters: z.array(z.unknown()).default([]),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(z.string(), z.unknown()).default({}),
});
const answer = z.looseObject({ content: content.optional() });
const description = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operation)) });
const reference = z.looseObject({ $ref: z.string() });
const properties = z.looseObject({
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()).default([]),
});

export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: unknown;
}

/** A call as the description has it, with references followed. */
export interface Operation {
  /** `GET /api/user/me`: method and path, unique. */
  id: string;
  method: string;
  path: string;
  /** Path its neighbours share. */
  group: string;
  summary: string;
  access: string;
  deprecated: boolean;
  parameters: readonly Parameter[];
  body: { mediaType: string; schema: unknown } | undefined;
  /** Schema of the answer; undefined for files. */
  answer: unknown;
}

export type Resolve = (value: unknown) => unknown;

export interface Api {
  operations: readonly Operation[];
  /** Follows one `$ref`; anything else stays. */
  resolve: Resolve;
}

/** Reads the OpenAPI value the server makes of its routes. Throws when it is none. */
export function readApi(document: unknown): Api {
  const resolve: Resolve = (value) => {
    const parsed = reference.safeParse(value);
    return parsed.success ? at(document, parsed.data.$ref) : value;
  };
  const operations = Object.entries(description.parse(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]): Operation => {
      const [body] = Object.entries(one.requestBody?.content ?? {});
      return {
        id: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        group: groupOf(path),
        summary: one.summary,
        access: one['x-access'],
        deprecated: one.deprecated,
        parameters: one.parameters.flatMap((each) => parametersOf(resolve(each), resolve)),
        body: body && { mediaType: body[0], schema: body[1].schema },
        answer: answer.parse(resolve(one.responses['200']) ?? {}).content?.['application/json']?.schema,
      };
    }),
  );
  return { operations, resolve };
}

const at = (root: unknown, pointer: string): unknown =>
  pointer
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      root,
    );

/** Many parameters stand in the description as one object whose properties are sent one by one. */
function parametersOf(value: unknown, resolve: Resolve): Parameter[] {
  const one = parameter.parse(value);
  const object = one.in === 'query' ? properties.safeParse(resolve(one.schema)) : undefined;
  if (!object?.success) return [one];
  const { required } = object.data;
  return Object.entries(object.data.properties).map(([name, schema]) => ({
    name,
    schema,
    in: 'query',
    required: required.includes(name),
  }));
}

/** Boards have their own groups; other calls go by the first part of their path. */
const groupOf = (path: string): string =>
  BOARDS.find((board) => path.startsWith(`${board.api}/`))?.api ?? path.split('/').slice(0, 3).join('/');
