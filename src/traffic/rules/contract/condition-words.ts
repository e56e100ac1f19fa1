import type { Change } from './explanation.ts';
import { formatValue, type Reader } from './quantity.ts';

type Op = Change['op'];

const OPPOSITE: Partial<Record<Op, Op>> = {
  eq: 'ne',
  ne: 'eq',
  lt: 'gte',
  lte: 'gt',
  gt: 'lte',
  gte: 'lt',
  in: 'notIn',
  notIn: 'in',
  known: 'unknown',
  unknown: 'known',
};

/** What has to hold, without a negation where the opposite has a word of its own. */
export function straightOp({ op, negated }: Pick<Change, 'op' | 'negated'>): { op: Op; negated: boolean } {
  const turned = negated ? OPPOSITE[op] : undefined;
  return turned ? { op: turned, negated: false } : { op, negated };
}

export interface WhyWords extends Reader {
  column: (name: string) => string;
  list: (names: readonly string[]) => string;
}

/** What a comparison compares with, in words: `5 seconds`, `Data centre, VPN and 3 more`. */
function limitWords(words: WhyWords, { field, limit, more, unit }: Change): string {
  const values = Array.isArray(limit) ? limit : limit === null ? [] : [limit];
  const written = values.map((value) => formatValue(words, field, value, unit));
  return words.list(more > 0 ? [...written, words.t('more_values', { n: more })] : written);
}

/** `under 5 seconds`, `is not "verified"`, `is missing`. */
export function conditionWords(words: WhyWords, change: Change): string {
  const { op, negated } = straightOp(change);
  return words.t(negated ? `cond.not_${op}` : `cond.${op}`, { limit: limitWords(words, change) });
}

export function observedWords(words: WhyWords, { field, observed, unit }: Change): string {
  return observed === null || observed === '' ? words.t('nothing_there') : formatValue(words, field, observed, unit);
}
