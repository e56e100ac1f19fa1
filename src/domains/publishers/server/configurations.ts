import { kindsOfType, typeOfKinds } from '#analytics/contract/dashboard-kinds.ts';
import { all, any, type Condition, eq } from '#platform/contract/condition.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { groupOf } from '#traffic/event/contract/reasons.ts';
import {
  type CustomRule,
  isBlockRule,
  type PublisherSetting,
  type Rule,
  type RuleMode,
  type RuleSet,
} from '#traffic/rules/contract/rule.ts';
import type { ConfigurationView, NewConfiguration } from '../contract/configuration-endpoints.ts';
import type { HitsOf } from './found.ts';
import { refuse } from './refuse.ts';
import { mainLimit, packageLimits, variationOf } from './variations.ts';

type Rules = Pick<RuleSet, 'rules' | 'custom'>;
export type ConfigurationKey = Pick<NewConfiguration, 'publisher' | 'dashboard_type' | 'configuration_name'>;

/** The variation that is asked for, held against the categories and the type it is asked under; 422 where they differ. */
function chosenRule(info: PackageInfo, wanted: NewConfiguration): Rule {
  const { variation, fraud_sub_category, fraud_category, dashboard_type } = wanted;
  const rule = variationOf(variation);
  const kinds = kindsOfType(info.platform, dashboard_type);
  if (kinds.length === 0) throw refuse('not_this_package', {}, { field: 'dashboard_type' });
  if (!rule?.kinds.some((kind) => kinds.includes(kind)))
    throw refuse('no_such_variation', { variation }, { field: 'variation' });
  if (rule.reason !== fraud_sub_category)
    throw refuse(
      'other_sub_category',
      { variation, sub_category: fraud_sub_category },
      { field: 'fraud_sub_category' },
    );
  if (groupOf(rule.reason) !== fraud_category)
    throw refuse('other_category', { sub_category: fraud_sub_category }, { field: 'fraud_category' });
  return rule;
}

function chosenThreshold(rule: Rule, rules: RuleSet['rules'], wanted: number | null | undefined): number | null {
  const main = mainLimit(rule);
  if (!main) {
    if (wanted !== undefined && wanted !== null)
      throw refuse('no_threshold', { variation: rule.id }, { field: 'threshold' });
    return null;
  }
  const { min, max } = main.limit;
  const value = wanted ?? packageLimits(rule, rules)[main.name] ?? main.limit.default;
  if (value < min || value > max) throw refuse('threshold_outside', { min, max }, { field: 'threshold' });
  return value;
}

/** What the rule asks at a threshold, of one publisher. What it would only set aside as a known bot is left to it. */
function conditionFor(rule: Rule, rules: RuleSet['rules'], publisher: string, threshold: number | null): Condition {
  const main = mainLimit(rule);
  const limits = { ...packageLimits(rule, rules), ...(main && threshold !== null ? { [main.name]: threshold } : {}) };
  const [only, ...more] = rule
    .cases(limits)
    .filter(({ verdict }) => verdict !== 'filtered')
    .map(({ when }) => when);
  const asks = only !== undefined && more.length === 0 ? only : any(...(only ? [only, ...more] : more));
  return all(eq('publisher', publisher), asks);
}

/** A configuration as the rule of the package it is. */
export function ruleOf(
  info: PackageInfo,
  rules: Rules,
  wanted: NewConfiguration,
  made: { id: string; by: string; at: string },
): CustomRule {
  const rule = chosenRule(info, wanted);
  const threshold = chosenThreshold(rule, rules.rules, wanted.threshold);
  const kinds = kindsOfType(info.platform, wanted.dashboard_type).filter((kind) => rule.kinds.includes(kind));
  return {
    id: made.id,
    title: wanted.configuration_name,
    reason: rule.reason,
    kinds,
    when: conditionFor(rule, rules.rules, wanted.publisher, threshold),
    mode: wanted.active ? (wanted.action === 'block' ? 'fraud' : 'suspect') : 'off',
    configures: {
      publisher: wanted.publisher,
      dashboard_type: wanted.dashboard_type,
      variation: rule.id,
      threshold,
      action: wanted.action,
      by: made.by,
      at: made.at,
    },
  };
}

export const isKeyOf =
  ({ publisher, dashboard_type, configuration_name }: ConfigurationKey) =>
  (row: ConfigurationKey): boolean =>
    row.publisher === publisher &&
    row.dashboard_type === dashboard_type &&
    row.configuration_name === configuration_name;

/** Every configuration of the package, the newest first; what the rules page sets for a publisher comes after them. */
export function configurationsIn(info: PackageInfo, rules: Rules, hitsOf: HitsOf = () => 0): ConfigurationView[] {
  // What the block list keeps stands there, with reason and end; it is nobody's configuration.
  const custom = (rules.custom ?? []).filter(({ id }) => !isBlockRule(id));
  const own = custom.flatMap((rule) => viewOfOwn(info, rule, hitsOf)).reverse();
  const set = Object.entries(rules.rules).flatMap(([id, setting]) =>
    Object.entries(setting.publishers ?? {}).flatMap(([publisher, special]) =>
      viewOfSetting(info, rules, { id, publisher, special, events: hitsOf(id, publisher) }),
    ),
  );
  return [...own, ...set];
}

const ACTION: Readonly<Record<Exclude<RuleMode, 'off'>, ConfigurationView['action']>> = {
  on: 'on',
  mark: 'mark',
  suspect: 'flag',
  fraud: 'block',
};

/** A variation may be one that the product has no more. */
function unitOf(variation: string): string | null {
  const rule = variationOf(variation);
  return (rule && mainLimit(rule)?.limit.unit) ?? null;
}

function viewOfOwn(info: PackageInfo, rule: CustomRule, hitsOf: HitsOf): ConfigurationView[] {
  const { id, title, reason, mode, configures } = rule;
  if (!configures) return viewsOfBound(info, rule, hitsOf);
  const { publisher, dashboard_type, variation, threshold, action, by, at } = configures;
  return [
    {
      package_name: info.package_name,
      publisher,
      dashboard_type,
      configuration_name: title,
      fraud_category: groupOf(reason),
      fraud_sub_category: reason,
      variation,
      threshold,
      threshold_unit: threshold === null ? null : unitOf(variation),
      action: mode === 'off' ? action : ACTION[mode],
      active: mode !== 'off',
      made_on: 'configuration',
      rule: id,
      events: hitsOf(id, publisher),
      created_by: by,
      created_at: at,
    },
  ];
}

/** A rule of somebody's own that names one publisher, made on the page of the rules. */
function viewsOfBound(
  info: PackageInfo,
  { id, title, reason, kinds, when, mode }: CustomRule,
  hitsOf: HitsOf,
): ConfigurationView[] {
  return publishersNamed(when).map((publisher) => ({
    package_name: info.package_name,
    publisher,
    dashboard_type: typeOfKinds(info.platform, kinds),
    configuration_name: title,
    fraud_category: groupOf(reason),
    fraud_sub_category: reason,
    variation: id,
    threshold: null,
    threshold_unit: null,
    action: mode === 'off' ? 'flag' : ACTION[mode],
    active: mode !== 'off',
    made_on: 'rules',
    rule: id,
    events: hitsOf(id, publisher),
    created_by: '',
    created_at: null,
  }));
}

/** What a condition is bound to: publishers of which its events have to be. */
function publishersNamed(when: Condition): string[] {
  if ('all' in when) return when.all.flatMap(publishersNamed);
  if (!('field' in when) || when.field !== 'publisher') return [];
  if (when.op === 'eq') return [String(when.value)];
  return when.op === 'in' ? when.values.map(String) : [];
}

function viewOfSetting(
  info: PackageInfo,
  rules: Rules,
  { id, publisher, special, events }: { id: string; publisher: string; special: PublisherSetting; events: number },
): ConfigurationView[] {
  const rule = variationOf(id);
  if (!rule) return [];
  const main = mainLimit(rule);
  const mode = special.mode ?? rules.rules[id]?.mode ?? 'off';
  const limits = { ...packageLimits(rule, rules.rules), ...special.limits };
  return [
    {
      package_name: info.package_name,
      publisher,
      dashboard_type: typeOfKinds(info.platform, rule.kinds),
      configuration_name: rule.title,
      fraud_category: groupOf(rule.reason),
      fraud_sub_category: rule.reason,
      variation: id,
      threshold: main ? (limits[main.name] ?? null) : null,
      threshold_unit: main?.limit.unit ?? null,
      action: mode === 'off' ? 'flag' : ACTION[mode],
      active: mode !== 'off',
      made_on: 'rules',
      rule: id,
      events,
      created_by: '',
      created_at: null,
    },
  ];
}
