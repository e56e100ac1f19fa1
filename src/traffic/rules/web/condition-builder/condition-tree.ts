import type { Condition, Scalar } from '#platform/contract/condition.ts';
import { operatorsOf } from '#platform/contract/condition-check.ts';
import type { Leaf } from '#platform/contract/condition-predicate.ts';
import { TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';

/** How the parts of a group count together; `none` and `notAll` turn the other two round. */
export const GROUP_KINDS = ['all', 'any', 'none', 'notAll'] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];

export interface Group {
  kind: GroupKind;
  parts: readonly Node[];
}

/** A condition as people edit it: comparisons in groups in groups. The root is always a group. */
export type Node = Group | Leaf;

/** Place in the tree: the index in each group on the way. */
export type Place = readonly number[];

export const isGroup = (node: Node): node is Group => 'parts' in node;

export const emptyLeaf = (field = 'publisher'): Leaf => leafFor(field);

/** A comparison of this field with nothing filled in yet. */
export function leafFor(field: string, wanted?: Leaf['op']): Leaf {
  const type = TRAFFIC_FIELDS[field]?.valueType ?? 'string';
  const operators = operatorsOf(type);
  const op = wanted && operators.includes(wanted) ? wanted : (operators[0] ?? 'known');
  switch (op) {
    case 'known':
    case 'unknown':
      return { field, op };
    case 'in':
    case 'notIn':
    case 'inNetwork':
      return { field, op, values: [] };
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return { field, op, value: 0 };
    case 'eq':
    case 'ne':
      return { field, op, value: type === 'number' || type === 'datetime' ? 0 : type === 'boolean' ? true : '' };
    default:
      return { field, op, value: '' };
  }
}

/** The same comparison with another operator; what was filled in is kept where it still makes sense. */
export function withOperator(leaf: Leaf, op: Leaf['op']): Leaf {
  const next = leafFor(leaf.field, op);
  const values: readonly Scalar[] = 'values' in leaf ? leaf.values : 'value' in leaf ? [leaf.value] : [];
  const given = values.filter((value) => value !== '');
  const [first] = given;
  if ('values' in next)
    return next.op === 'inNetwork' ? { ...next, values: given.map(String) } : { ...next, values: [...given] };
  if ('value' in next && first !== undefined && typeof first === typeof next.value) return withValue(next, first);
  return next;
}

export type OneValue = Extract<Leaf, { value: unknown }>;

/** The comparison with another value; one of the wrong type changes nothing. */
export function withValue(leaf: OneValue, value: Scalar): Leaf {
  switch (leaf.op) {
    case 'eq':
    case 'ne':
      return { ...leaf, value };
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return typeof value === 'number' ? { ...leaf, value } : leaf;
    default:
      return typeof value === 'string' ? { ...leaf, value } : leaf;
  }
}

export function treeOf(condition: Condition): Group {
  const node = nodeOf(condition);
  return isGroup(node) ? node : { kind: 'all', parts: [node] };
}

function nodeOf(condition: Condition): Node {
  if ('all' in condition) return { kind: 'all', parts: condition.all.map(nodeOf) };
  if ('any' in condition) return { kind: 'any', parts: condition.any.map(nodeOf) };
  if (!('not' in condition)) return condition;
  const inner = nodeOf(condition.not);
  if (isGroup(inner) && (inner.kind === 'any' || inner.kind === 'all'))
    return { kind: inner.kind === 'any' ? 'none' : 'notAll', parts: inner.parts };
  return { kind: 'none', parts: [inner] };
}

export function conditionOf(node: Node): Condition {
  if (!isGroup(node)) return node;
  const parts = node.parts.map(conditionOf);
  if (node.kind === 'all') return { all: parts };
  if (node.kind === 'any') return { any: parts };
  return { not: node.kind === 'none' ? { any: parts } : { all: parts } };
}

/** The path under which `checkCondition` reports what is wrong at a place. */
export function pathOf(root: Group, place: Place): string {
  const steps: string[] = [];
  let node: Node = root;
  for (const index of place) {
    if (!isGroup(node)) break;
    const { kind } = node;
    steps.push(
      ...(kind === 'all' || kind === 'any'
        ? [`${kind}.${index}`]
        : ['not', `${kind === 'none' ? 'any' : 'all'}.${index}`]),
    );
    node = node.parts[index] ?? node;
  }
  return steps.join('.');
}

/** The tree with another node at a place; `null` takes it out. */
export function withNode(root: Group, place: Place, next: Node | null): Group {
  const [index, ...rest] = place;
  if (index === undefined) return next && isGroup(next) ? next : root;
  const parts = root.parts.flatMap((part, at): readonly Node[] => {
    if (at !== index) return [part];
    if (rest.length > 0) return [isGroup(part) ? withNode(part, rest, next) : part];
    return next ? [next] : [];
  });
  return { ...root, parts };
}
