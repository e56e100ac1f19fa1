// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { SelectionProvider } from '#platform/web/layout/selection.tsx';
import { stored } from '#platform/web/session/stored.ts';
import { showPage } from '#platform/web/testing/render.tsx';
import { ruleEndpoints } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import type { RuleSet } from '#traffic/rules/contract/rule.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { ruleWords } from '#traffic/rules/testing/rule-words.ts';
import { describeRules } from '../server/catalogue.ts';
import { draftOf } from '../server/draft.ts';
import { RulesPage } from './rules-page.tsx';

const FILES = import.meta.glob<Record<string, string>>('../../../{platform,traffic/*}/web/i18n/*.en.json', {
  eager: true,
  import: 'default',
});
const texts = {
  ...Object.fromEntries(
    Object.entries(FILES).map(([path, words]) => [/([a-z-]+)\.en\.json$/.exec(path)?.[1] ?? '', words]),
  ),
  ...ruleWords('en'),
};

const app: PackageInfo = {
  package_name: 'game',
  package_title: 'Game',
  platform: 'app',
  time_zone: 'UTC',
  currency: 'EUR',
  suspect_counts_as: 'clean',
  demo: false,
  today: '2026-11-20',
  newest_day: '2026-11-12',
};
/** What the package has events of. */
const KINDS: readonly string[] = ['click', 'install'];
const NEW = ['click_injection', 'few_addresses'];

/** A version saved before two of today's rules were there. */
const all = defaultRuleSet();
const older: RuleSet = {
  version: 4,
  rules: Object.fromEntries(Object.entries(all.rules).filter(([id]) => !NEW.includes(id))),
};
const hitsOf: Readonly<Record<string, number>> = { late_installs: 7, flood_installs: 1_200 };
const rules = describeRules(older).map((rule) => ({
  ...rule,
  measured: {
    events: rule.kinds.some((kind) => KINDS.includes(kind)) ? 5_000 : 0,
    hits: hitsOf[rule.id] ?? 0,
    decided: 0,
    unique: 0,
    blind: [],
    trusted: { hits: 0, events: 4, rate: null },
  },
}));
const catalogue = {
  version: 4,
  effective_from: null,
  range: { from: '2026-10-14', to: '2026-11-12' },
  events: 5_000,
  rules,
  draft: draftOf(older),
  rewriting: null,
};

beforeEach(() => {
  localStorage.clear();
  stored.set('auth_data', { role: 'customer', name: 'Own' });
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input), location.origin);
    if (pathname !== ruleEndpoints.catalogue.path) return new Response('{}', { status: 404 });
    return Response.json({ status: true, message: 'OK', data: catalogue });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
});

const open = () =>
  showPage(
    <SelectionProvider packages={[app]} historyMonths={12}>
      <RulesPage />
    </SelectionProvider>,
    texts,
    '/rules',
  );
const clicks = () => screen.findByRole('button', { name: /^Click and attribution/ });
const rows = () => screen.getAllByRole('row').map((row) => row.textContent ?? '');

describe('the page of rules', () => {
  it('begins with closed groups that say how many rules they have and what those hit, the most first', async () => {
    await open();
    const group = await clicks();
    expect(group.getAttribute('aria-expanded')).toBe('false');
    expect(group.textContent).toMatch(/\d+ rules · 1,207 hits$/);
    expect(screen.queryByRole('button', { name: /Installs that clicks/ })).toBeNull();
    fireEvent.click(group);
    const names = rows().filter((text) => /^Click/.test(text));
    // Named by the attack, with the method beneath.
    expect(names[1]).toMatch(/^Click flooding ?Install that a flood has claimed/);
    expect(names[2]).toMatch(/^Click flooding ?Installs that clicks did not bring/);
  });

  it('says once, and in no row, that there is too little to measure mistakes by', async () => {
    await open();
    fireEvent.click(await clicks());
    expect(screen.queryByText('too few')).toBeNull();
    expect(screen.getAllByText(/^Likely mistakes cannot be measured yet/).length).toBe(2);
    expect(screen.queryByRole('columnheader', { name: /On trusted traffic/ })).toBeNull();
  });

  it('keeps rules for kinds of traffic that the package has not behind a line', async () => {
    await open();
    await clicks();
    const others = rules.filter(({ measured }) => measured.events === 0).length;
    const line = screen.getByRole('heading', { name: `For other kinds of traffic (${others})` });
    expect(line.closest('details')?.open).toBe(false);
    expect(screen.getByRole('button', { name: /^Video/ }).closest('details')).toBe(line.closest('details'));
  });

  it.each(['click spamming', 'Klickspam', 'CTIT organic'])('finds rules by what fraud does: %s', async (words) => {
    await open();
    await clicks();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: words } });
    await screen.findByRole('button', { name: /Installs that clicks did not bring/ });
    expect(screen.queryByRole('button', { name: /^Emulator/ })).toBeNull();
  });

  it('offers rules newer than the version, of which all or some are taken into the draft', async () => {
    await open();
    await screen.findByRole('heading', { name: '2 new rules since your version' });
    expect(screen.getByText(/^Version 4 was saved before the product had them/)).toBeDefined();
    const injection = screen.getByRole('checkbox', { name: /^Click injection: Click after/, hidden: true });
    fireEvent.click(injection);
    fireEvent.click(screen.getByRole('button', { name: 'Add to the draft' }));
    await screen.findByText('Rules changed: 1');
    await screen.findByRole('heading', { name: '1 new rule since your version' });
    // It begins as it would in a new package, which for this one is to mark only.
    fireEvent.click(screen.getByRole('button', { name: /^Network/ }));
    const setting = screen.getByRole<HTMLSelectElement>('combobox', { name: /Setting of Few addresses/ });
    expect(setting.value).toBe('mark');
    fireEvent.click(screen.getByRole('checkbox', { name: /^Click injection/, hidden: true }));
    fireEvent.click(screen.getByRole('button', { name: 'Leave it off' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: /since your version/ })).toBeNull());
    expect(screen.getByText('Rules changed: 2')).toBeDefined();
  });

  it('offers a date first where the package has only what happened before today', async () => {
    await open();
    await screen.findByRole('heading', { name: /since your version/ });
    fireEvent.click(screen.getByRole('button', { name: 'Add 2 to the draft' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Save …' }));
    const ways = await screen.findAllByRole<HTMLInputElement>('radio');
    expect(ways.map(({ value, checked }) => [value, checked])).toEqual([
      ['day', true],
      ['now', false],
    ]);
    expect(screen.getByText('Only new traffic')).toBeDefined();
  });
});
