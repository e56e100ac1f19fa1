import { page } from '#platform/contract/page.ts';

const shared = { guard: 'menu', permission: 'money.write', times: 'package', historyMonths: 0 } as const;
const MONEY = { category: 'Reconciliation', subCategory: 'Invoices' } as const;

/** What is billed, and by whom. The odd spelling of the addresses is the contract (REC-GAP-01). */
export const INVOICE_PAGES = [
  page({
    id: 'invoices',
    paths: ['/reconcilation/invoices'],
    title: 'Invoices',
    menu: { ...MONEY, icon: 'file-analytics' },
    ...shared,
  }),
  page({
    id: 'invoice-config',
    paths: ['/reconcilation/invoice-config'],
    title: 'Invoice Configuration',
    menu: { ...MONEY, icon: 'adjustments' },
    ...shared,
  }),
  page({
    id: 'invoice-config-add',
    paths: ['/reconcilation/invoice-config-add'],
    title: 'Add Invoice Configuration',
    companionOf: 'invoice-config',
    ...shared,
  }),
] as const;

export type InvoicePageId = (typeof INVOICE_PAGES)[number]['id'];
