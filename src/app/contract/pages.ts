import type { Page } from '#platform/contract/page.ts';

/** Every page of the product, each slice's list after the other. */
export const PAGES: readonly Page[] = [];
