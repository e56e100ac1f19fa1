// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { card, enter, network, numbers } from '../testing/open-board.tsx';
import { row } from '../testing/rows.ts';

const rows = [row({ key: 'alpha', ...numbers(100, 20) }), row({ key: 'beta', ...numbers(50, 0) })];
const saved: string[] = [];

beforeEach(() => {
  saved.length = 0;
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:own', revokeObjectURL: () => undefined }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Answers of the board as ever, and of its files as a test says. */
async function withFile(file: () => Promise<Response>): Promise<void> {
  network({ 'publisher-wise': rows });
  const board = globalThis.fetch;
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    new URL(address, 'http://localhost').pathname.endsWith('/download') ? file() : board(address, init),
  );
  await enter('web-click');
}

async function choose(form: RegExp): Promise<void> {
  const button = await card('Publishers').findByRole('button', { name: 'Download' });
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole('menuitem', { name: form }));
}

it('the button of a card is busy while its file comes, says that it is there, and is as before [DL-STATE-01]', async () => {
  let arrive = (_: Response): void => undefined;
  await withFile(
    () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
  );
  await choose(/Parquet/);
  const busy = await card('Publishers').findByRole('button', { name: 'Downloading …' });
  expect(busy.getAttribute('aria-busy')).toBe('true');
  arrive(new Response('PAR1', { headers: { 'content-disposition': 'attachment; filename="own.parquet"' } }));
  expect((await card('Publishers').findByRole('button', { name: 'Downloaded' })).getAttribute('aria-busy')).toBe(
    'false',
  );
  expect(saved).toEqual(['own.parquet']);
  await card('Publishers').findByRole('button', { name: 'Download' });
});

it('a file that fails is told in a toast in the words of the server, logged, and nothing is saved [DL-GAP-04] [DL-RULE-01]', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const shown: unknown[] = [];
  const { notifications } = await import('@mantine/notifications');
  vi.spyOn(notifications, 'show').mockImplementation((toast) => {
    shown.push(toast);
    return '';
  });
  await withFile(async () =>
    Response.json(
      { status: false, code: 'refused', message: 'This file is not for you', request_id: 'r-1' },
      { status: 422 },
    ),
  );
  await choose(/CSV/);
  await vi.waitFor(() =>
    expect(shown).toEqual([expect.objectContaining({ message: 'This file is not for you', role: 'alert' })]),
  );
  expect(log).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ status: 422 }));
  expect(saved).toEqual([]);
  expect(card('Publishers').getByRole('button', { name: 'Download' }).getAttribute('aria-busy')).toBe('false');
});
