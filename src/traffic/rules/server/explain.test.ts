import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Row } from '#platform/contract/condition-predicate.ts';
import { type Change, explanationSchema, publisherExplanationSchema } from '#traffic/rules/contract/explanation.ts';
import { anyRuleSet, factRow } from '../../../../test/support/fact-rows.ts';
import { isWhole } from '../../../../test/support/sample.ts';
import { EVIDENCE } from './evidence.ts';
import { explain } from './explain.ts';
import { forPublisher, maskText } from './publisher-view.ts';
import { defaultRuleSet } from './registry.ts';
import { judge } from './verdict.ts';
import { WRONG_CALLS } from './wrong-calls.ts';

const rules = defaultRuleSet(4);

/** The value a reader would put in after reading "instead: …". */
function remedied(change: Change): unknown {
  const limit = Number(change.limit);
  if (change.negated || change.op === 'unknown') return null;
  if (change.op === 'lt') return limit - 1;
  if (change.op === 'gt') return limit + 1;
  if (change.op === 'lte' || change.op === 'gte' || change.op === 'eq') return change.limit;
  if (change.op === 'in') return Array.isArray(change.limit) ? change.limit[0] : null;
  return typeof change.observed === 'string' ? 'something else' : null;
}

describe('for any rule set and any event', () => {
  test('what would be clean keeps every rule that hit from hitting', () => {
    fc.assert(
      fc.property(anyRuleSet, factRow, (set, facts) => {
        for (const hit of explain(set, [], facts).rules.filter(({ outcome }) => outcome === 'hit')) {
          expect(hit.whatWouldBeClean.length).toBeGreaterThan(0);
          const changes = hit.whatWouldBeClean.map((change) => [change.field, remedied(change)]);
          const after: Row = { ...facts, ...Object.fromEntries(changes) };
          expect(judge(set, [], after, 'none').hits).not.toContain(hit.rule);
        }
      }),
      { numRuns: isWhole ? 1000 : 120 },
    );
  });

  test('nobody is told to wish for more events with a sign, which a rule spares', () => {
    fc.assert(
      fc.property(anyRuleSet, factRow, (set, facts) => {
        const asked = explain(set, [], facts).rules.flatMap(({ whatWouldBeClean }) => whatWouldBeClean);
        const marked = asked.filter(({ field }) => field === 'source_marked');
        expect(marked.filter(({ op, negated }) => negated || ['gt', 'gte', 'known'].includes(op))).toEqual([]);
      }),
    );
  });

  test('it says the same as the verdict, and fits its schema', () => {
    fc.assert(
      fc.property(anyRuleSet, factRow, (set, facts) => {
        const explanation = explanationSchema.parse(explain(set, [], facts));
        const verdict = judge(set, [], facts, 'none');
        expect(explanation).toMatchObject({
          verdict: verdict.verdict,
          reason: verdict.reason,
          ruleVersion: set.version,
        });
        const hits = explanation.rules.filter(({ outcome }) => outcome === 'hit').map(({ rule }) => rule);
        expect(hits).toEqual(verdict.hits);
        for (const { outcome, cases, missing } of explanation.rules) {
          expect(cases.some(({ holds }) => holds)).toBe(outcome === 'hit');
          expect(missing.length > 0).toBe(outcome === 'blind');
        }
      }),
    );
  });

  test('a publisher never reads a limit, a rule, a list or a whole address', () => {
    fc.assert(
      fc.property(anyRuleSet, factRow, (set, facts) => {
        const view = publisherExplanationSchema.strict().parse(forPublisher(explain(set, [], facts)));
        const text = JSON.stringify(view);
        for (const secret of ['limit', 'AS64500', 'crawler-user-agents', '192.0.2.7', '"rule"', 'whatWouldBeClean'])
          expect(text).not.toContain(secret);
      }),
    );
  });
});

describe('an install five seconds after its click', () => {
  const explanation = explain(rules, [], {
    kind: 'install',
    ctit_seconds: 5,
    ua_class: 'app',
    device_model: 'Pixel 9',
  });
  const hit = explanation.rules[0];

  test('shows value, limit and unit of each comparison', () => {
    expect(hit).toMatchObject({ rule: 'short_install_time', outcome: 'hit', verdict: 'suspect' });
    expect(hit?.cases[0]?.signals[0]).toMatchObject({
      field: 'ctit_seconds',
      op: 'lt',
      limit: 5,
      observed: 5,
      unit: 'seconds',
      holds: false,
    });
  });

  test('would be clean from ten seconds on: the limits of both grades are one demand', () => {
    expect(hit?.whatWouldBeClean).toMatchObject([{ field: 'ctit_seconds', op: 'gte', limit: 10, observed: 5 }]);
  });

  test('says which rules saw nothing because a fact was missing', () => {
    const blind = explanation.rules.filter(({ outcome }) => outcome === 'blind');
    expect(blind.map(({ rule, missing }) => [rule, missing])).toContainEqual([
      'click_injection',
      ['click_after_begin_seconds'],
    ]);
    const seen = explanation.rules.filter(({ outcome }) => outcome === 'miss').map(({ rule }) => rule);
    expect(seen).toContain('emulator');
  });
});

describe('a source that floods', () => {
  const flood = { source_conversion_ratio: 0.09, source_early_installs: 40, source_marked: 50 };
  const of = (id: string, facts: Row, setting = {}) =>
    explain(
      {
        version: 1,
        rules: { click_flooding: { mode: 'on', limits: {} }, [id]: { mode: 'on', limits: {}, ...setting } },
      },
      [],
      facts,
    ).rules.find(({ rule }) => rule === id);

  test('would be clean with more installs for its clicks, not with more events that have a sign', () => {
    const asked = of('click_flooding', { kind: 'click', ...flood })?.whatWouldBeClean;
    expect(asked?.map(({ field, op }) => [field, op])).toContainEqual(['source_conversion_ratio', 'gte']);
    expect(asked?.map(({ field }) => field)).not.toContain('source_marked');
  });

  test('an install is named by the half of the rule that holds for it: late, or of a source with hardly any', () => {
    const named = (facts: Row) => of('late_installs', { kind: 'install', ...facts })?.aspect;
    expect(named({ ...flood, ctit_seconds: 7_200 })).toEqual({ id: 'late', title: 'Installs long after their clicks' });
    const scarce = { id: 'scarce', title: 'Installs of a source with hardly any for its clicks' };
    expect(named({ ...flood, ctit_seconds: 210 })).toEqual(scarce);
    expect(named({ ...flood, source_conversion_ratio: 0.9, ctit_seconds: 210 })).toBeNull();
  });

  test('what its statistics say is as strong as was measured, and unmeasured where a person says what a hit means', () => {
    const click = { kind: 'click', ...flood };
    expect(of('click_flooding', click)?.strength).toEqual({
      wrong: WRONG_CALLS.suspect['clk.flooding'],
      of: 'suspect',
    });
    expect(of('click_flooding', click, { mode: 'fraud' })?.strength).toBeNull();
    const evidence = EVIDENCE.find(({ signs }) => signs.some(({ id }) => id === 'click_flooding'));
    const strict = { limits: { wrong: 50 } };
    expect(of('weight_of_evidence', click, strict)?.strength).toEqual({ wrong: evidence?.wrong, of: 'evidence' });
    expect(explain(rules, [], { kind: 'install', ctit_seconds: 5 }).rules[0]?.strength).toBeNull();
  });
});

describe('who decided', () => {
  const bot = { kind: 'visit', ua_class: 'bot', ua_bot_match: 'isbot: curl', ip_class: 'vpn', ip: '192.0.2.7' };
  const entry = { id: 5, condition: { all: [] }, reason: 'Our monitor', from: null, expires: null };

  test('a person, a white-list entry, the rules, or nothing', () => {
    expect(explain(rules, [entry], bot, { decision: 'fraud' })).toMatchObject({ decidedBy: 'human', whiteList: null });
    expect(explain(rules, [entry], bot)).toMatchObject({
      decidedBy: 'white_list',
      whiteList: { id: 5, reason: 'Our monitor' },
    });
    expect(explain(rules, [], bot)).toMatchObject({ decidedBy: 'rules', chosenBy: 'severity' });
    expect(explain(rules, [], { kind: 'visit', ua_class: 'browser' })).toMatchObject({
      decidedBy: 'nothing',
      chosenBy: null,
    });
  });

  test('names the entry of the list with its date', () => {
    const found = explain(rules, [], bot, { listDate: () => '2026-11-01' });
    expect(found.rules[0]?.listed).toEqual([{ field: 'ua_bot_match', entry: 'isbot: curl', date: '2026-11-01' }]);
  });

  test('a crawler of years before its list is a known bot, and the card says what could not be checked', () => {
    const old = { kind: 'visit', ua_class: 'bot', crawler_check: 'before_list', ip_class: 'datacenter' };
    const found = explain(rules, [], old);
    expect([found.verdict, found.reason]).toEqual(['filtered', 'bot.declared']);
    const declared = found.rules.find(({ rule }) => rule === 'declared_bot');
    expect(declared?.cases.find(({ holds }) => holds)?.signals).toMatchObject([
      { field: 'ua_class', observed: 'bot' },
      { field: 'crawler_check', observed: 'before_list', holds: true },
    ]);
    expect(declared?.whatWouldBeClean).toMatchObject([{ field: 'ua_class' }]);
    expect(found.rules.find(({ rule }) => rule === 'spoofed_crawler')?.outcome).toBe('miss');
  });

  test('a publisher reads the reason in words and the value it rests on', () => {
    expect(forPublisher(explain(rules, [], bot))).toEqual({
      verdict: 'filtered',
      reason: 'bot.declared',
      tier: 'GIVT',
      definition: 'The user agent names itself a crawler or monitor',
      observed: [{ field: 'ua_class', value: 'bot', unit: null }],
    });
  });

  test('a publisher is not told which sign of a virtual device is on the list', () => {
    const emulated = { kind: 'install', device_model: 'VirtualBox', device_signs: 'VirtualBox: model VirtualBox' };
    const view = forPublisher(explain(rules, [], emulated));
    expect(view).toMatchObject({
      verdict: 'fraud',
      reason: 'dev.emulator',
      definition: 'Virtual device',
      observed: [],
    });
  });
});

test.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2::3', '2001:db8:1::/48'],
  ['38400000-8cf0-11bd-b23e-10b96e40000d', '3840…0d'],
  ['short', '•••'],
])('%s is shown to publishers as %s', (value, shown) => {
  expect(maskText(value)).toBe(shown);
});
