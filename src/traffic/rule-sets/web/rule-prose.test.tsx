// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { SelectionProvider } from '#platform/web/layout/selection.tsx';
import { stored } from '#platform/web/session/stored.ts';
import { show } from '#platform/web/testing/render.tsx';
import { ruleTextEndpoints } from '#traffic/rules/contract/rule-text-endpoints.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { falsePositivesIn } from '#traffic/rules/server/rule-texts.ts';
import { ruleWords } from '#traffic/rules/testing/rule-words.ts';
import { describeRules } from '../server/catalogue.ts';
import { draftOf } from '../server/draft.ts';
import { NotPossible } from './not-possible.tsx';
import { RuleDrawer } from './rule-drawer.tsx';
import { useDraft } from './use-draft.ts';

const FILES = import.meta.glob<Record<string, string>>('../../../{platform,traffic/*}/web/i18n/*.json', {
  eager: true,
  import: 'default',
});
const textsIn = (locale: string) => ({
  ...Object.fromEntries(
    Object.entries(FILES).flatMap(([path, words]) => {
      const [, namespace, of] = /([a-z-]+)\.([a-z]+)\.json$/.exec(path) ?? [];
      return namespace && of === locale ? [[namespace, words]] : [];
    }),
  ),
  ...ruleWords(locale),
});

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
const described = describeRules(ruleSet).find(({ id }) => id === 'same_agents');
if (!described) throw new Error('No rule same_agents');
const measured = { events: 0, hits: 0, decided: 0, unique: 0, blind: [], trusted: { hits: 0, events: 0, rate: null } };
const rule = { ...described, measured };

function Opened() {
  const edits = useDraft('shop', { version: 1, draft: draftOf(ruleSet) });
  return <RuleDrawer rule={rule} edits={edits} mayEdit={false} onClose={() => undefined} />;
}
const open = (language: string) =>
  show(
    <SelectionProvider packages={[shop]} historyMonths={12}>
      <NotPossible />
      <Opened />
    </SelectionProvider>,
    textsIn(language),
    '/rules',
    language,
  );

/** Languages the texts were asked for in. */
let asked: string[] = [];
beforeEach(() => {
  asked = [];
  localStorage.clear();
  stored.set('auth_data', { role: 'customer', name: 'Own' });
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const url = new URL(String(input instanceof Request ? input.url : input), location.origin);
    if (url.pathname !== ruleTextEndpoints.falsePositives.path) return new Response('{}', { status: 404 });
    asked.push(url.searchParams.get('language') ?? '');
    return Response.json({ status: true, message: 'OK', data: falsePositivesIn('de') });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
});

describe('what a rule says of itself', () => {
  it('is German on a German page, with its source left in English and marked so', async () => {
    await open('de');
    const source = await screen.findByText(rule.source);
    expect(source.getAttribute('lang')).toBe('en');
    expect(screen.getByText(/^Kunden besitzen vielerlei Geräte\./)).toBeDefined();
    const mistaken = await screen.findByText(
      'Aktionen für ein einzelnes Gerät und Apps, die für alle denselben User-Agent melden.',
    );
    expect(mistaken.closest('[lang="en"]')).toBeNull();
    for (const english of [rule.title, rule.looks_at, rule.false_positives])
      expect(screen.queryByText(english)).toBeNull();
    expect(asked).toEqual(['de']);
  });

  it('is its own English on an English page, and nothing else is asked for', async () => {
    await open('en');
    expect(await screen.findByText(rule.looks_at)).toBeDefined();
    expect(screen.getByText(rule.false_positives)).toBeDefined();
    expect(asked).toEqual([]);
  });

  it('is asked for by nobody whose role sees no rules', async () => {
    stored.set('auth_data', { role: 'publisher', name: 'Other' });
    await open('de');
    expect(await screen.findByText(/^Kunden besitzen vielerlei Geräte\./)).toBeDefined();
    expect(asked).toEqual([]);
  });
});

describe('methods that wait for data', () => {
  it('tell in Japanese what they wait for', async () => {
    await open('ja');
    expect(screen.getByText('均等な刻みのマウス移動')).toBeDefined();
    expect(screen.getByText(/^マウスの動き。/)).toBeDefined();
    expect(screen.queryByText('Mouse moves in even steps')).toBeNull();
  });
});
