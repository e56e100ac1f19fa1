import { slice } from '#platform/contract/slice.ts';
import { invoiceAudit } from './audit.ts';
import { INVOICE_PAGES } from './pages.ts';

export const INVOICES = slice({ id: 'domains/invoices', pages: INVOICE_PAGES, audit: [invoiceAudit] });
