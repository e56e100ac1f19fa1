import { page } from '#platform/contract/page.ts';

const common = { guard: 'menu', permission: 'tracking.read', times: 'package', historyMonths: 0 } as const;
const click = (icon: string) => ({ category: 'Tracking', subCategory: 'Click integrity', icon });
const impression = (icon: string) => ({ category: 'Tracking', subCategory: 'Impression integrity', icon });

/** Tools of links and pixels; what they brought stands on boards (`analytics/contract/boards/integrity.ts`). */
export const INTEGRITY_PAGES = [
  page({
    id: 'click-integrity-places',
    paths: ['/click-integrity/campaign_geo_location'],
    title: 'Click Integrity Geo Location',
    menu: click('map'),
    ...common,
  }),
  page({
    id: 'click-integrity-test',
    paths: ['/click-integrity/configuration_testing'],
    title: 'Click Integrity Configuration Testing',
    menu: click('test-pipe'),
    ...common,
  }),
  page({
    id: 'click-integrity-rules',
    paths: ['/click-integrity/rule_configuration'],
    title: 'Click Integrity Rule Configuration',
    menu: click('adjustments'),
    ...common,
  }),
  page({
    id: 'click-integrity-links',
    paths: ['/click-integrity/generate_url'],
    title: 'Click Integrity Generate URL',
    menu: click('link'),
    ...common,
  }),
  page({
    id: 'click-integrity-report',
    paths: ['/click-integrity/report'],
    title: 'Click Integrity Report',
    menu: click('list-search'),
    ...common,
    permission: 'event.read',
    historyMonths: 3,
  }),
  page({
    id: 'impression-integrity-places',
    paths: ['/impression-integrity/campaign_geo_location'],
    title: 'Impression Integrity Geo Location',
    menu: impression('map'),
    ...common,
  }),
  page({
    id: 'impression-integrity-test',
    paths: ['/impression-integrity/configuration_testing'],
    title: 'Impression Integrity Configuration Testing',
    menu: impression('test-pipe'),
    ...common,
  }),
  page({
    id: 'impression-integrity-rules',
    paths: ['/impression-integrity/rule_configuration'],
    title: 'Impression Integrity Rule Configuration',
    menu: impression('adjustments'),
    ...common,
  }),
  page({
    id: 'impression-integrity-links',
    paths: ['/impression-integrity/generate_url'],
    title: 'Impression Integrity Generate URL',
    menu: impression('link'),
    ...common,
  }),
  page({
    id: 'impression-integrity-report',
    paths: ['/impression-integrity/report'],
    title: 'Impression Integrity Report',
    menu: impression('list-search'),
    ...common,
    permission: 'event.read',
    historyMonths: 3,
  }),
  page({
    id: 'acquisition-rules',
    paths: ['/user-acquisition/rule-configuration'],
    title: 'User Acquisition Rules',
    menu: { category: 'Tracking', subCategory: 'User acquisition', icon: 'users' },
    ...common,
  }),
  page({
    id: 'acquisition-rule-add',
    paths: ['/user-acquisition/rule-configuration/add'],
    title: 'Add User Acquisition Rule',
    companionOf: 'acquisition-rules',
    ...common,
  }),
  page({
    id: 'acquisition-rule-edit',
    paths: ['/user-acquisition/rule-configuration/edit'],
    title: 'Edit User Acquisition Rule',
    companionOf: 'acquisition-rules',
    ...common,
  }),
] as const;

export type IntegrityPageId = (typeof INTEGRITY_PAGES)[number]['id'];
