import { kindsOfType } from '#analytics/contract/dashboard-kinds.ts';
import { all, any, type Condition, oneOf } from '#platform/contract/condition.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { REASON_GROUP_IDS, type ReasonGroup } from '#traffic/event/contract/reasons.ts';
import type { Operator, RuleBody, RuleCondition } from '../contract/endpoints.ts';
import { refuse } from './refuse.ts';

const CATEGORY = 'fraud_category';

/** What a rule covers: events of the kinds its dashboard shows for which all conditions hold. */
export function conditionOf(info: PackageInfo, { analysis, conditions }: Pick<RuleBody, 'analysis' | 'conditions'>) {
  const kinds = kindsOfType(info.platform, analysis);
  if (kinds.length === 0) throw refuse('no_such_analysis', { analysis }, { field: 'analysis' });
  const own = conditions.filter(({ field }) => field !== CATEGORY).map(asked);
  return all(oneOf('kind', [...kinds]), ...own);
}

/** Categories it clears; none is all of them. */
export function categoriesOf({ conditions }: Pick<RuleBody, 'conditions'>): ReasonGroup[] {
  const named = conditions.filter(({ field }) => field === CATEGORY);
  if (named.some(({ operator }) => operator !== 'is')) throw refuse('category_is', {}, { field: 'conditions' });
  const values = named.flatMap(({ values: each }) => each);
  const unknown = values.find((value) => !REASON_GROUP_IDS.some((group) => group === value));
  if (unknown !== undefined) throw refuse('no_such_category', { category: unknown }, { field: 'conditions' });
  return REASON_GROUP_IDS.filter((group) => values.includes(group));
}

const ASKS: Readonly<Record<Operator, (field: string, values: string[]) => Condition>> = {
  is: (field, values) => ({ field, op: 'in', values }),
  is_not: (field, values) => ({ field, op: 'notIn', values }),
  contains: (field, values) => any(...values.map((value): Condition => ({ field, op: 'contains', value }))),
  starts_with: (field, values) => any(...values.map((value): Condition => ({ field, op: 'startsWith', value }))),
  in_network: (field, values) => ({ field, op: 'inNetwork', values }),
};

function asked({ field, operator, values }: RuleCondition): Condition {
  if (operator === 'in_network' && field !== 'ip') throw refuse('networks_of_addresses', {}, { field: 'conditions' });
  return ASKS[operator](field, values);
}
