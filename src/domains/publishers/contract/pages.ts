import { page } from '#platform/contract/page.ts';

const common = { guard: 'menu', permission: 'rules.read', times: 'package', historyMonths: 0 } as const;

const ofApps = { ...common, platform: 'app', companionOf: 'publisher-configurations' } as const;

/** What is set for single publishers, and who they are (PCFG-GAP-03 for the paths of apps). */
export const PUBLISHER_PAGES = [
  page({
    id: 'publisher-configurations',
    paths: ['/web/publisher-report'],
    title: 'Publisher Configuration',
    menu: { category: 'Traffic', subCategory: 'Protect', icon: 'adjustments' },
    ...common,
  }),
  page({
    id: 'publisher-configuration-add',
    paths: ['/add-configuration', '/web/publisher_report/add'],
    title: 'Add Configuration',
    companionOf: 'publisher-configurations',
    ...common,
  }),
  page({
    id: 'publisher-configuration',
    paths: ['/web/publisher_report/view'],
    title: 'Publisher Configuration',
    companionOf: 'publisher-configurations',
    ...common,
  }),
  page({
    id: 'app-publisher-configurations',
    paths: ['/app/publisher_report'],
    title: 'Publisher Configuration',
    ...ofApps,
  }),
  page({
    id: 'app-publisher-configuration-add',
    paths: ['/app/publisher_report/add'],
    title: 'Add Configuration',
    ...ofApps,
  }),
  page({
    id: 'app-publisher-configuration',
    paths: ['/app/publisher_report/view'],
    title: 'Publisher Configuration',
    ...ofApps,
  }),
  page({
    id: 'publishers',
    paths: ['/publishers'],
    title: 'Publisher register',
    menu: { category: 'Traffic', subCategory: 'Protect', icon: 'users' },
    ...common,
  }),
  page({
    id: 'meta-campaign',
    paths: ['/app/meta-campaign'],
    title: 'Meta campaigns',
    platform: 'app',
    menu: { category: 'Traffic', subCategory: 'Protect', icon: 'ad' },
    ...common,
  }),
] as const;

export type PublisherPageId = (typeof PUBLISHER_PAGES)[number]['id'];
