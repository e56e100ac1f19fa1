import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { AppError, appError } from '#platform/server/http/app-error.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import type { RuleSetDraft } from '#traffic/rule-sets/contract/rule-set.ts';
import { draftOf } from '#traffic/rule-sets/server/draft.ts';
import { ownRules, type RuleSetStores, saveRuleSet } from '#traffic/rule-sets/server/rule-set-store.ts';
import type { CustomRule, RuleSet } from '#traffic/rules/contract/rule.ts';
import type { NewConfiguration } from '../contract/configuration-endpoints.ts';
import { type ConfigurationKey, configurationsIn, isKeyOf, ruleOf } from './configurations.ts';
import { refuse } from './refuse.ts';

export interface Saved {
  version: number;
  rule: string;
}

interface Edit {
  draft: RuleSetDraft;
  /** The rule that the configuration is. */
  rule: string;
  reason: string;
}

/** Another save, or its way into history, was just under way: the same edit on top of it goes better in a moment. */
const BUSY: ReadonlySet<string> = new Set(['still_written', 'newer_version']);
const TRIES = 20;
const PAUSE_MS = 500;

/** Makes the edit on the newest version of the rules and saves it from now on. */
async function edit(
  scope: Scope,
  stores: RuleSetStores,
  info: PackageInfo,
  change: (rules: RuleSet) => Edit,
): Promise<Saved> {
  ownRules(scope, info.package_name);
  for (let left = TRIES; ; left--) {
    const { ruleSet } = await loadPolicy(stores.database, info.package_name);
    const { draft, rule, reason } = change(ruleSet);
    try {
      const version = await saveRuleSet(scope, stores, info, { baseVersion: ruleSet.version, draft, reason });
      return { version, rule };
    } catch (error) {
      if (left <= 1 || !(error instanceof AppError) || !BUSY.has(error.told?.code ?? '')) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

const withCustom = (ruleSet: RuleSet, custom: readonly CustomRule[]): RuleSetDraft =>
  draftOf({ rules: ruleSet.rules, custom });

/** The draft a new configuration would make, or that of one there is changed to what is wanted. */
export function draftWith(
  scope: Scope,
  info: PackageInfo,
  ruleSet: RuleSet,
  wanted: NewConfiguration,
  { now, replaces }: { now: Date; replaces?: CustomRule | undefined },
): { draft: RuleSetDraft; rule: CustomRule } {
  const made = replaces?.configures
    ? { id: replaces.id, by: replaces.configures.by, at: replaces.configures.at }
    : { id: `custom.${randomBytes(6).toString('hex')}`, by: scope.userName, at: now.toISOString() };
  const rule = ruleOf(info, ruleSet, wanted, made);
  const custom = ruleSet.custom ?? [];
  return {
    draft: withCustom(
      ruleSet,
      replaces ? custom.map((one) => (one.id === replaces.id ? rule : one)) : [...custom, rule],
    ),
    rule,
  };
}

export const addConfiguration = (
  scope: Scope,
  stores: RuleSetStores,
  info: PackageInfo,
  wanted: NewConfiguration,
): Promise<Saved> =>
  edit(scope, stores, info, (ruleSet) => {
    if (configurationsIn(info, ruleSet).some(isKeyOf(wanted)))
      throw refuse(
        'configuration_twice',
        { name: wanted.configuration_name },
        { as: 'conflict', field: 'configuration_name' },
      );
    const { draft, rule } = draftWith(scope, info, ruleSet, wanted, { now: stores.now() });
    return { draft, rule: rule.id, reason: `Publisher configuration "${wanted.configuration_name}" added` };
  });

export const changeConfiguration = (
  scope: Scope,
  stores: RuleSetStores,
  info: PackageInfo,
  wanted: NewConfiguration,
): Promise<Saved> =>
  edit(scope, stores, info, (ruleSet) => {
    const replaces = storedRule(info, ruleSet, wanted);
    const { draft, rule } = draftWith(scope, info, ruleSet, wanted, { now: stores.now(), replaces });
    return { draft, rule: rule.id, reason: `Publisher configuration "${wanted.configuration_name}" changed` };
  });

export const removeConfiguration = (
  scope: Scope,
  stores: RuleSetStores,
  info: PackageInfo,
  key: ConfigurationKey,
): Promise<Saved> =>
  edit(scope, stores, info, (ruleSet) => {
    const gone = storedRule(info, ruleSet, key);
    const draft = withCustom(
      ruleSet,
      (ruleSet.custom ?? []).filter(({ id }) => id !== gone.id),
    );
    return { draft, rule: gone.id, reason: `Publisher configuration "${key.configuration_name}" removed` };
  });

/** The rule that a configuration is; 404 without one, 422 for what is set on the page of the rules. */
export function storedRule(info: PackageInfo, ruleSet: RuleSet, key: ConfigurationKey): CustomRule {
  const found = configurationsIn(info, ruleSet).find(isKeyOf(key));
  if (!found) throw appError('not_found');
  const rule = ruleSet.custom?.find(({ id, configures }) => configures && id === found.rule);
  if (!rule) throw refuse('set_on_rules_page');
  return rule;
}
