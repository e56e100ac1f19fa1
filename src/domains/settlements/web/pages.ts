import type { SettlementPageId } from '#domains/settlements/contract/pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

const TEXTS = ['settlements', 'refusals', 'traffic'];

export const SETTLEMENT_PAGE_COMPONENTS: PageComponents<SettlementPageId> = {
  'payout-report': async () => (await withTexts(import('./payout-report-page.tsx'), TEXTS)).PayoutReportPage,
  'payout-report-add': async () => (await withTexts(import('./generate-page.tsx'), TEXTS)).GeneratePayoutPage,
  roas: async () => (await withTexts(import('./roas-page.tsx'), TEXTS)).RoasPage,
  savings: async () => (await withTexts(import('./savings-page.tsx'), TEXTS)).SavingsPage,
  'roas-add': async () => (await withTexts(import('./add-spend-page.tsx'), TEXTS)).AddSpendPage,
};
