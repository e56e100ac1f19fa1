import { page } from '#platform/contract/page.ts';

/** Proof of what is claimed. The odd spelling of the address is the contract (REC-GAP-01). */
export const EVIDENCE_PAGES = [
  page({
    id: 'evidence',
    paths: ['/reconcilation/evidence'],
    title: 'Evidence',
    guard: 'menu',
    permission: 'event.read',
    times: 'package',
    historyMonths: 0,
    menu: { category: 'Reconciliation', subCategory: 'Proof', icon: 'shield-check' },
  }),
] as const;

export type EvidencePageId = (typeof EVIDENCE_PAGES)[number]['id'];
