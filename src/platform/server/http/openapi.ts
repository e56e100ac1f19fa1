import { readFile } from 'node:fs/promises';
import type { SwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { openApi } from '#platform/contract/openapi.ts';
import { implement, type Route } from './implement.ts';
import { shareSchemas } from './shared-schemas.ts';

export const SWAGGER: SwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: { title: 'Adsieve', version: '1', description: 'Every call of the product. x-access says who may make it.' },
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The bare token is read as well.',
        },
      },
    },
    security: [{ session: [] }],
  },
  transform: jsonSchemaTransform,
  transformObject: jsonSchemaTransformObject,
};

const parameter = z.looseObject({
  name: z.string(),
  in: z.string(),
  required: z.boolean().optional(),
  schema: z.unknown(),
});
const operation = z.looseObject({
  parameters: z.array(parameter).optional(),
  requestBody: z.looseObject({}).optional(),
  responses: z.record(z.string(), z.unknown()).default({}),
});
const description = z.looseObject({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()).default({}) }),
});
const sharedParts = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({}))),
  parameters: z.record(z.string(), z.unknown()),
  responses: z.record(z.string(), z.unknown()),
});
type Operation = z.infer<typeof operation>;
type Parameter = z.infer<typeof parameter>;

const ERROR_ANSWER = {
  description: 'Refused or failed',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['status', 'code', 'message', 'request_id'],
        properties: {
          status: { const: false },
          code: { type: 'string' },
          message: { type: 'string' },
          field: { type: 'string' },
          request_id: { type: 'string' },
        },
      },
    },
  },
};

const committed = z.looseObject({ openapi: z.string() });

/** The description as it is committed (`npm run sync` makes it): to make it would hold everybody up for seconds. */
export function openApiRoutes(file: string): Route[] {
  let read: Promise<z.infer<typeof committed>> | undefined;
  return implement(openApi)({
    document: () => {
      read ??= readFile(file, 'utf8').then((text) => committed.parse(JSON.parse(text)));
      return read;
    },
  });
}

/**
 * Hundreds of boards ask the same question and answer in a dozen shapes; written out each time the document has 6 MB.
 * Here each question, each answer and each longer schema in them is written once and referred to.
 */
export function describe(http: FastifyInstance) {
  const document = description.parse(JSON.parse(JSON.stringify(http.swagger())));
  const questions = new Shared('Question');
  const answers = new Shared('Answer');
  for (const [path, operations] of Object.entries(document.paths).sort(([a], [b]) => (a < b ? -1 : 1))) {
    delete document.paths[path];
    document.paths[path] = operations;
    for (const each of Object.values(operations)) shorten(each, questions, answers);
  }
  const { schemas: named, ...components } = document.components;
  const parts = { paths: document.paths, parameters: questions.all, responses: answers.all };
  const { described, schemas } = shareSchemas(parts, named);
  const { paths, ...shared } = sharedParts.parse(described);
  shared.responses['Refusal'] = ERROR_ANSWER;
  return { ...document, paths, components: { ...components, ...shared, schemas } };
}

/** As committed in docs/openapi.json: one value per line, so that a change can be read. */
export const openApiText = (http: FastifyInstance): string => `${JSON.stringify(describe(http), null, 1)}\n`;

/** A few parameters are clearer in place. */
const MANY = 8;

function shorten(each: Operation, questions: Shared, answers: Shared): void {
  const asked = (each.parameters ?? []).filter((one) => one.in === 'query');
  if (asked.length >= MANY) {
    const rest = (each.parameters ?? []).filter((one) => one.in !== 'query');
    Object.assign(each, {
      parameters: [...rest, { $ref: `#/components/parameters/${questions.nameOf(asObject(asked))}` }],
    });
  }
  for (const [status, answer] of Object.entries(each.responses))
    each.responses[status] = { $ref: `#/components/responses/${answers.nameOf(answer)}` };
  each.responses['default'] = { $ref: '#/components/responses/Refusal' };
}

/** OpenAPI's way to say "these query parameters": one object whose properties are sent one by one (form, explode). */
const asObject = (parameters: readonly Parameter[]) => ({
  name: 'question',
  in: 'query',
  style: 'form',
  explode: true,
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(parameters.map((one) => [one.name, one.schema])),
    required: parameters.filter((one) => one.required).map((one) => one.name),
  },
});

/** Equal values under one name, numbered in order of appearance. */
class Shared {
  readonly all: Record<string, unknown> = {};
  readonly #names = new Map<string, string>();
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  nameOf(value: unknown): string {
    const text = JSON.stringify(value);
    const known = this.#names.get(text);
    if (known) return known;
    const name = `${this.#prefix}${this.#names.size + 1}`;
    this.#names.set(text, name);
    this.all[name] = value;
    return name;
  }
}
