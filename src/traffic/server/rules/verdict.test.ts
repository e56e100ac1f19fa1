import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyRuleSet, factRow } from '../../../../test/support/fact-rows.ts';
import { DECISIONS } from '../../contract/event.ts';
import type { WhiteListEntry } from '../../contract/rule.ts';
import { defaultRuleSet, RULES } from './registry.ts';
import { judge } from './verdict.ts';

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
        if (verdict === 'clean') expect(reason).toBe('');
        else expect(hits.map(reasonOf)).toContain(reason);
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
