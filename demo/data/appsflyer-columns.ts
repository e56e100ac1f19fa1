/**
 * Columns of AppsFlyer raw data in their published order (Export page and Pull API v5; the 81 default ones and the 47
 * on request), each with its Data Locker name. Sources: raw data field dictionary (support article 208387843) and two
 * public pipelines that recorded live headers in August 2026.
 */
const pairs = (text: string): readonly (readonly [display: string, locker: string])[] =>
  text
    .trim()
    .split('\n')
    .flatMap((line) => line.split(', '))
    .map((entry) => {
      const [display = '', locker] = entry.trim().split(' = ');
      return [display, locker ?? snake(display)];
    });

/** Name as warehouse connectors write it. */
export const snake = (display: string): string => display.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');

const contributor = (n: number): string =>
  `Contributor ${n} Partner = contributor${n}_af_prt, Contributor ${n} Media Source = contributor${n}_media_source, ` +
  `Contributor ${n} Campaign = contributor${n}_campaign, Contributor ${n} Touch Type = contributor${n}_touch_type, ` +
  `Contributor ${n} Touch Time = contributor${n}_touch_time`;

export const APPSFLYER_COLUMNS = pairs(`
Attributed Touch Type, Attributed Touch Time, Install Time, Event Time, Event Name, Event Value, Event Revenue
Event Revenue Currency, Event Revenue USD, Event Source, Is Receipt Validated, Partner = af_prt
Media Source, Channel = af_channel, Keywords = af_keywords, Campaign, Campaign ID = af_c_id, Adset = af_adset
Adset ID = af_adset_id, Ad = af_ad, Ad ID = af_ad_id, Ad Type = af_ad_type, Site ID = af_siteid, Sub Site ID = af_sub_siteid
Sub Param 1 = af_sub1, Sub Param 2 = af_sub2, Sub Param 3 = af_sub3, Sub Param 4 = af_sub4, Sub Param 5 = af_sub5
Cost Model = af_cost_model, Cost Value = af_cost_value, Cost Currency = af_cost_currency
${contributor(1)}
${contributor(2)}
${contributor(3)}
Region, Country Code, State, City, Postal Code, DMA, IP, WIFI, Operator, Carrier, Language, AppsFlyer ID, Advertising ID
IDFA, Android ID, Customer User ID, IMEI, IDFV, Platform, Device Type, OS Version, App Version, SDK Version, App ID, App Name
Bundle ID, Is Retargeting, Retargeting Conversion Type, Attribution Lookback = af_attribution_lookback
Reengagement Window = af_reengagement_window, Is Primary Attribution, User Agent, HTTP Referrer, Original URL
`);

export const APPSFLYER_EXTRA_COLUMNS = pairs(`
Store Reinstall, Impressions, Contributor 3 Match Type = contributor3_match_type, Custom Dimension, Conversion Type
Google Play Click Time = gp_click_time, Match Type, Mediation Network, OAID, Deeplink URL, Blocked Reason, Blocked Sub Reason
Google Play Broadcast Referrer = gp_broadcast_referrer, Google Play Install Begin Time = gp_install_begin, Campaign Type
Custom Data, Rejected Reason, Device Download Time, Keyword Match Type, Contributor 1 Match Type = contributor1_match_type
Contributor 2 Match Type = contributor2_match_type, Device Model, Monetization Network, Segment, Is LAT
Google Play Referrer = gp_referrer, Blocked Reason Value, Store Product Page, Device Category, App Type, Rejected Reason Value
Ad Unit, Keyword ID, Placement, Network Account ID, Install App Store, Amazon Fire ID = amazon_aid, ATT, Engagement Type
Contributor 1 Engagement Type = contributor1_engagement_type, Contributor 2 Engagement Type = contributor2_engagement_type
Contributor 3 Engagement Type = contributor3_engagement_type, GDPR Applies, Ad User Data Enabled, Ad Personalization Enabled
Total Candidates, Engagement Destination
`);

/** What Protect360 reports add (support article 360015179337); five of them are also among the 47. */
export const PROTECT360_COLUMNS = pairs(
  'Blocked Reason, Blocked Reason Value, Blocked Reason Rule, Blocked Sub Reason, Rejected Reason, Rejected Reason Value',
);
