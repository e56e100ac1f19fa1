import { type FormatTable, from } from './format.ts';
import { PART_NAMES } from './part-names.ts';

/**
 * Adjust CSV uploads and callbacks: the header is the user's own choice of `{placeholders}` and `[parameters]`, so
 * columns are told by name and order means nothing. Times are Unix seconds.
 * https://help.adjust.com/en/article/csv-uploads-to-cloud-storage
 */
export const ADJUST: FormatTable = {
  id: 'adjust',
  aliases: { event_time: 'created_at', ip: 'ip_address', os: 'os_name', tracker_token: 'tracker' },
  signs: ['activity_kind', 'adid', 'tracker', 'tracker_name', 'network_name', 'created_at', 'gps_adid', 'adgroup_name'],
  signsNeeded: 2,
  reports: [
    { id: 'clicks', fileName: /click/i, kind: 'click' },
    { id: 'impressions', fileName: /impression/i, kind: 'impression' },
    { id: 'installs', fileName: /install/i, kind: 'install' },
    { id: 'events', fileName: /event/i, kind: 'app_event' },
  ],
  kindRules: [
    { column: 'activity_kind', values: ['impression'], kind: 'impression' },
    { column: 'activity_kind', values: ['click'], kind: 'click' },
    { column: 'activity_kind', values: ['install', 'reinstall', 'rejected_install'], kind: 'install' },
    {
      column: 'activity_kind',
      values: ['reattribution', 'rejected_reattribution', 'reattribution_reinstall'],
      kind: 're_click',
    },
    {
      column: 'activity_kind',
      values: [
        'event',
        'session',
        'ad_revenue',
        'cost_updated',
        'uninstall',
        'att_update',
        'subscription',
        'purchase_verification',
      ],
      kind: 'app_event',
    },
  ],
  otherwise: 'install',
  time: 'unix_seconds',
  partNames: PART_NAMES,
  fields: {
    ts: from('created_at', 'installed_at', 'click_time'),
    publisher: { from: ['network_name', 'tracker_name', 'tracker'], constant: 'organic' },
    sub_publisher: from('label', 'publisher_id', 'site_id'),
    campaign: from('campaign_name', 'fb_campaign_group_name'),
    campaign_id: from('campaign_id', 'fb_campaign_group_id'),
    ad_set: from('adgroup_name', 'fb_campaign_name'),
    creative: from('creative_name', 'fb_adgroup_name'),
    event_name: from('event_name', 'event', 'activity_kind'),
    install_type: {
      from: ['is_organic', 'activity_kind'],
      values: { '1': 'organic', true: 'organic', reinstall: 'reinstall', reattribution: 're-attribution' },
      otherwise: 'install',
    },
    declared_country: from('country'),
    region: from('region'),
    city: from('city'),
    language: from('language'),
    device_model: from('device_name'),
    device_brand: from('device_manufacturer'),
    declared_os: { from: ['os_name'], values: { android: 'Android', ios: 'iOS' } },
    declared_os_version: from('os_version'),
    app_version: from('app_version'),
    sdk_version: from('sdk_version'),
    // Adjust's {referrer} is what the store handed to the app, not the page before.
    install_referrer: from('referrer'),
    user_agent: from('user_agent'),
    ip: from('ip_address'),
    device_id: from('gps_adid', 'idfa', 'oaid', 'fire_adid', 'idfv', 'android_id', 'adid'),
    user_id: from('user_id', 'customer_user_id'),
    click_id: from('gclid', 'click_id', 'reftag'),
    click_time: from('click_time', 'referrer_click_time'),
    impression_time: from('impression_time'),
    install_begin_time: from('install_begin_time'),
    // When somebody landed on the page of the store.
    referrer_click_time: from('referral_time', 'referrer_click_time'),
    install_time: from('installed_at', 'install_finish_time'),
    quantity: from('quantity'),
    revenue: from('revenue', 'reporting_revenue'),
    cost: from('cost_amount', 'reporting_cost'),
    currency: from('currency', 'reporting_currency', 'cost_currency'),
    vendor_verdict: from('rejection_reason'),
  },
};
