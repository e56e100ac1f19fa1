// @vitest-environment jsdom

import { readFileSync } from 'node:fs';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { BOARDS } from '#analytics/contract/boards/registry.ts';
import { MEASURES } from '#analytics/contract/measures.ts';
import { columnsIn } from '#analytics/contract/rows.ts';
import { listDoc, ruleDoc } from '#domains/docs/contract/endpoints.ts';
import { DOCS_AREAS, DOCS_PAGES } from '#domains/docs/contract/pages.ts';
import { docsRoutes } from '#domains/docs/server/docs-routes.ts';
import type { Page } from '#platform/contract/page.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { show } from '#platform/web/testing/render.tsx';
import { testLists } from '#traffic/enrich/testing/enricher.ts';
import { DIMENSIONS } from '#traffic/event/contract/dimensions.ts';
import { TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import { REASON_ORDER, REASONS } from '#traffic/event/contract/reasons.ts';
import { LIST_KINDS } from '#traffic/lists/contract/lists.ts';
import { CATALOGUE } from '#traffic/rules/contract/catalogue.ts';
import { DOCS_PAGE_COMPONENTS } from './pages.ts';

const TEXTS = import.meta.glob<Record<string, string>>('../../../*/**/web/i18n/*.en.json', {
  eager: true,
  import: 'default',
});
const texts = Object.fromEntries(
  Object.entries(TEXTS).map(([path, words]) => [/([a-z-]+)\.en\.json$/.exec(path)?.[1] ?? '', words]),
);

const DESCRIPTION = readFileSync('docs/openapi.json', 'utf8');

/** What the server itself answers to an administrator. */
const { info } = await testLists();
const answerOf = async (path: string): Promise<unknown> => {
  const route = docsRoutes({ lists: () => info }).find(({ endpoint }) => endpoint.path === path);
  const answer = await route?.handler({ scope: systemScope() } as never);
  return z.object({ data: z.unknown() }).parse(answer).data;
};
const RULE_DOCS = z.array(ruleDoc).parse(await answerOf('/api/docs/rules'));
const LIST_DOCS = z.array(listDoc).parse(await answerOf('/api/docs/lists'));

const ANSWERS: Readonly<Record<string, string>> = {
  '/api/openapi.json': DESCRIPTION,
  '/api/docs/rules': JSON.stringify({ status: true, message: 'OK', data: RULE_DOCS }),
  '/api/docs/lists': JSON.stringify({ status: true, message: 'OK', data: LIST_DOCS }),
};

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const url = String(input instanceof Request ? input.url : input);
    const body = ANSWERS[new URL(url, location.origin).pathname];
    return new Response(body ?? '{}', { status: body ? 200 : 404, headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
});

const pageOf = (path: string): Page => {
  const found = DOCS_PAGES.find((page) => page.paths.includes(path));
  if (!found) throw new Error(`No help page ${path}`);
  return found;
};

async function open(address: string): Promise<HTMLElement> {
  const page = pageOf(address.split('?')[0] ?? '');
  const Component = await DOCS_PAGE_COMPONENTS[page.id]?.();
  if (!Component) throw new Error(`${page.id} has no screen`);
  const { container } = await show(<Component page={page} />, texts, address);
  return container;
}

/** What a page says first and where it leads; opened once, since each takes longer than what is asked of it. */
const read = new Map<string, Promise<{ lead: string; links: string[] }>>();
const readPage = (path: string) => {
  const known = read.get(path) ?? openAndRead(path);
  read.set(path, known);
  return known;
};
async function openAndRead(path: string): Promise<{ lead: string; links: string[] }> {
  const container = await open(path);
  const lead = container.querySelector('article > p')?.textContent ?? '';
  const hrefs = [...container.querySelectorAll('a[href^="/docs"]')].map((link) => link.getAttribute('href') ?? '');
  cleanup();
  return { lead, links: hrefs.map((href) => href.split('?')[0] ?? '') };
}

const idsOf = (container: HTMLElement): string[] =>
  [...container.querySelectorAll('article[id]')].map((each) => each.id);

describe('help pages', () => {
  it('exist once per area, board and task, each with its own address and words [NAV-ROUTE-04]', async () => {
    expect(DOCS_PAGES.map((page) => page.id).sort()).toEqual(Object.keys(DOCS_PAGE_COMPONENTS).sort());
    const leads = new Set<string>();
    for (const page of DOCS_PAGES) {
      const { lead } = await readPage(page.paths[0]);
      expect([page.id, lead.length > 20]).toEqual([page.id, true]);
      leads.add(lead);
    }
    expect(leads.size).toBe(DOCS_PAGES.length);
  });

  it('are all reached from the index, and every link between them leads to one [NAV-GAP-13]', async () => {
    const seen = new Set<string>();
    const waiting = ['/docs'];
    const paths = new Set(DOCS_PAGES.flatMap((page) => page.paths));
    for (let path = waiting.pop(); path; path = waiting.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      for (const target of (await readPage(path)).links) {
        expect([path, target, paths.has(target)]).toEqual([path, target, true]);
        waiting.push(target);
      }
    }
    expect([...seen].sort()).toEqual([...paths].sort());
  });
});

describe('the registries', () => {
  it('show every measure, filter and column on their pages', async () => {
    expect(idsOf(await open('/docs/measures'))).toEqual(Object.keys(MEASURES));
    cleanup();
    expect(idsOf(await open('/docs/filters'))).toEqual(Object.keys(DIMENSIONS));
    cleanup();
    expect(idsOf(await open('/docs/facts'))).toEqual(Object.keys(TRAFFIC_FIELDS));
  });

  it.each(BOARDS.map((board) => [board.id, board] as const))(
    'show every card and address of %s',
    async (_id, board) => {
      const container = await open(`/docs/boards/${board.id}`);
      expect(idsOf(container)).toEqual(board.widgets.map(({ id }) => id));
      for (const { path } of board.routes) expect(container.textContent).toContain(path);
      for (const widget of board.widgets) {
        const entry = container.querySelector(`[id="${widget.id}"]`);
        for (const { field } of columnsIn<string>(board.dataset.measures, widget))
          expect(entry?.textContent).toContain(field);
        expect(entry?.textContent).toContain(`${board.api}/${widget.id}`);
      }
    },
  );

  it('show every rule with its limits, every reason, and the order in which reasons win', async () => {
    const container = await open('/docs/rules');
    await screen.findByText(RULE_DOCS[0]?.looksAt ?? '');
    const methods = CATALOGUE.map(({ number }) => `method-${number}`);
    const told = [...RULE_DOCS.map(({ id }) => id), ...Object.keys(REASONS), ...methods];
    expect(new Set(idsOf(container))).toEqual(new Set(told));
    expect([...container.querySelectorAll('ol code')].map((each) => each.textContent)).toEqual([...REASON_ORDER]);
    expect(container.textContent).toContain('(1 to 60)');
  });

  it('begin with closed categories of attacks, and open what is searched by what fraud does or linked to', async () => {
    const container = await open('/docs/rules');
    await screen.findByText(`${RULE_DOCS.length} rules`);
    expect(container.querySelectorAll('details[open]')).toHaveLength(0);
    // Named by the attack, the method beneath.
    const flood = container.querySelector('[id="late_installs"] h4');
    expect(flood?.firstChild?.textContent).toBe('Click flooding');
    expect(flood?.querySelector('small')?.textContent).toBe(RULE_DOCS.find(({ id }) => id === 'late_installs')?.title);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'install farm' } });
    await waitFor(() => expect(idsOf(container)).not.toContain('late_installs'));
    expect(idsOf(container)).toContain('alike_neighbours');
    expect(container.querySelector('[id="alike_neighbours"]')?.closest('details')?.open).toBe(true);
    cleanup();
    const linked = await open('/docs/rules?at=late_installs');
    await waitFor(() => expect(document.activeElement?.id).toBe('late_installs'), { timeout: 10_000 });
    expect(linked.querySelectorAll('details[open]')).toHaveLength(2);
  });

  it('explain the words of docs/glossary.md as it has them, and every attack', async () => {
    const container = await open('/docs/glossary');
    const [, table = ''] = readFileSync('docs/glossary.md', 'utf8').split('# Words on the screen');
    const rows = [...table.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].map(([, word, meaning]) => [word, meaning]).slice(2);
    const shown = [...container.querySelectorAll('article[id]')].map((each) => [
      each.querySelector('h3')?.textContent,
      each.querySelector('h3')?.parentElement?.nextElementSibling?.textContent,
    ]);
    expect(shown.slice(0, rows.length)).toEqual(rows);
    expect(rows.length).toBeGreaterThan(20);
    for (const code of Object.keys(REASONS).filter((each) => !each.startsWith('human.')))
      expect(idsOf(container)).toContain(code);
  });

  it('show every list, and say which are not loaded', async () => {
    const container = await open('/docs/lists');
    await screen.findAllByText(LIST_DOCS[0]?.purpose ?? '');
    for (const { id, title, purpose, licence } of LIST_DOCS) {
      const entry = container.querySelector(`[id="${id}"]`);
      expect(entry?.textContent).toContain(licence);
      // The same words in English as the server's: what is translated is what it says.
      expect(entry?.textContent).toContain(purpose);
      expect(entry?.querySelector('h3')?.textContent).toContain(title);
    }
    for (const [kind, purpose] of Object.entries(LIST_KINDS))
      expect(container.querySelector(`[id="kind-${kind}"]`)?.textContent).toContain(purpose);
    expect(screen.getAllByText('not loaded')).toHaveLength(LIST_DOCS.filter(({ blind }) => blind).length);
  });

  it('bring the entry a link names into view and give it the focus', async () => {
    await open('/docs/facts?at=ctit_seconds');
    await waitFor(() => expect(document.activeElement?.id).toBe('ctit_seconds'));
  });
});

describe('the API', () => {
  it('has every call of the description, grouped and closed until asked for', async () => {
    const container = await open('/docs/api');
    await screen.findByText(/^\d+ calls$/, { selector: '[role="status"]' });
    const { paths } = JSON.parse(DESCRIPTION);
    const calls = Object.values(paths).flatMap((each) => Object.keys(each ?? {})).length;
    expect(screen.getByText(`${calls} calls`)).toBeDefined();
    expect(container.querySelectorAll('details details')).toHaveLength(0);
  });

  it('shows a call that is searched for with parameters, answer and a line for the terminal', async () => {
    await open('/docs/api?package=own.example&from=2026-11-14&to=2026-11-20&q=GET%20/api/v2/web/visit/dashboard/total');
    fireEvent.click(await screen.findByText('/api/v2/web/visit/dashboard/total'));
    await waitFor(() => expect(screen.getByText(/^curl -G/).textContent).toContain("'fromDate=2026-11-14'"));
    expect(screen.getByText(/^curl -G/).textContent).toContain("'package_name=own.example'");
    expect(screen.getByText(/fraud_percentage: number/)).toBeDefined();
  });
});

describe('the search', () => {
  const search = async (words: string): Promise<HTMLElement> => {
    await open('/docs');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: words } });
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^\d+ entr/));
    return screen.getByRole('article');
  };

  it.each([
    ['frequency', 'Click frequency', '/docs/rules'],
    ['CTIT', 'Click to install', '/docs/facts'],
    ['duplicate click', 'Duplicate click', '/docs/rules'],
    ['top-publisher/clean', 'Web · Visit Dashboard › Top clean publishers', '/docs/boards/web-visit'],
    ['wilson', 'Fraud % at least', '/docs/measures'],
    ['fraud_sub_category', 'Reason', '/docs/filters'],
    ['isbot', 'isbot', '/docs/lists'],
    ['openapi.json', 'GET /api/openapi.json', '/docs/api'],
    ['day order', 'Import a file', '/docs/tasks/import'],
  ])('finds %s', async (words, title, path) => {
    const found = within(await search(words)).getAllByRole('link', { name: title });
    expect(found.map((link) => link.getAttribute('href')?.split('?')[0])).toContain(path);
  });

  it('offers what has some of the words when nothing has all: frequency cap [NAV-GAP-13]', async () => {
    const found = await search('frequency cap zzz');
    expect(within(found).getByRole('status').textContent).toContain('None has all words');
    expect(within(found).getAllByRole('link', { name: 'Above the frequency cap' }).length).toBeGreaterThan(0);
  });

  it('says so when there is nothing', async () => {
    expect((await search('qqqqqq')).textContent).toContain('0 entries.');
  });

  it('has a card per area while nothing is asked', async () => {
    await open('/docs');
    for (const area of DOCS_AREAS) expect(screen.getByRole('heading', { level: 2, name: area.title })).toBeDefined();
  });
});
