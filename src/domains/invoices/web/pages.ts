import type { InvoicePageId } from '#domains/invoices/contract/pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

const TEXTS = ['invoices', 'refusals'];

export const INVOICE_PAGE_COMPONENTS: PageComponents<InvoicePageId> = {
  invoices: async () => (await withTexts(import('./invoices-page.tsx'), TEXTS)).InvoicesPage,
  'invoice-config': async () => (await withTexts(import('./config-page.tsx'), TEXTS)).ConfigPage,
  'invoice-config-add': async () => (await withTexts(import('./config-form-page.tsx'), TEXTS)).ConfigFormPage,
};
