import { page } from '#platform/contract/page.ts';

const shared = { guard: 'menu', permission: 'money.write', times: 'package', historyMonths: 12 } as const;
const MONEY = { category: 'Reconciliation', subCategory: 'Re-attribution' } as const;

/** Who should have been credited. The odd spelling of the addresses is the contract (REC-GAP-01). */
export const REATTRIBUTION_PAGES = [
  page({
    id: 'reattribution-install',
    paths: ['/reconcilation/reattribution/install'],
    title: 'Install Re-attribution',
    menu: { ...MONEY, icon: 'download' },
    ...shared,
  }),
  page({
    id: 'reattribution-event',
    paths: ['/reconcilation/reattribution/event'],
    title: 'Event Re-attribution',
    menu: { ...MONEY, icon: 'hand-click' },
    ...shared,
  }),
] as const;

export type ReattributionPageId = (typeof REATTRIBUTION_PAGES)[number]['id'];
