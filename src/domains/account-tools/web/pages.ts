import type { AccountToolPageId } from '#domains/account-tools/contract/pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

const TEXTS = ['account-tools', 'refusals'];

export const ACCOUNT_TOOL_PAGE_COMPONENTS: PageComponents<AccountToolPageId> = {
  'account-summary': async () => (await withTexts(import('./summary-page.tsx'), TEXTS)).SummaryPage,
  'linked-accounts': async () => (await withTexts(import('./linked-page.tsx'), TEXTS)).LinkedPage,
  'digital-footprint': async () => (await withTexts(import('./footprint-page.tsx'), TEXTS)).FootprintPage,
  'bank-verification': async () => (await withTexts(import('./bank-page.tsx'), TEXTS)).BankPage,
  'merchant-onboarding': async () => (await withTexts(import('./merchants-page.tsx'), TEXTS)).MerchantsPage,
  fingerprint: async () => (await withTexts(import('./device-page.tsx'), TEXTS)).DevicePage,
  'external-embeded': async () => (await withTexts(import('./embed-page.tsx'), TEXTS)).EmbedPage,
};
