// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { SelectionProvider } from '#platform/web/layout/selection.tsx';
import { show } from '#platform/web/testing/render.tsx';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import conditions from '../../rules/web/i18n/conditions.en.json' with { type: 'json' };
import limits from '../../rules/web/i18n/limits.en.json' with { type: 'json' };
import { describeRules } from '../server/catalogue.ts';
import { draftOf } from '../server/draft.ts';
import rules from './i18n/rules.en.json' with { type: 'json' };
import { PublisherSettings } from './publisher-settings.tsx';
import { useDraft } from './use-draft.ts';

const shop: PackageInfo = {
  package_name: 'shop',
  package_title: 'Shop',
  platform: 'web',
  time_zone: 'UTC',
  currency: 'EUR',
  suspect_counts_as: 'clean',
  demo: false,
  today: '2026-11-20',
};
const ruleSet = defaultRuleSet();
const described = describeRules(ruleSet).find(({ id }) => id === 'duplicate_click');
if (!described) throw new Error('No rule duplicate_click');
const measured = { events: 0, hits: 0, decided: 0, unique: 0, blind: [], trusted: { hits: 0, events: 0, rate: null } };
const rule = { ...described, measured };

function Shown() {
  const edits = useDraft('shop', { version: 1, draft: draftOf(ruleSet) });
  return (
    <>
      <output>{edits.changed.join(' ')}</output>
      <PublisherSettings rule={rule} edits={edits} mayEdit />
    </>
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('a publisher named in the drawer of a rule', () => {
  it('begins with the setting and the limits of the package, and is no change until something is set for it', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => Response.json({ status: true, message: 'OK', data: [] })),
    );
    await show(
      <SelectionProvider packages={[shop]} historyMonths={12}>
        <Shown />
      </SelectionProvider>,
      { rules, limits, conditions },
      '/rules',
    );
    fireEvent.change(await screen.findByPlaceholderText(rules.publisher_name), { target: { value: 'Alpha' } });
    fireEvent.click(screen.getByRole('button', { name: 'Add' }));
    const mode: HTMLSelectElement = await screen.findByLabelText('Setting of Alpha');
    expect(mode.selectedOptions[0]?.textContent).toBe('As for the package (As the rule decides)');
    const limit: HTMLInputElement = screen.getByLabelText('Counts as a repeat within');
    expect(limit.value).toBe(`${ruleSet.rules['duplicate_click']?.limits['seconds'] ?? 30} s`);
    expect(screen.getByRole('status').textContent).toBe('');

    fireEvent.change(mode, { target: { value: 'mark' } });
    expect(screen.getByRole('status').textContent).toBe('duplicate_click');

    // Set back: it stays in sight, and nothing has changed again.
    fireEvent.change(screen.getByLabelText('Setting of Alpha'), { target: { value: '' } });
    expect(screen.getByRole('status').textContent).toBe('');
    fireEvent.click(screen.getByRole('button', { name: 'Remove the settings of Alpha' }));
    expect(screen.queryByText('Alpha')).toBeNull();
  });
});
