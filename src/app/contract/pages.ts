import { BOARD_PAGES } from '#analytics/contract/pages.ts';
import { ACCOUNT_PAGES, ENTRANCE_PAGES, START_PAGES } from '#domains/account/contract/pages.ts';
import { AUDIT_PAGES } from '#domains/audit/contract/pages.ts';
import { DOCS_PAGES } from '#domains/docs/contract/pages.ts';
import { PACKAGE_PAGES } from '#domains/packages/contract/pages.ts';
import { PRIVACY_PAGES } from '#domains/privacy/contract/pages.ts';
import { SERVER_PAGES } from '#domains/server-settings/contract/pages.ts';
import { SETUP_PAGES } from '#domains/setup/contract/pages.ts';
import { TOKEN_PAGES } from '#domains/tokens/contract/pages.ts';
import { USER_PAGES } from '#domains/users/contract/pages.ts';
import { type Page, page } from '#platform/contract/page.ts';
import { EXPLORER_PAGES } from '#traffic/explorer/contract/pages.ts';
import { INTAKE_PAGES } from '#traffic/intake/contract/pages.ts';
import { RULE_SET_PAGES } from '#traffic/rule-sets/contract/pages.ts';
import { SOURCE_PAGES } from '#traffic/sources/contract/pages.ts';
import { WHITE_LIST_PAGES } from '#traffic/white-list/contract/pages.ts';

/** Screens about the product itself. */
export const APP_PAGES = [
  page({ id: 'about', paths: ['/docs/about'], title: 'About Adsieve', guard: 'session', historyMonths: 0 }),
] as const;

export type AppPageId = (typeof APP_PAGES)[number]['id'];

/** Every page of the product, each slice's list after the other. The order is the order of the menu catalogue. */
export const PAGES: readonly Page[] = [
  ...START_PAGES,
  ...BOARD_PAGES,
  ...EXPLORER_PAGES,
  ...INTAKE_PAGES,
  ...WHITE_LIST_PAGES,
  ...RULE_SET_PAGES,
  ...SOURCE_PAGES,
  ...USER_PAGES,
  ...PACKAGE_PAGES,
  ...TOKEN_PAGES,
  ...PRIVACY_PAGES,
  ...AUDIT_PAGES,
  ...SERVER_PAGES,
  ...ACCOUNT_PAGES,
  ...ENTRANCE_PAGES,
  ...SETUP_PAGES,
  ...DOCS_PAGES,
  ...APP_PAGES,
];
