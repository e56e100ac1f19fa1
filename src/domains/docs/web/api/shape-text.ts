import { z } from 'zod';
import type { Resolve } from './read-api.ts';

const schemaShape = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  additionalProperties: z.unknown().optional(),
});

/** A JSON schema as a person writes a shape down: `{ id: integer, note?: string }[]`, one property per line. */
export function shapeText(value: unknown, resolve: Resolve, indent = '', within: readonly string[] = []): string {
  const parsed = schemaShape.safeParse(value);
  if (!parsed.success) return 'any';
  const schema = parsed.data;
  if (schema.$ref !== undefined) {
    // A schema that contains itself is named the second time.
    if (within.includes(schema.$ref)) return nameOf(schema.$ref);
    return shapeText(resolve(value), resolve, indent, [...within, schema.$ref]);
  }
  const inner = (one: unknown, deeper = indent): string => shapeText(one, resolve, deeper, within);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((one) => inner(one)))].join(' | ');
  if (schema.type === 'array') return `${bracketed(inner(schema.items))}[]`;
  if (schema.properties && Object.keys(schema.properties).length > 0) {
    const deeper = `${indent}  `;
    const lines = Object.entries(schema.properties).map(
      ([name, one]) => `${deeper}${name}${schema.required.includes(name) ? '' : '?'}: ${inner(one, deeper)}`,
    );
    return `{\n${lines.join('\n')}\n${indent}}`;
  }
  if (typeof schema.additionalProperties === 'object') return `{ [name]: ${inner(schema.additionalProperties)} }`;
  return Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any');
}

const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);
const bracketed = (text: string): string => (!text.startsWith('{') && text.includes(' | ') ? `(${text})` : text);
