// @vitest-environment jsdom
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { webClick } from '#analytics/contract/boards/web.ts';
import { BOARD_PAGES } from '#analytics/contract/pages.ts';
import { SelectionProvider } from '#platform/web/layout/selection.tsx';
import { show } from '#platform/web/testing/render.tsx';
import ui from '../../../platform/web/i18n/ui.en.json' with { type: 'json' };
import emptiness from '../../../traffic/event/web/i18n/ui.en.json' with { type: 'json' };
import { useValues } from '../filters/use-values.ts';
import boardTexts from '../i18n/board.en.json' with { type: 'json' };
import fields from '../i18n/fields.en.json' with { type: 'json' };
import { network, some } from '../testing/open-board.tsx';
import { pkg, row } from '../testing/rows.ts';
import { BoardPage } from './board-page.tsx';
import { BoardProvider } from './board-state.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

let client: QueryClient | undefined;
function Probe() {
  client = useQueryClient();
  return null;
}

/** Opens the board of a path; `kept` is what the browser holds of it then, by the first part of its key. */
async function keptOf(path: string, Beside: ComponentType = () => null) {
  const page = BOARD_PAGES.find(({ paths }) => paths.some((one) => one === path));
  if (!page) throw new Error(`no page ${path}`);
  network({ total: [row({ total: 150, fraud: 20 })], 'date-wise': 'refused' }, { otherwise: some });
  await show(
    <SelectionProvider packages={[pkg]} historyMonths={3} settled>
      <Probe />
      <BoardPage page={page} />
      <BoardProvider board={webClick} page={page}>
        <Beside />
      </BoardProvider>
    </SelectionProvider>,
    { board: boardTexts, fields, ui: { ...ui, ...emptiness } },
    '/?package=shop.example&from=2026-11-15&to=2026-11-21',
  );
  await screen.findAllByText('This cannot be done');
  const kept = (id: string, widget: string) =>
    client
      ?.getQueryCache()
      .findAll({ queryKey: [id, widget] })
      .map(({ state }) => state);
  await waitFor(() => expect(client?.isFetching()).toBe(0));
  return kept;
}

it.each([
  ['INSTALL', '/app/dashboard/install'],
  ['EVENT', '/app/dashboard/event'],
  ['RE_CLICK', '/app/dashboard/reengagement-clicks'],
  ['RE_EVENT', '/app/dashboard/reengagement-events'],
  ['CLICK_IMPRESSION', '/app/dashboard/click-impression'],
  ['CLICK', '/web/dashboard/click'],
  ['EVENT', '/web/dashboard/event'],
  ['IMPRESSION', '/web/dashboard/impression'],
  ['VISIT', '/web/dashboard/visit'],
])('%s holds the data and the failures of the widgets of %s [CONST-02] [CONST-03]', async (id, path) => {
  const kept = await keptOf(path);
  expect(kept(id, 'total')?.[0]).toMatchObject({ status: 'success', data: { data: { total: 150 } } });
  expect(kept(id, 'date-wise')?.[0]).toMatchObject({ status: 'error', error: { status: 422 } });
});

function Publishers() {
  useValues('publisher', '');
  return null;
}

it('REPORT_FILTERS holds the values of filters [CONST-03]', async () => {
  const kept = await keptOf('/web/dashboard/click', Publishers);
  expect(kept('REPORT_FILTERS', 'publisher_name')).toHaveLength(1);
});
