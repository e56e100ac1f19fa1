import { all, type Condition, gte, lt } from '#platform/contract/condition.ts';
import type { EventKind } from '../../contract/event.ts';
import type { FactName } from '../../contract/facts.ts';
import { REASON_ORDER, type ReasonCode } from '../../contract/reasons.ts';
import type { Rule, RuleCase, RuleMode, RuleSet, WhiteListEntry } from '../../contract/rule.ts';
import { RULES } from './registry.ts';

/** A rule of one package, ready to run: limits filled in, as data for both interpreters. */
export interface PlannedRule {
  id: string;
  reason: ReasonCode;
  mode: Exclude<RuleMode, 'off'>;
  kinds: readonly EventKind[];
  needs: readonly FactName[];
  limits: Readonly<Record<string, number>>;
  /** Tried in order; the first that holds decides the severity. */
  cases: readonly RuleCase[];
}

/** A white-list entry as one condition over event and event time. */
export interface PlannedEntry {
  id: number;
  when: Condition;
}

/**
 * What runs for a package, the strongest reason first: the first hit of the winning severity is the primary reason.
 * A rule the set does not name is off, so that a version of a set means the same after an update of the product.
 */
export function planRules(ruleSet: RuleSet, rules: readonly Rule[] = RULES): PlannedRule[] {
  return rules
    .flatMap((rule): PlannedRule[] => {
      const setting = Object.hasOwn(ruleSet.rules, rule.id) ? ruleSet.rules[rule.id] : undefined;
      if (!setting || setting.mode === 'off') return [];
      const { id, reason, kinds, needs } = rule;
      const limits = effectiveLimits(rule, setting.limits);
      return [{ id, reason, mode: setting.mode, kinds, needs, limits, cases: rule.cases(limits) }];
    })
    .sort((a, b) => REASON_ORDER.indexOf(a.reason) - REASON_ORDER.indexOf(b.reason) || (a.id < b.id ? -1 : 1));
}

/** Entries in the order they are asked: oldest first, the first that matches is named. Throws on a date that is none. */
export function planWhiteList(entries: readonly WhiteListEntry[]): PlannedEntry[] {
  return [...entries]
    .sort((a, b) => a.id - b.id)
    .map(({ id, condition, from, expires }) => ({
      id,
      when: all(
        condition,
        ...(from === null ? [] : [gte('ts', moment(from))]),
        ...(expires === null ? [] : [lt('ts', moment(expires))]),
      ),
    }));
}

/** A stored limit that is missing falls back to the default, one out of bounds to the nearest bound. */
function effectiveLimits(rule: Rule, chosen: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(rule.limits).map(([name, { default: standard, min, max }]) => {
      const value = Object.hasOwn(chosen, name) ? chosen[name] : undefined;
      return [name, Number.isFinite(value) ? Math.min(max, Math.max(min, value ?? standard)) : standard];
    }),
  );
}

function moment(iso: string): number {
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) throw new RangeError(`${iso} is not a moment`);
  return ms;
}
