import { page } from '#platform/contract/page.ts';

export const TOKEN_PAGES = [
  page({
    id: 'tokens',
    paths: ['/management/token'],
    title: 'API tokens',
    guard: 'menu',
    times: 'reader',
    permission: 'package.write',
    historyMonths: 0,
    menu: { category: 'Administration', subCategory: 'Packages', icon: 'key' },
  }),
] as const;

export type TokenPageId = (typeof TOKEN_PAGES)[number]['id'];
