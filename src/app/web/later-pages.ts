import type { APP } from '#app/contract/slices.ts';
import { ACCOUNT_PAGE_COMPONENTS } from '#domains/account/web/pages.ts';
import { ACCOUNT_TOOL_PAGE_COMPONENTS } from '#domains/account-tools/web/pages.ts';
import { AGREEMENT_PAGE_COMPONENTS } from '#domains/agreements/web/pages.ts';
import { ALERT_PAGE_COMPONENTS } from '#domains/alerts/web/pages.ts';
import { AUDIT_PAGE_COMPONENTS } from '#domains/audit/web/pages.ts';
import { BLOCK_PAGE_COMPONENTS } from '#domains/block-lists/web/pages.ts';
import { BRAND_RELEVANCY_PAGE_COMPONENTS } from '#domains/brand-relevancy/web/pages.ts';
import { DISPUTE_PAGE_COMPONENTS } from '#domains/disputes/web/pages.ts';
import { DOCS_PAGE_COMPONENTS } from '#domains/docs/web/pages.ts';
import { EVIDENCE_PAGE_COMPONENTS } from '#domains/evidence/web/pages.ts';
import { explorePages } from '#domains/explore/web/pages.ts';
import { hygienePages } from '#domains/hygiene/web/pages.ts';
import { INFRINGEMENT_PAGE_COMPONENTS } from '#domains/infringement/web/pages.ts';
import { INTEGRITY_PAGE_COMPONENTS } from '#domains/integrity/web/pages.ts';
import { INVOICE_PAGE_COMPONENTS } from '#domains/invoices/web/pages.ts';
import { PACKAGE_PAGE_COMPONENTS } from '#domains/packages/web/pages.ts';
import { PRIVACY_PAGE_COMPONENTS } from '#domains/privacy/web/pages.ts';
import { PUBLISHER_PAGE_COMPONENTS } from '#domains/publishers/web/pages.ts';
import { REATTRIBUTION_PAGE_COMPONENTS } from '#domains/reattribution/web/pages.ts';
import { OwnScan, RELEVANCY_PAGE_COMPONENTS } from '#domains/relevancy/web/pages.ts';
import { QuestionPanel, REPORT_PAGE_COMPONENTS } from '#domains/reports/web/pages.ts';
import { SERVER_PAGE_COMPONENTS } from '#domains/server-settings/web/pages.ts';
import { SETTLEMENT_PAGE_COMPONENTS } from '#domains/settlements/web/pages.ts';
import { SUPPLY_PAGE_COMPONENTS } from '#domains/supply/web/pages.ts';
import { TICKET_PAGE_COMPONENTS } from '#domains/tickets/web/pages.ts';
import { TOKEN_PAGE_COMPONENTS } from '#domains/tokens/web/pages.ts';
import { TRACKING_PAGE_COMPONENTS } from '#domains/tracking/web/pages.ts';
import { USER_PAGE_COMPONENTS } from '#domains/users/web/pages.ts';
import { VERDICT_DELIVERY_PAGE_COMPONENTS } from '#domains/verdict-deliveries/web/pages.ts';
import { VIDEO_PAGE_COMPONENTS } from '#domains/video-ads/web/pages.ts';
import { VIEW_PAGE_COMPONENTS } from '#domains/views/web/pages.ts';
import { WHITE_LISTING_PAGE_COMPONENTS } from '#domains/white-listing/web/pages.ts';
import type { PageComponents, PageLoader } from '#platform/web/layout/page-component.ts';
import { COLLECTOR_PAGE_COMPONENTS } from '#traffic/collector/web/pages.ts';
import { INTAKE_PAGE_COMPONENTS } from '#traffic/intake/web/pages.ts';
import { MONEY_PAGE_COMPONENTS } from '#traffic/money/web/pages.ts';
import { RULE_SET_PAGE_COMPONENTS } from '#traffic/rule-sets/web/pages.ts';
import { SOURCE_PAGE_COMPONENTS } from '#traffic/sources/web/pages.ts';
import { WHITE_LIST_PAGE_COMPONENTS } from '#traffic/white-list/web/pages.ts';

const APP_PAGE_COMPONENTS: PageComponents<(typeof APP)['pages'][number]['id']> = {
  about: () => import('./about-page.tsx').then((m) => m.AboutPage),
};

/** Screens nobody begins with: where their code lies is asked for with the first of them that is opened. */
export const LATER_PAGES: ReadonlyMap<string, PageLoader> = new Map(
  Object.entries({
    ...INTAKE_PAGE_COMPONENTS,
    ...COLLECTOR_PAGE_COMPONENTS,
    ...VERDICT_DELIVERY_PAGE_COMPONENTS,
    ...WHITE_LIST_PAGE_COMPONENTS,
    ...RULE_SET_PAGE_COMPONENTS,
    ...SOURCE_PAGE_COMPONENTS,
    ...TRACKING_PAGE_COMPONENTS,
    ...MONEY_PAGE_COMPONENTS,
    ...SETTLEMENT_PAGE_COMPONENTS,
    ...EVIDENCE_PAGE_COMPONENTS,
    ...REATTRIBUTION_PAGE_COMPONENTS,
    ...AGREEMENT_PAGE_COMPONENTS,
    ...INVOICE_PAGE_COMPONENTS,
    ...DISPUTE_PAGE_COMPONENTS,
    ...ACCOUNT_TOOL_PAGE_COMPONENTS,
    ...INFRINGEMENT_PAGE_COMPONENTS,
    ...SUPPLY_PAGE_COMPONENTS,
    ...RELEVANCY_PAGE_COMPONENTS,
    ...hygienePages(OwnScan),
    ...TICKET_PAGE_COMPONENTS,
    ...USER_PAGE_COMPONENTS,
    ...PACKAGE_PAGE_COMPONENTS,
    ...PUBLISHER_PAGE_COMPONENTS,
    ...INTEGRITY_PAGE_COMPONENTS,
    ...WHITE_LISTING_PAGE_COMPONENTS,
    ...BLOCK_PAGE_COMPONENTS,
    ...TOKEN_PAGE_COMPONENTS,
    ...VIDEO_PAGE_COMPONENTS,
    ...BRAND_RELEVANCY_PAGE_COMPONENTS,
    ...VIEW_PAGE_COMPONENTS,
    ...explorePages(QuestionPanel),
    ...REPORT_PAGE_COMPONENTS,
    ...ALERT_PAGE_COMPONENTS,
    ...PRIVACY_PAGE_COMPONENTS,
    ...AUDIT_PAGE_COMPONENTS,
    ...SERVER_PAGE_COMPONENTS,
    ...ACCOUNT_PAGE_COMPONENTS,
    ...DOCS_PAGE_COMPONENTS,
    ...APP_PAGE_COMPONENTS,
  }),
);
