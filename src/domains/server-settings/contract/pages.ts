import { page } from '#platform/contract/page.ts';

export const SERVER_PAGES = [
  page({
    id: 'server-settings',
    paths: ['/management/server'],
    title: 'Settings and health',
    guard: 'menu',
    times: 'reader',
    permission: 'server.read',
    historyMonths: 0,
    menu: { category: 'Administration', subCategory: 'Installation', icon: 'settings' },
  }),
] as const;

export type ServerPageId = (typeof SERVER_PAGES)[number]['id'];
