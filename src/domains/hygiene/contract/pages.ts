import { page } from '#platform/contract/page.ts';

/** Whether a creative is fit to run (BH-GAP-05). */
export const HYGIENE_PAGES = [
  page({
    id: 'brand-hygiene',
    paths: ['/brand-hygiene'],
    title: 'Brand Hygiene',
    guard: 'menu',
    permission: 'tracking.read',
    times: 'package',
    historyMonths: 0,
    menu: { category: 'Brand', subCategory: 'Brand hygiene', icon: 'shield-check' },
  }),
  page({
    id: 'adao-video',
    paths: ['/adao-processing/video'],
    title: 'Video ad processing',
    guard: 'session',
    permission: 'tracking.read',
    historyMonths: 0,
    menu: { category: 'Brand', subCategory: 'Brand hygiene', icon: 'movie' },
  }),
  page({
    id: 'adao-configuration',
    paths: ['/adao-configuration'],
    title: 'Ad processing configuration',
    guard: 'menu',
    permission: 'tracking.read',
    historyMonths: 0,
    menu: { category: 'Brand', subCategory: 'Brand hygiene', icon: 'settings' },
  }),
] as const;

export type HygienePageId = (typeof HYGIENE_PAGES)[number]['id'];
