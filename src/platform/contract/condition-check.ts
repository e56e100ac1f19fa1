import { type Condition, MAX_CONDITION_DEPTH, MAX_CONDITION_VALUES, type Scalar } from './condition.ts';
import type { FieldTypes, FieldValueType, Leaf } from './condition-predicate.ts';
import { parseAddress, parseNetwork } from './ip-network.ts';
import { filled, type Message, type MessageValues } from './message.ts';
import { PatternError } from './regular-expression.ts';
import { compilePattern } from './regular-expression-match.ts';

/** Everything a condition is refused for, in English. */
export const CONDITION_PROBLEMS = {
  unknown_field: 'There is no field {{field}}',
  wrong_operator: '{{operator}} does not work on {{field}}',
  wrong_type: '{{field}} is compared with a {{wanted}}',
  number_too_large: 'Numbers go up to {{most}}',
  too_deep: 'At most {{most}} levels',
  too_many_comparisons: 'At most {{most}} comparisons',
  too_many_values: 'At most {{most}} values',
  bad_pattern: 'The expression {{expression}} is not taken. At character {{at}}: {{why}}',
  bad_network: '{{value}} is not a network such as 192.0.2.0/24 or 2001:db8::/32',
  bad_address: '{{value}} is not an IP address',
  bad_text: 'Half a surrogate pair or NUL',
} as const;

export type ConditionFault = keyof typeof CONDITION_PROBLEMS;

/** `path` leads to the part at fault (`all.0.not`); code and values are what `message` says in English. */
export interface ConditionProblem extends Message {
  path: string;
  code: ConditionFault;
  message: string;
}

/** Comparisons of one condition; beyond it nobody can read the rule, and the engine's expression grows too large. */
export const MAX_CONDITION_LEAVES = 500;

const OPERATORS: Record<FieldValueType, readonly Leaf['op'][]> = {
  string: ['eq', 'ne', 'in', 'notIn', 'contains', 'startsWith', 'endsWith', 'matches', 'known', 'unknown'],
  number: ['eq', 'ne', 'in', 'notIn', 'lt', 'lte', 'gt', 'gte', 'known', 'unknown'],
  datetime: ['eq', 'ne', 'in', 'notIn', 'lt', 'lte', 'gt', 'gte', 'known', 'unknown'],
  ip: ['eq', 'ne', 'in', 'notIn', 'inNetwork', 'known', 'unknown'],
  boolean: ['eq', 'ne', 'in', 'notIn', 'known', 'unknown'],
};

/** Type of a literal per type of field: moments are Unix milliseconds, addresses are text. */
const LITERAL: Record<FieldValueType, 'string' | 'number' | 'boolean'> = {
  string: 'string',
  number: 'number',
  datetime: 'number',
  ip: 'string',
  boolean: 'boolean',
};

/** Operators a field of this type takes, in the order a form offers them. */
export const operatorsOf = (valueType: FieldValueType): readonly Leaf['op'][] => OPERATORS[valueType];

/** Everything wrong with a condition of valid shape; empty when both interpreters will take it and agree. */
export function checkCondition(condition: Condition, fields: FieldTypes): ConditionProblem[] {
  const problems: ConditionProblem[] = [];
  const count = { leaves: 0, values: 0 };
  visit(condition, [], 1);
  if (count.leaves > MAX_CONDITION_LEAVES) report([], 'too_many_comparisons', { most: MAX_CONDITION_LEAVES });
  if (count.values > MAX_CONDITION_VALUES) report([], 'too_many_values', { most: MAX_CONDITION_VALUES });
  return problems;

  function visit(part: Condition, path: string[], depth: number): void {
    if (depth > MAX_CONDITION_DEPTH) return void report(path, 'too_deep', { most: MAX_CONDITION_DEPTH });
    if ('all' in part) {
      for (const [index, child] of part.all.entries()) visit(child, [...path, `all.${index}`], depth + 1);
    } else if ('any' in part) {
      for (const [index, child] of part.any.entries()) visit(child, [...path, `any.${index}`], depth + 1);
    } else if ('not' in part) visit(part.not, [...path, 'not'], depth + 1);
    else visitLeaf(part, path);
  }

  function visitLeaf(leaf: Leaf, path: string[]): void {
    count.leaves++;
    const field = Object.hasOwn(fields, leaf.field) ? fields[leaf.field] : undefined;
    if (!field) return void report(path, 'unknown_field', { field: leaf.field });
    if (!OPERATORS[field.valueType].includes(leaf.op))
      return void report(path, 'wrong_operator', { operator: leaf.op, field: leaf.field });
    const values = literals(leaf);
    count.values += values.length;
    for (const value of values) checkLiteral(value, field.valueType, leaf, path);
    if (leaf.op === 'matches') checkPattern(leaf.value, path);
  }

  function checkLiteral(value: Scalar, type: FieldValueType, leaf: Leaf, path: string[]): void {
    if (typeof value !== LITERAL[type]) report(path, 'wrong_type', { field: leaf.field, wanted: LITERAL[type] });
    else if (typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER))
      report(path, 'number_too_large', { most: Number.MAX_SAFE_INTEGER });
    else if (typeof value === 'string' && !isText(value)) report(path, 'bad_text', {});
    else if (leaf.op === 'inNetwork' && !parseNetwork(String(value)))
      report(path, 'bad_network', { value: String(value) });
    else if (type === 'ip' && leaf.op !== 'inNetwork' && parseAddress(String(value)) === null)
      report(path, 'bad_address', { value: String(value) });
  }

  function checkPattern(expression: string, path: string[]): void {
    try {
      compilePattern(expression);
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      const why: Message = { code: error.fault, values: error.values };
      report(path, 'bad_pattern', { expression, at: error.at + 1, why }, { why: error.message });
    }
  }

  /** `english`: values that are told rather than named. */
  function report(
    path: string[],
    code: ConditionFault,
    values: MessageValues,
    english: Record<string, string> = {},
  ): void {
    const message = filled(CONDITION_PROBLEMS[code], { ...plain(values), ...english });
    problems.push({ path: path.join('.'), code, values, message });
  }
}

/** Those that are written as they are. */
const plain = (values: MessageValues): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).filter((one): one is [string, string | number] => typeof one[1] !== 'object'),
  );

function literals(leaf: Leaf): readonly Scalar[] {
  if ('values' in leaf) return leaf.values;
  return 'value' in leaf ? [leaf.value] : [];
}

/** Lone surrogates have no UTF-8 form, and NUL ends a text in some engines. */
const isText = (value: string): boolean => !/\p{Surrogate}|\0/u.test(value);
