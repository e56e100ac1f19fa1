import { describe, expect, test } from 'vitest';
import type { Row } from '#platform/contract/condition-predicate.ts';
import type { EventKind } from '../../contract/event.ts';
import { defaultRuleSet, RULES } from './registry.ts';
import { planRules } from './rule-plan.ts';
import { compileHits } from './verdict.ts';

type Outcome = 'fraud' | 'suspect' | null;
type Case = readonly [kind: EventKind, facts: Row, outcome: Outcome];

const DAY = 86_400;

/** Per rule: rows that must hit, neighbours on both sides of each limit, kinds it must leave alone, facts missing. */
const CASES: Record<string, readonly Case[]> = {
  declared_bot: [
    ['visit', { ua_class: 'bot' }, 'fraud'],
    ['visit', { ua_class: 'browser' }, null],
    ['app_event', { ua_class: 'app' }, null],
    ['visit', { ua_class: '' }, null],
  ],
  spoofed_crawler: [
    ['impression', { crawler_check: 'spoofed' }, 'fraud'],
    ['impression', { crawler_check: 'verified' }, null],
    ['impression', { crawler_check: 'unlisted' }, null],
    ['impression', {}, null],
  ],
  non_browser: [
    ['click', { ua_class: 'library' }, 'fraud'],
    ['visit', { ua_class: 'malformed' }, 'fraud'],
    ['vast_request', { ua_class: 'empty' }, 'fraud'],
    ['click', { ua_class: 'empty', device_model: 'Pixel 9' }, null],
    ['click', { ua_class: 'empty', declared_os: 'Android' }, null],
    ['click', { ua_class: 'library', device_model: 'Pixel 9' }, 'fraud'],
    ['click', { ua_class: 'app' }, null],
    ['click', { ua_class: '' }, null],
    ['install', { ua_class: 'library' }, null],
    ['app_event', { ua_class: 'library' }, null],
    ['app_event', { ua_class: 'empty' }, null],
    ['re_event', { ua_class: 'empty' }, null],
  ],
  automated_browser: [
    ['visit', { ua_class: 'headless' }, 'fraud'],
    ['visit', { ua_class: 'browser' }, null],
    ['visit', {}, null],
  ],
  data_center: [
    ['click', { ip_class: 'datacenter' }, 'fraud'],
    ['install', { ip_class: 'datacenter', crawler_check: 'unlisted' }, 'fraud'],
    ['click', { ip_class: 'datacenter', crawler_check: 'verified' }, null],
    ['click', { ip_class: 'relay' }, null],
    ['click', { ip_class: 'vpn' }, null],
    ['app_event', { ip_class: 'datacenter' }, null],
    ['click', {}, null],
  ],
  anonymizer: [
    ['click', { ip_class: 'vpn' }, 'suspect'],
    ['click', { ip_class: 'relay' }, null],
    ['click', {}, null],
  ],
  deprecated_client: [
    ['visit', { browser_age_months: 37 }, 'suspect'],
    ['visit', { browser_age_months: 36 }, null],
    ['visit', { os_unsupported_months: 25 }, null],
    ['visit', { os_unsupported_months: 24 }, null],
    ['visit', { os_unsupported_months: -12 }, null],
    ['vast_request', { browser_age_months: 37 }, 'fraud'],
    ['vast_tracking', { os_unsupported_months: 25 }, 'fraud'],
    ['vast_request', { browser_age_months: 36, os_unsupported_months: 24 }, null],
    ['install', { os_unsupported_months: 100 }, null],
    ['visit', {}, null],
  ],
  malformed_device_id: [
    ['install', { device_id_class: 'malformed' }, 'fraud'],
    ['install', { device_id_class: 'zero', os: 'Android' }, null],
    ['install', { device_id_class: 'zero', os: 'iOS' }, null],
    ['install', { device_id_class: 'zero' }, null],
    ['install', { device_id_class: 'missing' }, null],
    ['install', { device_id_class: 'valid' }, null],
    ['visit', { device_id_class: 'malformed' }, null],
    ['install', {}, null],
  ],
  duplicate_click: [
    ['click', { repeat_gap_seconds: 0 }, 'fraud'],
    ['click', { repeat_gap_seconds: 29 }, 'fraud'],
    ['click', { repeat_gap_seconds: 30 }, null],
    ['re_click', { repeat_gap_seconds: 1 }, 'fraud'],
    ['visit', { repeat_gap_seconds: 1 }, null],
    ['click', { repeat_gap_seconds: null }, null],
  ],
  click_frequency: [
    ['click', { clicks_1m: 6 }, 'fraud'],
    ['click', { clicks_1m: 5, clicks_1h: 6, clicks_24h: 10 }, null],
    ['click', { clicks_1h: 7, device_id_class: 'valid' }, 'suspect'],
    ['click', { clicks_1h: 7, device_type: 'mobile' }, 'suspect'],
    ['click', { clicks_1h: 7, device_type: 'desktop' }, null],
    ['click', { clicks_24h: 11, device_id_class: 'valid' }, 'suspect'],
    ['click', { clicks_24h: 11, device_id_class: 'missing' }, null],
    ['click', { clicks_1m: 6, clicks_1h: 7, clicks_24h: 11 }, 'fraud'],
    ['click', {}, null],
  ],
  fast_click: [
    ['click', { impression_to_click_seconds: 0 }, 'suspect'],
    ['click', { impression_to_click_seconds: 1 }, null],
    ['click', { impression_to_click_seconds: -1 }, null],
    ['click', {}, null],
  ],
  short_install_time: [
    ['install', { ctit_seconds: 0 }, 'fraud'],
    ['install', { ctit_seconds: 4 }, 'fraud'],
    ['install', { ctit_seconds: 5 }, 'suspect'],
    ['install', { ctit_seconds: 9 }, 'suspect'],
    ['install', { ctit_seconds: 10 }, null],
    ['install', { ctit_seconds: -1 }, null],
    ['app_event', { ctit_seconds: 1 }, null],
    ['install', { ctit_seconds: null }, null],
  ],
  click_injection: [
    ['install', { click_after_begin_seconds: 1 }, 'fraud'],
    ['install', { click_after_begin_seconds: 0 }, null],
    ['install', { click_after_begin_seconds: -60 }, null],
    ['install', { click_after_begin_seconds: 30 * DAY }, 'fraud'],
    ['install', { click_after_begin_seconds: 30 * DAY + 1 }, null],
    ['install', {}, null],
  ],
  emulator: [
    ['install', { device_signs: 'goldfish' }, 'fraud'],
    ['app_event', { device_signs: 'vbox' }, 'fraud'],
    ['visit', { device_signs: 'vbox' }, null],
    ['install', { device_signs: '' }, null],
  ],
  implausible_device: [
    ['install', { device_conflict: 'Android 27 was never released' }, 'suspect'],
    ['install', { device_conflict: 'Android 27 was never released; Apple does not run Android' }, 'fraud'],
    ['install', { device_conflict: '' }, null],
  ],
  duplicate_install: [
    ['install', { install_repeat_days: 0 }, 'fraud'],
    ['install', { install_repeat_days: 29 }, 'fraud'],
    ['install', { install_repeat_days: 30 }, null],
    ['install', { install_repeat_days: 1, install_type: 'reinstall' }, null],
    ['install', { install_repeat_days: 1, install_type: 'organic' }, null],
    ['install', { install_repeat_days: 1, install_type: 'install' }, 'fraud'],
    ['install', {}, null],
  ],
  inherited_event: [
    ['app_event', { origin_reason: 'clk.injection' }, 'fraud'],
    ['re_event', { origin_reason: 'dev.emulator' }, 'fraud'],
    ['install', { origin_reason: 'clk.injection' }, null],
    ['app_event', { origin_reason: 'ins.duplicate' }, null],
    ['app_event', {}, null],
  ],
  even_paging: [
    ['visit', { pace_cv_percent: 14, pace_mean_seconds: 1799 }, 'suspect'],
    ['visit', { pace_cv_percent: 15, pace_mean_seconds: 1799 }, null],
    ['visit', { pace_cv_percent: 14, pace_mean_seconds: 1800 }, null],
    ['visit', { pace_mean_seconds: 10 }, null],
    ['impression', { pace_cv_percent: 0, pace_mean_seconds: 10 }, null],
  ],
  geo_mismatch: [
    ['click', { country_conflict: 'US ≠ DE' }, 'suspect'],
    ['install', { country_conflict: 'US ≠ DE' }, 'suspect'],
    ['click', { country_conflict: '' }, null],
    ['app_event', { country_conflict: 'US ≠ DE' }, null],
  ],
  click_country: [
    ['install', { click_country_conflict: 'US ≠ DE' }, 'suspect'],
    ['install', {}, null],
    ['click', { click_country_conflict: 'US ≠ DE' }, null],
  ],
  block_burst: [
    ['install', { block_installs_1h: 10 }, 'suspect'],
    ['install', { block_installs_1h: 10, wifi: 'true' }, 'suspect'],
    ['install', { block_installs_1h: 9 }, null],
    ['install', { block_installs_1h: 99, wifi: 'false' }, null],
    ['install', {}, null],
  ],
  repeated_click_id: [
    ['click', { click_id_repeats: 1 }, 'fraud'],
    ['re_click', { click_id_repeats: 3 }, 'fraud'],
    ['click', { click_id_repeats: null }, null],
    ['impression', { click_id_repeats: 1 }, null],
  ],
  hyper_engagement: [
    ['install', { clicks_before_install: 10, click_gap_cv_percent: 29 }, 'suspect'],
    ['install', { clicks_before_install: 9, click_gap_cv_percent: 0 }, null],
    ['install', { clicks_before_install: 10, click_gap_cv_percent: 30 }, null],
    ['install', { clicks_before_install: 10 }, null],
    ['click', { clicks_before_install: 10, click_gap_cv_percent: 0 }, null],
  ],
  referrer_mismatch: [
    ['install', { referrer_conflict: 'organic' }, 'suspect'],
    ['install', { referrer_conflict: '' }, null],
    ['app_event', { referrer_conflict: 'organic' }, null],
  ],
  id_reset: [
    ['install', { address_ids_24h: 5 }, 'suspect'],
    ['install', { address_ids_24h: 6 }, 'fraud'],
    ['install', { address_ids_24h: 3 }, 'suspect'],
    ['install', { address_ids_24h: 2 }, null],
    ['install', { address_ids_24h: 9, wifi: 'false' }, null],
    ['install', {}, null],
  ],
  click_device: [
    ['install', { click_device_conflict: 'iOS ≠ Android' }, 'suspect'],
    ['install', {}, null],
    ['app_event', { click_device_conflict: 'iOS ≠ Android' }, null],
  ],
  broken_order: [
    ['install', { order_break: 'install_before_click', order_break_seconds: 6 }, 'fraud'],
    ['install', { order_break: 'open_before_begin', order_break_seconds: 6 }, 'fraud'],
    ['install', { order_break: 'install_before_click', order_break_seconds: 5 }, null],
    ['click', { order_break: 'click_before_impression', order_break_seconds: 6 }, 'suspect'],
    ['app_event', { order_break: 'event_before_install', order_break_seconds: 6 }, 'suspect'],
    ['app_event', { order_break: 'event_before_install', order_break_seconds: 5 }, null],
    ['install', { order_break: 'install_before_click' }, null],
    ['install', {}, null],
  ],
  event_too_fast: [
    ['app_event', { install_to_event_seconds: 19, revenue: 1 }, 'suspect'],
    ['app_event', { install_to_event_seconds: 0, revenue: 1, event_name: 'purchase' }, 'suspect'],
    ['app_event', { install_to_event_seconds: 20, revenue: 1 }, null],
    ['app_event', { install_to_event_seconds: -1, revenue: 1 }, null],
    ['app_event', { install_to_event_seconds: 4, revenue: 0 }, null],
    ['app_event', { install_to_event_seconds: 4, revenue: 1, event_name: 'af_ad_revenue' }, null],
    ['app_event', { revenue: 1 }, null],
  ],
  duplicate_order: [
    ['app_event', { order_repeat: 'same_person' }, 'fraud'],
    ['web_event', { order_repeat: 'another_person' }, 'fraud'],
    ['app_event', { order_repeat: '' }, null],
    ['install', { order_repeat: 'same_person' }, null],
  ],
  failed_receipt: [
    ['app_event', { receipt_check: 'false', revenue: 1 }, 'suspect'],
    ['app_event', { receipt_check: 'false', revenue: 0 }, null],
    ['app_event', { receipt_check: 'true', revenue: 1 }, null],
    ['app_event', { revenue: 1 }, null],
  ],
  active_user: [
    ['re_event', { idle_seconds: DAY - 1 }, 'suspect'],
    ['re_event', { idle_seconds: DAY }, null],
    ['re_event', {}, null],
    ['re_click', { idle_seconds: 1 }, null],
  ],
  reengagement_loop: [
    ['re_click', { reclicks_24h: 6 }, 'suspect'],
    ['re_event', { reclicks_24h: 6 }, 'suspect'],
    ['re_click', { reclicks_24h: 5 }, null],
    ['re_click', {}, null],
  ],
  stacked_ads: [
    ['impression', { stacked_campaigns: 3, device_id_class: 'valid' }, 'fraud'],
    ['impression', { stacked_campaigns: 3, device_id_class: 'missing' }, 'suspect'],
    ['impression', { stacked_campaigns: 2, device_id_class: 'valid' }, null],
    ['impression', {}, null],
  ],
  pixel_stuffing: [
    ['impression', { ad_width: 1, ad_height: 250, ad_area: 250 }, 'fraud'],
    ['impression', { ad_width: 300, ad_height: 0, ad_area: 0 }, 'fraud'],
    ['impression', { ad_width: 10, ad_height: 10, ad_area: 100 }, 'fraud'],
    ['impression', { ad_width: 101, ad_height: 2, ad_area: 202 }, null],
    ['impression', { ad_width: 2 }, null],
    ['vast_request', { ad_width: 1 }, 'fraud'],
    ['impression', {}, null],
  ],
  auto_refresh: [
    ['impression', { pace_mean_seconds: 29, pace_cv_percent: 80 }, 'suspect'],
    ['impression', { pace_mean_seconds: 30, pace_cv_percent: 10 }, null],
    // A live score that says it refreshes is as even as a clock.
    ['impression', { pace_mean_seconds: 60, pace_cv_percent: 0 }, null],
    ['impression', { pace_mean_seconds: 600, pace_cv_percent: 0 }, null],
    ['visit', { pace_mean_seconds: 1, pace_cv_percent: 0 }, null],
    ['impression', {}, null],
  ],
  domain_spoofing: [
    ['impression', { domain_conflict: 'cheap.example' }, 'suspect'],
    ['vast_request', { domain_conflict: 'cheap.example' }, 'suspect'],
    ['click', { domain_conflict: 'cheap.example' }, null],
    ['impression', {}, null],
  ],
  frequency_cap: [
    ['vast_request', { campaign_views_24h: 4 }, 'suspect'],
    ['vast_request', { campaign_views_24h: 3 }, null],
    ['impression', { campaign_views_24h: 21, device_id_class: 'valid' }, 'suspect'],
    ['impression', { campaign_views_24h: 21, device_id_class: 'missing' }, null],
    ['impression', { campaign_views_24h: 20 }, null],
    ['vast_tracking', { campaign_views_24h: 99 }, null],
    ['impression', {}, null],
  ],
  false_viewability: [
    ['impression', { viewable_after_seconds: 0 }, 'suspect'],
    ['impression', { viewable_after_seconds: -1 }, 'suspect'],
    ['impression', { viewable_after_seconds: 1 }, null],
    ['vast_tracking', { viewable_after_seconds: 1 }, 'suspect'],
    ['vast_tracking', { viewable_after_seconds: 2 }, null],
    ['vast_tracking', {}, null],
  ],
  video_order: [
    ['vast_tracking', { video_conflict: 'no start; too fast' }, 'fraud'],
    ['vast_tracking', { video_conflict: 'no start' }, 'suspect'],
    ['vast_tracking', { video_conflict: '' }, null],
    ['vast_request', { video_conflict: 'no start' }, null],
  ],
  server_inserted: [
    ['vast_request', { server_side: '1', ip_class: 'datacenter' }, 'suspect'],
    ['vast_request', { server_side: '2', ua_class: 'library' }, 'suspect'],
    ['vast_request', { server_side: '0', ip_class: 'datacenter' }, null],
    ['vast_request', { server_side: '1', ip_class: 'public', ua_class: 'browser' }, null],
    ['vast_request', { ip_class: 'datacenter' }, null],
  ],
  fake_lead: [
    ['web_event', { email_class: 'disposable', fill_seconds: 2 }, 'fraud'],
    ['web_event', { email_class: 'disposable', fill_seconds: 3 }, 'suspect'],
    ['web_event', { email_class: 'disposable' }, 'suspect'],
    ['web_event', { email_class: 'ordinary', fill_seconds: 2 }, 'suspect'],
    ['web_event', { email_class: 'ordinary', fill_seconds: 3 }, null],
    ['web_event', {}, null],
    ['app_event', { email_class: 'disposable', fill_seconds: 1 }, null],
  ],
};

const plan = planRules(defaultRuleSet());

test('every rule on arrival has its cases', () => {
  const arrival = RULES.filter(({ stage }) => stage === 'arrival').map(({ id }) => id);
  expect(Object.keys(CASES).sort()).toEqual(arrival.sort());
});

describe.each(Object.entries(CASES))('%s', (id, cases) => {
  const findHits = compileHits(plan.filter((rule) => rule.id === id));
  test.each(cases)('%s with %j is %s', (kind, facts, outcome) => {
    expect(findHits({ kind, ...facts })[0]?.verdict ?? null).toBe(outcome);
  });
});

describe('a limit of the package', () => {
  const outcomeUnder = (limit: number, ctit: number): Outcome => {
    const set = defaultRuleSet();
    const rules = { ...set.rules, short_install_time: { mode: 'on' as const, limits: { suspectSeconds: limit } } };
    return compileHits(planRules({ ...set, rules }))({ kind: 'install', ctit_seconds: ctit })[0]?.verdict ?? null;
  };

  test('takes the place of the default', () => {
    expect([outcomeUnder(15, 14), outcomeUnder(15, 15)]).toEqual(['suspect', null]);
  });

  test('out of bounds counts as the bound, not a number as the default', () => {
    expect([outcomeUnder(1e9, 599), outcomeUnder(1e9, 600)]).toEqual(['suspect', null]);
    expect([outcomeUnder(Number.NaN, 9), outcomeUnder(Number.NaN, 10)]).toEqual(['suspect', null]);
  });
});

test('a rule the stored set does not name is off, so an update of the product changes no old version', () => {
  expect(planRules({ version: 1, rules: {} })).toEqual([]);
});

test('the plan is in the order of reasons', () => {
  expect(plan[0]?.reason).toBe('clk.duplicate');
  expect(plan.at(-1)?.reason).toBe('evt.inherited');
});
