import type { Condition } from '#platform/contract/condition.ts';
import { checkCondition } from '#platform/contract/condition-check.ts';
import type { Message, MessageValues } from '#platform/contract/message.ts';
import { TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import { REASONS } from '#traffic/event/contract/reasons.ts';
import type { RefusalCode } from '#traffic/rules/contract/refusals.ts';
import {
  type CustomRule,
  isBlockRule,
  type PublisherSetting,
  type Rule,
  type RuleSet,
  type RuleSetting,
} from '#traffic/rules/contract/rule.ts';
import { RULES } from './registry.ts';
import { publisherGroups, settingOf } from './rule-plan.ts';

/** `path` leads to the part at fault (`rules.click_frequency.limits.perHour`); code and values say what is wrong. */
export interface RuleSetProblem extends Message {
  path: string;
  code: RefusalCode;
}

/** Bound what one version may cost: each rule, and each publisher of a rule, is a condition asked of every event. */
export const MAX_CUSTOM_RULES = 100;
export const MAX_PUBLISHERS_PER_RULE = 200;
/**
 * Different settings of publishers over all rules; those set alike count once. Source: with 150 the engine judges a
 * year in its memory, with 200 it had too little for a week.
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
      return rule ? checkSetting(rule, setting) : [problem(`rules.${id}`, 'unknown_rule', { rule: id })];
    }),
    ...(differentSettings(ruleSet.rules) > MAX_PUBLISHER_SETTINGS
      ? [problem('rules', 'too_many_settings', { most: MAX_PUBLISHER_SETTINGS })]
      : []),
    ...(custom.length > MAX_CUSTOM_RULES ? [problem('custom', 'too_many_own_rules', { most: MAX_CUSTOM_RULES })] : []),
    ...custom.flatMap((rule, index) => checkCustomRule(rule, ids.indexOf(rule.id) !== index)),
  ];
}

const problem = (path: string, code: RefusalCode, values: MessageValues = {}): RuleSetProblem => ({
  path,
  code,
  values,
});

const differentSettings = (rules: RuleSet['rules']): number =>
  Object.values(rules).reduce((sum, setting) => sum + publisherGroups(setting).length, 0);

function checkSetting(rule: Rule, setting: RuleSetting): RuleSetProblem[] {
  const path = `rules.${rule.id}`;
  const publishers = Object.entries(setting.publishers ?? {});
  return [
    ...checkLimits(rule, setting.limits, path),
    ...(publishers.length > MAX_PUBLISHERS_PER_RULE
      ? [problem(`${path}.publishers`, 'too_many_publishers', { rule: rule.id, most: MAX_PUBLISHERS_PER_RULE })]
      : []),
    ...publishers.flatMap(([name, special]) => checkPublisher(rule, setting, name, special)),
  ];
}

function checkPublisher(rule: Rule, setting: RuleSetting, name: string, special: PublisherSetting): RuleSetProblem[] {
  const path = `rules.${rule.id}.publishers.${name}`;
  if (name === '') return [problem(path, 'publisher_unnamed', { rule: rule.id })];
  const own = checkLimits(rule, special.limits ?? {}, path, name);
  // Its own limits may contradict those it leaves to the package.
  return own.length > 0 ? own : checkLimits(rule, settingOf(setting, name).limits, path, name);
}

function checkLimits(
  rule: Rule,
  limits: Readonly<Record<string, number>>,
  path: string,
  publisher?: string,
): RuleSetProblem[] {
  const whose = { rule: rule.id, ...(publisher === undefined ? {} : { publisher }) };
  const values = Object.entries(limits).flatMap(([name, value]): RuleSetProblem[] => {
    const at = `${path}.limits.${name}`;
    const limit = Object.hasOwn(rule.limits, name) ? rule.limits[name] : undefined;
    if (!limit) return [problem(at, 'unknown_limit', { ...whose, limit: name })];
    const { label, unit, min, max } = limit;
    if (Number.isFinite(value) && value >= min && value <= max) return [];
    const code = publisher === undefined ? 'limit_outside' : 'limit_outside_for';
    return [problem(at, code, { ...whose, limit: label, unit, min, max })];
  });
  if (values.length > 0) return values;
  const rising = (rule.rising ?? []).flatMap((name) => {
    const limit = rule.limits[name];
    return limit ? [{ name, label: limit.label, unit: limit.unit, value: limits[name] ?? limit.default }] : [];
  });
  return rising.slice(1).flatMap(({ name, label, unit, value }, index) => {
    const before = rising[index];
    if (!before || value >= before.value) return [];
    const code = publisher === undefined ? 'limits_contradict' : 'limits_contradict_for';
    const other = { other: before.label, than: before.value, otherUnit: before.unit };
    return [problem(`${path}.limits.${name}`, code, { ...whose, limit: label, unit, value, ...other })];
  });
}

function checkCustomRule({ id, title, reason, kinds, when }: CustomRule, taken: boolean): RuleSetProblem[] {
  const path = `custom.${id}`;
  const problems = checkCondition(when, TRAFFIC_FIELDS);
  const rule = title;
  const wrong = (test: boolean, code: RefusalCode, values: MessageValues = {}): RuleSetProblem[] =>
    test ? [problem(path, code, values)] : [];
  return [
    ...wrong(!CUSTOM_ID.test(id), 'rule_id'),
    ...wrong(taken, 'rule_twice', { rule: id }),
    ...wrong(title.trim() === '', 'rule_unnamed'),
    ...wrong(!mayGive(id, reason), 'unknown_reason', { reason }),
    ...wrong(kinds.length === 0, 'no_kinds', { rule }),
    ...wrong(isEmpty(when), 'condition_empty', { rule }),
    ...problems.map(({ path: where, code, values }) => {
      const place = placeOf(where);
      const told = { rule, problem: { code, values } };
      return place === ''
        ? problem(path, 'condition', told)
        : problem(`${path}.when.${where}`, 'condition_at', { ...told, place });
    }),
  ];
}

/** Reasons of people are no rule's, but for the one that stands for what they blocked. */
const mayGive = (id: string, reason: string): boolean =>
  reason === 'human.blocked' ? isBlockRule(id) : Object.hasOwn(REASONS, reason) && !reason.startsWith('human.');

/** As people count: `all.1.not.any.0` is the first part of the second, 2.1. */
const placeOf = (path: string): string => (path.match(/\d+/g) ?? []).map((index) => Number(index) + 1).join('.');

/** An `all` of nothing holds for every event. */
function isEmpty(when: Condition): boolean {
  if ('all' in when) return when.all.every(isEmpty);
  if ('any' in when) return when.any.length === 0;
  return 'not' in when ? isEmpty(when.not) : false;
}
