import { describe, expect, test } from 'vitest';
import { checkCondition } from '#platform/contract/condition-check.ts';
import { fieldsOf } from '#traffic/event/contract/condition-fields.ts';
import { EVENT_KINDS, RAW_COLUMNS } from '#traffic/event/contract/event.ts';
import { FACTS } from '#traffic/event/contract/facts.ts';
import { TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import { groupOf, REASON_GROUPS, REASON_ORDER, REASONS } from '#traffic/event/contract/reasons.ts';
import { SOURCE_FACT_NAMES, SOURCE_FACTS } from '#traffic/event/contract/source-facts.ts';
import { SOURCE_FAMILIES } from '#traffic/event/contract/source-families.ts';
import { defaultLimits } from '#traffic/rules/server/default-limits.ts';
import { defaultRuleSet, RULES } from '#traffic/rules/server/registry.ts';

describe.each(RULES.map((rule) => [rule.id, rule] as const))('rule %s', (id, rule) => {
  const grades = rule.cases(defaultLimits(rule));

  test('says what it looks at, who may be hit by mistake and where it comes from', () => {
    expect(id).toMatch(/^[a-z]+(_[a-z]+)*$/);
    for (const text of [rule.title, rule.looksAt, rule.falsePositives, rule.source])
      expect(text.length).toBeGreaterThan(5);
    expect(rule.looksAt).toMatch(/\.$/);
  });

  test('has defaults within its bounds', () => {
    for (const { default: standard, min, max, label } of Object.values(rule.limits)) {
      expect(min).toBeLessThan(max);
      expect(standard).toBeGreaterThanOrEqual(min);
      expect(standard).toBeLessThanOrEqual(max);
      expect(label).not.toBe('');
    }
  });

  test('uses only facts it declares to need, and every one of them', () => {
    const used = new Set(grades.flatMap(({ when }) => fieldsOf(when)));
    const isFact = (name: string) => name in FACTS || name in SOURCE_FACTS;
    const facts = [...used].filter(isFact);
    const others = [...used].filter((name) => !isFact(name));
    // One that weighs the suspicions of others is blind where they are, and they say so.
    if (rule.lends) expect(rule.needs).toEqual([]);
    else expect(facts.sort()).toEqual([...rule.needs].sort());
    for (const name of others) expect(name === 'kind' || name in RAW_COLUMNS).toBe(true);
  });

  test('is a valid condition at the smallest and the largest limits too', () => {
    const at = (bound: 'min' | 'max' | 'default') =>
      Object.fromEntries(Object.entries(rule.limits).map(([name, limit]) => [name, limit[bound]]));
    for (const bound of ['min', 'max', 'default'] as const)
      for (const { when } of rule.cases(at(bound))) expect(checkCondition(when, TRAFFIC_FIELDS)).toEqual([]);
  });

  test('tries the graver grade first', () => {
    expect(grades.length).toBeGreaterThan(0);
    const severities = grades.map(({ verdict }) => verdict);
    expect(severities.lastIndexOf('fraud')).toBeLessThan(
      severities.includes('suspect') ? severities.indexOf('suspect') : 99,
    );
  });

  test('looks at a source only in a sweep, and is sure of fraud there only by two facts together', () => {
    const looks = grades.some(({ when }) => fieldsOf(when).some((name) => name in SOURCE_FACTS));
    expect(looks).toBe(rule.stage === 'sweep');
    if (rule.stage !== 'sweep') return;
    // What lends fraud to the suspicions of others may rest on one of them, where that is overwhelming.
    for (const { verdict, when } of grades)
      if (verdict === 'fraud' && !rule.lends) expect(new Set(fieldsOf(when)).size).toBeGreaterThan(1);
  });

  test('names limits that grow in an order only if it has them, and its defaults do', () => {
    const rising = (rule.rising ?? []).map((name) => rule.limits[name]?.default ?? Number.NaN);
    expect(rising).toEqual([...rising].sort((a, b) => a - b));
  });

  test('has a reason with a place, and applies to kinds that exist', () => {
    expect(REASON_ORDER).toContain(rule.reason);
    expect(rule.kinds.length).toBeGreaterThan(0);
    for (const kind of rule.kinds) expect(EVENT_KINDS).toContain(kind);
  });
});

test('rule ids are unique, and a new package has them all on, or marking where the rule says so', () => {
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  const set = defaultRuleSet();
  expect(Object.keys(set.rules).sort()).toEqual(RULES.map(({ id }) => id).sort());
  for (const rule of RULES) expect([rule.id, set.rules[rule.id]?.mode]).toEqual([rule.id, rule.startsAs ?? 'on']);
  expect(RULES.filter(({ startsAs }) => startsAs).length).toBeLessThan(RULES.length / 4);
});

test('every reason has exactly one place in the order, a group and a definition', () => {
  expect([...REASON_ORDER].sort()).toEqual(Object.keys(REASONS).sort());
  for (const [code, { definition, label }] of Object.entries(REASONS)) {
    expect(Object.keys(REASON_GROUPS)).toContain(groupOf(code));
    expect(definition.length * label.length).toBeGreaterThan(0);
  }
});

test('the fields of conditions are kind, time, every reported column and every fact', () => {
  const expected = ['kind', 'ts', ...Object.keys(RAW_COLUMNS), ...Object.keys(FACTS), ...Object.keys(SOURCE_FACTS)];
  expect(Object.keys(TRAFFIC_FIELDS).sort()).toEqual(expected.sort());
});

test('every fact about a source is looked at by a rule, for kinds whose events carry it', () => {
  for (const name of SOURCE_FACT_NAMES) {
    const rules = RULES.filter((rule) => rule.needs.some((need) => need === name));
    expect([name, rules.length > 0]).toEqual([name, true]);
    const carried = SOURCE_FACTS[name].families.flatMap((family): string[] => [...SOURCE_FAMILIES[family]]);
    for (const rule of rules)
      for (const kind of rule.kinds)
        expect([rule.id, name, carried]).toEqual([rule.id, name, expect.arrayContaining([kind])]);
  }
});
