import type { TFunction } from 'i18next';
import type { Condition } from '#platform/contract/condition.ts';
import type { Leaf } from '#platform/contract/condition-predicate.ts';
import { TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import { conditionWords, type WhyWords } from '#traffic/rules/contract/condition-words.ts';
import { type GroupKind, isGroup, type Node, treeOf } from './condition-tree.ts';

/** Values of a long list that are read out. */
const READ_VALUES = 5;

/** A comparison in words: `Click to install: under 5 seconds`. */
export function readLeaf(words: WhyWords, leaf: Leaf): string {
  const given = 'values' in leaf ? leaf.values : 'value' in leaf ? [leaf.value] : [];
  const unfilled = given.every((value) => value === '') && leaf.op !== 'known' && leaf.op !== 'unknown';
  // The empty text would be read as "not reported".
  const values = unfilled ? ['…'] : given;
  const condition = conditionWords(words, {
    field: leaf.field,
    op: leaf.op,
    negated: false,
    limit: values.length === 0 ? null : values.slice(0, READ_VALUES),
    more: Math.max(0, values.length - READ_VALUES),
    observed: null,
    unit: TRAFFIC_FIELDS[leaf.field]?.unit ?? null,
  });
  return `${words.column(leaf.field)} ${condition}`;
}

export interface GroupWords {
  words: WhyWords;
  /** Texts of the builder: how groups are read. */
  t: TFunction;
  /** `a or b`. */
  either: (parts: readonly string[]) => string;
}

/** A whole condition as a sentence, groups in brackets where they stand inside another. */
export function readNode(reader: GroupWords, node: Node, outermost = true): string {
  if (!isGroup(node)) return readLeaf(reader.words, node);
  const parts = node.parts.map((part) => readNode(reader, part, false));
  if (parts.length === 0) return reader.t('read_nothing');
  const inner = joined(reader, node.kind, parts);
  return outermost || parts.length === 1 || inner.startsWith('(') ? inner : `(${inner})`;
}

function joined({ words, t, either }: GroupWords, kind: GroupKind, parts: readonly string[]): string {
  if (kind === 'all') return words.list(parts);
  if (kind === 'any') return either(parts);
  return t('read_not', { parts: kind === 'none' ? either(parts) : words.list(parts) });
}

export const readCondition = (reader: GroupWords, condition: Condition): string => readNode(reader, treeOf(condition));
