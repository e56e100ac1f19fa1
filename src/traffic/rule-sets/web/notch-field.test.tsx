// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { show } from '#platform/web/testing/render.tsx';
import { EVIDENCE } from '#traffic/rules/server/evidence.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import limits from '../../rules/web/i18n/limits.en.json' with { type: 'json' };
import ruleNames from '../../rules/web/i18n/rule-names.en.json' with { type: 'json' };
import { describeRules } from '../server/catalogue.ts';
import { draftOf } from '../server/draft.ts';
import { settingIn, withLimit } from './draft-edits.ts';
import { evidenceMoves } from './evidence-words.ts';
import rules from './i18n/rules.en.json' with { type: 'json' };
import { LimitFields } from './limit-fields.tsx';
import { useDraft } from './use-draft.ts';

const ruleSet = defaultRuleSet();
const described = describeRules(ruleSet).find(({ id }) => id === 'weight_of_evidence');
if (!described) throw new Error('No rule weight_of_evidence');
const measured = { events: 0, hits: 0, decided: 0, unique: 0, blind: [], trusted: { hits: 0, events: 0, rate: null } };
const rule = { ...described, measured };
const stored = draftOf(ruleSet);

function Shown() {
  const edits = useDraft('shop', { version: 1, draft: stored });
  const values = settingIn(edits.draft, rule).limits;
  return (
    <>
      <output>{values['wrong']}</output>
      <LimitFields
        rule={rule}
        values={values}
        disabled={false}
        onLimit={(name, value) => edits.edit((draft) => withLimit(draft, rule, name, value))}
      />
    </>
  );
}

afterEach(cleanup);

describe('how many wrong calls a package accepts', () => {
  it('is one of three points with names that say what they take in, or a number of one’s own', async () => {
    await show(<Shown />, { rules, limits, 'rule-names': ruleNames });
    const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
    const saidAt = (name: RegExp): string => {
      const id = radio(name).getAttribute('aria-describedby');
      return radio(name).closest('.mantine-Radio-root')?.textContent ?? id ?? '';
    };
    expect(radio(/^Balanced/).checked).toBe(true);
    expect(screen.queryByRole('textbox')).toBeNull();
    for (const { name, value } of rule.limits[0]?.notches ?? []) {
      const said = saidAt(new RegExp(`^${name}`, 'i'));
      expect(said).toContain(`at most ${value} may be genuine`);
      // What counts there stands there by its name, and nothing else does.
      for (const { signs, wrong } of EVIDENCE)
        for (const { title } of signs) expect(said.includes(title), `${title} at ${value}`).toBe(wrong <= value);
    }
    expect(saidAt(/^Lenient/)).toContain('No measured evidence is that sure');

    fireEvent.click(radio(/^Strict/));
    expect(screen.getByRole('status').textContent).toBe('35');
    fireEvent.click(radio(/^A number of your own/));
    const field = screen.getByRole<HTMLInputElement>('textbox');
    fireEvent.change(field, { target: { value: '12' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(screen.getByRole('status').textContent).toBe('12');
    expect(radio(/^A number of your own/).checked).toBe(true);
    fireEvent.click(radio(/^Balanced/));
    expect(screen.getByRole('status').textContent).toBe('10');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('moved, tells what evidence lies between, and that none does', () => {
    const moved = (value: number) => evidenceMoves([rule], withLimit(stored, rule, 'wrong', value));
    expect(moved(10)).toEqual([]);
    expect(moved(12)).toMatchObject([{ before: 10, after: 12, between: [] }]);
    const flood = EVIDENCE.find(({ signs }) => signs.some(({ id }) => id === 'click_flooding'));
    expect(moved(50)).toMatchObject([{ between: [{ rules: ['click_flooding'], wrong: flood?.wrong }] }]);
    expect(moved(0)).toMatchObject([{ between: [{ rules: ['videos_never_complete'] }] }]);
  });
});
