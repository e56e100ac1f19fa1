import { page } from '#platform/contract/page.ts';

export const VERDICT_DELIVERY_PAGES = [
  page({
    id: 'verdict-deliveries',
    paths: ['/traffic/verdict-deliveries'],
    title: 'Verdict deliveries',
    guard: 'menu',
    times: 'package',
    permission: 'rules.read',
    historyMonths: 0,
    menu: { category: 'Traffic', subCategory: 'Protect', icon: 'send' },
  }),
] as const;

export type VerdictDeliveryPageId = (typeof VERDICT_DELIVERY_PAGES)[number]['id'];
export const VERDICT_DELIVERY_PAGE_IDS = VERDICT_DELIVERY_PAGES.map(({ id }) => id);
