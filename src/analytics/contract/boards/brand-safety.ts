import { type Board, board } from '../board.ts';
import { DATASETS } from '../datasets.ts';
import type { SURROUNDINGS, SurroundingName } from '../surroundings.ts';
import type { Widget } from '../widget.ts';

type SafetyWidget = Widget<SurroundingName>;

const RATE = ['unsafe', 'total', 'unsafe_percentage'] as const;
const PAGED = { shape: 'table', chart: 'table', measures: RATE, order: 'unsafe' } as const;
const BARS = { shape: 'breakdown', chart: 'bars', measures: RATE, order: 'unsafe' } as const;

const TOTAL: SafetyWidget = {
  id: 'total',
  title: 'Total',
  shape: 'totals',
  chart: 'tiles',
  measures: ['total', 'unsafe', 'safe', 'unrated', 'unsafe_percentage'],
};

const WIDGETS: readonly [SafetyWidget, ...SafetyWidget[]] = [
  TOTAL,
  {
    id: 'date-wise',
    title: 'By date',
    shape: 'series',
    chart: 'stacked',
    grain: 'date',
    measures: ['unsafe', 'unsafe_percentage'],
  },
  {
    id: 'category-wise',
    title: 'Unsafe categories',
    shape: 'breakdown',
    chart: 'donut',
    section: 'reasons',
    by: 'unsafe_topic',
    measures: ['unsafe', 'unsafe_share'],
    extra: ['unsafe_share'],
    order: 'unsafe',
    standing: { safety: ['unsafe'] },
    base: 'unsafe',
  },
  { id: 'channel-wise', title: 'Channels', section: 'sources', by: 'channel', ...BARS },
  { id: 'country-wise', title: 'Countries', section: 'sources', by: 'country', ...BARS },
  { id: 'publisher-wise', title: 'Publishers', section: 'sources', by: 'publisher', rows: 8, ...PAGED },
  { id: 'placement-wise', title: 'Placements', by: 'placement', limit: 500, ...PAGED },
  { id: 'campaign-wise', title: 'Campaigns', by: 'campaign', limit: 500, ...PAGED },
  {
    id: 'reported-category-wise',
    title: 'Categories as reported',
    section: 'findings',
    by: 'content_category',
    limit: 500,
    ...PAGED,
    order: 'total',
  },
];

const shared = {
  dataset: DATASETS.placements,
  types: [],
  historyMonths: 3,
} as const;

/** Ads beside what no brand wants to stand beside, by the categories that came with them (WEB-GAP-08). */
export const brandSafety: Board<typeof SURROUNDINGS> = board({
  ...shared,
  id: 'brand-safety',
  title: 'Brand Safety Dashboard',
  api: '/api/bs/dashboard',
  fileId: 'BRAND_SAFETY',
  routes: [{ path: '/bs-dashboard', layout: 'cards', calls: 'data' }],
  menu: { category: 'Brand safety', subCategory: 'Dashboards', icon: 'shield-check' },
  widgets: WIDGETS,
});

/** The same as rows to take along: each placement of each publisher, unsafe ones first. */
export const brandSafetyFile: Board<typeof SURROUNDINGS> = board({
  ...shared,
  id: 'brand-safety-download',
  title: 'Brand Safety Download',
  api: '/api/bs/placements',
  fileId: 'BRAND_SAFETY_ROWS',
  routes: [{ path: '/bs-download', layout: 'cards', calls: 'data' }],
  menu: { category: 'Brand safety', subCategory: 'Dashboards', icon: 'download' },
  widgets: [
    TOTAL,
    {
      id: 'rows',
      title: 'Placements',
      section: 'sources',
      by: 'placement',
      underPublisher: true,
      rows: 25,
      limit: 500,
      ...PAGED,
    },
  ],
  file: 'rows',
});
