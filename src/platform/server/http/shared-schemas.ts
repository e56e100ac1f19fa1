import { z } from 'zod';

const object = z.record(z.string(), z.unknown());

/** Keywords of JSON Schema under which one schema, a list of them, or schemas by name stand. */
const ONE = new Set(['items', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else']);
const LIST = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const NAMED = new Set(['properties', 'patternProperties', 'dependentSchemas']);

/** Shorter schemas are clearer in place, and hardly longer than a reference. Characters of JSON. */
const WORTH_SHARING = 120;

/** A schema with `change` applied to each schema directly in it. */
function within(schema: unknown, change: (inner: unknown) => unknown): unknown {
  const parsed = object.safeParse(schema);
  if (!parsed.success) return schema;
  return Object.fromEntries(
    Object.entries(parsed.data).map(([key, value]) => {
      const named = NAMED.has(key) ? object.safeParse(value) : undefined;
      if (named?.success)
        return [key, Object.fromEntries(Object.entries(named.data).map(([name, inner]) => [name, change(inner)]))];
      if (LIST.has(key) && Array.isArray(value)) return [key, value.map((inner) => change(inner))];
      return [key, ONE.has(key) ? change(value) : value];
    }),
  );
}

/** Any value of a description, its schemas (whatever stands under `schema`) replaced. */
function schemasIn(value: unknown, change: (schema: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => schemasIn(one, change));
  const parsed = object.safeParse(value);
  if (!parsed.success) return value;
  return Object.fromEntries(
    Object.entries(parsed.data).map(([key, inner]) => [
      key,
      key === 'schema' ? change(inner) : schemasIn(inner, change),
    ]),
  );
}

/**
 * Writes each longer schema that stands more than once under a name of its own and refers to it: calls share limits,
 * filters and rows, which were a third of the text.
 *
 * @param described what has schemas somewhere in it
 * @param known schemas that have a name already
 * @returns the same with references, and all named schemas
 */
export function shareSchemas(described: unknown, known: Readonly<Record<string, unknown>>) {
  const times = new Map<string, number>();
  const count = (schema: unknown): unknown => {
    const text = JSON.stringify(schema);
    const before = times.get(text) ?? 0;
    times.set(text, before + 1);
    // What is in it stands once more only where it stands outside of it as well.
    if (before === 0) within(schema, count);
    return schema;
  };
  // By name: the order in which modules were loaded is another in every program.
  const byName = Object.entries(known).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [, schema] of byName) within(schema, count);
  schemasIn(described, count);

  const names = new Map<string, string>();
  for (const [name, schema] of byName) {
    const text = JSON.stringify(schema);
    if (!names.has(text)) names.set(text, name);
  }
  const schemas: Record<string, unknown> = {};
  const refer = (schema: unknown): unknown => {
    const text = JSON.stringify(schema);
    const worthwhile = text.length >= WORTH_SHARING && (times.get(text) ?? 0) > 1;
    if (!worthwhile && !names.has(text)) return within(schema, refer);
    const name = names.get(text) ?? `Shape${names.size + 1}`;
    names.set(text, name);
    schemas[name] ??= within(schema, refer);
    return { $ref: `#/components/schemas/${name}` };
  };
  // Two names of one shape (what is read and what is written) stay two: the second refers to the first.
  for (const [name, schema] of byName) {
    const reference = refer(schema);
    if (names.get(JSON.stringify(schema)) !== name) schemas[name] = reference;
  }
  return { described: schemasIn(described, refer), schemas };
}
