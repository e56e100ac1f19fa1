import type { Condition } from '#platform/contract/condition.ts';
import { checkCondition } from '#platform/contract/condition-check.ts';
import { namesSource } from '../../contract/condition-fields.ts';
import { TRAFFIC_FIELDS } from '../../contract/fields.ts';
import { REASONS } from '../../contract/reasons.ts';
import type { CustomRule, PublisherSetting, Rule, RuleSet, RuleSetting } from '../../contract/rule.ts';
import { RULES } from './registry.ts';
import { publisherGroups, settingOf } from './rule-plan.ts';

/** `path` leads to the part at fault (`rules.click_frequency.limits.perHour`); `message` is English, for people. */
export interface RuleSetProblem {
  path: string;
  message: string;
}

/** Bound what one version may cost: each rule, and each publisher of a rule, is a condition asked of every event. */
export const MAX_CUSTOM_RULES = 100;
export const MAX_PUBLISHERS_PER_RULE = 200;
/**
 * Different settings of publishers over all rules; those set alike count once. Source: with 150 the engine judges a year in
 * its memory, with 200 it had too little for a week.
 */
export const MAX_PUBLISHER_SETTINGS = 120;

const CUSTOM_ID = /^custom\.[a-z0-9][a-z0-9_-]{0,59}$/;

/** Everything that keeps a rule set from being saved; empty when it may be. */
export function checkRuleSet(ruleSet: Omit<RuleSet, 'version'>, rules: readonly Rule[] = RULES): RuleSetProblem[] {
  const custom = ruleSet.custom ?? [];
  const ids = custom.map(({ id }) => id);
  return [
    ...Object.entries(ruleSet.rules).flatMap(([id, setting]) => {
      const rule = rules.find((one) => one.id === id);
      return rule ? checkSetting(rule, setting) : [{ path: `rules.${id}`, message: `There is no rule ${id}` }];
    }),
    ...(differentSettings(ruleSet.rules) > MAX_PUBLISHER_SETTINGS
      ? [
          {
            path: 'rules',
            message: `At most ${MAX_PUBLISHER_SETTINGS} different settings of publishers in all rules; publishers set alike count once`,
          },
        ]
      : []),
    ...(custom.length > MAX_CUSTOM_RULES
      ? [{ path: 'custom', message: `At most ${MAX_CUSTOM_RULES} rules of your own` }]
      : []),
    ...custom.flatMap((rule, index) => checkCustomRule(rule, ids.indexOf(rule.id) !== index)),
  ];
}

const differentSettings = (rules: RuleSet['rules']): number =>
  Object.values(rules).reduce((sum, setting) => sum + publisherGroups(setting).length, 0);

function checkSetting(rule: Rule, setting: RuleSetting): RuleSetProblem[] {
  const path = `rules.${rule.id}`;
  const publishers = Object.entries(setting.publishers ?? {});
  return [
    ...checkLimits(rule, setting.limits, path),
    ...(publishers.length > MAX_PUBLISHERS_PER_RULE
      ? [
          {
            path: `${path}.publishers`,
            message: `At most ${MAX_PUBLISHERS_PER_RULE} publishers with settings of their own`,
          },
        ]
      : []),
    ...publishers.flatMap(([name, special]) => checkPublisher(rule, setting, name, special)),
  ];
}

function checkPublisher(rule: Rule, setting: RuleSetting, name: string, special: PublisherSetting): RuleSetProblem[] {
  const path = `rules.${rule.id}.publishers.${name}`;
  if (name === '') return [{ path, message: 'Name the publisher' }];
  const own = checkLimits(rule, special.limits ?? {}, path);
  // Its own limits may contradict those it leaves to the package.
  return own.length > 0 ? own : checkLimits(rule, settingOf(setting, name).limits, path);
}

function checkLimits(rule: Rule, limits: Readonly<Record<string, number>>, path: string): RuleSetProblem[] {
  const values = Object.entries(limits).flatMap(([name, value]): RuleSetProblem[] => {
    const limit = Object.hasOwn(rule.limits, name) ? rule.limits[name] : undefined;
    if (!limit) return [{ path: `${path}.limits.${name}`, message: `${rule.title} has no limit ${name}` }];
    if (Number.isFinite(value) && value >= limit.min && value <= limit.max) return [];
    return [{ path: `${path}.limits.${name}`, message: `${limit.label} is between ${limit.min} and ${limit.max}` }];
  });
  if (values.length > 0) return values;
  const rising = (rule.rising ?? []).map((name) => ({ name, value: limits[name] ?? rule.limits[name]?.default ?? 0 }));
  return rising.slice(1).flatMap(({ name, value }, index) => {
    const before = rising[index];
    return before && value < before.value
      ? [
          {
            path: `${path}.limits.${name}`,
            message: `${rule.limits[name]?.label} (${value}) must not be under ${rule.limits[before.name]?.label} (${before.value})`,
          },
        ]
      : [];
  });
}

function checkCustomRule({ id, title, reason, kinds, when, mode }: CustomRule, taken: boolean): RuleSetProblem[] {
  const path = `custom.${id}`;
  const problems = checkCondition(when, TRAFFIC_FIELDS);
  const wrong = (test: boolean, message: string): RuleSetProblem[] => (test ? [{ path, message }] : []);
  return [
    ...wrong(!CUSTOM_ID.test(id), 'The id is custom. followed by letters, digits, - and _'),
    ...wrong(taken, `There are two rules ${id}`),
    ...wrong(title.trim() === '', 'Name the rule'),
    ...wrong(!Object.hasOwn(REASONS, reason) || reason === 'human.fraud', `There is no reason ${reason} for rules`),
    ...wrong(kinds.length === 0, 'Choose the kinds of events it looks at'),
    ...wrong(isEmpty(when), 'The condition names nothing'),
    ...problems.map((problem) => ({
      path: problem.path === '' ? path : `${path}.when.${problem.path}`,
      message: problem.message,
    })),
    ...wrong(
      problems.length === 0 && mode === 'fraud' && namesSource(when),
      'A statistic about a source makes events suspect at most; fraud needs a second, independent signal',
    ),
  ];
}

/** An `all` of nothing holds for every event. */
function isEmpty(when: Condition): boolean {
  if ('all' in when) return when.all.every(isEmpty);
  if ('any' in when) return when.any.length === 0;
  return 'not' in when ? isEmpty(when.not) : false;
}
