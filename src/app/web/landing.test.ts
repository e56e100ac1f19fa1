// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { BOARD_PAGES } from '#analytics/contract/pages.ts';
import { TODAY_PAGES } from '#domains/today/contract/pages.ts';
import { type Page, page } from '#platform/contract/page.ts';
import { rememberAskedPath, takeAskedPath } from './asked-path.ts';
import { LANDING, landingRoute } from './landing.ts';

const routes = [...Object.values(LANDING), '/white-listing'];
const pages: readonly Page[] = routes.map((path) =>
  page({ id: path, paths: [path], title: path, guard: 'menu', historyMonths: 3 }),
);
const arrive = (over: Partial<Parameters<typeof landingRoute>[0]> = {}): string =>
  landingRoute({ asked: undefined, dashboardTypes: [], menuRoutes: ['/white-listing', ...routes], pages, ...over });

describe('landing', () => {
  it.each(Object.entries(LANDING))('the first dashboardType %s leads to %s', (type, path) => {
    expect(arrive({ dashboardTypes: [type, 'Visit'] })).toBe(path);
  });

  it.each([[], ['Unheard_Of']])('anything else leads to the first menu route: %j', (...dashboardTypes) => {
    expect(arrive({ dashboardTypes: dashboardTypes.filter((t) => t !== undefined) })).toBe('/white-listing');
  });

  it('nobody lands on Today, though it is first in the menu, but who has nothing else', () => {
    const all = { pages: [...pages, ...TODAY_PAGES], menuRoutes: ['/today', '/white-listing', ...routes] };
    expect(arrive(all)).toBe('/white-listing');
    expect(arrive({ ...all, dashboardTypes: ['Visit'] })).toBe('/visit-dashboard');
    expect(arrive({ ...all, asked: '/today' })).toBe('/today');
    expect(arrive({ ...all, menuRoutes: ['/today'] })).toBe('/today');
  });

  it('a type whose page is not built leads to the first menu route', () => {
    expect(arrive({ dashboardTypes: ['Mtrackit'], pages: pages.filter((p) => p.id !== '/mtrackit_dashboard') })).toBe(
      '/white-listing',
    );
  });

  it('a person with a first page of their own begins there, unless another was asked for or it is closed', () => {
    const home = '/white-listing';
    expect(arrive({ home, dashboardTypes: ['Visit'] })).toBe(home);
    expect(arrive({ home, asked: '/click-dashboard', dashboardTypes: ['Visit'] })).toBe('/click-dashboard');
    expect(arrive({ home, dashboardTypes: ['Visit'], menuRoutes: ['/visit-dashboard'] })).toBe('/visit-dashboard');
  });

  it('what was imported is looked at on its own board: of several kinds that of most, if the package can have it', () => {
    const visitsFirst = { dashboardTypes: ['Visit'], home: '/white-listing' };
    expect(arrive({ ...visitsFirst, kinds: ['click', 'visit'] })).toBe('/click-dashboard');
    expect(arrive({ ...visitsFirst, kinds: ['install'] })).toBe('/app/dashboard/install');
    const menuRoutes = ['/visit-dashboard', '/click-dashboard'];
    expect(arrive({ ...visitsFirst, kinds: ['impression', 'click', 'visit'], menuRoutes })).toBe('/click-dashboard');
    expect(arrive({ dashboardTypes: ['Visit'], kinds: ['video', 'unheard_of'] })).toBe('/visit-dashboard');
  });

  it('a kind without a board of its own is not looked for on a board that counts some events of all kinds', () => {
    const everywhere = BOARD_PAGES.filter(({ platform }) => platform === 'web');
    const menu = { pages: [...pages, ...everywhere], menuRoutes: everywhere.flatMap(({ paths }) => paths) };
    expect(arrive({ ...menu, dashboardTypes: ['Visit'], kinds: ['re_event'] })).toBe('/visit-dashboard');
  });

  it('stays at "/" when nothing is assigned', () => {
    expect(arrive({ dashboardTypes: ['Visit'], menuRoutes: [] })).toBe('/');
  });

  it('prefers the path asked for before signing in, if the menu allows it', () => {
    expect(arrive({ asked: '/click-dashboard?from=2026-11-01', dashboardTypes: ['Visit'] })).toBe(
      '/click-dashboard?from=2026-11-01',
    );
    expect(arrive({ asked: '/click-dashboard', dashboardTypes: ['Visit'], menuRoutes: ['/visit-dashboard'] })).toBe(
      '/visit-dashboard',
    );
  });
});

describe('the asked path', () => {
  beforeEach(() => sessionStorage.clear());

  it('is told once', () => {
    rememberAskedPath('/white-listing?x=1');
    expect(takeAskedPath()).toBe('/white-listing?x=1');
    expect(takeAskedPath()).toBeUndefined();
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])(
    'never leads outside: %s',
    (path) => {
      rememberAskedPath(path);
      expect(takeAskedPath()).toBeUndefined();
      sessionStorage.setItem('asked_path', path);
      expect(takeAskedPath()).toBeUndefined();
    },
  );
});
