import { page } from '#platform/contract/page.ts';

export const PRIVACY_PAGES = [
  page({
    id: 'privacy',
    paths: ['/management/privacy'],
    title: 'Retention and erasure',
    guard: 'menu',
    times: 'reader',
    permission: 'server.read',
    historyMonths: 0,
    menu: { category: 'Administration', subCategory: 'Packages', icon: 'shield-lock' },
  }),
] as const;

export type PrivacyPageId = (typeof PRIVACY_PAGES)[number]['id'];
