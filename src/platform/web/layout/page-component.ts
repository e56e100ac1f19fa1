import type { ComponentType } from 'react';
import type { Page } from '#platform/contract/page.ts';

export interface PageProps {
  page: Page;
}

/** Loads the component of a page when the page is first opened: `() => import('./x.tsx').then((m) => m.X)`. */
export type PageLoader = () => Promise<ComponentType<PageProps>>;

/** What a slice's `web/pages.ts` exports: a loader per page id. A page without one does not exist for the browser. */
export type PageComponents<Id extends string> = Readonly<Record<Id, PageLoader>>;
