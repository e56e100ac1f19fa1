import { describe, expect, it } from 'vitest';
import type { Condition } from '#platform/contract/condition.ts';
import { all, any, eq, gt, not } from '#platform/contract/condition.ts';
import type { CustomRule, RuleSet } from '#traffic/rules/contract/rule.ts';
import { checkRuleSet } from './check-rule-set.ts';
import { refuse } from './refuse.ts';
import { defaultRuleSet } from './registry.ts';

const set = defaultRuleSet();
const own = (part: Partial<CustomRule>): RuleSet => ({
  ...set,
  custom: [
    {
      id: 'custom.mine',
      title: 'Mine',
      reason: 'clk.frequency',
      kinds: ['click'],
      mode: 'suspect',
      when: gt('clicks_1m', 3),
      ...part,
    },
  ],
});
const limits = (values: Record<string, number>, publishers = {}): RuleSet => ({
  ...set,
  rules: { ...set.rules, short_install_time: { mode: 'on', limits: values, publishers } },
});
const said = (ruleSet: RuleSet) =>
  checkRuleSet(ruleSet).map(({ path, code, values }) => `${path}: ${refuse(code, values).message}`);
const deep = (depth: number): Condition => (depth === 0 ? eq('publisher', 'p') : not(deep(depth - 1)));

describe('a rule set that is to be saved', () => {
  it('may be the default, with rules and settings of publishers of its own', () => {
    expect(said(set)).toEqual([]);
    expect(said(own({}))).toEqual([]);
    expect(said(limits({ fraudSeconds: 3 }, { p1: { mode: 'mark' }, p2: { limits: { suspectSeconds: 30 } } }))).toEqual(
      [],
    );
  });

  it.each([
    ['a rule that is none', { ...set, rules: { nothing: { mode: 'on', limits: {} } } }, /There is no rule nothing/],
    ['a limit that is none', limits({ minutes: 3 }), /has no limit minutes/],
    ['an absurd limit', limits({ fraudSeconds: 1e9 }), /between 1 and 60/],
    ['no number', limits({ fraudSeconds: Number.NaN }), /between 1 and 60/],
    ['limits that contradict each other', limits({ fraudSeconds: 30, suspectSeconds: 10 }), /must not be under/],
    [
      'a publisher against its package',
      limits({ fraudSeconds: 9 }, { p1: { limits: { suspectSeconds: 5 } } }),
      /p1.*must not be under/,
    ],
    ['a publisher without a name', limits({}, { '': { mode: 'off' } }), /Name the publisher/],
    ['an id that is none', own({ id: 'mine' }), /The id is custom/],
    ['a condition that names nothing', own({ when: all() }), /names nothing/],
    ['an unknown fact', own({ when: eq('moon_phase', 'full') }), /no field moon_phase/],
    ['a condition too deep', own({ when: deep(9) }), /At most 8 levels/],
    [
      'an expression that runs away',
      own({ when: { field: 'url', op: 'matches', value: '(a+)+\\1' } }),
      /^custom.custom.mine: Mine: The expression \(a\+\)\+\\1 is not taken\. At character 5: Repetition inside/,
    ],
    [
      'an expression in a group',
      own({ when: all(gt('clicks_1m', 3), any(eq('os', 'iOS'), { field: 'url', op: 'matches', value: 'a|' })) }),
      /Mine, condition 2\.2: The expression a\| is not taken\. At character 3: Empty alternative/,
    ],
    ['no kinds', own({ kinds: [] }), /kinds of events/],
    ['a reason for people only', own({ reason: 'human.fraud' }), /no reason human.fraud/],
  ] as const)('is refused with the reason: %s', (_what, ruleSet: RuleSet, reason) => {
    expect(said(ruleSet).join('\n')).toMatch(reason);
  });

  it('may set as many publishers alike as a rule takes, and is refused with too many different settings', () => {
    const publishers = (count: number, limit: (index: number) => number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`p${index}`, { limits: { suspectSeconds: limit(index) } }]),
      );
    expect(
      said(
        limits(
          {},
          publishers(200, () => 30),
        ),
      ),
    ).toEqual([]);
    expect(
      said(
        limits(
          {},
          publishers(120, (index) => 20 + index),
        ),
      ),
    ).toEqual([]);
    expect(
      said(
        limits(
          {},
          publishers(121, (index) => 20 + index),
        ),
      ),
    ).toEqual([expect.stringMatching(/^rules: At most 120 different settings/)]);
  });

  it('is refused when two rules of its own have one id', () => {
    const twice = own({});
    expect(said({ ...twice, custom: [...(twice.custom ?? []), ...(twice.custom ?? [])] }).join()).toMatch(/two rules/);
  });
});
