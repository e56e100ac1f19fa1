// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { docsRoutes } from '#domains/docs/server/docs-routes.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { stored } from '#platform/web/session/stored.ts';
import { show } from '#platform/web/testing/render.tsx';
import { testLists } from '#traffic/enrich/testing/enricher.ts';
import { RULES } from '#traffic/rules/server/registry.ts';
import { falsePositivesIn } from '#traffic/rules/server/rule-texts.ts';
import { ruleWords } from '#traffic/rules/testing/rule-words.ts';
import { ListsPage } from './lists-page.tsx';
import { RulesPage } from './rules-page.tsx';

const TEXTS = import.meta.glob<Record<string, string>>('../../../*/**/web/i18n/*.de.json', {
  eager: true,
  import: 'default',
});
const texts = {
  ...Object.fromEntries(
    Object.entries(TEXTS).map(([path, words]) => [/([a-z-]+)\.de\.json$/.exec(path)?.[1] ?? '', words]),
  ),
  ...ruleWords('de'),
};

const { info: LISTS } = await testLists();
/** What the server itself answers to an administrator. */
const answerOf = async (path: string): Promise<unknown> =>
  docsRoutes({ lists: () => LISTS })
    .find(({ endpoint }) => endpoint.path === path)
    ?.handler({ scope: systemScope() } as never);

beforeEach(() => {
  localStorage.clear();
  stored.set('auth_data', { role: 'customer', name: 'Own' });
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input), location.origin);
    if (pathname === '/api/traffic/rules/false-positives')
      return Response.json({ status: true, message: 'OK', data: falsePositivesIn('de') });
    const answer = await answerOf(pathname);
    return answer ? Response.json(answer) : new Response('{}', { status: 404 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
});

describe('the help page of rules in German', () => {
  it('leaves nothing in English but where methods come from', async () => {
    const { container } = await show(<RulesPage />, texts, '/docs/rules', 'de');
    await screen.findByText(/^Menschen reisen, ein Publikum nicht\./);
    await waitFor(() => expect(container.textContent).toContain(falsePositivesIn('de')['abroad_source']));
    const left = [...container.querySelectorAll('[lang="en"]')].map((each) => each.textContent);
    expect(left.sort()).toEqual(RULES.map(({ source }) => source).sort());
    const shown = container.textContent ?? '';
    const english = RULES.flatMap(({ looksAt, falsePositives }) => [looksAt, falsePositives]);
    expect(english.filter((text) => shown.includes(text))).toEqual([]);
    expect(shown).toContain('7. Mausbewegungen in gleichmäßigen Schritten');
    expect(shown).not.toContain('Mouse moves');
  });
});

describe('the help page of lists in German', () => {
  it('leaves nothing in English but names and where lists come from', async () => {
    const { container } = await show(<ListsPage />, texts, '/docs/lists', 'de');
    await screen.findByText('Unterscheidet Googlebot von Nachahmern');
    expect(screen.getByRole('article', { name: 'Systemversionen und Ende des Supports' })).toBeDefined();
    const left = [...container.querySelectorAll('[lang="en"]')].map((each) => each.textContent);
    expect(left.sort()).toEqual(LISTS.map(({ source }) => source).sort());
    const shown = container.textContent ?? '';
    expect(LISTS.filter(({ purpose }) => shown.includes(purpose))).toEqual([]);
  });
});
