import fc from 'fast-check';
import type { Row } from '#platform/contract/condition-predicate.ts';
import { EVENT_KINDS } from '#traffic/contract/event.ts';
import type { RuleSet } from '#traffic/contract/rule.ts';
import { defaultLimits, RULES } from '#traffic/server/rules/registry.ts';

const seconds = (max: number) => fc.option(fc.integer({ min: -5, max }));
const word = (...words: string[]) => fc.constantFrom('', ...words);

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
  crawler_check: word('verified', 'spoofed', 'unlisted'),
  device_id_class: word('valid', 'zero', 'malformed', 'missing'),
  device_signs: word('goldfish'),
  device_conflict: word('never released', 'never released; brand against OS'),
  ctit_seconds: seconds(15),
  click_after_begin_seconds: seconds(5),
  impression_to_click_seconds: seconds(3),
  repeat_gap_seconds: seconds(60),
  clicks_1m: seconds(8),
  clicks_1h: seconds(8),
  clicks_24h: seconds(15),
  install_repeat_days: seconds(40),
  origin_reason: word('clk.injection'),
});

/** Any rule set a package could have: modes and limits within their bounds. */
export const anyRuleSet: fc.Arbitrary<RuleSet> = fc
  .tuple(
    fc.integer({ min: 1, max: 99 }),
    fc.tuple(
      ...RULES.map((rule) =>
        fc.record({
          mode: fc.constantFrom('on', 'on', 'on', 'mark', 'off'),
          limits: fc.oneof(
            { weight: 3, arbitrary: fc.constant(defaultLimits(rule)) },
            fc.record(
              Object.fromEntries(
                Object.entries(rule.limits).map(([name, { min, max }]) => [name, fc.integer({ min, max })]),
              ),
            ),
          ),
        }),
      ),
    ),
  )
  .map(([version, settings]) => ({
    version,
    rules: Object.fromEntries(RULES.map((rule, index) => [rule.id, settings[index] ?? { mode: 'off', limits: {} }])),
  }));
