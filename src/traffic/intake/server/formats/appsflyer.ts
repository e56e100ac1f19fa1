import { type FormatTable, from, inJson, inUrl } from './format.ts';
import { CLICK_KEYS, COUPON_KEYS, ORDER_KEYS, QUANTITY_KEYS } from './part-names.ts';

const contributors = Object.fromEntries(
  [1, 2, 3].flatMap((n) => [
    [`contributor${n}_af_prt`, `contributor_${n}_partner`],
    ...['media_source', 'campaign', 'touch_type', 'touch_time', 'match_type', 'engagement_type'].map((field) => [
      `contributor${n}_${field}`,
      `contributor_${n}_${field}`,
    ]),
  ]),
);

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The default columns of the export page. */
const USUAL_ORDER = [
  ...words(`
    attributed_touch_type attributed_touch_time install_time event_time event_name event_value
    event_revenue event_revenue_currency event_revenue_usd event_source is_receipt_validated partner
    media_source channel keywords campaign campaign_id adset adset_id ad ad_id ad_type site_id
    sub_site_id sub_param_1 sub_param_2 sub_param_3 sub_param_4 sub_param_5 cost_model cost_value
    cost_currency`),
  ...[1, 2, 3].flatMap((n) =>
    ['partner', 'media_source', 'campaign', 'touch_type', 'touch_time'].map((field) => `contributor_${n}_${field}`),
  ),
  ...words(`
    region country_code state city postal_code dma ip wifi operator carrier language appsflyer_id
    advertising_id idfa android_id customer_user_id imei idfv platform device_type os_version
    app_version sdk_version app_id app_name bundle_id is_retargeting retargeting_conversion_type
    attribution_lookback reengagement_window is_primary_attribution user_agent http_referrer
    original_url`),
];

/**
 * AppsFlyer raw data: export page and Pull API (`Media Source`), Data Locker and Push API (`af_prt`), warehouse exports
 * (`site_id`). The third is the plain form of the first, so only the second needs translating.
 * https://support.appsflyer.com/hc/en-us/articles/208387843
 */
export const APPSFLYER: FormatTable = {
  id: 'appsflyer',
  aliases: {
    ...contributors,
    af_prt: 'partner',
    af_channel: 'channel',
    af_keywords: 'keywords',
    af_c_id: 'campaign_id',
    af_adset: 'adset',
    af_adset_id: 'adset_id',
    af_ad: 'ad',
    af_ad_id: 'ad_id',
    af_ad_type: 'ad_type',
    af_siteid: 'site_id',
    af_sub_siteid: 'sub_site_id',
    af_sub1: 'sub_param_1',
    af_sub2: 'sub_param_2',
    af_sub3: 'sub_param_3',
    af_sub4: 'sub_param_4',
    af_sub5: 'sub_param_5',
    af_cost_model: 'cost_model',
    af_cost_value: 'cost_value',
    af_cost_currency: 'cost_currency',
    af_attribution_lookback: 'attribution_lookback',
    af_reengagement_window: 'reengagement_window',
    gp_referrer: 'google_play_referrer',
    gp_click_time: 'google_play_click_time',
    gp_install_begin: 'google_play_install_begin_time',
    gp_broadcast_referrer: 'google_play_broadcast_referrer',
    is_wifi: 'wifi',
    amazon_aid: 'amazon_fire_id',
    advertising_id_gaid: 'advertising_id',
    fraud_reason: 'blocked_reason',
    fraud_sub_reason: 'blocked_sub_reason',
    ip_address: 'ip',
    is_receipt_validated_flag: 'is_receipt_validated',
  },
  usualOrder: USUAL_ORDER,
  signs: ['appsflyer_id', 'attributed_touch_time', 'attributed_touch_type', 'media_source', 'is_primary_attribution'],
  signsNeeded: 3,
  reports: [
    { id: 'clicks', fileName: /click/i, kind: 'click' },
    { id: 'impressions', fileName: /impression/i, kind: 'impression' },
    { id: 'in_app_events', fileName: /in[-_ ]?app|inapps|events?[-_.]/i, kind: 'app_event' },
    { id: 'installs', fileName: /install/i, kind: 'install' },
  ],
  kindRules: [
    { column: 'event_name', values: ['install', 'reinstall', 're-attribution', 'first_open'], kind: 'install' },
    { column: 'event_name', values: ['re-engagement', 'reengagement'], kind: 're_click' },
    { column: 'event_name', values: ['click'], kind: 'click' },
    { column: 'event_name', values: ['impression'], kind: 'impression' },
    { column: 'is_retargeting', values: ['true', '1', 'yes'], kind: 're_event' },
  ],
  otherwise: 'app_event',
  time: 'iso',
  fields: {
    ts: from('event_time', 'install_time', 'attributed_touch_time'),
    publisher: { from: ['media_source'], values: { organic: 'organic' }, constant: 'organic' },
    sub_publisher: from('site_id', 'sub_site_id', ...inUrl('original_url', 'af_siteid', 'af_sub_siteid')),
    vendor: from('partner'),
    campaign: from('campaign'),
    campaign_id: from('campaign_id'),
    channel: from('channel'),
    placement: from('placement', 'ad_unit'),
    placement_type: from('ad_type'),
    creative: from('ad', 'ad_id'),
    ad_set: from('adset', 'adset_id'),
    keyword: from('keywords'),
    event_name: from('event_name'),
    install_type: {
      from: ['retargeting_conversion_type', 'conversion_type', 'media_source'],
      values: {
        're-attribution': 're-attribution',
        're-engagement': 're-engagement',
        organic: 'organic',
        reinstall: 'reinstall',
      },
      otherwise: 'install',
      constant: 'organic',
    },
    attribution: {
      from: ['is_primary_attribution'],
      values: {
        true: 'primary',
        '1': 'primary',
        yes: 'primary',
        false: 'non-primary',
        '0': 'non-primary',
        no: 'non-primary',
      },
    },
    declared_country: from('country_code'),
    region: from('state', 'region'),
    city: from('city'),
    language: from('language'),
    carrier: from('carrier', 'operator'),
    wifi: from('wifi'),
    device_model: { from: ['device_model', 'device_type'], split: { by: '::', take: 'after', orWhole: true } },
    device_brand: { from: ['device_model', 'device_type'], split: { by: '::', take: 'before' } },
    declared_os: { from: ['platform'], values: { android: 'Android', ios: 'iOS' } },
    declared_os_version: from('os_version'),
    app_version: from('app_version'),
    sdk_version: from('sdk_version'),
    install_referrer: from('google_play_referrer', 'google_play_broadcast_referrer'),
    receipt_check: from('is_receipt_validated'),
    referrer: from('http_referrer'),
    url: from('original_url'),
    user_agent: from('user_agent'),
    ip: from('ip'),
    device_id: from('advertising_id', 'idfa', 'oaid', 'amazon_fire_id', 'idfv', 'android_id', 'appsflyer_id'),
    user_id: from('customer_user_id'),
    click_id: from(...inUrl('original_url', ...CLICK_KEYS)),
    order_id: from(...inJson('event_value', ...ORDER_KEYS)),
    coupon_code: from(...inJson('event_value', ...COUPON_KEYS)),
    click_time: {
      from: ['attributed_touch_time', 'google_play_click_time'],
      when: { column: 'attributed_touch_type', values: ['click', 'tv', 'sms', ''] },
    },
    impression_time: {
      from: ['attributed_touch_time'],
      when: { column: 'attributed_touch_type', values: ['impression'] },
    },
    install_begin_time: from('google_play_install_begin_time'),
    referrer_click_time: from('google_play_click_time'),
    install_time: from('install_time'),
    revenue: from('event_revenue', 'event_revenue_usd', ...inJson('event_value', 'af_revenue', 'revenue')),
    quantity: from(...inJson('event_value', ...QUANTITY_KEYS)),
    cost: from('cost_value'),
    currency: from('event_revenue_currency', ...inJson('event_value', 'af_currency', 'currency'), 'cost_currency'),
    vendor_verdict: from('blocked_reason', 'rejected_reason'),
  },
};
