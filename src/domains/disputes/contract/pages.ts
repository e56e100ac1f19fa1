import { page } from '#platform/contract/page.ts';

/** What publishers say of what is claimed of them. The odd spelling of the address is the contract (REC-GAP-01). */
export const DISPUTE_PAGES = [
  page({
    id: 'disputes',
    paths: ['/reconcilation/disputes'],
    title: 'Disputes',
    guard: 'menu',
    permission: 'event.read',
    times: 'package',
    historyMonths: 0,
    menu: { category: 'Reconciliation', subCategory: 'Proof', icon: 'messages' },
  }),
] as const;

/** Loaded without the shell, by a script of its own; the token stands after the number sign, where no server sees it. */
export const DISPUTE_LINK_PAGES = [
  page({ id: 'dispute', paths: ['/dispute'], title: 'Claim', guard: 'public', historyMonths: 0 }),
] as const;

export type DisputePageId = (typeof DISPUTE_PAGES)[number]['id'];
