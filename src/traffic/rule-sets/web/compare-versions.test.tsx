// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { SelectionProvider } from '#platform/web/layout/selection.tsx';
import { show } from '#platform/web/testing/render.tsx';
import { type RuleVersion, ruleEndpoints } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import traffic from '../../event/web/i18n/traffic.en.json' with { type: 'json' };
import conditions from '../../rules/web/i18n/conditions.en.json' with { type: 'json' };
import limits from '../../rules/web/i18n/limits.en.json' with { type: 'json' };
import why from '../../rules/web/i18n/why.en.json' with { type: 'json' };
import { CompareVersions } from './compare-versions.tsx';
import rules from './i18n/rules.en.json' with { type: 'json' };

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
/** Newest first, as the server lists them. */
const VERSIONS = Array.from(
  { length: 60 },
  (_, index): RuleVersion => ({
    version: 60 - index,
    author: 'Ada',
    reason: 'because',
    created_at: '2026-11-01T08:00:00.000Z',
    effective_from: null,
    from_history: false,
    undoes: null,
    rewrite: null,
    effect: null,
  }),
);

afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
});

it('any two versions can be compared, those beyond the first page of the list too', async () => {
  // The network is what lies outside.
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const url = new URL(String(input instanceof Request ? input.url : input), location.origin);
    if (url.pathname !== ruleEndpoints.versions.path) return Response.json({ status: true, message: 'OK', data: [] });
    const limit = Number(url.searchParams.get('limit'));
    return Response.json({ data: VERSIONS.slice(0, limit), Total_pages: 1, total: VERSIONS.length });
  });
  await show(
    <SelectionProvider packages={[shop]} historyMonths={12}>
      <CompareVersions listed={VERSIONS.slice(0, 25)} />
    </SelectionProvider>,
    { rules, limits, traffic, why, conditions },
    '/rules/history',
  );
  const before = screen.getByLabelText('Before');
  await waitFor(() => expect(within(before).getAllByRole('option')).toHaveLength(60));
  expect(within(before).getByText(/^1 · Ada/)).toBeDefined();
});
