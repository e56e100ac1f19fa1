import { describe, expect, it, vi } from 'vitest';
import { type Page, page } from '#platform/contract/page.ts';
import { firstRoute, opens, passage } from './guard.ts';

const PAGES: readonly Page[] = [
  ['white-listing', ['/white-listing', '/white-listing/add', '/app/white-listing'], 'menu'],
  ['report', ['/report', '/app/report/install'], 'menu'],
  ['click', ['/click-dashboard'], 'menu'],
  ['visit', ['/visit-dashboard'], 'menu'],
  ['profile', ['/user-profile'], 'session'],
  ['campaign', ['/mtrackit/campaign'], 'session'],
  ['add-campaign', ['/mtrackit/addCampaign'], 'menu'],
].map(([id, paths, guard]) => page({ id, paths, guard, title: id, historyMonths: 3 } as never));

const go = (to: string, missing: string) => ({ kind: 'go', to, missing });
const open = { kind: 'open' };

describe('the guard', () => {
  it.each([
    ['/white-listing/add', ['/white-listing'], open, 'the path contains a menu route [NAV-RULE-04]'],
    ['/app/white-listing', ['/white-listing'], open, 'anywhere in it [NAV-RULE-04]'],
    ['/report', ['/white-listing'], go('/white-listing', '/report'), 'no route fits [NAV-RULE-04]'],
    [
      '/visit-dashboard',
      ['/click-dashboard', '/report'],
      go('/click-dashboard', '/visit-dashboard'),
      'first menu route [NAV-RULE-05]',
    ],
    ['/report', [], go('/', '/report'), 'empty menu [NAV-RULE-06]'],
    ['/does-not-exist', ['/report'], go('/report', '/does-not-exist'), 'unknown path [NAV-RULE-07]'],
    ['/user-profile', [], open, 'a session is enough [NAV-GAP-01]'],
    ['/mtrackit/campaign', [], open, 'the named exception'],
    ['/mtrackit/addCampaign', [], go('/', '/mtrackit/addCampaign'), 'its family needs the menu'],
    ['/report', ['', '  '], go('/', '/report'), 'blank routes open nothing [NAV-GAP-03]'],
    ['/app/report/install', ['/report'], open, 'containment as specified'],
  ] as const)('%s with menu %j gives %j: %s', (path, menu, expected, _why) => {
    expect(passage(path, PAGES, menu)).toEqual(expected);
  });

  it('opens no page whose calls the role may not make, whatever route its path contains', () => {
    const closed = page({ id: 'x', paths: ['/money/report'], guard: 'menu', permission: 'money.write' } as never);
    const as = (role: string) => {
      const auth = btoa(JSON.stringify({ role, name: role }));
      vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'auth_data' ? auth : null) });
      return passage('/money/report', [...PAGES, closed], ['/report']);
    };
    expect([as('customer'), as('publisher'), as('anybody')]).toEqual([
      open,
      go('/report', '/money/report'),
      go('/report', '/money/report'),
    ]);
    vi.unstubAllGlobals();
  });

  it('leads who has a first page of their own back to it, and elsewhere where it is closed', () => {
    const from = (home: string) => passage('/report', PAGES, ['/click-dashboard', '/visit-dashboard'], undefined, home);
    expect(from('/visit-dashboard')).toEqual(go('/visit-dashboard', '/report'));
    expect(from('/white-listing')).toEqual(go('/click-dashboard', '/report'));
    expect(passage('/report', PAGES, ['/click-dashboard'], undefined, '/report')).toEqual(
      go('/click-dashboard', '/report'),
    );
  });

  it('never sends to a page without a screen, which would send back for ever', () => {
    expect(firstRoute(['/not-built', '/report'], PAGES)).toBe('/report');
    expect(firstRoute(['/not-built'], PAGES)).toBe('/');
  });

  it('knows which links lead anywhere: to pages of the menu that the package has, of it or of another', () => {
    const pkg = { package_name: 'own', platform: 'app', pages: ['report'] } as never;
    const menu = ['/report', '/click-dashboard'];
    const leads = (path: string, named: string | null = null) => opens(path, named, PAGES, menu, pkg);
    expect([leads('/report'), leads('/user-profile'), leads('/visit-dashboard')]).toEqual([true, true, false]);
    expect([leads('/click-dashboard'), leads('/click-dashboard', 'own')]).toEqual([false, false]);
    expect([leads('/click-dashboard', 'other'), leads('/visit-dashboard', 'other')]).toEqual([true, false]);
    expect(leads('/of-nobody')).toBe(true);
  });
});
