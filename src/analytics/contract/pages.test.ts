import { describe, expect, it } from 'vitest';
import { BOARD_PAGES } from './pages.ts';

const TITLES = [
  ['/impression-dashboard', 'Impression Dashboard', 'LAY-UI-12'],
  ['/visit-dashboard', 'Visit Dashboard', 'LAY-UI-13'],
  ['/event-dashboard', 'Event Dashboard', 'LAY-UI-14'],
  ['/app-event-dashboard', 'Event Dashboard', 'LAY-UI-15'],
  ['/click-dashboard', 'Click Dashboard', 'LAY-UI-16'],
  ['/install-dashboard', 'Install Dashboard', 'LAY-UI-17'],
  ['/app-reengagement-event-dashboard', 'Reengagement Event', 'LAY-UI-18'],
] as const;

const pageAt = (path: string) => BOARD_PAGES.find((page) => page.paths[0] === path);

describe('pages of the boards', () => {
  it.each(TITLES)('%s is titled "%s" [%s]', (path, title) => {
    expect(pageAt(path)?.title).toBe(title);
  });

  it.each([
    ...['visit', 'event', 'click', 'impression'].map((kind) => `/web/dashboard/${kind}`),
    ...['install', 'event', 'reengagement-clicks', 'reengagement-events'].flatMap((kind) => [
      `/app/dashboard/${kind}`,
      `/app/dashboard/${kind}1`,
    ]),
    '/app/dashboard/click-impression',
    '/app-reengagement-click-dashboard',
  ])('%s has a page', (path) => {
    expect(pageAt(path)).toBeDefined();
  });

  it('reach back three months, and only the app event landing page has provisional days [FLT-CONST-03] [FLT-CONST-05]', () => {
    for (const page of BOARD_PAGES) {
      expect(page.historyMonths).toBe(3);
      expect(page.lockDays ?? 0).toBe(page.paths[0] === '/app-event-dashboard' ? 2 : 0);
    }
  });

  it('have ids and paths of their own', () => {
    expect(new Set(BOARD_PAGES.map((page) => page.id)).size).toBe(BOARD_PAGES.length);
    expect(new Set(BOARD_PAGES.flatMap((page) => page.paths)).size).toBe(BOARD_PAGES.length);
  });
});
