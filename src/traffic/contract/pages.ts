import { page } from '#platform/contract/page.ts';

/** Screens about single events and about what brought them in. */
export const TRAFFIC_PAGES = [
  page({
    id: 'events',
    paths: ['/traffic/events'],
    title: 'Events',
    guard: 'menu',
    historyMonths: 12,
    menu: { category: 'Traffic', subCategory: 'Evidence', icon: 'list-search' },
  }),
  page({
    id: 'import',
    paths: ['/traffic/import'],
    title: 'Import',
    guard: 'menu',
    permission: 'import.read',
    historyMonths: 0,
    menu: { category: 'Traffic', subCategory: 'Sources', icon: 'file-import' },
  }),
  page({
    id: 'white-list',
    paths: ['/traffic/white-list'],
    title: 'White list',
    guard: 'menu',
    permission: 'event.judge',
    historyMonths: 0,
    menu: { category: 'Traffic', subCategory: 'Evidence', icon: 'shield-check' },
  }),
  page({
    id: 'rules',
    paths: ['/rules'],
    title: 'Rules',
    guard: 'menu',
    permission: 'rules.read',
    historyMonths: 0,
    menu: { category: 'Traffic', subCategory: 'Evidence', icon: 'adjustments' },
  }),
  page({
    id: 'rules-history',
    paths: ['/rules/history'],
    title: 'Rule history',
    guard: 'menu',
    permission: 'rules.read',
    historyMonths: 0,
  }),
  page({
    id: 'publisher',
    paths: ['/publisher', '/publisher/:name'],
    title: 'Publisher',
    guard: 'menu',
    historyMonths: 12,
    menu: { category: 'Traffic', subCategory: 'Evidence', icon: 'user-search' },
  }),
] as const;

export type TrafficPageId = (typeof TRAFFIC_PAGES)[number]['id'];
