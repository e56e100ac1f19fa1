import type { EventColumn } from '#traffic/explorer/contract/events-endpoints.ts';
import { type Report, report } from './report.ts';

const WHO = ['ts', 'verdict', 'reason', 'publisher', 'sub_publisher', 'campaign'] as const;
const PLACE = ['country', 'os', 'device_model', 'ip'] as const;
const MONEY = ['spend', 'spend_currency'] as const;

const AD: readonly EventColumn[] = [...WHO, 'placement', 'country', 'device_type', 'ip', 'as_name', ...MONEY];
const INSTALL: readonly EventColumn[] = [...WHO, 'ctit_seconds', 'install_type', ...PLACE, ...MONEY];
const LATER: readonly EventColumn[] = [...WHO, 'event_name', 'revenue', 'currency', ...PLACE, ...MONEY];
const ANY: readonly EventColumn[] = [...WHO, 'kind', 'event_name', ...PLACE, ...MONEY];

const APP = { category: 'Reports', subCategory: 'App reports', icon: 'file-analytics' } as const;
const WEB = { category: 'Reports', subCategory: 'Web reports', icon: 'file-analytics' } as const;
const ALL = { category: 'Reports', subCategory: 'Overview', icon: 'file-analytics' } as const;

const INCENTIVES = { reason: ['ins.incent'] } as const;

/** Every report there is, in the order of the menu. */
export const REPORTS = [
  report({
    id: 'report',
    paths: ['/report'],
    title: 'Report',
    api: '/api/report/all',
    rows: 'events',
    types: ['Install', 'Visit', 'Click', 'Impression', 'Event', 'RE_CLICK', 'RE_EVENT', 'CLICK_IMPRESSION', 'all'],
    columns: ANY,
    menu: ALL,
  }),
  report({
    id: 'event-report',
    paths: ['/event-report-page', '/event-report'],
    title: 'Event Report',
    api: '/api/report/event',
    rows: 'events',
    types: ['Event', 'RE_EVENT'],
    columns: LATER,
    menu: ALL,
  }),
  report({
    id: 'app-install-report',
    paths: ['/app/report/install'],
    title: 'Install Report',
    platform: 'app',
    api: '/api/app/report/install',
    rows: 'events',
    types: ['Install'],
    columns: INSTALL,
    menu: APP,
  }),
  report({
    id: 'app-event-report',
    paths: ['/app/report/event'],
    title: 'App Event Report',
    platform: 'app',
    api: '/api/app/report/event',
    rows: 'events',
    types: ['Event'],
    columns: LATER,
    menu: APP,
  }),
  report({
    id: 'app-re-event-report',
    paths: ['/app/report/reengagement-events'],
    title: 'Reengagement Event Report',
    platform: 'app',
    api: '/api/app/report/re-event',
    rows: 'events',
    types: ['RE_EVENT'],
    columns: LATER,
    menu: { ...APP, title: 'Reengagement events' },
  }),
  report({
    id: 'app-re-click-report',
    paths: ['/app/report/reengagement-clicks'],
    title: 'Reengagement Click Report',
    platform: 'app',
    api: '/api/app/report/re-click',
    rows: 'events',
    types: ['RE_CLICK'],
    columns: AD,
    menu: { ...APP, title: 'Reengagement clicks' },
  }),
  report({
    id: 'app-install-publisher-report',
    paths: ['/app-install-publisher-report'],
    title: 'App Install Publisher Report',
    platform: 'app',
    api: '/api/report/app-install-publisher',
    rows: 'publishers',
    types: ['Install'],
    columns: [],
    menu: { ...APP, title: 'Install publishers' },
  }),
  report({
    id: 'app-event-publisher-report',
    paths: ['/app-event-publisher-report'],
    title: 'App Event Publisher Report',
    platform: 'app',
    api: '/api/report/app-event-publisher',
    rows: 'publishers',
    types: ['Event', 'RE_EVENT'],
    columns: [],
    menu: { ...APP, title: 'Event publishers' },
  }),
  report({
    id: 'app-summary-report',
    paths: ['/app_summary_report'],
    title: 'App Summary Report',
    platform: 'app',
    api: '/api/report/app-summary',
    rows: 'periods',
    types: ['Install', 'Event', 'RE_EVENT', 'RE_CLICK', 'Click', 'CLICK_IMPRESSION', 'all'],
    columns: [],
    menu: APP,
  }),
  report({
    id: 'app-incent-report',
    paths: ['/app_incent_report'],
    title: 'Incentive Report',
    platform: 'app',
    api: '/api/report/app-incent',
    rows: 'publishers',
    types: ['Install'],
    standing: INCENTIVES,
    columns: [],
    menu: APP,
  }),
  report({
    id: 'app-incent-details',
    paths: ['/app/incent-details'],
    title: 'Incentive Details',
    platform: 'app',
    api: '/api/web-bi/appfraud/incent_details',
    rows: 'events',
    types: ['Install'],
    standing: INCENTIVES,
    columns: INSTALL,
    menu: APP,
  }),
  report({
    id: 'web-event-report',
    paths: ['/web/report/event'],
    title: 'Web Event Report',
    platform: 'web',
    api: '/api/web-bi/event/report',
    rows: 'events',
    types: ['Event'],
    columns: LATER,
    menu: WEB,
  }),
  report({
    id: 'web-custom-report',
    paths: ['/webfraud-custom-report'],
    title: 'Event Report',
    subtitled: true,
    platform: 'web',
    api: '/api/report/web-custom',
    rows: 'events',
    types: ['Event', 'Visit', 'Click', 'Impression', 'all'],
    columns: ANY,
    menu: { ...WEB, title: 'Custom report' },
  }),
  report({
    id: 'web-publisher-report',
    paths: ['/webfraud-publisher-report'],
    title: 'Web Fraud Publisher Report',
    platform: 'web',
    api: '/api/report/web-publisher',
    rows: 'publishers',
    types: ['all', 'Visit', 'Click', 'Impression', 'Event'],
    columns: [],
    menu: { ...WEB, title: 'Web publishers' },
  }),
] as const satisfies readonly Report[];

export type ReportId = (typeof REPORTS)[number]['id'];

export const reportOf = (id: string): Report => {
  const found = REPORTS.find((one) => one.id === id);
  if (!found) throw new RangeError(`There is no report ${id}`);
  return found;
};
