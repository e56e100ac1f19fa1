import type { AgreementPageId } from '#domains/agreements/contract/pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

const TEXTS = ['agreements', 'refusals'];

export const AGREEMENT_PAGE_COMPONENTS: PageComponents<AgreementPageId> = {
  'payment-configuration': async () => (await withTexts(import('./payments/payments-page.tsx'), TEXTS)).PaymentsPage,
  'payment-configuration-add': async () =>
    (await withTexts(import('./payments/add-payment-page.tsx'), TEXTS)).AddPaymentPage,
  'publisher-configuration-payments': async () =>
    (await withTexts(import('./publishers/publisher-payments-page.tsx'), TEXTS)).PublisherPaymentsPage,
  'publisher-configuration-payments-add': async () =>
    (await withTexts(import('./publishers/add-publisher-payment-page.tsx'), TEXTS)).AddPublisherPaymentPage,
  'invoice-configuration': async () => (await withTexts(import('./settings/settings-page.tsx'), TEXTS)).SettingsPage,
  'invoice-configuration-add': async () =>
    (await withTexts(import('./settings/add-setting-page.tsx'), TEXTS)).AddSettingPage,
};
