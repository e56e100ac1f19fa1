import { z } from 'zod';

export type Scalar = string | number | boolean;

/**
 * The one condition language of rules, white lists, publisher configuration, alerts and filters. It is data with two
 * interpreters: a JavaScript predicate and a ClickHouse expression, held equal by a differential property test.
 *
 * Semantics both keep: a missing value ('' or null) makes every comparison false, `ne`, `notIn` and `not…` included
 * (`not` around a comparison is plain negation); text compares by code point; numbers are safe doubles, moments
 * Unix milliseconds; `matches` is a subset of RE2 (`regular-expression.ts`), unanchored; `inNetwork` takes CIDR ranges
 * or single addresses of either family.
 */
export type Condition =
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  | { field: string; op: 'eq' | 'ne'; value: Scalar }
  | { field: string; op: 'lt' | 'lte' | 'gt' | 'gte'; value: number }
  | { field: string; op: 'in' | 'notIn'; values: Scalar[] }
  | { field: string; op: 'contains' | 'startsWith' | 'endsWith' | 'matches'; value: string }
  | { field: string; op: 'inNetwork'; values: string[] }
  | { field: string; op: 'known' | 'unknown' };

export const MAX_CONDITION_DEPTH = 8;
export const MAX_CONDITION_VALUES = 10_000;

const field = z.string().min(1).max(64);
/** A part of a text, or a regular expression. */
export const conditionText = z.string().min(1).max(1000);
const scalar = z.union([z.string().max(4000), z.number().finite(), z.boolean()]);

/** Shape only; `checkCondition` also knows the fields, their types and whether an expression is safe. */
export const conditionSchema: z.ZodType<Condition> = z
  .lazy(() =>
    z.union([
      z.strictObject({ all: z.array(conditionSchema).max(100) }),
      z.strictObject({ any: z.array(conditionSchema).max(100) }),
      z.strictObject({ not: conditionSchema }),
      z.strictObject({ field, op: z.enum(['eq', 'ne']), value: scalar }),
      z.strictObject({ field, op: z.enum(['lt', 'lte', 'gt', 'gte']), value: z.number().finite() }),
      z.strictObject({ field, op: z.enum(['in', 'notIn']), values: z.array(scalar).min(1).max(MAX_CONDITION_VALUES) }),
      z.strictObject({
        field,
        op: z.enum(['contains', 'startsWith', 'endsWith', 'matches']),
        value: conditionText,
      }),
      z.strictObject({
        field,
        op: z.literal('inNetwork'),
        values: z.array(z.string().max(64)).min(1).max(MAX_CONDITION_VALUES),
      }),
      z.strictObject({ field, op: z.enum(['known', 'unknown']) }),
    ]),
  )
  // The API description must refer to it by name, since it contains itself.
  .meta({ id: 'Condition' });

export const all = (...conditions: Condition[]): Condition => ({ all: conditions });
export const any = (...conditions: Condition[]): Condition => ({ any: conditions });
export const not = (condition: Condition): Condition => ({ not: condition });
export const eq = (name: string, value: Scalar): Condition => ({ field: name, op: 'eq', value });
export const lt = (name: string, value: number): Condition => ({ field: name, op: 'lt', value });
export const lte = (name: string, value: number): Condition => ({ field: name, op: 'lte', value });
export const gt = (name: string, value: number): Condition => ({ field: name, op: 'gt', value });
export const gte = (name: string, value: number): Condition => ({ field: name, op: 'gte', value });
export const oneOf = (name: string, values: Scalar[]): Condition => ({ field: name, op: 'in', values });
export const known = (name: string): Condition => ({ field: name, op: 'known' });
