import { from } from '#traffic/intake/server/formats/format.ts';
import type { MessageMapping } from './protocol.ts';

/** What Branch names an attribute of the touch: in webhooks, and in the flat names of its exports. */
const ofTouch = (...names: string[]): string[] =>
  names.flatMap((name) => [`last_attributed_touch_data_${name}`, `last_attributed_touch_data_tilde_${name}`]);

/**
 * Webhooks of Branch with their default body: an event with its user, its last touch and its data as objects.
 * https://help.branch.io/using-branch/docs/webhooks
 */
export const BRANCH: MessageMapping = {
  kindRules: [
    { column: 'name', values: ['impression'], kind: 'impression' },
    { column: 'name', values: ['click'], kind: 'click' },
    { column: 'name', values: ['install', 'reinstall'], kind: 'install' },
    { column: 'name', values: ['pageview', 'web_session_start'], kind: { web: 'visit', app: 'app_event' } },
  ],
  otherwise: { web: 'web_event', app: 'app_event' },
  time: 'iso',
  id: ['id'],
  keeps: /./,
  fields: {
    ts: from('event_timestamp', 'timestamp'),
    publisher: { from: [...ofTouch('advertising_partner_name', 'channel')], constant: 'organic' },
    sub_publisher: from(...ofTouch('secondary_publisher')),
    vendor: from(...ofTouch('agency')),
    campaign: from(...ofTouch('campaign', 'customer_campaign')),
    campaign_id: from(...ofTouch('campaign_id')),
    channel: from(...ofTouch('channel', 'feature')),
    placement: from(...ofTouch('placement')),
    placement_type: from(...ofTouch('branch_ad_format')),
    creative: from(...ofTouch('creative_name', 'creative_id', 'ad_name')),
    ad_set: from(...ofTouch('ad_set_name', 'ad_set_id')),
    keyword: from(...ofTouch('keyword')),
    event_name: from('customer_event_alias', 'name'),
    install_type: { from: ['name'], values: { reinstall: 'reinstall', install: 'install' }, otherwise: '' },
    declared_country: from('user_data_geo_country_code', 'user_data_country'),
    region: from('user_data_geo_region_en'),
    city: from('user_data_geo_city_en'),
    language: from('user_data_language'),
    device_model: from('user_data_model'),
    device_brand: from('user_data_brand'),
    declared_os: { from: ['user_data_os'], values: { android: 'Android', ios: 'iOS' } },
    declared_os_version: from('user_data_os_version_android', 'user_data_os_version'),
    app_version: from('user_data_app_version'),
    sdk_version: from('user_data_sdk_version'),
    referrer: from('user_data_http_referrer'),
    user_agent: from('user_data_user_agent'),
    ip: from('user_data_ip'),
    device_id: from('user_data_aaid', 'user_data_idfa', 'user_data_idfv', 'user_data_android_id'),
    user_id: from('user_data_developer_identity'),
    click_id: from(...ofTouch('click_id'), 'last_attributed_touch_data_plus_touch_id', ...ofTouch('id')),
    order_id: from('event_data_transaction_id'),
    coupon_code: from('event_data_coupon'),
    click_time: {
      from: ['last_attributed_touch_timestamp'],
      when: { column: 'last_attributed_touch_type', values: ['click'] },
    },
    impression_time: {
      from: ['last_attributed_touch_timestamp'],
      when: { column: 'last_attributed_touch_type', values: ['impression'] },
    },
    install_begin_time: from('store_install_begin_timestamp'),
    referrer_click_time: from('referrer_click_timestamp'),
    install_time: from('install_activity_timestamp'),
    revenue: from('event_data_revenue', 'event_data_revenue_in_usd'),
    currency: from('event_data_currency'),
  },
};

/**
 * Postbacks of Singular: parameters are named like the macros that fill them (`evtname={EVTNAME}`).
 * https://support.singular.net/hc/en-us/articles/115004063323
 */
export const SINGULAR: MessageMapping = {
  kindRules: [
    { column: 'is_re_eng', values: ['1', 'true'], kind: 're_event' },
    { column: 'evtname', values: ['', '__install__', 'install'], kind: 'install' },
  ],
  otherwise: { web: 'web_event', app: 'app_event' },
  time: 'iso',
  id: [],
  keeps: /./,
  fields: {
    ts: from('utcm'),
    publisher: { from: ['network', 'source'], constant: 'organic' },
    sub_publisher: from('psid', 'psn', 'site'),
    campaign: from('cid', 'campaign'),
    creative: from('pcrn', 'pcrid', 'creative'),
    ad_set: from('gid'),
    event_name: from('evtname'),
    declared_country: from('country'),
    device_model: from('device_model'),
    device_brand: from('device_brand'),
    declared_os: { from: ['platform'], values: { android: 'Android', ios: 'iOS' } },
    declared_os_version: from('os_version'),
    user_agent: from('user_agent'),
    ip: from('event_ip', 'attribution_ip', 'touchpoint_ip'),
    device_id: from('aifa', 'idfa', 'idfv', 'andi'),
    user_id: from('custom_user_id'),
    click_id: from('cl', 'clid'),
    click_time: from('click_utcm'),
    revenue: from('amount'),
    currency: from('currency'),
  },
};

/**
 * Custom postbacks of Kochava: whoever sets one up names its parameters; these are the names of its macros. An install
 * is the event `_install`.
 * https://support.kochava.com/campaign-management/create-a-custom-postback
 */
export const KOCHAVA: MessageMapping = {
  kindRules: [{ column: 'event_name', values: ['', '_install', 'install'], kind: 'install' }],
  otherwise: { web: 'web_event', app: 'app_event' },
  time: 'iso',
  id: [],
  keeps: /./,
  fields: {
    ts: from('event_time', 'timestamp'),
    publisher: { from: ['network_name', 'network'], constant: 'organic' },
    sub_publisher: from('site_id', 'sub_site_id'),
    campaign: from('campaign_name', 'campaign'),
    campaign_id: from('campaign_id'),
    creative: from('creative_id', 'creative'),
    event_name: from('event_name'),
    declared_country: from('country'),
    device_model: from('device_model'),
    declared_os_version: from('os_version'),
    app_version: from('app_version'),
    user_agent: from('user_agent', 'device_ua'),
    ip: from('ip_address', 'ip'),
    device_id: from('adid', 'idfa', 'idfv', 'android_id', 'kochava_device_id'),
    user_id: from('user_id'),
    click_id: from('click_id'),
    click_time: from('click_time'),
    install_time: from('install_time'),
    revenue: from('event_value'),
    currency: from('currency'),
  },
};
