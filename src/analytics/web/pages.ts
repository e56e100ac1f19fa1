import type { PageLoader } from '#platform/web/layout/page-component.ts';

/** Every board is the same component over another value; the loader joins here when the board page exists. */
export const ANALYTICS_PAGE_COMPONENTS: Readonly<Record<string, PageLoader>> = {};
