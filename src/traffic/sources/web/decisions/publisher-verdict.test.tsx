// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { SelectionProvider } from '#platform/web/layout/selection.tsx';
import { stored } from '#platform/web/session/stored.ts';
import { show } from '#platform/web/testing/render.tsx';
import { extentEndpoints } from '#traffic/event/contract/extent.ts';
import { sumOfPaid } from '#traffic/money/contract/paid-parts.ts';
import {
  type SourceDecisionRow,
  type SourceRow,
  sourceDecisionEndpoints,
} from '#traffic/sources/contract/decision-endpoints.ts';
import sources from '../i18n/sources.en.json' with { type: 'json' };
import { PublisherVerdict } from './publisher-verdict.tsx';

const shop: PackageInfo = {
  package_name: 'shop',
  package_title: 'Shop',
  platform: 'app',
  time_zone: 'UTC',
  currency: 'EUR',
  suspect_counts_as: 'clean',
  demo: false,
  today: '2026-11-20',
};
const confirmed: SourceDecisionRow = {
  id: 4,
  publisher: 'Nobody',
  sub_publisher: null,
  state: 'confirmed',
  reason: 'They admitted it',
  author: 'Ann',
  created_at: '2026-11-12T10:00:00Z',
  from: null,
  undone_at: null,
  undone_by: null,
};
let asked: string[] = [];
let extent: unknown[] = [];
let history: SourceDecisionRow[] = [];
let parts: SourceRow[] = [];
beforeEach(() => {
  [asked, extent, history, parts] = [[], [], [], []];
  stored.set('auth_data', { role: 'customer', name: 'Own' });
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, location.origin);
    asked.push(pathname);
    if (pathname === extentEndpoints.extent.path) return Response.json({ data: extent });
    if (pathname === sourceDecisionEndpoints.history.path) return Response.json({ data: history });
    if (pathname === sourceDecisionEndpoints.list.path) return Response.json({ data: parts, states: { watched: 1 } });
    return new Response('{}', { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const open = (came: boolean | undefined, isCalled = true) =>
  show(
    <SelectionProvider packages={[shop]} historyMonths={12}>
      <PublisherVerdict publisher="Nobody" came={came} isCalled={isCalled} />
    </SelectionProvider>,
    { sources },
    '/publisher/Nobody',
  );
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);

describe('the verdict on a publisher', () => {
  it('is not offered for one that never brought anything', async () => {
    await open(false);
    await waitFor(() => expect(asked).toContain(extentEndpoints.extent.path));
    await waitFor(() => expect(asked).toContain(sourceDecisionEndpoints.history.path));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(buttons()).toEqual([]);
  });

  it('is offered for one that brought something on other days, and at once for one seen here', async () => {
    extent = [{ kind: 'click', first_day: '2026-01-01', last_day: '2026-01-02' }];
    await open(false);
    await screen.findByRole('button', { name: 'Confirm …' });
    cleanup();
    asked = [];
    await open(true);
    await screen.findByRole('button', { name: 'Clear …' });
    expect(asked).not.toContain(extentEndpoints.extent.path);
  });

  it('tells since when its parts are called only where events of the chosen kind are', async () => {
    parts = [
      {
        publisher: 'Nobody',
        sub_publisher: 'a',
        state: 'watched',
        is_new: false,
        since: '2026-11-12',
        decision: null,
        rules: [{ rule: 'duplicate_click', title: 'Duplicate click' }],
        events: 40,
        fraud: 9,
        suspect: 0,
        money: sumOfPaid([]),
      },
    ];
    await open(true);
    await screen.findByText(/Called since/);
    cleanup();
    await open(true, false);
    await screen.findByText(/Watched \(1\)/);
    expect(screen.queryByText(/Called since/)).toBeNull();
  });

  it('of one whose events are gone can be read and taken back, and nothing else', async () => {
    history = [confirmed];
    await open(false);
    await screen.findByText(/They admitted it/);
    expect(buttons()).toEqual(['Take back', 'History']);
  });
});
