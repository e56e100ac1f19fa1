import { page } from '#platform/contract/page.ts';

const common = { guard: 'menu', permission: 'rules.read', times: 'package', historyMonths: 0 } as const;

export const BLOCK_PAGES = [
  page({
    id: 'block-list',
    paths: ['/web/tools/blacklisting-setting'],
    title: 'Block List',
    menu: { category: 'Traffic', subCategory: 'Protect', icon: 'shield-lock' },
    ...common,
  }),
  page({
    id: 'block-feeds',
    paths: ['/tools/feeds'],
    title: 'Feeds',
    menu: { category: 'Traffic', subCategory: 'Protect', icon: 'link' },
    ...common,
  }),
] as const;

export type BlockPageId = (typeof BLOCK_PAGES)[number]['id'];
