import { BOARD_PAGES } from '#analytics/contract/pages.ts';
import { ACCOUNT_PAGES, ENTRANCE_PAGES, START_PAGES } from '#domains/account/contract/pages.ts';
import { DOCS_PAGES } from '#domains/docs/contract/pages.ts';
import { SETUP_PAGES } from '#domains/setup/contract/pages.ts';
import { type Page, page } from '#platform/contract/page.ts';
import { TRAFFIC_PAGES } from '#traffic/contract/pages.ts';

/** Screens about the product itself. */
export const APP_PAGES = [
  page({ id: 'about', paths: ['/docs/about'], title: 'About Adsieve', guard: 'session', historyMonths: 0 }),
] as const;

export type AppPageId = (typeof APP_PAGES)[number]['id'];

/** Every page of the product, each slice's list after the other. The order is the order of the menu catalogue. */
export const PAGES: readonly Page[] = [
  ...START_PAGES,
  ...BOARD_PAGES,
  ...TRAFFIC_PAGES,
  ...ACCOUNT_PAGES,
  ...ENTRANCE_PAGES,
  ...SETUP_PAGES,
  ...DOCS_PAGES,
  ...APP_PAGES,
];
