import { type Condition, conditionSchema } from '#platform/contract/condition.ts';
import { checkCondition } from '#platform/contract/condition-check.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { EVENT_ROW_FIELDS } from '#traffic/event/contract/fields.ts';
import { refuse } from './refuse.ts';

/**
 * The condition of a question, from its JSON text; undefined where none is said.
 *
 * @throws forbidden for publishers: a condition on an id would tell it digit by digit; condition_bad for anything else
 */
export function readCondition(scope: Scope, text = ''): Condition | undefined {
  if (text.trim() === '') return undefined;
  if (scope.role === 'publisher') throw appError('forbidden', { field: 'query' });
  const { data: condition, error } = conditionSchema.safeParse(parsed(text));
  const bad = (why: string) => refuse('condition_bad', { why }, { field: 'query' });
  if (error) throw bad(error.issues[0]?.message ?? '');
  const [problem] = checkCondition(condition, EVENT_ROW_FIELDS);
  if (problem) throw bad(problem.message);
  return condition;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
