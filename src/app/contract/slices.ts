import { ANALYTICS } from '#analytics/contract/slice.ts';
import { ACCOUNT } from '#domains/account/contract/slice.ts';
import { ACCOUNT_TOOLS } from '#domains/account-tools/contract/slice.ts';
import { AGREEMENTS } from '#domains/agreements/contract/slice.ts';
import { ALERTS } from '#domains/alerts/contract/slice.ts';
import { AUDIT } from '#domains/audit/contract/slice.ts';
import { BLOCK_LISTS } from '#domains/block-lists/contract/slice.ts';
import { BRAND_RELEVANCY } from '#domains/brand-relevancy/contract/slice.ts';
import { DISPUTES } from '#domains/disputes/contract/slice.ts';
import { DOCS } from '#domains/docs/contract/slice.ts';
import { EVIDENCE } from '#domains/evidence/contract/slice.ts';
import { EXPLORE_SLICE } from '#domains/explore/contract/slice.ts';
import { HYGIENE } from '#domains/hygiene/contract/slice.ts';
import { INFRINGEMENT } from '#domains/infringement/contract/slice.ts';
import { INTEGRITY } from '#domains/integrity/contract/slice.ts';
import { INVOICES } from '#domains/invoices/contract/slice.ts';
import { PACKAGES } from '#domains/packages/contract/slice.ts';
import { PRIVACY } from '#domains/privacy/contract/slice.ts';
import { PUBLISHERS } from '#domains/publishers/contract/slice.ts';
import { REATTRIBUTION } from '#domains/reattribution/contract/slice.ts';
import { RELEVANCY } from '#domains/relevancy/contract/slice.ts';
import { REPORTS_SLICE } from '#domains/reports/contract/slice.ts';
import { SERVER_SETTINGS } from '#domains/server-settings/contract/slice.ts';
import { SETTLEMENTS } from '#domains/settlements/contract/slice.ts';
import { SETUP } from '#domains/setup/contract/slice.ts';
import { SUPPLY } from '#domains/supply/contract/slice.ts';
import { TICKETS } from '#domains/tickets/contract/slice.ts';
import { TODAY } from '#domains/today/contract/slice.ts';
import { TOKENS } from '#domains/tokens/contract/slice.ts';
import { TRACKING } from '#domains/tracking/contract/slice.ts';
import { USERS } from '#domains/users/contract/slice.ts';
import { VERDICT_DELIVERIES } from '#domains/verdict-deliveries/contract/slice.ts';
import { VIDEO_ADS } from '#domains/video-ads/contract/slice.ts';
import { VIEWS } from '#domains/views/contract/slice.ts';
import { WHITE_LISTING } from '#domains/white-listing/contract/slice.ts';
import type { AuditAction } from '#platform/contract/audit.ts';
import { type Page, page } from '#platform/contract/page.ts';
import { type Slice, slice } from '#platform/contract/slice.ts';
import { COLLECTOR } from '#traffic/collector/contract/slice.ts';
import { EXPLORER } from '#traffic/explorer/contract/slice.ts';
import { INTAKE } from '#traffic/intake/contract/slice.ts';
import { LISTS } from '#traffic/lists/contract/slice.ts';
import { MONEY } from '#traffic/money/contract/slice.ts';
import { RULE_SETS } from '#traffic/rule-sets/contract/slice.ts';
import { SOURCES } from '#traffic/sources/contract/slice.ts';
import { WHITE_LIST } from '#traffic/white-list/contract/slice.ts';

/** Screens about the product itself. */
export const APP = slice({
  id: 'app',
  pages: [page({ id: 'about', paths: ['/docs/about'], title: 'About Adsieve', guard: 'session', historyMonths: 0 })],
});

/** Every slice that brings something. The order is the order of the menu catalogue. */
export const SLICES: readonly Slice[] = [
  TODAY,
  ACCOUNT,
  ANALYTICS,
  EXPLORE_SLICE,
  REPORTS_SLICE,
  ALERTS,
  EXPLORER,
  INTAKE,
  COLLECTOR,
  VERDICT_DELIVERIES,
  WHITE_LIST,
  WHITE_LISTING,
  RULE_SETS,
  PUBLISHERS,
  BLOCK_LISTS,
  SOURCES,
  TRACKING,
  INTEGRITY,
  VIDEO_ADS,
  BRAND_RELEVANCY,
  MONEY,
  AGREEMENTS,
  SETTLEMENTS,
  EVIDENCE,
  REATTRIBUTION,
  INVOICES,
  DISPUTES,
  RELEVANCY,
  ACCOUNT_TOOLS,
  INFRINGEMENT,
  SUPPLY,
  HYGIENE,
  TICKETS,
  LISTS,
  USERS,
  PACKAGES,
  TOKENS,
  VIEWS,
  PRIVACY,
  AUDIT,
  SERVER_SETTINGS,
  SETUP,
  DOCS,
  APP,
];

/** Every page of the product. */
export const PAGES: readonly Page[] = SLICES.flatMap(({ pages = [] }) => pages);

/** Everything that is written to the audit log. */
export const AUDIT_ACTIONS: readonly AuditAction[] = SLICES.flatMap(({ audit = [] }) => audit.flatMap(Object.values));
