import { page } from '#platform/contract/page.ts';

const common = { guard: 'menu', permission: 'rules.read', times: 'package' } as const;
const menu = (icon: string) => ({ category: 'Brand', subCategory: 'Brand protection', icon });

export const SUPPLY_PAGES = [
  page({
    id: 'supply-files',
    paths: ['/supply-files'],
    title: 'Supply Files',
    menu: menu('list-tree'),
    ...common,
    historyMonths: 0,
  }),
  page({
    id: 'supply-comparison',
    paths: ['/supply-comparison'],
    title: 'Authorised Sellers',
    menu: menu('shield-check'),
    ...common,
    historyMonths: 12,
  }),
] as const;

export type SupplyPageId = (typeof SUPPLY_PAGES)[number]['id'];
