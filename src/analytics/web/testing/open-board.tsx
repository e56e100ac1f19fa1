/** A board as a person meets it, over a network that answers as a test says. */
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import { BOARD_CALLS } from '#analytics/contract/endpoints.ts';
import { BOARD_PAGES } from '#analytics/contract/pages.ts';
import type { BoardRow } from '#analytics/contract/rows.ts';
import { SelectionProvider } from '#platform/web/layout/selection.tsx';
import { show } from '#platform/web/testing/render.tsx';
import ui from '../../../platform/web/i18n/ui.en.json' with { type: 'json' };
import emptiness from '../../../traffic/event/web/i18n/ui.en.json' with { type: 'json' };
import { BoardPage } from '../board/board-page.tsx';
import board from '../i18n/board.en.json' with { type: 'json' };
import fields from '../i18n/fields.en.json' with { type: 'json' };
import { meta, pkg, row } from './rows.ts';

export const ADDRESS = '/?package=shop.example&from=2026-11-15&to=2026-11-21';

export type Reply = 'never' | 'refused' | readonly BoardRow[];

interface NetworkOptions {
  colors?: Readonly<Record<string, string>>;
  pages?: number;
  /** The period that rows are compared with. */
  before?: { from: string; to: string };
  /** The answer to whatever `replies` does not name. */
  otherwise?: Reply;
}

/** The network, and nothing else: answers by widget, empty when a test says nothing. */
export function network(
  replies: Readonly<Record<string, Reply>>,
  { colors = {}, pages = 1, before, otherwise = [] }: NetworkOptions = {},
): URL[] {
  const asked: URL[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://localhost');
    asked.push(url);
    if (url.pathname === '/api/config/color') return Response.json({ status: true, message: 'OK', data: colors });
    const call = BOARD_CALLS.find(({ endpoint }) => endpoint.path === url.pathname);
    const reply = replies[call?.widget.id ?? ''] ?? otherwise;
    if (reply === 'never') return new Promise<Response>(() => undefined);
    if (reply === 'refused')
      return Response.json(
        { status: false, code: 'refused', message: 'This cannot be done', request_id: 'r-17' },
        { status: 422 },
      );
    const compared = before && url.searchParams.has('compare') ? { previous: before } : {};
    const head = { status: true, message: 'OK', meta: { ...meta, ...compared } };
    if (call?.widget.shape === 'totals')
      return Response.json({ ...head, data: reply[0] ?? row({ total: 0, fraud: 0 }) });
    return Response.json({ ...head, data: reply, Total_pages: pages, total: reply.length });
  });
  return asked;
}

export async function open(id: string, address = ADDRESS) {
  await enter(id, address);
  await userEvent.click(await screen.findByRole('button', { name: 'Open all' }));
}

/** As somebody comes who has not opened any section. */
export async function enter(id: string, address = ADDRESS, today = pkg.today) {
  const page = BOARD_PAGES.find((one) => one.id === id);
  if (!page) throw new Error(`no page ${id}`);
  await show(
    <SelectionProvider packages={[{ ...pkg, today }]} historyMonths={3} settled>
      <BoardPage page={page} />
    </SelectionProvider>,
    { board, fields, ui: { ...ui, ...emptiness } },
    address,
  );
}

/** As somebody who never opened one. */
export const forgetSections = (): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  document.cookie = 'board_sections=; max-age=0';
};

export const card = (name: string) => within(screen.getByRole('region', { name }));
export const numbers = (total: number, fraud: number) => {
  const { clean, suspect, clean_percentage, fraud_percentage } = row({ total, fraud });
  return { total, fraud, clean, suspect, clean_percentage, fraud_percentage };
};
export const some = [row({ key: 'alpha', total: 100, fraud: 20 }), row({ key: 'beta', total: 50, fraud: 0 })];
