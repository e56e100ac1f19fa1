import type { DashboardType } from '#platform/contract/dashboard-types.ts';
import { REASON_GROUPS, type ReasonGroup } from '#traffic/event/contract/reasons.ts';
import { type Board, type BoardRoute, board } from '../board.ts';
import { DATASETS } from '../datasets.ts';
import { MONEY } from '../measures.ts';
import { breakdown } from '../shapes/breakdown.ts';
import { series } from '../shapes/series.ts';
import { table } from '../shapes/table.ts';
import { trend } from '../shapes/trend.ts';
import { FLAGGED, flaggedFor, type Widget } from '../widget.ts';
import {
  CATEGORIES,
  DATE_WISE,
  FRAUD_RATE,
  SUB_CATEGORIES,
  SUB_PUBLISHERS,
  TOP_CLEAN,
  TOTAL,
  topFraud,
} from './common.ts';

/**
 * Fraud of the click that was credited; everything else is fraud of the install itself. The two add up to all fraud.
 */
const CLICK_FRAUD = flaggedFor('flagged_click', ['clk']);
const OTHER_FRAUD = flaggedFor(
  'flagged_rest',
  (Object.keys(REASON_GROUPS) as ReasonGroup[]).filter((group) => group !== 'clk'),
);

const WIDGETS = [
  TOTAL,
  DATE_WISE,
  TOP_CLEAN,
  topFraud('top-publisher/fraud'),
  CATEGORIES,
  SUB_CATEGORIES,
  breakdown({
    id: 'fraud-sub-category-percent',
    title: 'Share of each sub-category',
    by: 'reason',
    chart: 'donut',
    measures: ['fraud', 'percentage'],
    extra: ['percentage'],
    order: 'fraud',
    ...FLAGGED,
  }),
  series({ id: 'fraud/date-wise', title: 'Fraud by date', grain: 'date', chart: 'line', measures: FRAUD_RATE }),
  series({ id: 'fraud/week-wise', title: 'Fraud by week', grain: 'week', measures: FRAUD_RATE }),
  series({ id: 'fraud/month-wise', title: 'Fraud by month', grain: 'month', measures: FRAUD_RATE }),
  breakdown({
    id: 'fraud/install-type-wise',
    title: 'Fraud by install type',
    by: 'install_type',
    measures: FRAUD_RATE,
    order: 'fraud',
  }),
  table({
    id: 'fraud/publisher-wise',
    title: 'Fraud by publisher',
    section: 'sources',
    by: 'publisher',
    order: 'fraud',
    rows: 8,
    extra: MONEY,
  }),
  SUB_PUBLISHERS,
  trend({
    id: 'sub-publisher/date-wise',
    title: 'Sub-publishers over time',
    by: 'sub_publisher',
    underPublisher: true,
    limit: 20,
  }),
  breakdown({
    id: 'device-wise',
    title: 'Fraud by device',
    by: 'device_model',
    order: 'fraud',
    measures: FRAUD_RATE,
    limit: 100,
  }),
  trend({ id: 'fraud-sub-category/date-wise', title: 'Sub-categories over time', by: 'reason', ...FLAGGED }),
  table({
    id: 'fraud-sub-category/publisher-wise',
    title: 'Sub-categories by publisher',
    by: 'reason',
    underPublisher: true,
    ...FLAGGED,
    order: 'fraud',
    limit: 100,
  }),
] as const satisfies readonly Widget[];

const INSTALL_WIDGETS = [
  series({
    id: 'click-fraud/date-wise',
    title: 'Click fraud by date',
    section: 'findings',
    grain: 'date',
    ...CLICK_FRAUD,
    measures: ['fraud', 'suspect'],
  }),
  table({
    id: 'click-fraud/publisher-wise',
    title: 'Click fraud by publisher',
    section: 'findings',
    by: 'publisher',
    ...CLICK_FRAUD,
    order: 'fraud',
  }),
  series({
    id: 'install-fraud/date-wise',
    title: 'Install fraud by date',
    section: 'findings',
    grain: 'date',
    ...OTHER_FRAUD,
    measures: ['fraud', 'suspect'],
  }),
  table({
    id: 'install-fraud/publisher-wise',
    title: 'Install fraud by publisher',
    section: 'findings',
    by: 'publisher',
    ...OTHER_FRAUD,
    order: 'fraud',
  }),
] as const satisfies readonly Widget[];

const metric = (id: string, title: string, rest: Partial<Widget>): Widget[] => [
  series({
    id: `${id}/date-wise`,
    title: `${title} by date`,
    section: 'metrics',
    grain: 'date',
    chart: 'line',
    ...rest,
  }),
  table({
    id: `${id}/publisher-wise`,
    title: `${title} by publisher`,
    section: 'metrics',
    by: 'publisher',
    ...rest,
    chart: 'table',
  }),
];

const EVENT_WIDGETS = [
  ...metric('unique-event', 'Unique events', { extra: ['unique_events'], measures: ['unique_events', 'total'] }),
  ...metric('primary-attribution', 'Primary attribution', {
    standing: { attribution: ['primary'] },
    base: 'primary',
  }),
  ...metric('non-primary-attribution', 'Non-primary attribution', {
    standing: { attribution: ['non-primary'] },
    base: 'non_primary',
  }),
  ...metric('current-month-affiliation', 'Current-month affiliation', {
    extra: ['current_month'],
    measures: ['current_month', 'total'],
  }),
];

interface AppBoard {
  kind: string;
  title: string;
  dataset: Board['dataset'];
  page: string;
  types: readonly [DashboardType, ...DashboardType[]];
  icon: string;
  landing?: BoardRoute;
  /** The spec names no loads for click impressions, so they have no tabular variant. */
  tabular?: boolean;
  more?: readonly Widget[];
}

const variant = (page: string): BoardRoute => ({ path: `/app/dashboard/${page}1`, layout: 'tabular', calls: 'named' });

/** The variant whose path ends in 1 shows the same board as tables over the named loads (APP-GAP-03). */
const appBoard = ({ kind, title, dataset, page, types, icon, landing, tabular = true, more = [] }: AppBoard): Board =>
  board({
    id: `app-${kind}`,
    title,
    dataset,
    api: `/api/v2/app/${kind}/dashboard`,
    types,
    fileId: kind.toUpperCase().replace('-', '_'),
    routes: [
      { path: `/app/dashboard/${page}`, layout: 'cards', calls: 'data' },
      ...(tabular ? [variant(page)] : []),
      ...(landing ? [landing] : []),
    ],
    historyMonths: 3,
    menu: { category: 'App', subCategory: 'Dashboards', icon },
    widgets: [...WIDGETS, ...more],
  });

const landing = (path: string, lockDays?: number): BoardRoute => ({
  path,
  layout: 'cards',
  calls: 'named',
  ...(lockDays ? { lockDays } : {}),
});

export const appInstall = appBoard({
  kind: 'install',
  title: 'Install Dashboard',
  dataset: DATASETS.app_install,
  page: 'install',
  types: ['Install', 'INSTALL'],
  icon: 'download',
  landing: landing('/install-dashboard'),
  more: INSTALL_WIDGETS,
});

export const appEvent = appBoard({
  kind: 'event',
  title: 'Event Dashboard',
  dataset: DATASETS.app_event,
  page: 'event',
  types: ['App_Event', 'EVENT', 'Event'],
  icon: 'bolt',
  landing: landing('/app-event-dashboard', 2),
  more: EVENT_WIDGETS,
});

export const appReClick = appBoard({
  kind: 're-click',
  title: 'Reengagement Click',
  dataset: DATASETS.app_re_click,
  page: 'reengagement-clicks',
  types: ['RE_CLICK'],
  icon: 'hand-click',
  landing: landing('/app-reengagement-click-dashboard'),
});

export const appReEvent = appBoard({
  kind: 're-event',
  title: 'Reengagement Event',
  dataset: DATASETS.app_re_event,
  page: 'reengagement-events',
  types: ['RE_EVENT', 'Reengagement_Events'],
  icon: 'refresh',
  landing: landing('/app-reengagement-event-dashboard'),
});

export const appClickImpression = appBoard({
  kind: 'click-impression',
  title: 'Click Impression',
  dataset: DATASETS.app_click_impression,
  page: 'click-impression',
  types: ['CLICK_IMPRESSION'],
  icon: 'ad',
  tabular: false,
});

/** The clicks of an app, which its installs are credited to. */
export const appClick = appBoard({
  kind: 'click',
  title: 'Click Dashboard',
  dataset: DATASETS.app_click,
  page: 'click',
  types: ['Click'],
  icon: 'click',
  tabular: false,
});
