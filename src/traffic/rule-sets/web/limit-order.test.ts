import { describe, expect, it } from 'vitest';
import type { RuleSetDraft } from '#traffic/rule-sets/contract/rule-set.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { describeRules } from '../server/catalogue.ts';
import { checkedDraft, draftOf } from '../server/draft.ts';
import { contradictionsIn, contradictoryRules } from './limit-order.ts';

const measured = { events: 0, hits: 0, decided: 0, unique: 0, blind: [], trusted: { hits: 0, events: 0, rate: null } };
const rules = describeRules(defaultRuleSet()).map((rule) => ({ ...rule, measured }));
const ID = 'click_frequency';
const rule = rules.filter(({ id }) => id === ID)[0] ?? { limits: [], rising: [] };
const draft = (setting: Partial<RuleSetDraft['rules'][string]>): RuleSetDraft => {
  const stored = draftOf(defaultRuleSet());
  return { ...stored, rules: { ...stored.rules, [ID]: { mode: 'on', limits: {}, ...setting } } };
};

describe('limits that must grow', () => {
  it('are named on both sides where they do not', () => {
    expect(contradictionsIn(rule, {})).toEqual([]);
    expect(contradictionsIn(rule, { perMinute: 50, perHour: 40, perDay: 60 })).toEqual([
      { name: 'perMinute', than: 'perHour', is: 'over' },
      { name: 'perHour', than: 'perMinute', is: 'under' },
    ]);
  });

  it.each<[string, Partial<RuleSetDraft['rules'][string]>, boolean]>([
    ['of the package', { limits: { perMinute: 50, perHour: 40 } }, true],
    ['of a publisher alone', { publishers: [{ publisher: 'Alpha', limits: { perMinute: 5, perHour: 2 } }] }, true],
    ['of a publisher against its package', { publishers: [{ publisher: 'Alpha', limits: { perDay: 1 } }] }, true],
    ['that grow', { limits: { perMinute: 2, perHour: 40, perDay: 40 } }, false],
  ])('%s are found in a draft exactly where the server refuses it', (_what, setting, found) => {
    const drafted = draft(setting);
    expect(contradictoryRules(rules, drafted).map(({ id }) => id)).toEqual(found ? [ID] : []);
    const saved = expect(() => checkedDraft(drafted));
    if (found) saved.toThrow(/must not be under/);
    else saved.not.toThrow();
  });
});
