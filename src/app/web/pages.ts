import { ANALYTICS_PAGE_COMPONENTS } from '#analytics/web/pages.ts';
import { PAGES } from '#app/contract/slices.ts';
import { TODAY_PAGE_COMPONENTS } from '#domains/today/web/pages.ts';
import type { Page } from '#platform/contract/page.ts';
import type { PageLoader } from '#platform/web/layout/page-component.ts';
import { EXPLORER_PAGE_COMPONENTS } from '#traffic/explorer/web/pages.ts';
import { TOOL_PAGE_COMPONENTS } from './tool-pages.ts';

/** Screens that visits begin with; a slice of any other is a line in `later-pages.ts`. */
export const FIRST_PAGES: ReadonlyMap<string, PageLoader> = new Map(
  Object.entries({ ...TODAY_PAGE_COMPONENTS, ...ANALYTICS_PAGE_COMPONENTS, ...EXPLORER_PAGE_COMPONENTS }),
);

const laterPage =
  (id: string): PageLoader =>
  async () => {
    const load = (await import('./later-pages.ts')).LATER_PAGES.get(id);
    if (!load) throw new Error(`The page ${id} has no screen`);
    return load();
  };

export interface BuiltPage {
  page: Page;
  load: PageLoader;
}

/** The screens of the shell. Public pages are loaded without it, by scripts of their own, but for tools in a menu. */
export const BUILT: readonly BuiltPage[] = PAGES.filter(
  ({ id, guard }) => guard !== 'public' || TOOL_PAGE_COMPONENTS.has(id),
).map((page) => ({
  page,
  load: FIRST_PAGES.get(page.id) ?? TOOL_PAGE_COMPONENTS.get(page.id) ?? laterPage(page.id),
}));

export const BUILT_PAGES: readonly Page[] = BUILT.map(({ page }) => page);
