import { HYGIENE_PUBLIC_PAGES } from '#domains/hygiene/contract/public-pages.ts';
import { RELEVANCY_PUBLIC_PAGES } from '#domains/relevancy/contract/public-pages.ts';

/** Tools that are open to anybody; lists of contracts that bring nothing else along. */
export const TOOL_PAGES = [...RELEVANCY_PUBLIC_PAGES, ...HYGIENE_PUBLIC_PAGES] as const;

export const isToolPath = (path: string): boolean =>
  TOOL_PAGES.some(({ paths }) => paths.some((each) => each === path));
