import { HYGIENE_PUBLIC_PAGE_COMPONENTS } from '#domains/hygiene/web/pages.ts';
import { RELEVANCY_PUBLIC_PAGE_COMPONENTS } from '#domains/relevancy/web/pages.ts';
import type { PageComponents, PageLoader } from '#platform/web/layout/page-component.ts';
import type { TOOL_PAGES } from './tool-paths.ts';

/** Screens of the tools that are open to anybody, with and without the shell. */
const COMPONENTS: PageComponents<(typeof TOOL_PAGES)[number]['id']> = {
  ...RELEVANCY_PUBLIC_PAGE_COMPONENTS,
  ...HYGIENE_PUBLIC_PAGE_COMPONENTS,
};

export const TOOL_PAGE_COMPONENTS: ReadonlyMap<string, PageLoader> = new Map(Object.entries(COMPONENTS));
