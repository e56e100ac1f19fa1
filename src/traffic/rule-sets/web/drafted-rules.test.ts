import { describe, expect, it } from 'vitest';
import type { RuleSetDraft } from '#traffic/rule-sets/contract/rule-set.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { describeRules } from '../server/catalogue.ts';
import { withDrafted } from './drafted-rules.ts';

const measured = {
  events: 900,
  hits: 7,
  decided: 0,
  unique: 0,
  blind: [],
  trusted: { hits: 0, events: 0, rate: null },
};
const stored: RuleSetDraft['custom'][number] = {
  id: 'custom.a',
  title: 'Quick ones',
  reason: 'clk.frequency',
  kinds: ['click'],
  mode: 'suspect',
  when: { all: [{ field: 'clicks_1m', op: 'gt', value: 3 }] },
};
const rules = describeRules({ ...defaultRuleSet(), custom: [stored] }).map((rule) => ({ ...rule, measured }));
const shown = (custom: RuleSetDraft['custom']) => withDrafted(rules, custom).filter((rule) => rule.custom);

describe('a rule of our own in the list', () => {
  it('is as the draft has it, with what the stored one did', () => {
    const [one, ...more] = shown([{ ...stored, title: 'Slow ones', reason: 'net.datacenter' }]);
    expect(more).toEqual([]);
    expect(one).toMatchObject({ title: 'Slow ones', group: 'net', tier: 'GIVT', stage: 'arrival', measured });
  });

  it('is a sweep rule as soon as the draft looks at its source, so that the list does not offer fraud', () => {
    const when = { all: [{ field: 'source_repeats', op: 'gt' as const, value: 2 }] };
    expect(shown([{ ...stored, when }])[0]?.stage).toBe('sweep');
    expect(shown([stored, { ...stored, id: 'custom.new', when }])[1]).toMatchObject({ stage: 'sweep', is_new: true });
  });

  it('is gone when the draft has removed it', () => {
    expect(shown([])).toEqual([]);
  });
});
