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

const OLDER: Rows = {
  '/api/web-bi/plots/counts': 'WEB-API-20 WEB-GAP-07',
  '/api/web-bi/plots/fraud_trend_date': 'WEB-API-21',
  '/api/web-bi/plots/fraud_trend_month': 'WEB-API-21',
  '/api/web-bi/plots/fraud_trend_publisher': 'WEB-API-21',
  '/api/web-bi/plots/top_clean_publisher': 'WEB-API-22',
  '/api/web-bi/plots/top_not_clean_publisher': 'WEB-API-22',
  '/api/web-bi/click/plots/counts': 'WEB-API-35',
  '/api/web-bi/event/plots/counts': 'WEB-API-36',
  '/api/app/app_total_install': 'APP-API-22',
  '/api/app/app_fraud_install': 'APP-API-25',
  '/api/app/app_fraud_category': 'APP-API-26',
  '/api/app/app_fraud_sub_category': 'APP-API-27',
  '/api/app/device_fraud_count': 'APP-API-28',
  '/api/app/app_click_fraud_date': 'APP-API-29',
  '/api/app/app_click_fraud_publisher': 'APP-API-30',
  '/api/app/app_install_fraud_date': 'APP-API-31',
  '/api/app/app_install_fraud_publisher': 'APP-API-32',
  '/api/app/app_sub_fraud_category_date': 'APP-API-33',
  '/api/app/app_sub_fraud_category_publisher': 'APP-API-34',
  '/api/app/app_fraud_sub_publisher': 'APP-API-35',
  '/api/app/app_fraud_sub_publisher_date': 'APP-API-36',
  '/api/app/app_publisher': 'APP-API-37',
  '/api/app/app_event_total_event': 'APP-API-38',
  '/api/app/app_re_click_total_event': 'APP-API-39',
  '/api/app/app_re_event_total_event': 'APP-API-39',
  '/api/app/Install/fraud_statistics': 'APP-API-49',
  '/api/app/Event/fraud_statistics': 'APP-API-49',
};

const inBrackets = (ids = ''): string =>
  ids
    .split(' ')
    .filter((id) => id !== '')
    .map((id) => `[${id}]`)
    .join(' ');

const of = ({ dataset }: Board, web: Rows, app: Rows): Rows => (dataset.platform === 'web' ? web : app);
const withRows = (widgets: readonly Widget[], rows: Rows) =>
  widgets.map((widget) => ({ widget, numbers: inBrackets(rows[widget.id]) }));

export const countedRows = (board: Board) => withRows(board.widgets, of(board, WEB, APP));
export const pagedRows = (board: Board) =>
  withRows(
    board.widgets.filter(({ shape }) => shape === 'table'),
    of(board, WEB_PAGES, APP_PAGES),
  );
export const olderRows = (path: string): string => inBrackets(OLDER[path]);
