// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { docsRoutes } from '#domains/docs/server/docs-routes.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { stored } from '#platform/web/session/stored.ts';
import { show } from '#platform/web/testing/render.tsx';
import { FALSE_POSITIVES } from '#traffic/server/rules/false-positives/texts.ts';
import { RULES } from '#traffic/server/rules/registry.ts';
import { RulesPage } from './rules-page.tsx';

const TEXTS = import.meta.glob<Record<string, string>>('../../../*/**/web/i18n/*.de.json', {
  eager: true,
  import: 'default',
});
const texts = Object.fromEntries(
  Object.entries(TEXTS).map(([path, words]) => [/([a-z-]+)\.de\.json$/.exec(path)?.[1] ?? '', words]),
);

beforeEach(async () => {
  localStorage.clear();
  stored.set('auth_data', { role: 'customer', name: 'Own' });
  const route = docsRoutes({ lists: () => [] }).find(({ endpoint }) => endpoint.path === '/api/docs/rules');
  const rules = await route?.handler({ scope: systemScope() } as never);
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input), location.origin);
    if (pathname === '/api/docs/rules') return Response.json(rules);
    if (pathname !== '/api/traffic/rules/false-positives') return new Response('{}', { status: 404 });
    return Response.json({ status: true, message: 'OK', data: FALSE_POSITIVES.de });
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
    await waitFor(() => expect(container.textContent).toContain(FALSE_POSITIVES.de['abroad_source']));
    const left = [...container.querySelectorAll('[lang="en"]')].map((each) => each.textContent);
    expect(left.sort()).toEqual(RULES.map(({ source }) => source).sort());
    const shown = container.textContent ?? '';
    const english = RULES.flatMap(({ looksAt, falsePositives }) => [looksAt, falsePositives]);
    expect(english.filter((text) => shown.includes(text))).toEqual([]);
    expect(shown).toContain('7. Mausbewegungen in gleichmäßigen Schritten');
    expect(shown).not.toContain('Mouse moves');
  });
});
