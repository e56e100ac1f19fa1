// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import Papa from 'papaparse';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { appEvent } from '#analytics/contract/boards/app.ts';
import { type BoardServer, boardServer } from '#analytics/testing/board-server.ts';
import { SEED_PACKAGES, SEED_RANGE, seedTraffic, stored } from '#analytics/testing/seed-traffic.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { card, enter, forgetSections } from '../testing/open-board.tsx';

/** Cards over the real server: what is saved is what stands there. */
const clickhouse = useClickHouse();
const [PACKAGE] = SEED_PACKAGES;
const ADDRESS = `/?package=${PACKAGE}&from=${SEED_RANGE.from}&to=${SEED_RANGE.to}&publisher=alpha&publisher=beta`;
let server: BoardServer;
let saved: { asked: URL; text: string }[] = [];

beforeAll(async () => {
  await clickhouse.insert('traffic', seedTraffic().map(stored));
  server = await boardServer(clickhouse, { today: '2024-04-02' });
});

beforeEach(() => {
  saved = [];
  forgetSections();
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://localhost');
    if (url.pathname === '/api/config/color') return Response.json({ status: true, message: 'OK', data: {} });
    const answer = await server.get(url.pathname, [...url.searchParams]);
    if (url.pathname.endsWith('/download')) saved.push({ asked: url, text: answer.body });
    const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response(new Uint8Array(answer.bytes), { status: answer.status, headers });
  });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:own', revokeObjectURL: () => undefined }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Rows of the file, and those of the same question as the screen asks it. */
async function compared(widget: string): Promise<void> {
  await vi.waitFor(() => expect(saved).toHaveLength(1), { timeout: 10_000 });
  const [file] = saved;
  if (!file) throw new Error('nothing saved');
  const { searchParams, pathname } = file.asked;
  expect(pathname).toBe(`${appEvent.api}/${widget}/download`);
  expect(['package_name', 'fromDate', 'toDate', 'publisher'].map((name) => searchParams.get(name))).toEqual([
    PACKAGE,
    SEED_RANGE.from,
    SEED_RANGE.to,
    'alpha,beta',
  ]);
  searchParams.delete('format');
  const answer = await server.get(`${appEvent.api}/${widget}`, [...searchParams, ['limit', '500']]);
  const { data } = JSON.parse(answer.body);
  const rows: { total: number; fraud: number }[] = [data].flat();
  expect(rows.some(({ total }) => total > 0)).toBe(true);
  const lines = Papa.parse<Record<string, string>>(file.text.replace(/^\u{FEFF}/u, ''), {
    header: true,
    skipEmptyLines: true,
  }).data;
  expect(
    lines.map((line) => [Number(line['Total'] ?? line['Primary'] ?? line['Non-primary']), Number(line['Fraud'])]),
  ).toEqual(rows.map(({ total, fraud }) => [total, fraud]));
}

const PATIENCE = { timeout: 60_000 };

it.each([
  ['Primary attribution by publisher', 'primary-attribution/publisher-wise', '[DL-EXP-11]'],
  ['Non-primary attribution by publisher', 'non-primary-attribution/publisher-wise', '[DL-EXP-12]'],
])('the card %s saves the rows of its days and filters as a file %s %s', PATIENCE, async (title, widget) => {
  await enter('app-event', ADDRESS, '2024-04-02');
  await userEvent.click(await screen.findByRole('button', { name: 'Open all' }));
  await userEvent.click(await card(title).findByRole('button', { name: 'Download' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Rows (CSV)' }));
  await compared(widget);
});

it('the key figures of a board are saved as a file from its menu [DL-EXP-07]', PATIENCE, async () => {
  await enter('app-event', ADDRESS, '2024-04-02');
  const [menu] = await screen.findAllByRole('button', { name: 'Save or print' });
  if (!menu) throw new Error('no menu');
  await userEvent.click(menu);
  await userEvent.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Rows (CSV)' }));
  await compared('total');
});
