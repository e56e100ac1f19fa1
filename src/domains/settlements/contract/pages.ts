import { page } from '#platform/contract/page.ts';

const shared = { guard: 'menu', permission: 'money.write', times: 'package' } as const;
const MONEY = { category: 'Reconciliation', subCategory: 'Settlement' } as const;

/** What publishers are owed. The odd spelling of the addresses is the contract (REC-GAP-01). */
export const SETTLEMENT_PAGES = [
  page({
    id: 'payout-report',
    paths: ['/reconcilation/report'],
    title: 'Payout Report',
    menu: { ...MONEY, icon: 'coins' },
    historyMonths: 12,
    ...shared,
  }),
  page({
    id: 'payout-report-add',
    paths: ['/reconcilation/report-add'],
    title: 'Generate Payout Report',
    companionOf: 'payout-report',
    historyMonths: 0,
    ...shared,
  }),
  page({
    id: 'roas',
    paths: ['/reconcilation/roas'],
    title: 'Return on Ad Spend',
    menu: { ...MONEY, icon: 'file-analytics' },
    historyMonths: 12,
    ...shared,
  }),
  page({
    id: 'roas-add',
    paths: ['/reconcilation/roas-add'],
    title: 'Add Spend',
    companionOf: 'roas',
    historyMonths: 0,
    ...shared,
  }),
  page({
    id: 'savings',
    paths: ['/reconcilation/savings'],
    title: 'Savings',
    menu: { ...MONEY, icon: 'shield-check' },
    historyMonths: 12,
    ...shared,
  }),
] as const;

export type SettlementPageId = (typeof SETTLEMENT_PAGES)[number]['id'];
