import { page } from '#platform/contract/page.ts';

const setup = { guard: 'menu', permission: 'tracking.read', times: 'package', historyMonths: 0 } as const;
const report = { guard: 'menu', permission: 'board.read', times: 'package', historyMonths: 3 } as const;

/** Video ads: what was asked for and shown, and the tags that players ask (VAST-ROUTE-01 to 08). */
export const VIDEO_PAGES = [
  page({
    id: 'vast-dashboard',
    paths: ['/vast/dashboard'],
    title: 'VAST Dashboard',
    menu: { category: 'Video', subCategory: 'Video ads', icon: 'chart-funnel' },
    ...report,
  }),
  page({
    id: 'vast-dashboard-integrate',
    paths: ['/vast/dashboard-integrate'],
    title: 'VAST Dashboard',
    variantOf: 'vast-dashboard',
    companionOf: 'vast-dashboard',
    ...report,
  }),
  page({
    id: 'vast-video-analysis',
    paths: ['/web/vast/video-analysis-dashboard'],
    title: 'Video Analysis Dashboard',
    menu: { category: 'Video', subCategory: 'Video ads', icon: 'video' },
    ...report,
  }),
  page({
    id: 'vast-trackers',
    paths: ['/web/vast/tracker'],
    title: 'VAST Tracker',
    menu: { category: 'Video', subCategory: 'Video ads', icon: 'link' },
    ...setup,
  }),
  page({
    id: 'vast-tracker-add',
    paths: ['/web/vast/tracker/add'],
    title: 'Add VAST Tracker',
    companionOf: 'vast-trackers',
    ...setup,
  }),
  page({
    id: 'vast-tracker-edit',
    paths: ['/web/vast/tracker/edit'],
    title: 'Edit VAST Tracker',
    companionOf: 'vast-trackers',
    ...setup,
  }),
  page({
    id: 'vast-creatives',
    paths: ['/web/vast/creative'],
    title: 'VAST Creative',
    menu: { category: 'Video', subCategory: 'Video ads', icon: 'movie' },
    ...setup,
  }),
  page({
    id: 'vast-creative-upload',
    paths: ['/web/vast-creative/upload'],
    title: 'Upload VAST Creative',
    companionOf: 'vast-creatives',
    ...setup,
  }),
] as const;

export type VideoPageId = (typeof VIDEO_PAGES)[number]['id'];
