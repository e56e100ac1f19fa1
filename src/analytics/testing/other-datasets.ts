/** Two datasets that the product does not have, to show that another one fits: a table of its own, and a funnel. */
import { sql } from '#platform/server/clickhouse/sql.ts';
import { type ScopedTable, TRAFFIC_TABLE } from '#traffic/event/server/traffic-where.ts';
import type { Board } from '../contract/board.ts';
import type { Dataset } from '../contract/datasets.ts';
import { derived, measures, percentOf } from '../contract/measure.ts';
import type { Widget } from '../contract/widget.ts';
import { datasetSql } from '../server/datasets/dataset-sql.ts';

/** Facts of a table of their own, with columns of their own names: what was paid for and what came of it. */
export const TOUCH_MEASURES = measures({
  total: { label: 'Touches', unit: 'events', description: 'Paid touches', every: true, compared: true, adds: true },
  converted: { label: 'Converted', unit: 'events', description: 'Touches that led to a sale', every: true, adds: true },
  conversion: derived(['total', 'converted'], ({ total, converted }) => percentOf(converted, total), {
    label: 'Conversion',
    unit: 'percent',
    description: 'Touches that led to a sale of all touches',
    every: true,
    compared: true,
  }),
  spend: { label: 'Spend', unit: 'money', description: 'What the touches cost', every: true, adds: true },
  people: { label: 'People', unit: 'events', description: 'Distinct persons', adds: false },
  part: { label: 'Part', unit: 'percent', description: 'Part of all sales', partOf: 'converted' },
});
export type TouchName = keyof typeof TOUCH_MEASURES;

export const TOUCHES = {
  id: 'touches',
  platform: 'web',
  noun: 'Touches',
  table: 'touches',
  kinds: [],
  dimensions: ['publisher', 'campaign'],
  measures: TOUCH_MEASURES,
} as const satisfies Dataset;

export const TOUCH_COLUMNS = {
  package: sql`shop`,
  publisher: sql`partner`,
  vendor: 'none',
  kind: 'none',
  time: sql`at`,
  dimensions: { publisher: sql`partner`, campaign: sql`campaign` },
} as const satisfies ScopedTable;

export const touches = datasetSql(TOUCHES, {
  table: sql`touches`,
  columns: TOUCH_COLUMNS,
  measures: {
    total: () => sql`count()`,
    converted: () => sql`countIf(sale)`,
    spend: () => sql`mapApply((k, v) -> (k, toString(v)), sumMap(map(currency, paid)))`,
    people: () => sql`uniqExact(who)`,
  },
  order: { conversion: sql`converted / total` },
});

const shown = ['total', 'converted', 'spend'] as const;
export const touchWidget = (
  w: Pick<Widget<TouchName>, 'id' | 'shape'> & Partial<Widget<TouchName>>,
): Widget<TouchName> => ({
  title: w.id,
  chart: 'table',
  measures: shown,
  ...w,
});

export const TOUCH_BOARD: Board<typeof TOUCH_MEASURES> = {
  id: 'touch-board',
  title: 'Touches',
  dataset: TOUCHES,
  api: '/api/v2/test/touches',
  types: [],
  fileId: 'TOUCHES',
  routes: [{ path: '/test/touches', layout: 'cards', calls: 'data' }],
  historyMonths: 3,
  menu: { category: 'Web', subCategory: 'Dashboards', icon: 'eye' },
  widgets: [
    touchWidget({ id: 'total', shape: 'totals', extra: ['people'] }),
    touchWidget({ id: 'days', shape: 'series', grain: 'date' }),
    touchWidget({ id: 'weeks', shape: 'series', grain: 'week' }),
    touchWidget({ id: 'campaigns', shape: 'breakdown', by: 'campaign', extra: ['part'], order: 'conversion' }),
    touchWidget({ id: 'leading', shape: 'trend', by: 'campaign', grain: 'date', limit: 1, order: 'converted' }),
    touchWidget({ id: 'list', shape: 'table', by: 'campaign', underPublisher: true, order: 'total', limit: 3 }),
  ],
};

/** Two kinds of one table as steps. */
const FUNNEL_MEASURES = measures({
  total: { label: 'Steps', unit: 'events', description: 'Visits and clicks', every: true, adds: true },
  visits: { label: 'Visits', unit: 'events', description: 'First step', every: true, adds: true },
  clicks: { label: 'Clicks', unit: 'events', description: 'Second step', every: true, adds: true },
  through: derived(['visits', 'clicks'], ({ visits, clicks }) => percentOf(Math.min(visits, clicks), visits), {
    label: 'Through',
    unit: 'percent',
    description: 'Clicks of visits, at most all',
    every: true,
  }),
});

export const FUNNEL = {
  id: 'funnel',
  platform: 'web',
  noun: 'Steps',
  table: 'funnel',
  kinds: ['visit', 'click'],
  dimensions: ['publisher'],
  measures: FUNNEL_MEASURES,
} as const satisfies Dataset;

export const funnel = datasetSql(FUNNEL, {
  table: sql`traffic`,
  columns: { ...TRAFFIC_TABLE, dimensions: { publisher: sql`publisher` } },
  measures: {
    total: () => sql`count()`,
    visits: () => sql`countIf(kind = 'visit')`,
    clicks: () => sql`countIf(kind = 'click')`,
  },
});

export const FUNNEL_BOARD: Board<typeof FUNNEL_MEASURES> = {
  ...TOUCH_BOARD,
  id: 'funnel-board',
  dataset: FUNNEL,
  api: '/api/v2/test/funnel',
  widgets: [
    { id: 'steps', title: 'Steps', shape: 'breakdown', chart: 'bars', by: 'publisher', measures: ['visits', 'clicks'] },
  ],
};
