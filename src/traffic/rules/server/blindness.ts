import type { Condition } from '#platform/contract/condition.ts';
import { compilePredicate, fieldReader, type Row } from '#platform/contract/condition-predicate.ts';
import { fieldsOf } from '#traffic/event/contract/condition-fields.ts';
import { FINDINGS, TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';

/**
 * Facts whose absence keeps a rule from seeing: were they known, one of the conditions might hold. Empty when the rule
 * has seen enough to say no. Three-valued logic: an absent fact is neither true nor false.
 */
export function blindOn(conditions: readonly Condition[], row: Row): string[] {
  const undecided = conditions.filter((condition) => evaluate(condition, row) === null);
  return [...new Set(undecided.flatMap(fieldsOf).filter((field) => isBlind(field, row)))];
}

function evaluate(condition: Condition, row: Row): boolean | null {
  if ('all' in condition) return combine(condition.all, row, false);
  if ('any' in condition) return combine(condition.any, row, true);
  if ('not' in condition) {
    const inner = evaluate(condition.not, row);
    return inner === null ? null : !inner;
  }
  return isBlind(condition.field, row) ? null : compilePredicate(condition, TRAFFIC_FIELDS)(row);
}

/** `decisive` settles the whole: true for any, false for all. */
function combine(parts: readonly Condition[], row: Row, decisive: boolean): boolean | null {
  const answers = parts.map((part) => evaluate(part, row));
  if (answers.includes(decisive)) return decisive;
  return answers.includes(null) ? null : !decisive;
}

/** What the source did not report is an answer; only a fact we could not establish blinds. */
function isBlind(name: string, row: Row): boolean {
  const field = TRAFFIC_FIELDS[name];
  // Too few events of the source are no answer either.
  if (field?.origin === 'source') return isMissing(name, row);
  if (field?.origin !== 'fact' || !isMissing(name, row)) return false;
  return FINDINGS.has(name) ? field.from.every((column) => isMissing(column, row)) : true;
}

const isMissing = (name: string, row: Row): boolean => fieldReader(name, TRAFFIC_FIELDS)(row) === null;
