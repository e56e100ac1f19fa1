import { page } from '#platform/contract/page.ts';
import { HISTORY_MONTHS } from './reports.ts';

const reports = {
  guard: 'menu',
  permission: 'board.read',
  times: 'package',
  historyMonths: HISTORY_MONTHS,
  views: true,
} as const;
const setup = { guard: 'menu', permission: 'tracking.read', times: 'package', historyMonths: 0 } as const;
const TOOL = { category: 'Tracking' } as const;

/**
 * The tracking tool: own links, what they brought, and how they are set. The bare path before one with a number is what
 * the guard finds in the address (NAV-RULE-04).
 */
export const TRACKING_PAGES = [
  page({
    id: 'mtrackit-dashboard',
    paths: ['/mtrackit_dashboard'],
    title: 'Tracking Dashboard',
    menu: { ...TOOL, subCategory: 'Reports', icon: 'layout-dashboard' },
    ...reports,
  }),
  page({
    id: 'mtrackit-report',
    paths: ['/mtrackit_report'],
    title: 'Tracking Report',
    menu: { ...TOOL, subCategory: 'Reports', icon: 'table' },
    ...reports,
  }),
  page({
    id: 'mtrackit-event-report',
    paths: ['/mtrackit_event_report'],
    title: 'Tracked Events',
    menu: { ...TOOL, subCategory: 'Reports', icon: 'bolt' },
    ...reports,
  }),
  page({
    id: 'mtrackit-campaign-report',
    paths: ['/mtrackit_campaign_report'],
    title: 'Campaign Report',
    menu: { ...TOOL, subCategory: 'Reports', icon: 'ad' },
    ...reports,
  }),
  page({
    id: 'mtrackit-postback-report',
    paths: ['/mtrackit_postback_report'],
    title: 'Postback Report',
    menu: { ...TOOL, subCategory: 'Reports', icon: 'refresh' },
    ...reports,
  }),
  page({
    id: 'mtrackit-postback-log',
    paths: ['/mtrackit_postback_log'],
    title: 'Postbacks to Publishers',
    menu: { ...TOOL, subCategory: 'Reports', icon: 'send' },
    ...reports,
    permission: 'tracking.read',
  }),
  page({
    id: 'mtrackit-epc-report',
    paths: ['/mtrackit_epc_report'],
    title: 'EPC Report',
    menu: { ...TOOL, subCategory: 'Reports', icon: 'coins' },
    ...reports,
  }),
  page({
    id: 'mtrackit-event-health-report',
    paths: ['/mtrackit_event_health_report'],
    title: 'Event Health Report',
    menu: { ...TOOL, subCategory: 'Reports', icon: 'shield-check' },
    ...reports,
  }),
  page({
    id: 'mtrackit-campaigns',
    paths: ['/mtrackit_campaigns'],
    title: 'Campaigns',
    menu: { ...TOOL, subCategory: 'Setup', icon: 'ad' },
    ...setup,
  }),
  page({
    id: 'mtrackit-campaign-add',
    paths: ['/mtrackit/addCampaign'],
    title: 'Add Campaign',
    companionOf: 'mtrackit-campaigns',
    ...setup,
  }),
  page({
    id: 'mtrackit-campaign-edit',
    paths: ['/mtrackit/updateCampaign', '/mtrackit/updateCampaign/:id'],
    title: 'Update Campaign',
    companionOf: 'mtrackit-campaigns',
    ...setup,
  }),
  page({
    id: 'mtrackit-publishers',
    paths: ['/mtrackit_publisher'],
    title: 'Tracking Publishers',
    menu: { ...TOOL, subCategory: 'Setup', icon: 'users' },
    ...setup,
  }),
  page({
    id: 'mtrackit-publisher-add',
    paths: ['/mtrackit/addPublisher'],
    title: 'Add Publisher',
    companionOf: 'mtrackit-publishers',
    ...setup,
  }),
  page({
    id: 'mtrackit-publisher-edit',
    paths: ['/mtrackit/updatePublisher', '/mtrackit/updatePublisher/:id'],
    title: 'Update Publisher',
    companionOf: 'mtrackit-publishers',
    ...setup,
  }),
  page({
    id: 'mtrackit-capping',
    paths: ['/mtrackit_capping'],
    title: 'Capping',
    menu: { ...TOOL, subCategory: 'Setup', icon: 'adjustments' },
    ...setup,
  }),
  page({
    id: 'mtrackit-capping-add',
    paths: ['/mtrackit/addCapping'],
    title: 'Add Capping',
    companionOf: 'mtrackit-capping',
    ...setup,
  }),
  page({
    id: 'mtrackit-uploads',
    paths: ['/mtrackit_uploads'],
    title: 'Uploads',
    menu: { ...TOOL, subCategory: 'Setup', icon: 'file-import' },
    ...setup,
  }),
  page({
    id: 'landing-pages',
    paths: ['/landing_page'],
    title: 'Landing Pages',
    menu: { ...TOOL, subCategory: 'Setup', icon: 'link' },
    ...setup,
  }),
  /** For whoever is signed in, whatever their menu (NAV-GAP-02). */
  page({
    id: 'mtrackit-campaign',
    paths: ['/mtrackit/campaign'],
    title: 'Campaign',
    guard: 'session',
    times: 'package',
    historyMonths: 0,
  }),
] as const;

export type TrackingPageId = (typeof TRACKING_PAGES)[number]['id'];
