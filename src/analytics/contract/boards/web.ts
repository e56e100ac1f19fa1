import type { DashboardType } from '#platform/contract/dashboard-types.ts';
import { type Board, board } from '../board.ts';
import { DATASETS } from '../datasets.ts';
import { MONEY } from '../measures.ts';
import { breakdown } from '../shapes/breakdown.ts';
import { series } from '../shapes/series.ts';
import { table } from '../shapes/table.ts';
import { trend } from '../shapes/trend.ts';
import { FLAGGED, type Widget } from '../widget.ts';
import { CATEGORIES, DATE_WISE, SUB_CATEGORIES, SUB_PUBLISHERS, TOP_CLEAN, TOTAL, topFraud } from './common.ts';

const WIDGETS = [
  TOTAL,
  DATE_WISE,
  CATEGORIES,
  SUB_CATEGORIES,
  TOP_CLEAN,
  topFraud('top-publisher/invalid'),
  series({ id: 'week-wise', title: 'By week', grain: 'week' }),
  series({ id: 'month-wise', title: 'By month', grain: 'month' }),
  table({
    id: 'publisher-wise',
    title: 'Publishers',
    section: 'sources',
    by: 'publisher',
    order: 'fraud',
    rows: 8,
    extra: MONEY,
  }),
  table({ id: 'campaign-wise', title: 'Campaigns', by: 'campaign', order: 'fraud', limit: 500 }),
  table({ id: 'placement-wise', title: 'Placements', by: 'placement', order: 'fraud', limit: 500 }),
  breakdown({ id: 'channel-wise', title: 'Channels', by: 'channel' }),
  breakdown({ id: 'placement-type-wise', title: 'Placement types', by: 'placement_type' }),
  breakdown({ id: 'system-domain-wise', title: 'Top system domains', by: 'system_domain', limit: 10 }),
  SUB_PUBLISHERS,
] as const satisfies readonly Widget[];

const IMPRESSION_WIDGETS = [
  table({ id: 'creative-id', title: 'Creatives', by: 'creative', order: 'fraud', limit: 500 }),
  trend({ id: 'fraud_reason_trend', title: 'Fraud reasons over time', by: 'reason', ...FLAGGED }),
  series({
    id: 'fraud_impression',
    title: 'Fraudulent impressions',
    grain: 'date',
    chart: 'line',
    measures: ['fraud'],
  }),
  series({
    id: 'cumulative_impression_trend',
    title: 'Impressions so far',
    grain: 'date',
    chart: 'area',
    measures: ['total', 'fraud'],
    cumulative: true,
  }),
  breakdown({ id: 'top_exchange_traffic', title: 'Exchanges with most traffic', by: 'system_domain', limit: 10 }),
  breakdown({
    id: 'placement_high_fraud_traffic',
    title: 'Placements with most fraud',
    by: 'placement',
    measures: ['fraud', 'total', 'fraud_percentage'],
    order: 'fraud',
    limit: 10,
  }),
  breakdown({ id: 'top_placement', title: 'Top placements', by: 'placement', limit: 10 }),
] as const satisfies readonly Widget[];

const webBoard = (
  kind: string,
  dataset: Board['dataset'],
  types: readonly [DashboardType, ...DashboardType[]],
  icon: string,
  more: readonly Widget[] = [],
): Board =>
  board({
    id: `web-${kind}`,
    title: `${types[0]} Dashboard`,
    dataset,
    api: `/api/v2/web/${kind}/dashboard`,
    types,
    fileId: kind.toUpperCase(),
    routes: [
      { path: `/web/dashboard/${kind}`, layout: 'cards', calls: 'data' },
      { path: `/${kind}-dashboard`, layout: 'cards', calls: 'named' },
    ],
    historyMonths: 3,
    menu: { category: 'Web', subCategory: 'Dashboards', icon },
    widgets: [...WIDGETS, ...more],
  });

export const webVisit = webBoard('visit', DATASETS.web_visit, ['Visit'], 'eye');
export const webClick = webBoard('click', DATASETS.web_click, ['Click'], 'click');
export const webImpression = webBoard('impression', DATASETS.web_impression, ['Impression'], 'ad', IMPRESSION_WIDGETS);
export const webEvent = webBoard('event', DATASETS.web_event, ['Event', 'Web_Event'], 'bolt');
