import type { InfringementPageId } from '#domains/infringement/contract/pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

const TEXTS = ['infringement', 'refusals'];

export const INFRINGEMENT_PAGE_COMPONENTS: PageComponents<InfringementPageId> = {
  'adword-affiliate': async () => (await withTexts(import('./adword-page.tsx'), TEXTS)).AdwordPage,
  'adword-competitor': async () => (await withTexts(import('./adword-page.tsx'), TEXTS)).AdwordPage,
  'keyword-bidding': async () => (await withTexts(import('./bidding-page.tsx'), TEXTS)).BiddingPage,
  'domain-tracking': async () => (await withTexts(import('./domains-page.tsx'), TEXTS)).DomainsPage,
  coupons: async () => (await withTexts(import('./coupons-page.tsx'), TEXTS)).CouponsPage,
  'coupons-referral': async () => (await withTexts(import('./referral-page.tsx'), TEXTS)).ReferralPage,
};
