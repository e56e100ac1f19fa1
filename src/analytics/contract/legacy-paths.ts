import { type AnyBoard, widgetOf } from './board.ts';
import { appEvent, appInstall, appReClick, appReEvent } from './boards/app.ts';
import { brandSafetyFile } from './boards/brand-safety.ts';
import { SUMMARIES, type SummaryType } from './boards/publisher-summary.ts';
import { webClick, webEvent, webImpression, webVisit } from './boards/web.ts';
import { SHAPES } from './shapes/registry.ts';

/**
 * An older spelling of a widget's call. Where several boards share a path, `dashboard_type` chooses; else the first.
 */
export interface OlderCall {
  path: string;
  boards: readonly [AnyBoard, ...AnyBoard[]];
  widget: string;
  /** Rows when none are asked for; older calls of tables were not paged. */
  limit?: number;
  /** Only this part of the total, which its answer calls the total. */
  only?: 'clean' | 'fraud';
  /** Only as a file. */
  file?: boolean;
  /** The path of the specification, and not an older one. */
  prescribed?: true;
  /** The board by the `type` asked for, where that chooses instead of `dashboard_type`; the first without one. */
  byType?: Readonly<Record<SummaryType, AnyBoard>>;
}

const ALL = 500;

const PLOTS: Readonly<Record<string, string>> = {
  counts: 'total',
  fraud_trend_date: 'date-wise',
  fraud_trend_week: 'week-wise',
  fraud_trend_month: 'month-wise',
  fraud_trend_publisher: 'publisher-wise',
  top_clean_publisher: 'top-publisher/clean',
  top_not_clean_publisher: 'top-publisher/invalid',
  fraud_category: 'fraud-category',
  fraud_sub_category: 'fraud-sub-category',
  campaign: 'campaign-wise',
  placement: 'placement-wise',
  channel: 'channel-wise',
  placement_type: 'placement-type-wise',
  top_system_domain: 'system-domain-wise',
  sub_publisher: 'sub-publisher-wise',
};

const IMPRESSION_PLOTS: Readonly<Record<string, string>> = {
  creative_id: 'creative-id',
  fraud_reason_trend: 'fraud_reason_trend',
  fraud_impression: 'fraud_impression',
  cumulative_impression_trend: 'cumulative_impression_trend',
  top_exchange_traffic: 'top_exchange_traffic',
  placement_high_fraud_traffic: 'placement_high_fraud_traffic',
  top_placement: 'top_placement',
};

const INSTALL_LOADS: Readonly<Record<string, string>> = {
  app_total_install: 'total',
  app_fraudulent_install: 'total',
  app_clean_install: 'total',
  app_fraud_install: 'date-wise',
  app_fraud_category: 'fraud-category',
  app_fraud_sub_category: 'fraud-sub-category',
  device_fraud_count: 'device-wise',
  app_click_fraud_date: 'click-fraud/date-wise',
  app_click_fraud_publisher: 'click-fraud/publisher-wise',
  app_install_fraud_date: 'install-fraud/date-wise',
  app_install_fraud_publisher: 'install-fraud/publisher-wise',
  app_sub_fraud_category_date: 'fraud-sub-category/date-wise',
  app_sub_fraud_category_publisher: 'fraud-sub-category/publisher-wise',
  app_fraud_sub_publisher: 'sub-publisher-wise',
  app_fraud_sub_publisher_date: 'sub-publisher/date-wise',
  app_publisher: 'fraud/publisher-wise',
};

const EVENT_LOADS: Readonly<Record<string, string>> = {
  total_event: 'total',
  fraudulent_event: 'total',
  clean_event: 'total',
  fraud_event: 'date-wise',
  fraud_category: 'fraud-category',
  fraud_sub_category: 'fraud-sub-category',
  fraud_date: 'fraud/date-wise',
  fraud_publisher: 'fraud/publisher-wise',
  fraud_sub_publisher: 'sub-publisher-wise',
  publisher: 'fraud/publisher-wise',
};

/** Loads of one part of the totals. */
const PARTS: Readonly<Record<string, OlderCall['only']>> = {
  app_fraudulent_install: 'fraud',
  app_clean_install: 'clean',
  fraudulent_event: 'fraud',
  clean_event: 'clean',
};

/** These two were paged from the start. */
const PAGED = new Set(['app_publisher', 'publisher']);

const { web, app, event } = SUMMARIES;
const summary = { boards: [web, app, event], widget: 'publishers', byType: SUMMARIES } as const;

const rows = (prefix: string, boards: OlderCall['boards'], loads: Readonly<Record<string, string>>): OlderCall[] =>
  Object.entries(loads).map(([name, widget]) => ({
    path: `${prefix}${name}`,
    boards,
    widget,
    ...(PARTS[name] ? { only: PARTS[name] } : {}),
    ...(SHAPES[widgetOf(boards[0], widget).shape].paged && !PAGED.has(name) ? { limit: ALL } : {}),
  }));

/** Every older call of the boards: old path → board and widget, shown as deprecated in the API documentation. */
export const OLDER_CALLS: readonly OlderCall[] = [
  ...rows('/api/web-bi/plots/', [webVisit, webImpression, webClick, webEvent], PLOTS),
  ...rows('/api/web-bi/plots/', [webImpression], IMPRESSION_PLOTS),
  ...rows('/api/web-bi/click/plots/', [webClick], PLOTS),
  ...rows('/api/web-bi/event/plots/', [webEvent], PLOTS),
  ...rows('/api/app/', [appInstall], INSTALL_LOADS),
  ...rows('/api/app/app_event_', [appEvent], EVENT_LOADS),
  ...rows('/api/app/app_re_click_', [appReClick], EVENT_LOADS),
  ...rows('/api/app/app_re_event_', [appReEvent], EVENT_LOADS),
  { path: '/api/app/app_publisher_download', boards: [appInstall], widget: 'fraud/publisher-wise', file: true },
  { path: '/api/bs/download', boards: [brandSafetyFile], widget: 'rows', file: true, prescribed: true },
  { path: '/api/publisher_summary', ...summary },
  { path: '/api/publisher_summary/download', ...summary, file: true },
  ...[appInstall, appEvent, appReClick, appReEvent].flatMap((on) =>
    on.types.map((type): OlderCall => ({ path: `/api/app/${type}/fraud_statistics`, boards: [on], widget: 'total' })),
  ),
];
