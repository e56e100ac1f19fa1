import { page } from '#platform/contract/page.ts';

export const MONEY_PAGES = [
  page({
    id: 'costs',
    paths: ['/traffic/costs'],
    title: 'Costs',
    guard: 'menu',
    times: 'package',
    permission: 'money.write',
    historyMonths: 12,
    menu: { category: 'Traffic', subCategory: 'Evidence', icon: 'coins' },
  }),
] as const;

export type MoneyPageId = (typeof MONEY_PAGES)[number]['id'];
