import type { Condition } from '#platform/contract/condition.ts';
import { SOURCE_FACTS } from './source-facts.ts';

/** Every field a condition names. */
export function fieldsOf(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(fieldsOf);
  if ('any' in condition) return condition.any.flatMap(fieldsOf);
  return 'not' in condition ? fieldsOf(condition.not) : [condition.field];
}

/** A condition that looks at a fact about the source of the event, not at the event alone. */
export const namesSource = (when: Condition): boolean =>
  fieldsOf(when).some((name) => Object.hasOwn(SOURCE_FACTS, name));
