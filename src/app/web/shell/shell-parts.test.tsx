// @vitest-environment jsdom
import { act, cleanup, fireEvent, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PAGES } from '#app/contract/slices.ts';
import { show } from '#platform/web/testing/render.tsx';
import shell from '../i18n/shell.en.json' with { type: 'json' };
import { Aside } from './aside.tsx';
import { menuGroups, standsFor } from './menu-groups.ts';
import { MENU_ICONS } from './menu-icons.ts';
import { PRESET_NAMES, PRESETS } from './presets.ts';
import { Splash } from './splash.tsx';
import { useProgress } from './use-progress.ts';

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

describe('the shell', () => {
  it('hides its splash after three seconds, and the splash takes no clicks [LAY-CONST-01]', async () => {
    vi.useFakeTimers();
    await show(<Splash />, { shell });
    pass(2999);
    expect(document.querySelector('[data-splash]')).not.toBeNull();
    pass(1);
    expect(document.querySelector('[data-splash]')).toBeNull();
  });

  it('moves its progress ten per cent every 30 ms, past 100, and back after 300 ms [LAY-CONST-02]', () => {
    vi.useFakeTimers();
    const { result } = renderHook(() => useProgress('/report'));
    pass(30);
    expect(result.current).toBe(10);
    pass(9 * 30);
    expect(result.current).toBe(100);
    pass(30);
    expect(result.current).toBe(110);
    pass(299);
    expect(result.current).toBe(110);
    pass(1);
    expect(result.current).toBe(0);
  });

  it('begins its progress anew with every page, also while the page before still comes [LAY-CONST-02]', () => {
    vi.useFakeTimers();
    const { result, rerender } = renderHook((page: string) => useProgress(page), { initialProps: '/report' });
    pass(3000);
    expect(result.current).toBe(0);
    rerender('/docs');
    pass(4 * 30);
    expect(result.current).toBe(40);
    rerender('/user-profile');
    expect(result.current).toBe(0);
    pass(30);
    expect(result.current).toBe(10);
    pass(3000);
    expect(result.current).toBe(0);
    rerender('/user-profile');
    pass(3000);
    expect(result.current).toBe(0);
  });

  it('closes a narrow menu 500 ms after the pointer has left, unless it comes back [LAY-CONST-04]', async () => {
    vi.useFakeTimers();
    await show(<Aside>menu</Aside>, { shell });
    fireEvent.click(screen.getByRole('button', { name: 'Collapse menu' }));
    const aside = screen.getByText('menu');
    const narrow = (): string | undefined => aside.dataset.narrow;
    expect(narrow()).toBe('true');
    fireEvent.mouseEnter(aside);
    expect(narrow()).toBe('false');
    fireEvent.mouseLeave(aside);
    pass(499);
    expect(narrow()).toBe('false');
    fireEvent.mouseEnter(aside);
    pass(1000);
    expect(narrow()).toBe('false');
    fireEvent.mouseLeave(aside);
    pass(500);
    expect(narrow()).toBe('true');
  });

  it('groups the menu by category and sub-category as the server orders it', () => {
    const entry = (category: string, sub_category: string, menu_title: string, more = {}) => ({
      category,
      sub_category,
      menu_title,
      category_icon: '',
      sub_category_icon: '',
      menu_icon: '',
      route: `/${menu_title}`,
      hidden: false,
      page_id: '',
      ...more,
    });
    const groups = menuGroups(
      [
        entry('Web', 'A', 'one'),
        entry('App', 'A', 'two'),
        entry('Web', 'B', 'three'),
        entry('Web', 'A', 'four', { hidden: true }),
        entry('Web', 'A', 'five', { page_id: 'unbuilt' }),
        entry('Web', 'B', 'six', { page_id: 'own-1f2e3d4c' }),
      ],
      [],
      { platform: 'web' },
    );
    expect(groups.map((g) => [g.category, g.sub.map((s) => [s.name, s.entries.map((e) => e.menu_title)])])).toEqual([
      [
        'Web',
        [
          ['A', ['one']],
          ['B', ['three', 'six']],
        ],
      ],
      ['App', [['A', ['two']]]],
    ]);
  });

  it('draws one entry for a board, whatever the number of its addresses, and another of them for who lacks the first', () => {
    const boards = PAGES.filter(({ id, variantOf }) => id === 'app-install' || variantOf === 'app-install');
    expect(boards.length).toBeGreaterThan(2);
    const entries = boards.map(({ id, paths: [route], title }) => ({
      category: 'App',
      sub_category: 'Dashboards',
      menu_title: title,
      category_icon: '',
      sub_category_icon: '',
      menu_icon: '',
      route,
      hidden: false,
      page_id: id,
    }));
    const routes = (of: typeof entries): string[] =>
      menuGroups(of, PAGES, { platform: 'app' }).flatMap(({ sub }) =>
        sub.flatMap((each) => each.entries.map(({ route }) => route)),
      );
    expect(routes(entries)).toEqual(['/app/dashboard/install']);
    expect(routes(entries.slice(1))).toEqual([entries[1]?.route]);
    for (const open of boards)
      expect(
        entries.slice(0, 1).every((entry) => standsFor(entry, open, PAGES)),
        open.id,
      ).toBe(true);
    const other = PAGES.find(({ id }) => id === 'app-event');
    expect(entries.some((entry) => standsFor(entry, other, PAGES))).toBe(false);
  });

  it('has an icon for every page of the registry', () => {
    expect(
      PAGES.flatMap((page) => (page.menu ? [page.menu.icon] : [])).filter((icon) => !(icon in MENU_ICONS)),
    ).toEqual([]);
  });

  it('offers ranges that end by today', () => {
    expect(PRESET_NAMES.map((name) => PRESETS[name]('2026-03-31'))).toEqual([
      { from: '2026-03-31', to: '2026-03-31' },
      { from: '2026-03-30', to: '2026-03-30' },
      { from: '2026-03-25', to: '2026-03-31' },
      { from: '2026-03-04', to: '2026-03-31' },
      { from: '2026-03-01', to: '2026-03-31' },
      { from: '2026-02-01', to: '2026-02-28' },
    ]);
  });
});
