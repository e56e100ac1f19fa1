import { BOARD_PAGES } from '#analytics/contract/pages.ts';
import type { Page } from '#platform/contract/page.ts';
import { TRAFFIC_PAGES } from '#traffic/contract/pages.ts';

/** Every page of the product, each slice's list after the other. The order is the order of the menu catalogue. */
export const PAGES: readonly Page[] = [...BOARD_PAGES, ...TRAFFIC_PAGES];
