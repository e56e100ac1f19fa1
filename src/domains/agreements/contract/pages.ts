import { page } from '#platform/contract/page.ts';

const setup = { guard: 'menu', permission: 'money.write', times: 'package', historyMonths: 0 } as const;
const MONEY = { category: 'Reconciliation' } as const;

/** What was agreed with publishers. The odd spelling of the addresses is the contract (REC-GAP-01). */
export const AGREEMENT_PAGES = [
  page({
    id: 'payment-configuration',
    paths: ['/reconcilation/payment-configuration'],
    title: 'Payment Models',
    menu: { ...MONEY, subCategory: 'Agreements', icon: 'coins' },
    ...setup,
  }),
  page({
    id: 'payment-configuration-add',
    paths: ['/reconcilation/payment-configuration-add', '/payment-model-add'],
    title: 'Add Payment Model',
    companionOf: 'payment-configuration',
    ...setup,
  }),
  page({
    id: 'publisher-configuration-payments',
    paths: ['/reconcilation/publisher-configuration'],
    title: 'Publisher Payment Models',
    menu: { ...MONEY, subCategory: 'Agreements', icon: 'users' },
    ...setup,
  }),
  page({
    id: 'publisher-configuration-payments-add',
    paths: ['/reconcilation/publisher-configuration-add'],
    title: 'Add Publisher Payment Model',
    companionOf: 'publisher-configuration-payments',
    ...setup,
  }),
  page({
    id: 'invoice-configuration',
    paths: ['/reconcilation/invoice-configuration'],
    title: 'Settlement Settings',
    menu: { ...MONEY, subCategory: 'Agreements', icon: 'adjustments' },
    ...setup,
  }),
  page({
    id: 'invoice-configuration-add',
    paths: ['/reconcilation/invoice-configuration-add'],
    title: 'Add Settlement Settings',
    companionOf: 'invoice-configuration',
    ...setup,
  }),
] as const;

export type AgreementPageId = (typeof AGREEMENT_PAGES)[number]['id'];
