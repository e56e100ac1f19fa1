import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DECISIONS, EVENT_KINDS } from '#traffic/event/contract/event.ts';
import type { CustomRule, PublisherSetting, RuleMode, RuleSet, WhiteListEntry } from '#traffic/rules/contract/rule.ts';
import { anyRuleSet, factRow } from '../../../../test/support/fact-rows.ts';
import { EVIDENCE } from './evidence.ts';
import { defaultRuleSet, RULES } from './registry.ts';
import { planRules } from './rule-plan.ts';
import { videosNeverComplete } from './sources/videos-never-complete.ts';
import { compileHits, judge } from './verdict.ts';

const everything: WhiteListEntry = { id: 7, condition: { all: [] }, reason: 'Office', from: null, expires: null };
const reasonOf = (id: string): string => RULES.find((rule) => rule.id === id)?.reason ?? '';

describe('for any rule set and any facts', () => {
  test('a matching white-list entry leaves no fraud and no suspect, and is named', () => {
    fc.assert(
      fc.property(anyRuleSet, factRow, (rules, facts) => {
        const before = judge(rules, [], facts, 'none');
        const after = judge(rules, [everything], facts, 'none');
        expect(after).toEqual({ ...before, verdict: 'clean', reason: '', whitelist_id: 7 });
      }),
    );
  });

  test('a person has the last word, over rules and white list', () => {
    fc.assert(
      fc.property(anyRuleSet, factRow, fc.boolean(), (rules, facts, listed) => {
        const list = listed ? [everything] : [];
        expect(judge(rules, list, facts, 'fraud')).toMatchObject({
          verdict: 'fraud',
          reason: 'human.fraud',
          whitelist_id: 0,
        });
        expect(judge(rules, list, facts, 'clean')).toMatchObject({ verdict: 'clean', reason: '', whitelist_id: 0 });
      }),
    );
  });

  test('the verdict depends on facts and rule set alone', () => {
    fc.assert(
      fc.property(anyRuleSet, factRow, fc.constantFrom(...DECISIONS), (rules, facts, decision) => {
        const first = judge(rules, [], facts, decision);
        const again = judge(structuredClone(rules), [], { ...facts, row_id: 'other', received_at: 1 }, decision);
        expect(again).toEqual(first);
        expect(first.rule_version).toBe(rules.version);
      }),
    );
  });

  test('the primary reason is the reason of a hit, and only clean events have none', () => {
    fc.assert(
      fc.property(anyRuleSet, factRow, (rules, facts) => {
        const { verdict, reason, hits } = judge(rules, [], facts, 'none');
        const custom = (id: string) => rules.custom?.find((rule) => rule.id === id)?.reason;
        if (verdict === 'clean') expect(reason).toBe('');
        else expect(hits.map((id) => custom(id) ?? reasonOf(id))).toContain(reason);
      }),
    );
  });

  test('mark records the same hits as on, and decides nothing; off records none', () => {
    fc.assert(
      fc.property(factRow, (facts) => {
        const set = defaultRuleSet();
        const all = (mode: 'mark' | 'off') =>
          Object.fromEntries(Object.entries(set.rules).map(([id, { limits }]) => [id, { mode, limits }]));
        const on = judge(set, [], facts, 'none');
        expect(judge({ ...set, rules: all('mark') }, [], facts, 'none')).toEqual({
          ...on,
          verdict: 'clean',
          reason: '',
        });
        expect(judge({ ...set, rules: all('off') }, [], facts, 'none').hits).toEqual([]);
      }),
    );
  });
});

test('what is blocked is fraud, and keeps its own reason where the rules prove one without it', () => {
  const blocked: CustomRule = {
    id: 'custom.blocked-publisher',
    title: 'Block list',
    reason: 'human.blocked',
    kinds: [...EVENT_KINDS],
    mode: 'fraud',
    when: { all: [] },
  };
  fc.assert(
    fc.property(anyRuleSet, factRow, ({ custom: _, ...set }, facts) => {
      const before = judge(set, [], facts, 'none');
      const after = judge({ ...set, custom: [blocked] }, [], facts, 'none');
      const proven = before.verdict === 'fraud' || before.verdict === 'filtered';
      expect(after).toMatchObject(
        proven ? { verdict: before.verdict, reason: before.reason } : { verdict: 'fraud', reason: 'human.blocked' },
      );
    }),
  );
  const set = { ...defaultRuleSet(), custom: [blocked] };
  const install = { kind: 'install', ctit_seconds: 8 };
  for (const [facts, reason] of [
    [{ kind: 'install', ctit_seconds: 900 }, 'human.blocked'],
    [install, 'human.blocked'],
    [{ ...install, ip_class: 'vpn' }, 'clk.injection'],
  ] as const)
    expect([facts, judge(set, [], facts, 'none')]).toMatchObject([facts, { verdict: 'fraud', reason }]);
});

describe('settings of a publisher', () => {
  test('count for its events alone, as if they were those of the package', () => {
    fc.assert(
      fc.property(anyRuleSet, factRow, (rules, facts) => {
        const seen = (publisher?: string) =>
          compileHits(planRules(rules, RULES, publisher))(facts).map(({ rule, verdict, decides }) => [
            rule.id,
            verdict,
            decides,
          ]);
        expect(seen()).toEqual(seen(String(facts.publisher)));
      }),
    );
  });

  test('stricter limits make an event fraud, softer modes take it back, and others stay as they were', () => {
    const set = defaultRuleSet();
    const of = (publishers: Record<string, PublisherSetting>): RuleSet => ({
      ...set,
      rules: { ...set.rules, short_install_time: { mode: 'on', limits: {}, publishers } },
    });
    const install = (publisher: string) => ({ kind: 'install', ctit_seconds: 8, publisher });
    const verdict = (rules: RuleSet, publisher: string) => judge(rules, [], install(publisher), 'none').verdict;
    expect(verdict(set, 'p1')).toBe('suspect');
    expect(verdict(of({ p1: { limits: { fraudSeconds: 9 } } }), 'p1')).toBe('fraud');
    expect(verdict(of({ p1: { limits: { suspectSeconds: 8 } } }), 'p1')).toBe('clean');
    expect(verdict(of({ p1: { mode: 'fraud' } }), 'p1')).toBe('fraud');
    expect(verdict(of({ p1: { mode: 'off' } }), 'p1')).toBe('clean');
    expect(judge(of({ p1: { mode: 'mark' } }), [], install('p1'), 'none')).toMatchObject({
      verdict: 'clean',
      hits: ['short_install_time'],
    });
    for (const other of ['p2', ''])
      expect(verdict(of({ p1: { mode: 'off', limits: { fraudSeconds: 9 } } }), other)).toBe('suspect');
    const offElsewhere: RuleSet = {
      ...set,
      rules: { ...set.rules, short_install_time: { mode: 'off', limits: {}, publishers: { p1: { mode: 'suspect' } } } },
    };
    expect([verdict(offElsewhere, 'p1'), verdict(offElsewhere, 'p2')]).toEqual(['suspect', 'clean']);
  });
});

describe('two independent signals', () => {
  const rules = defaultRuleSet();
  const suspect = { kind: 'install', ctit_seconds: 8 };

  test('from different groups make fraud, named by the first in the order', () => {
    expect(judge(rules, [], suspect, 'none')).toMatchObject({ verdict: 'suspect', reason: 'clk.injection' });
    expect(judge(rules, [], { ...suspect, ip_class: 'vpn' }, 'none')).toMatchObject({
      verdict: 'fraud',
      reason: 'clk.injection',
      hits: ['short_install_time', 'anonymizer'],
    });
  });

  test('from one group stay suspect, and so does what is only a matter of quality', () => {
    expect(judge(rules, [], { ...suspect, source_early_installs: 10 }, 'none').verdict).toBe('suspect');
    const capped = { kind: 'impression', campaign_views_24h: 99, device_id_class: 'valid', ip_class: 'vpn' };
    expect(judge(rules, [], capped, 'none')).toMatchObject({
      verdict: 'suspect',
      hits: ['anonymizer', 'frequency_cap'],
    });
  });

  test('do not count rules that only mark', () => {
    const marking = { ...rules, rules: { ...rules.rules, anonymizer: { mode: 'mark' as const, limits: {} } } };
    expect(judge(marking, [], { ...suspect, ip_class: 'vpn' }, 'none').verdict).toBe('suspect');
  });

  test('are never two statistics about one source, but one of them and a fact of the event are, and one that a person sets to fraud', () => {
    const statistics = { kind: 'install', ctit_seconds: 7200, source_early_installs: 10, source_model_divergence: 0.5 };
    expect(judge(rules, [], statistics, 'none')).toMatchObject({
      verdict: 'suspect',
      hits: ['late_installs', 'alike_models'],
    });
    expect(judge(rules, [], { ...statistics, ip_class: 'vpn' }, 'none').verdict).toBe('fraud');
    const fraud = { ...rules, rules: { ...rules.rules, late_installs: { mode: 'fraud' as const, limits: {} } } };
    expect(judge(fraud, [], statistics, 'none')).toMatchObject({ verdict: 'fraud', reason: 'clk.flooding' });
  });
});

describe('precedence', () => {
  const rules = defaultRuleSet(3);

  test('a fraud hit beats a suspect one whose reason ranks higher', () => {
    const facts = { kind: 'click', ip_class: 'vpn', device_conflict: 'a; b' };
    expect(judge(rules, [], facts, 'none')).toEqual({
      verdict: 'fraud',
      reason: 'dev.implausible',
      hits: ['anonymizer', 'implausible_device'],
      whitelist_id: 0,
      rule_version: 3,
    });
  });

  test('a declared bot in a data centre is a declared bot', () => {
    const facts = { kind: 'visit', ua_class: 'bot', ip_class: 'datacenter', crawler_check: 'unlisted' };
    expect(judge(rules, [], facts, 'none')).toMatchObject({
      reason: 'bot.declared',
      hits: ['declared_bot', 'data_center'],
    });
  });

  test('of several entries the oldest that covers the event is named', () => {
    const list = [{ ...everything, id: 9 }, everything, { ...everything, id: 2, condition: { any: [] } }];
    expect(judge(rules, list, { kind: 'visit', ua_class: 'bot' }, 'none').whitelist_id).toBe(7);
  });

  test.each([
    ['2026-10-05T12:00:00.000Z', 7],
    ['2026-10-05T11:59:59.999Z', 0],
    ['2026-10-06T00:00:00.000Z', 0],
  ])('an entry covers event times from its first moment up to, not with, its end: %s', (ts, id) => {
    const entry = { ...everything, from: '2026-10-05T12:00:00Z', expires: '2026-10-06T00:00:00Z' };
    expect(judge(rules, [entry], { kind: 'visit', ts, ua_class: 'bot' }, 'none').whitelist_id).toBe(id);
  });
});

describe('the weight of evidence about a source', () => {
  const facts = { kind: 'vast_tracking', source_completions: 5 };
  const setOf = (wrong: number, sign: RuleMode, weight: RuleMode = 'on'): RuleSet => ({
    version: 1,
    rules: {
      weight_of_evidence: { mode: weight, limits: { wrong } },
      videos_never_complete: { mode: sign, limits: {} },
    },
  });
  const judged = (set: RuleSet) => judge(set, [], facts, 'none');

  test('makes fraud of suspicion where it is wrong seldom enough, for the reason of the sign', () => {
    const { wrong } = EVIDENCE.find(({ signs }) => signs.length === 1 && signs[0] === videosNeverComplete) ?? {};
    expect(wrong).toBeGreaterThan(0);
    expect(judged(setOf(wrong ?? 0, 'on'))).toMatchObject({ verdict: 'fraud', reason: 'vid.never_completes' });
    expect(judged(setOf((wrong ?? 0) - 0.5, 'on'))).toMatchObject({
      verdict: 'suspect',
      reason: 'vid.never_completes',
    });
    expect(judged(setOf(50, 'on', 'off')).verdict).toBe('suspect');
    expect(judged(setOf(50, 'on', 'mark')).verdict).toBe('suspect');
    expect(judged(setOf(0, 'on')).verdict).toBe('suspect');
  });

  test('names a reason of its own where no sign counts, and stands behind fraud of an event by itself', () => {
    expect(judged(setOf(50, 'off'))).toMatchObject({ verdict: 'fraud', reason: 'bot.behaviour' });
    expect(judged(setOf(50, 'mark'))).toMatchObject({ verdict: 'fraud', reason: 'bot.behaviour' });
    const order = { ...setOf(50, 'on').rules, video_order: { mode: 'on', limits: {} } } as const;
    const own = { ...facts, video_conflict: 'no start; wrong order' };
    expect(judge({ version: 1, rules: order }, [], own, 'none')).toMatchObject({
      verdict: 'fraud',
      reason: 'vid.event_order',
    });
  });

  test('says nothing of a source that a person has cleared', () => {
    const of = { ...facts, publisher: 'Alpha', sub_publisher: 'a1' };
    const cleared = {
      id: 1,
      publisher: 'Alpha',
      sub_publisher: null,
      state: 'cleared',
      reason: '',
      from: null,
    } as const;
    expect(judge(setOf(50, 'on'), [], of, 'none', [cleared]).verdict).toBe('clean');
  });

  test('is more of the same at higher limits: what is fraud at one is fraud at each above', () => {
    const shares = [0, ...EVIDENCE.map(({ wrong }) => wrong), 50].toSorted((a, b) => a - b);
    const calls = shares.map((share) => EVIDENCE.filter(({ wrong }) => wrong <= share).length);
    expect(calls).toEqual(calls.toSorted((a, b) => a - b));
    expect(new Set(calls).size).toBeGreaterThan(2);
  });
});
