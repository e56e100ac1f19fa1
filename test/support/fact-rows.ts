import fc from 'fast-check';
import { all, any, type Condition, eq, gt, lt, not } from '#platform/contract/condition.ts';
import type { Row } from '#platform/contract/condition-predicate.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { REASON_ORDER } from '#traffic/event/contract/reasons.ts';
import { SOURCE_FACT_NAMES, SOURCE_FACTS } from '#traffic/event/contract/source-facts.ts';
import type { CustomRule, PublisherSetting, Rule, RuleSet, RuleSetting } from '#traffic/rules/contract/rule.ts';
import { RULE_MODES } from '#traffic/rules/contract/rule.ts';
import { defaultLimits } from '#traffic/rules/server/default-limits.ts';
import { RULES } from '#traffic/rules/server/registry.ts';

const seconds = (max: number) => fc.option(fc.integer({ min: -5, max }));
const word = (...words: string[]) => fc.constantFrom('', ...words);

/** Values about sources on both sides of usual limits. */
const sourceFacts = Object.fromEntries(
  SOURCE_FACT_NAMES.map((name) => {
    const inPercent = SOURCE_FACTS[name].unit === 'percent';
    return [
      name,
      fc.option(
        inPercent ? fc.constantFrom(0, 0.01, 3, 12, 30, 70) : fc.constantFrom(0, 0.0005, 0.05, 0.2, 0.6, 2.5, 5),
      ),
    ];
  }),
);

/** Events in which every rule finds something now and then. Addresses are documentation ranges. */
export const factRow: fc.Arbitrary<Row> = fc.record({
  kind: fc.constantFrom(...EVENT_KINDS),
  ts: fc.constant('2026-10-05 12:00:00.000'),
  publisher: word('p1', 'p2'),
  user_agent: word('Mozilla/5.0'),
  ip: fc.constantFrom('::', '192.0.2.7', '2001:db8::7'),
  device_id: word('d1'),
  device_model: word('Pixel 9'),
  install_type: word('install', 'reinstall'),
  ua_class: word('browser', 'app', 'bot', 'library', 'headless', 'malformed', 'empty'),
  ua_bot_match: word('crawler-user-agents: Googlebot'),
  browser_age_months: seconds(40),
  os: word('Android', 'iOS'),
  os_unsupported_months: seconds(30),
  ip_class: word('datacenter', 'vpn', 'crawler', 'relay', 'private', 'public'),
  ip_list: word('asn-hosting: AS64500'),
  crawler_check: word('verified', 'spoofed', 'unlisted', 'before_list'),
  device_id_class: word('valid', 'zero', 'malformed', 'missing'),
  id_flaw: word('click_id_macro', 'device_id_repeated; click_id_macro'),
  device_signs: word('goldfish'),
  device_conflict: word('never released', 'never released; brand against OS'),
  ctit_seconds: seconds(15),
  click_after_begin_seconds: seconds(5),
  store_click_after_begin_seconds: seconds(5),
  impression_to_click_seconds: seconds(3),
  repeat_gap_seconds: seconds(60),
  clicks_1m: seconds(8),
  clicks_1h: seconds(8),
  clicks_24h: seconds(15),
  install_repeat_days: seconds(40),
  wifi: word('true', 'false'),
  event_name: word('purchase', 'ad_revenue'),
  server_side: word('0', '1'),
  receipt_check: word('true', 'false'),
  revenue: fc.constantFrom(0, 5),
  ad_width: seconds(300),
  ad_height: seconds(300),
  fill_seconds: seconds(5),
  country_conflict: word('US ≠ DE'),
  domain_conflict: word('cheap.example'),
  referrer_conflict: word('organic'),
  order_break: word('install_before_click', 'open_before_begin', 'click_before_impression', 'event_before_install'),
  order_break_seconds: seconds(20),
  install_to_event_seconds: seconds(10),
  viewable_after_seconds: seconds(3),
  ad_area: seconds(200),
  email_class: word('disposable', 'ordinary'),
  clicks_before_install: seconds(12),
  click_gap_cv_percent: seconds(60),
  idle_seconds: seconds(100_000),
  reclicks_24h: seconds(8),
  stacked_campaigns: seconds(4),
  pace_mean_seconds: seconds(60),
  pace_cv_percent: seconds(20),
  campaign_views_24h: seconds(25),
  video_conflict: word('no start', 'no start; too fast'),
  steps_before_purchase: fc.option(fc.integer({ min: 0, max: 3 })),
  order_repeat: word('same_person', 'another_person'),
  click_id_repeats: seconds(2),
  click_id_installers: seconds(4),
  device_models_7d: seconds(6),
  burst_publishers: seconds(5),
  device_type: word('tablet', 'mobile'),
  click_device_conflict: word('iOS ≠ Android'),
  click_country_conflict: word('US ≠ DE'),
  block_installs_1h: seconds(12),
  block_installs_7d: seconds(6),
  address_agents_7d: seconds(4),
  click_days_30d: seconds(4),
  address_ids_24h: seconds(4),
  address_ids_percent: seconds(60),
  hosted_persons_7d: seconds(3),
  origin_reason: word('clk.injection'),
  origin_verdict: word('fraud'),
  ...sourceFacts,
});

const number = (min: number, max: number): fc.Arbitrary<number> =>
  Number.isInteger(min) && Number.isInteger(max) ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });

const limitsOf = (rule: Rule): fc.Arbitrary<Record<string, number>> =>
  fc.record(Object.fromEntries(Object.entries(rule.limits).map(([name, { min, max }]) => [name, number(min, max)])));

const specialOf = (rule: Rule): fc.Arbitrary<PublisherSetting> =>
  fc.record({ mode: fc.constantFrom(...RULE_MODES), limits: limitsOf(rule) }, { requiredKeys: [] });

const settingOf = (rule: Rule): fc.Arbitrary<RuleSetting> =>
  fc.record(
    {
      mode: fc.constantFrom('on', 'on', ...RULE_MODES),
      limits: fc.oneof({ weight: 3, arbitrary: fc.constant(defaultLimits(rule)) }, limitsOf(rule)),
      publishers: fc.oneof(
        { weight: 2, arbitrary: fc.constant({}) },
        fc.record({ p1: specialOf(rule), p2: specialOf(rule) }, { requiredKeys: [] }),
      ),
    },
    { requiredKeys: ['mode', 'limits'] },
  );

const conditions: fc.Arbitrary<Condition> = fc.constantFrom(
  eq('ua_class', 'browser'),
  all(lt('ctit_seconds', 12), eq('publisher', 'p1')),
  any(gt('clicks_1m', 2), gt('source_conversion_ratio', 2)),
  not(gt('source_early_installs', 20)),
);

const customRules: fc.Arbitrary<CustomRule[]> = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('custom.one', 'custom.two', 'custom.three'),
    title: fc.constant('Mine'),
    reason: fc.constantFrom(...REASON_ORDER.filter((reason) => reason !== 'human.fraud')),
    kinds: fc.subarray([...EVENT_KINDS], { minLength: 3 }),
    when: conditions,
    mode: fc.constantFrom('mark', 'suspect', 'fraud', 'off'),
  }),
  { selector: ({ id }) => id, maxLength: 3 },
);

/**
 * Any rule set a package could have: modes and limits within their bounds, publishers of their own, rules of people's.
 */
export const anyRuleSet: fc.Arbitrary<RuleSet> = fc
  .tuple(fc.integer({ min: 1, max: 99 }), fc.tuple(...RULES.map(settingOf)), customRules)
  .map(([version, settings, custom]) => ({
    version,
    rules: Object.fromEntries(RULES.map((rule, index) => [rule.id, settings[index] ?? { mode: 'off', limits: {} }])),
    custom,
  }));
