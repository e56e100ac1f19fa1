// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { SelectionProvider } from '#platform/web/layout/selection.tsx';
import { show } from '#platform/web/testing/render.tsx';
import live from './i18n/live.en.json' with { type: 'json' };
import { LiveNow } from './live-now.tsx';

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
const status = {
  now: '2026-11-20T12:00:00.000Z',
  recent: { accepted: 7, duplicates: 0, dead: 0, loaded: 7 },
  waiting: 0,
  waiting_since: null,
  loaded_at: null,
  dead_letters: 0,
  filed: { clicks: 0, since: null },
  problem: null,
};
const refused = () => Response.json({ status: false, message: 'no', error: { code: 'malformed' } }, { status: 400 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('what has never been answered has no age, then an error with Retry that stays; a later failure is told beside the figures', async () => {
  let answer: () => Promise<Response> | Response = () => new Promise(() => undefined);
  const asked = vi.fn(() => answer());
  vi.stubGlobal('fetch', asked);
  const page = (
    <SelectionProvider packages={[shop]} historyMonths={12}>
      <LiveNow />
    </SelectionProvider>
  );
  await show(page, { live }, '/traffic/live');
  expect(await screen.findByText(live.asking)).toBeTruthy();
  expect(screen.queryByText(/s ago/)).toBeNull();
  cleanup();

  answer = refused;
  await show(page, { live }, '/traffic/live');
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(screen.queryByText(/s ago/)).toBeNull();
  const before = asked.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(asked.mock.calls.length).toBe(before);

  answer = () => Response.json({ status: true, message: 'OK', data: status });
  fireEvent.click(retry);
  expect(await screen.findByText(/Updated \d s ago/)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  answer = refused;
  expect((await screen.findByRole('alert')).textContent).toContain('These figures are old');
  expect(screen.getAllByText('7')).toHaveLength(2);
  expect(screen.queryByText(/wait in files/)).toBeNull();
  answer = () =>
    Response.json({
      status: true,
      message: 'OK',
      data: { ...status, filed: { clicks: 1200, since: '2026-11-20T11:58:00.000Z' } },
    });
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect((await screen.findByText(/wait in files/)).textContent).toMatch(/^1,200 clicks of own links .* since .*11:58/);
});
