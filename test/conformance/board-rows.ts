import type { Board } from '#analytics/contract/board.ts';
import type { Widget } from '#analytics/contract/widget.ts';

/** Which rows of the specification a widget answers, its file, and its pages. A test that takes them proves them. */
type Rows = Readonly<Record<string, string>>;

const WEB: Rows = {
  total: 'WEB-API-01',
  'fraud-category': 'WEB-API-02',
  'fraud-sub-category': 'WEB-API-03',
  'top-publisher/clean': 'WEB-API-04',
  'top-publisher/invalid': 'WEB-API-05',
  'date-wise': 'WEB-API-06',
  'week-wise': 'WEB-API-07',
  'month-wise': 'WEB-API-08',
  'publisher-wise': 'WEB-API-09',
  'campaign-wise': 'WEB-API-10',
  'placement-wise': 'WEB-API-11',
  'channel-wise': 'WEB-API-12',
  'creative-id': 'WEB-API-13',
  fraud_reason_trend: 'WEB-API-14',
  fraud_impression: 'WEB-API-15',
  cumulative_impression_trend: 'WEB-API-16',
  top_exchange_traffic: 'WEB-API-17',
  placement_high_fraud_traffic: 'WEB-API-18',
  top_placement: 'WEB-API-19',
  analytics: 'VAST-API-12',
  critical_campaigns: 'VAST-API-13',
  fraudulent_geo: 'VAST-API-14',
  fraud_categories: 'VAST-API-15',
};

const APP: Rows = {
  total: 'APP-API-01 APP-RULE-01',
  'date-wise': 'APP-API-02',
  'top-publisher/clean': 'APP-API-03',
  'top-publisher/fraud': 'APP-API-04',
  'fraud-category': 'APP-API-05',
  'fraud-sub-category': 'APP-API-06',
  'fraud-sub-category-percent': 'APP-API-07',
  'fraud/date-wise': 'APP-API-08',
  'fraud/week-wise': 'APP-API-09',
  'fraud/month-wise': 'APP-API-10',
  'fraud/install-type-wise': 'APP-API-11',
  'fraud/publisher-wise': 'APP-API-12',
  'sub-publisher-wise': 'APP-API-13',
  'unique-event/date-wise': 'APP-API-14',
  'unique-event/publisher-wise': 'APP-API-15',
  'primary-attribution/date-wise': 'APP-API-16',
  'primary-attribution/publisher-wise': 'APP-API-17',
  'non-primary-attribution/date-wise': 'APP-API-18',
  'non-primary-attribution/publisher-wise': 'APP-API-19',
  'current-month-affiliation/date-wise': 'APP-API-20',
  'current-month-affiliation/publisher-wise': 'APP-API-21',
};

const WEB_PAGES: Rows = { 'publisher-wise': 'WEB-API-09 WEB-UI-04 WEB-ENT-01' };
const APP_PAGES: Rows = { 'sub-publisher-wise': 'APP-API-13' };

/** What an older call stands for, written out once more, and the rows of the specification. */
const OLDER: Readonly<Record<string, readonly [today: string, ids: string]>> = {
  '/api/web-bi/plots/counts': ['/api/v2/web/visit/dashboard/total', 'WEB-API-20 WEB-GAP-07'],
  '/api/web-bi/plots/fraud_trend_date': ['/api/v2/web/visit/dashboard/date-wise', 'WEB-API-21'],
  '/api/web-bi/plots/fraud_trend_month': ['/api/v2/web/visit/dashboard/month-wise', 'WEB-API-21'],
  '/api/web-bi/plots/fraud_trend_publisher': ['/api/v2/web/visit/dashboard/publisher-wise', 'WEB-API-21'],
  '/api/web-bi/plots/top_clean_publisher': ['/api/v2/web/visit/dashboard/top-publisher/clean', 'WEB-API-22'],
  '/api/web-bi/plots/top_not_clean_publisher': ['/api/v2/web/visit/dashboard/top-publisher/invalid', 'WEB-API-22'],
  '/api/web-bi/click/plots/counts': ['/api/v2/web/click/dashboard/total', 'WEB-API-35'],
  '/api/web-bi/event/plots/counts': ['/api/v2/web/event/dashboard/total', 'WEB-API-36'],
  '/api/app/app_total_install': ['/api/v2/app/install/dashboard/total', 'APP-API-22'],
  '/api/app/app_fraud_install': ['/api/v2/app/install/dashboard/date-wise', 'APP-API-25'],
  '/api/app/app_fraud_category': ['/api/v2/app/install/dashboard/fraud-category', 'APP-API-26'],
  '/api/app/app_fraud_sub_category': ['/api/v2/app/install/dashboard/fraud-sub-category', 'APP-API-27'],
  '/api/app/device_fraud_count': ['/api/v2/app/install/dashboard/device-wise', 'APP-API-28'],
  '/api/app/app_click_fraud_date': ['/api/v2/app/install/dashboard/click-fraud/date-wise', 'APP-API-29'],
  '/api/app/app_click_fraud_publisher': ['/api/v2/app/install/dashboard/click-fraud/publisher-wise', 'APP-API-30'],
  '/api/app/app_install_fraud_date': ['/api/v2/app/install/dashboard/install-fraud/date-wise', 'APP-API-31'],
  '/api/app/app_install_fraud_publisher': ['/api/v2/app/install/dashboard/install-fraud/publisher-wise', 'APP-API-32'],
  '/api/app/app_sub_fraud_category_date': ['/api/v2/app/install/dashboard/fraud-sub-category/date-wise', 'APP-API-33'],
  '/api/app/app_sub_fraud_category_publisher': [
    '/api/v2/app/install/dashboard/fraud-sub-category/publisher-wise',
    'APP-API-34',
  ],
  '/api/app/app_fraud_sub_publisher': ['/api/v2/app/install/dashboard/sub-publisher-wise', 'APP-API-35'],
  '/api/app/app_fraud_sub_publisher_date': ['/api/v2/app/install/dashboard/sub-publisher/date-wise', 'APP-API-36'],
  '/api/app/app_publisher': ['/api/v2/app/install/dashboard/fraud/publisher-wise', 'APP-API-37'],
  '/api/app/app_event_total_event': ['/api/v2/app/event/dashboard/total', 'APP-API-38'],
  '/api/app/app_re_click_total_event': ['/api/v2/app/re-click/dashboard/total', 'APP-API-39'],
  '/api/app/app_re_event_total_event': ['/api/v2/app/re-event/dashboard/total', 'APP-API-39'],
  '/api/app/Install/fraud_statistics': ['/api/v2/app/install/dashboard/total', 'APP-API-49'],
  '/api/app/Event/fraud_statistics': ['/api/v2/app/event/dashboard/total', 'APP-API-49'],
};

/**
 * What each widget is about, written out once more: a declaration that says something else is not what the row asks
 * for.
 */
const FOUND = { verdict: ['suspect', 'fraud'] };
const OTHER_THAN_CLICKS = ['bot', 'net', 'dev', 'ins', 'evt', 'reng', 'imp', 'vid', 'human'];
type About = Partial<Pick<Widget, 'by' | 'grain' | 'standing' | 'cumulative' | 'underPublisher'>>;
const ABOUT: Readonly<Record<string, About>> = {
  total: {},
  'date-wise': { grain: 'date' },
  'week-wise': { grain: 'week' },
  'month-wise': { grain: 'month' },
  'fraud-category': { by: 'reason_group', standing: FOUND },
  'fraud-sub-category': { by: 'reason', standing: FOUND },
  'fraud-sub-category-percent': { by: 'reason', standing: FOUND },
  'fraud-sub-category/date-wise': { by: 'reason', grain: 'date', standing: FOUND },
  'fraud-sub-category/publisher-wise': { by: 'reason', underPublisher: true, standing: FOUND },
  'top-publisher/clean': { by: 'publisher' },
  'top-publisher/invalid': { by: 'publisher' },
  'top-publisher/fraud': { by: 'publisher' },
  'publisher-wise': { by: 'publisher' },
  'campaign-wise': { by: 'campaign' },
  'placement-wise': { by: 'placement' },
  'channel-wise': { by: 'channel' },
  'placement-type-wise': { by: 'placement_type' },
  'system-domain-wise': { by: 'system_domain' },
  'sub-publisher-wise': { by: 'sub_publisher', underPublisher: true },
  'sub-publisher/date-wise': { by: 'sub_publisher', underPublisher: true, grain: 'date' },
  'creative-id': { by: 'creative' },
  fraud_reason_trend: { by: 'reason', grain: 'date', standing: FOUND },
  fraud_impression: { grain: 'date' },
  cumulative_impression_trend: { grain: 'date', cumulative: true },
  top_exchange_traffic: { by: 'system_domain' },
  placement_high_fraud_traffic: { by: 'placement' },
  top_placement: { by: 'placement' },
  analytics: { grain: 'date' },
  critical_campaigns: { by: 'campaign' },
  fraudulent_geo: { by: 'country' },
  fraud_categories: { by: 'reason_group', standing: FOUND },
  fraud_sub_categories: { by: 'reason', standing: FOUND },
  campaigns: { by: 'campaign' },
  keywords: { by: 'keyword' },
  devices: { by: 'device_type' },
  publishers: { by: 'publisher' },
  'fraud/date-wise': { grain: 'date' },
  'fraud/week-wise': { grain: 'week' },
  'fraud/month-wise': { grain: 'month' },
  'fraud/install-type-wise': { by: 'install_type' },
  'fraud/publisher-wise': { by: 'publisher' },
  'device-wise': { by: 'device_model' },
  'click-fraud/date-wise': { grain: 'date', standing: { ...FOUND, reason_group: ['clk'] } },
  'click-fraud/publisher-wise': { by: 'publisher', standing: { ...FOUND, reason_group: ['clk'] } },
  'install-fraud/date-wise': { grain: 'date', standing: { ...FOUND, reason_group: OTHER_THAN_CLICKS } },
  'install-fraud/publisher-wise': { by: 'publisher', standing: { ...FOUND, reason_group: OTHER_THAN_CLICKS } },
  'unique-event/date-wise': { grain: 'date' },
  'unique-event/publisher-wise': { by: 'publisher' },
  'primary-attribution/date-wise': { grain: 'date', standing: { attribution: ['primary'] } },
  'primary-attribution/publisher-wise': { by: 'publisher', standing: { attribution: ['primary'] } },
  'non-primary-attribution/date-wise': { grain: 'date', standing: { attribution: ['non-primary'] } },
  'non-primary-attribution/publisher-wise': { by: 'publisher', standing: { attribution: ['non-primary'] } },
  'current-month-affiliation/date-wise': { grain: 'date' },
  'current-month-affiliation/publisher-wise': { by: 'publisher' },
};
/** Of the board about hidden addresses every widget looks at those alone. */
const PROXIED = { ip_class: ['datacenter', 'vpn', 'relay'] };
const OF_PROXIES: Readonly<Record<string, About>> = {
  total: { standing: PROXIED },
  'date-wise': { grain: 'date', standing: PROXIED },
  'network-class-wise': { by: 'ip_class', standing: PROXIED },
  'network-class/date-wise': { by: 'ip_class', grain: 'date', standing: PROXIED },
  'fraud-sub-category': { by: 'reason', standing: { ...PROXIED, ...FOUND } },
  'publisher-wise': { by: 'publisher', standing: PROXIED },
  'network-wise': { by: 'as_name', standing: PROXIED },
  'country-wise': { by: 'country', standing: PROXIED },
  'campaign-wise': { by: 'campaign', standing: PROXIED },
};
/** Of the boards about own links and pixels every widget looks at what these did. */
const HANDLED = { handling: ['passed', 'flagged', 'challenged', 'redirected', 'blocked', 'ended', 'over'] };
const OF_LINKS: Readonly<Record<string, About>> = {
  total: { standing: HANDLED },
  'date-wise': { grain: 'date', standing: HANDLED },
  'handling-wise': { by: 'handling', standing: HANDLED },
  'check-wise': { by: 'handling_reason', standing: HANDLED },
  'publisher-wise': { by: 'publisher', standing: HANDLED },
  'campaign-wise': { by: 'campaign', standing: HANDLED },
  'country-wise': { by: 'country', standing: HANDLED },
  'sub-publisher-wise': { by: 'sub_publisher', underPublisher: true, standing: HANDLED },
};
const OWN_ABOUT: Readonly<Record<string, Readonly<Record<string, About>>>> = {
  'web-proxy': OF_PROXIES,
  'click-integrity': OF_LINKS,
  'click-integrity-sources': OF_LINKS,
  'impression-integrity': OF_LINKS,
  'impression-integrity-sources': OF_LINKS,
};
export const aboutIn = ({ id }: Board, widget: Widget): About | undefined => (OWN_ABOUT[id] ?? ABOUT)[widget.id];

export const aboutOf = ({ by, grain, standing, cumulative, underPublisher }: Widget): About =>
  Object.fromEntries(
    Object.entries({ by, grain, standing, cumulative, underPublisher }).filter(([, value]) => value !== undefined),
  );

const inBrackets = (ids = ''): string =>
  ids
    .split(' ')
    .filter((id) => id !== '')
    .map((id) => `[${id}]`)
    .join(' ');

/** Boards of neither platform: rows of the specification name their pages, and what opens these proves them. */
const of = ({ dataset }: Board, web: Rows, app: Rows): Rows =>
  dataset.platform === 'web' ? web : dataset.platform === 'app' ? app : {};
const withRows = (widgets: readonly Widget[], rows: Rows) =>
  widgets.map((widget) => ({ widget, numbers: inBrackets(rows[widget.id]) }));

export const countedRows = (board: Board) => withRows(board.widgets, of(board, WEB, APP));
export const pagedRows = (board: Board) =>
  withRows(
    board.widgets.filter(({ shape }) => shape === 'table'),
    of(board, WEB_PAGES, APP_PAGES),
  );
export const olderRows = (path: string): { today: string; numbers: string } => {
  const [today = '', ids = ''] = OLDER[path] ?? [];
  return { today, numbers: inBrackets(ids) };
};
export const shortRows = (board: Board) =>
  withRows(
    board.widgets.filter(({ shape, limit }) => shape === 'breakdown' && limit),
    of(board, WEB, APP),
  );

/** How files of a board are called (spec). */
export const DASHBOARD_IDS: Readonly<Record<string, string>> = {
  'web-visit': 'VISIT',
  'web-click': 'CLICK',
  'web-impression': 'IMPRESSION',
  'web-event': 'EVENT',
  'app-install': 'INSTALL',
  'app-event': 'EVENT',
  'app-re-click': 'RE_CLICK',
  'app-re-event': 'RE_EVENT',
  'app-click-impression': 'CLICK_IMPRESSION',
  'app-click': 'CLICK',
  'search-ads': 'GOOGLE_ADS_ANALYTICS',
  'web-proxy': 'PROXY',
  'click-integrity': 'CLICK_INTEGRITY',
  'click-integrity-sources': 'CLICK_INTEGRITY_SOURCES',
  'impression-integrity': 'IMPRESSION_INTEGRITY',
  'impression-integrity-sources': 'IMPRESSION_INTEGRITY_SOURCES',
  'publisher-summary-web': 'WEB_PUBLISHER_SUMMARY',
  'publisher-summary-app': 'APP_PUBLISHER_SUMMARY',
  'publisher-summary-event': 'EVENT_PUBLISHER_SUMMARY',
};
