import type { Condition, Scalar } from '#platform/contract/condition.ts';
import { TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import { SOURCE_FACTS } from '#traffic/event/contract/source-facts.ts';
import type { RuleSet } from '#traffic/rules/contract/rule.ts';
import { planRules } from '#traffic/rules/server/rule-plan.ts';
import { chance, randomEvents, type TestEvent } from './random-events.ts';

/** Something, where a rule asks only whether there is anything. */
const ANY = { string: 'x', number: 1, datetime: '2026-03-01 00:00:00.000', ip: '2001:db8::9', boolean: true } as const;

const typeOf = (field: string) => TRAFFIC_FIELDS[field]?.valueType ?? 'string';

const missingOf = (name: string): Scalar | null => {
  const field = TRAFFIC_FIELDS[name];
  return field?.valueType === 'string' ? '' : (field?.missing ?? null);
};

/** Every value the rules compare a field with, and for numbers what lies just beside. */
function valuesIn(condition: Condition, into: Map<string, Set<Scalar>>): void {
  if ('all' in condition) for (const part of condition.all) valuesIn(part, into);
  else if ('any' in condition) for (const part of condition.any) valuesIn(part, into);
  else if ('not' in condition) valuesIn(condition.not, into);
  else {
    const values = into.get(condition.field) ?? new Set<Scalar>();
    into.set(condition.field, values);
    const named =
      'values' in condition
        ? condition.values
        : 'value' in condition
          ? [condition.value]
          : [ANY[typeOf(condition.field)]];
    for (const value of named) {
      values.add(value);
      if (typeof value === 'number') values.add(value - 1).add(value + 1);
    }
  }
}

/** Random events whose facts sit on and beside the limits of the rules, so that every branch of a verdict is taken. */
export function eventsWithFacts(
  count: number,
  seed: number,
  ruleSet: RuleSet,
): (TestEvent & Record<string, unknown>)[] {
  const found = new Map<string, Set<Scalar>>();
  for (const { cases } of planRules(ruleSet)) for (const { when } of cases) valuesIn(when, found);
  // Facts about sources are not columns of the event, and publishers are those of the events.
  const fields = [...found]
    .filter(([name]) => !['kind', 'ts', 'ip', 'publisher'].includes(name) && !Object.hasOwn(SOURCE_FACTS, name))
    .map(([name, values]) => ({ name, values: [...values], missing: missingOf(name) }));
  const next = chance(seed + 1);
  return randomEvents(count, seed).map((event) => {
    const facts: Record<string, unknown> = { decision: next() < 0.9 ? 'none' : next() < 0.5 ? 'clean' : 'fraud' };
    for (const { name, values, missing } of fields)
      facts[name] = next() < 0.75 ? missing : values[Math.floor(next() * values.length)];
    return Object.assign(event, facts);
  });
}
