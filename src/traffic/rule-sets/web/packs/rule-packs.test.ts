import { describe, expect, it } from 'vitest';
import type { RuleView } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import { describeRules } from '#traffic/rule-sets/server/catalogue.ts';
import { checkedDraft, draftOf } from '#traffic/rule-sets/server/draft.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { changedRules } from '../draft-edits.ts';
import { packOf, readPack, SHIPPED, shippedPack, withPack } from './rule-packs.ts';

const measured = { events: 0, hits: 0, decided: 0, unique: 0, trusted: { hits: 0, events: 0, rate: null }, blind: [] };
const rules: RuleView[] = describeRules(defaultRuleSet()).map((rule) => ({ ...rule, measured }));
const fresh = draftOf(defaultRuleSet());
const own = {
  id: 'custom.aaaaaaaaaaaa',
  title: 'Night clicks',
  reason: 'clk.frequency' as const,
  kinds: ['click' as const],
  when: { field: 'publisher', op: 'eq' as const, value: 'p1' },
  mode: 'suspect' as const,
};

describe('packs of rules', () => {
  it.each(SHIPPED)('%s: a rule set that can be saved', (name) => {
    const { draft, unknown } = withPack(fresh, shippedPack(name, rules, name), rules);
    expect(unknown).toEqual([]);
    expect(() => checkedDraft(draft)).not.toThrow();
  });

  it('balanced is what a new package begins with; the others differ from it and from each other', () => {
    const drafts = SHIPPED.map((name) => withPack(fresh, shippedPack(name, rules, name), rules).draft);
    const [lenient = fresh, balanced = fresh, strict = fresh] = drafts;
    expect(changedRules(fresh, balanced)).toEqual([]);
    expect(changedRules(fresh, lenient)).toContain('weight_of_evidence');
    expect(changedRules(fresh, strict).length).toBeGreaterThan(1);
    expect(changedRules(lenient, strict)).toContain('weight_of_evidence');
    for (const id of changedRules(fresh, strict)) expect(['mark', 'on']).toContain(fresh.rules[id]?.mode);
  });

  it('goes into another package with limits and rules of its own, and leaves what is set for publishers', () => {
    const from = {
      rules: {
        ...fresh.rules,
        click_frequency: { mode: 'mark' as const, limits: { ...fresh.rules.click_frequency?.limits, perHour: 9 } },
      },
      custom: [own],
    };
    const text = JSON.stringify(packOf(from, rules, 'Night shift'));
    const pack = readPack(text);
    if (typeof pack === 'string') throw new Error(pack);
    const emulator = fresh.rules.emulator;
    if (!emulator) throw new Error('No rule on emulators');
    const into = {
      ...fresh,
      rules: { ...fresh.rules, emulator: { ...emulator, publishers: [{ publisher: 'p9', mode: 'off' as const }] } },
    };
    const { draft } = withPack(into, pack, rules);
    expect(draft.rules.click_frequency).toMatchObject({ mode: 'mark', limits: { perHour: 9 } });
    expect(draft.rules.emulator?.publishers).toEqual([{ publisher: 'p9', mode: 'off' }]);
    expect(draft.custom).toMatchObject([{ title: 'Night clicks', when: own.when }]);
    expect(draft.custom[0]?.id).not.toBe(own.id);
    // Once more adds nothing.
    expect(withPack(draft, pack, rules).draft.custom).toHaveLength(1);
    expect(text).not.toContain('p9');
  });

  it('names what it does not know, and says of other files that they are none', () => {
    const pack = {
      ...shippedPack('balanced', [], 'x'),
      rules: { of_tomorrow: { title: 'Of tomorrow', mode: 'on' as const, limits: {} } },
    };
    expect(withPack(fresh, pack, rules)).toEqual({ draft: fresh, unknown: ['Of tomorrow'] });
    expect(readPack('{')).toBe('no_json');
    expect(readPack('{"format":"other"}')).toBe('no_pack');
    expect(readPack(JSON.stringify({ ...pack, custom: [{ ...own, title: '<script>' }] }))).toBe('no_pack');
  });
});
