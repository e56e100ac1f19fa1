import { describe, expect, it } from 'vitest';
import type { RuleSetDraft } from '#traffic/rule-sets/contract/rule-set.ts';
import { changedByBoth, rebaseDraft } from './rebase-draft.ts';

type CustomRuleDraft = RuleSetDraft['custom'][number];

const own = (id: string, part: Partial<CustomRuleDraft> = {}): CustomRuleDraft => ({
  id,
  title: id,
  reason: 'clk.frequency',
  kinds: ['click'],
  mode: 'suspect',
  when: { all: [{ field: 'publisher', op: 'eq', value: 'Alpha' }] },
  ...part,
});
const base: RuleSetDraft = {
  rules: {
    short_install_time: { mode: 'on', limits: { fraudSeconds: 5, suspectSeconds: 10 } },
    data_center: { mode: 'on', limits: {}, publishers: [{ publisher: 'Alpha', mode: 'off' }] },
    emulator: { mode: 'mark', limits: {} },
  },
  custom: [own('custom.a'), own('custom.b')],
};
/** Somebody's edits of the same version. */
const edited = (change: (draft: RuleSetDraft) => void): RuleSetDraft => {
  const draft = structuredClone(base);
  change(draft);
  return draft;
};
const setting = (draft: RuleSetDraft, id: string) => {
  const found = draft.rules[id];
  if (!found) throw new Error(`No rule ${id}`);
  return found;
};

describe('edits put on a version that was saved in the meantime', () => {
  it('keep what either of both has changed: modes, limits, publishers, rules of their own', () => {
    const mine = edited((draft) => {
      setting(draft, 'short_install_time').limits.fraudSeconds = 3;
      setting(draft, 'data_center').publishers = [
        { publisher: 'Alpha', mode: 'off' },
        { publisher: 'Beta', mode: 'mark' },
        { publisher: '__proto__', mode: 'mark' },
        { publisher: 'constructor', mode: 'fraud' },
      ];
      draft.custom = [own('custom.b'), own('custom.mine')];
    });
    const theirs = edited((draft) => {
      Object.assign(setting(draft, 'short_install_time'), {
        mode: 'mark',
        limits: { fraudSeconds: 5, suspectSeconds: 20 },
      });
      setting(draft, 'data_center').publishers = [{ publisher: 'Alpha', mode: 'fraud' }];
      setting(draft, 'emulator').mode = 'fraud';
      draft.custom = [own('custom.a'), own('custom.b', { title: 'Another name' }), own('custom.theirs')];
    });
    const { rules, custom } = rebaseDraft(base, mine, theirs);
    expect(rules).toEqual({
      short_install_time: { mode: 'mark', limits: { fraudSeconds: 3, suspectSeconds: 20 } },
      data_center: {
        mode: 'on',
        limits: {},
        publishers: [
          { publisher: 'Alpha', mode: 'fraud' },
          { publisher: 'Beta', mode: 'mark' },
          { publisher: '__proto__', mode: 'mark' },
          { publisher: 'constructor', mode: 'fraud' },
        ],
      },
      emulator: { mode: 'fraud', limits: {} },
    });
    expect(custom).toEqual([own('custom.b', { title: 'Another name' }), own('custom.theirs'), own('custom.mine')]);
  });

  it('stand where both have changed the same, and such rules are named', () => {
    const mine = edited((draft) => {
      setting(draft, 'emulator').mode = 'off';
      setting(draft, 'data_center').mode = 'off';
      draft.custom = [own('custom.a', { mode: 'fraud' }), own('custom.b')];
    });
    const theirs = edited((draft) => {
      setting(draft, 'emulator').mode = 'fraud';
      setting(draft, 'data_center').mode = 'off';
      draft.custom = [own('custom.b')];
    });
    const merged = rebaseDraft(base, mine, theirs);
    expect(setting(merged, 'emulator').mode).toBe('off');
    expect(merged.custom).toEqual([own('custom.b'), own('custom.a', { mode: 'fraud' })]);
    expect(changedByBoth(base, mine, theirs)).toEqual(['emulator', 'custom.a']);
  });

  it('leave the version as it was saved when there are none', () => {
    const theirs = edited((draft) => {
      setting(draft, 'emulator').mode = 'fraud';
      draft.custom = [];
    });
    expect(rebaseDraft(base, base, theirs)).toEqual(theirs);
  });
});
