import { page } from '#platform/contract/page.ts';

const common = { guard: 'menu', historyMonths: 0 } as const;
const place = { category: 'Brand', subCategory: 'Video relevancy' } as const;

/** In the shell: the scan, and the videos it looks through. */
export const RELEVANCY_PAGES = [
  page({
    id: 'youtube-relevancy',
    paths: ['/youtube-relevancy'],
    title: 'Video relevancy',
    menu: { ...place, icon: 'video' },
    permission: 'board.read',
    ...common,
  }),
  page({
    id: 'video-catalogue',
    paths: ['/youtube-relevancy/catalogue'],
    title: 'Video catalogue',
    menu: { ...place, icon: 'file-import' },
    permission: 'server.write',
    ...common,
  }),
] as const;

export type RelevancyPageId = (typeof RELEVANCY_PAGES)[number]['id'];
