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
    ['visit', { os_unsupported_months: 25 }, 'suspect'],
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
    ['install', { device_id_class: 'zero', os: 'Android' }, 'suspect'],
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
    ['click', { clicks_1h: 7 }, 'suspect'],
    ['click', { clicks_24h: 11 }, 'suspect'],
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
    ['app_event', {}, null],
  ],
};

const plan = planRules(defaultRuleSet());

test('every rule has its cases', () => {
  expect(Object.keys(CASES).sort()).toEqual(RULES.map(({ id }) => id).sort());
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
