import { MINIMUM_SAMPLE } from '#traffic/event/contract/rate.ts';
import { board } from '../board.ts';
import { DATASETS } from '../datasets.ts';
import { MONEY } from '../measures.ts';
import { breakdown } from '../shapes/breakdown.ts';
import { series } from '../shapes/series.ts';
import { table } from '../shapes/table.ts';
import type { Widget } from '../widget.ts';
import { CATEGORIES, SUB_CATEGORIES, TOTAL } from './common.ts';

/** Shares of few clicks say nothing: a campaign or a country must have earned its place, and keeps it by its least. */
const WORST = {
  measures: ['fraud', 'total', 'fraud_percentage'],
  order: 'fraud_percentage',
  ranked: { by: 'wilson_low', least: { measure: 'total', count: MINIMUM_SAMPLE }, without: [] },
  limit: 10,
} as const satisfies Partial<Widget>;

const WIDGETS = [
  TOTAL,
  series({ id: 'analytics', title: 'Clicks by date', grain: 'date' }),
  breakdown({ id: 'critical_campaigns', title: 'Critical campaigns', section: 'sources', by: 'campaign', ...WORST }),
  breakdown({
    id: 'fraudulent_geo',
    title: 'Countries with the highest fraud share',
    section: 'sources',
    by: 'country',
    ...WORST,
  }),
  { ...CATEGORIES, id: 'fraud_categories' },
  { ...SUB_CATEGORIES, id: 'fraud_sub_categories' },
  table({
    id: 'campaigns',
    title: 'Campaigns',
    by: 'campaign',
    order: 'fraud',
    limit: 500,
    extra: MONEY,
  }),
  table({ id: 'keywords', title: 'Keywords', section: 'placements', by: 'keyword', order: 'fraud', limit: 500 }),
  breakdown({ id: 'devices', title: 'Device types', by: 'device_type' }),
  table({ id: 'publishers', title: 'Publishers', by: 'publisher', order: 'fraud', rows: 8 }),
] as const satisfies readonly [Widget, ...Widget[]];

/** Clicks as whoever buys search ads looks at them: campaigns, countries and keywords (VAST-API-12 to 15). */
export const searchAds = board({
  id: 'search-ads',
  title: 'Search Ads Analytics',
  dataset: DATASETS.web_click,
  api: '/api/google_ads',
  types: [],
  fileId: 'GOOGLE_ADS_ANALYTICS',
  routes: [{ path: '/web/dashboard/google_ads_analytics', layout: 'cards', calls: 'data' }],
  historyMonths: 3,
  menu: { category: 'Web', subCategory: 'Dashboards', icon: 'search' },
  widgets: WIDGETS,
});
