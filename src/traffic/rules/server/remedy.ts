import type { Condition } from '#platform/contract/condition.ts';
import { compilePredicate, type Leaf, type Row } from '#platform/contract/condition-predicate.ts';
import { TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';

/** A comparison that must hold, or must not. */
export interface Requirement {
  leaf: Leaf;
  negated: boolean;
}

/**
 * The smallest set of requirements under which `condition` no longer holds for the row; null when nothing can help (an
 * empty `all`). Of equally small sets the first written wins, so rules write the signal before its guards. What a rule
 * spares ("unless most events of the source have a sign") is no way out: nobody can wish for more of it.
 */
export function falsify(condition: Condition, row: Row): Requirement[] | null {
  return solve(condition, row, false);
}

/** What a person can hardly change weighs more: nobody is helped by "be clean by being another kind of event". */
const WEIGHT = { fact: 1, source: 2, reported: 10, event: 100 } as const;

function solve(condition: Condition, row: Row, wanted: boolean): Requirement[] | null {
  if (compilePredicate(condition, TRAFFIC_FIELDS)(row) === wanted) return [];
  if ('not' in condition) return solve(condition.not, row, !wanted);
  if ('all' in condition)
    return wanted
      ? everyOf(condition.all, row, true)
      : (cheapest(condition.all.filter(isNoGuard), row, false) ?? cheapest(condition.all, row, false));
  if ('any' in condition) return wanted ? cheapest(condition.any, row, true) : everyOf(condition.any, row, false);
  return [wanted ? { leaf: condition, negated: false } : opposite(condition)];
}

const isNoGuard = (part: Condition): boolean => !('not' in part);

function everyOf(parts: readonly Condition[], row: Row, wanted: boolean): Requirement[] | null {
  const found: Requirement[] = [];
  for (const part of parts) {
    const solution = solve(part, row, wanted);
    if (!solution) return null;
    found.push(...solution);
  }
  return merge(found);
}

function cheapest(parts: readonly Condition[], row: Row, wanted: boolean): Requirement[] | null {
  let best: Requirement[] | null = null;
  for (const part of parts) {
    const solution = solve(part, row, wanted);
    if (solution && (!best || cost(solution) < cost(best))) best = solution;
  }
  return best;
}

const cost = (requirements: readonly Requirement[]): number =>
  requirements.reduce((sum, { leaf }) => sum + WEIGHT[TRAFFIC_FIELDS[leaf.field]?.origin ?? 'event'], 0);

/**
 * "At least 5 seconds" and "at least 10 seconds" are one requirement, and "nothing there" makes others on it needless.
 */
function merge(requirements: readonly Requirement[]): Requirement[] {
  const absent = new Set(requirements.flatMap(({ leaf }) => (leaf.op === 'unknown' ? [leaf.field] : [])));
  const kept: Requirement[] = [];
  for (const next of requirements) {
    if (absent.has(next.leaf.field) && next.leaf.op !== 'unknown') continue;
    const index = kept.findIndex((one) => sameDirection(one, next));
    const existing = kept[index];
    if (!existing) kept.push(next);
    else kept[index] = stricter(existing, next);
  }
  return kept;
}

function sameDirection(one: Requirement, other: Requirement): boolean {
  if (one.leaf.field !== other.leaf.field || one.negated !== other.negated) return false;
  if (JSON.stringify(one.leaf) === JSON.stringify(other.leaf)) return true;
  return one.leaf.op === other.leaf.op && ['lt', 'lte', 'gt', 'gte'].includes(one.leaf.op);
}

function stricter(one: Requirement, other: Requirement): Requirement {
  const [a, b] = [bound(one.leaf), bound(other.leaf)];
  const wantsMore = one.leaf.op === 'gt' || one.leaf.op === 'gte';
  return wantsMore === a >= b ? one : other;
}

const bound = (leaf: Leaf): number => ('value' in leaf ? Number(leaf.value) : 0);

/** In the words of the reader: "at least 10", not "not less than 10". */
function opposite(leaf: Leaf): Requirement {
  const straight = (turned: Leaf): Requirement => ({ leaf: turned, negated: false });
  switch (leaf.op) {
    case 'eq':
      return straight({ ...leaf, op: 'ne' });
    case 'ne':
      return straight({ ...leaf, op: 'eq' });
    case 'lt':
      return straight({ ...leaf, op: 'gte' });
    case 'lte':
      return straight({ ...leaf, op: 'gt' });
    case 'gt':
      return straight({ ...leaf, op: 'lte' });
    case 'gte':
      return straight({ ...leaf, op: 'lt' });
    case 'in':
      return straight({ ...leaf, op: 'notIn' });
    case 'notIn':
      return straight({ ...leaf, op: 'in' });
    case 'known':
      return straight({ ...leaf, op: 'unknown' });
    case 'unknown':
      return straight({ ...leaf, op: 'known' });
    default:
      return { leaf, negated: true };
  }
}
