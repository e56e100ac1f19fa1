import { page } from '#platform/contract/page.ts';

const common = {
  guard: 'menu',
  permission: 'rules.read',
  times: 'package',
  historyMonths: 0,
  menu: { category: 'Traffic', subCategory: 'Protect', icon: 'bell' },
} as const;

/** Of sites and of apps under an address each, and what was raised. */
export const ALERT_PAGES = [
  page({
    id: 'alerts',
    paths: ['/alert-page', '/alert-page/:id'],
    title: 'Alert',
    platform: 'web',
    ...common,
  }),
  page({
    id: 'app-alerts',
    paths: ['/app/alert-page', '/app/alert-page/:id'],
    title: 'Alert',
    platform: 'app',
    ...common,
  }),
  page({
    id: 'alert-inbox',
    paths: ['/alerts/inbox'],
    title: 'Raised alerts',
    ...common,
  }),
] as const;

export type AlertPageId = (typeof ALERT_PAGES)[number]['id'];
export const ALERT_PAGE_IDS = ALERT_PAGES.map(({ id }) => id);
