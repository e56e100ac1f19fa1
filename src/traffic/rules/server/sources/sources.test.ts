import { expect, test } from 'vitest';
import type { EventKind } from '#traffic/event/contract/event.ts';
import type { SourceFactName } from '#traffic/event/contract/source-facts.ts';
import { SOURCE_RULES } from '../registry.ts';
import { judge } from '../verdict.ts';

type Facts = Partial<
  Record<
    | SourceFactName
    | 'revenue'
    | 'ctit_seconds'
    | 'click_days_30d'
    | 'block_installs_7d'
    | 'address_agents_7d'
    | 'steps_before_purchase'
    | 'clicks_1h'
    | 'pace_mean_seconds'
    | 'pace_cv_percent',
    number | undefined
  >
> & {
  origin_verdict?: string;
  wifi?: string;
  country_conflict?: string;
  ip_class?: string;
  domain_conflict?: string;
  device_type?: string;
};

/** An install over an hour after its click, at a source whose times are unlike those of others. */
const LATE = { ctit_seconds: 3601, source_ctit_distance: 0.3, source_ctit_chance: 0.0001 };

/** What hits at the default limits, and what just does not. */
const CASES: Readonly<Record<string, readonly [kind: EventKind, hit: Facts, miss: Facts]>> = {
  few_addresses: ['click', { source_addresses: 49 }, { source_addresses: 50, source_address_share: 0.05 }],
  same_agents: ['install', { source_agent_entropy: 0.29 }, { source_agent_entropy: 0.3 }],
  repeats_of_source: ['click', { source_repeats: 3.1 }, { source_repeats: 3 }],
  rapid_addresses: ['click', { source_rapid_addresses: 1.1 }, { source_rapid_addresses: 1 }],
  heavy_users: ['click', { source_heavy_bands: 2 }, { source_heavy_bands: 1 }],
  rich_users: ['app_event', { source_rich_bands: 2, revenue: 5 }, { source_rich_bands: 1, revenue: 5 }],
  many_payers: ['app_event', { source_payer_ratio: 1.8, revenue: 5 }, { source_payer_ratio: 1.8, revenue: 0 }],
  gone_at_once: ['install', { source_stay_break: 0.74 }, { source_stay_break: 0.75 }],
  clicks_of_leavers: [
    'click',
    { source_stay_break: 0.64, source_conversion_ratio: 1.49 },
    { source_stay_break: 0.64, source_conversion_ratio: 1.5 },
  ],
  same_goal_times: ['install', { source_goal_times: 2.6 }, { source_goal_times: 2.5 }],
  alike_delays: [
    'click',
    { source_click_delay_share: 56, source_click_delay_times: 1.5 },
    { source_click_delay_share: 56, source_click_delay_times: 2 },
  ],
  old_clients_of_source: ['visit', { source_old_clients: 51 }, { source_old_clients: 50 }],
  odd_hours: ['click', { source_hour_divergence: 0.021 }, { source_hour_divergence: 0.02 }],
  clockwork: ['impression', { source_minute_peak: 3.1 }, { source_minute_peak: 3 }],
  no_nights: ['click', { source_hour_variation: 0.09 }, { source_hour_variation: 0.1 }],
  click_flooding: [
    'click',
    { source_conversion_ratio: 0.09 },
    { source_conversion_ratio: 0.1, source_conversion: 0.05, source_early_installs: 50 },
  ],
  flood_clicks: [
    'click',
    { source_conversion_ratio: 0.05, source_early_installs: 49 },
    { source_conversion_ratio: 0.06, source_early_installs: 49 },
  ],
  flood_repeats: [
    'click',
    { source_conversion_ratio: 0.34, source_early_installs: 49, click_days_30d: 2 },
    { source_conversion_ratio: 0.34, source_early_installs: 49, click_days_30d: 2, origin_verdict: 'suspect' },
  ],
  shelf_install: [
    'install',
    { source_alike_neighbours: 2.1, block_installs_7d: 3 },
    { source_alike_neighbours: 2.1, block_installs_7d: 3, wifi: 'false' },
  ],
  proxied_event: [
    'visit',
    { source_click_delay_share: 56, address_agents_7d: 2 },
    { source_click_delay_share: 55, source_hour_divergence: 0.015, address_agents_7d: 2 },
  ],
  flood_installs: [
    'install',
    { source_conversion_ratio: 0.14, source_hour_divergence: 0.006, ctit_seconds: 10_801 },
    { source_conversion_ratio: 0.14, source_hour_divergence: 0.006, ctit_seconds: 10_800 },
  ],
  late_installs: [
    'install',
    { ...LATE, source_ctit_deviation: 1.5, source_early_installs: 59 },
    // Far from the others, but on the quick side.
    { ...LATE, source_ctit_deviation: -3, source_early_installs: 50 },
  ],
  mean_install_time: ['install', { source_ctit_deviation: -3.6 }, { source_ctit_deviation: 3.5 }],
  same_install_times: ['install', { source_ctit_peak: 21 }, { source_ctit_peak: 20 }],
  high_conversion: [
    'click',
    { source_conversion_ratio: 4, source_conversion: 20 },
    { source_conversion_ratio: 4, source_conversion: 15 },
  ],
  unseen_versions: ['install', { source_unseen_versions: 51 }, { source_unseen_versions: 50 }],
  skipped_steps: [
    'app_event',
    { source_skipped_steps: 21, steps_before_purchase: 0 },
    { source_skipped_steps: 21, steps_before_purchase: 1 },
  ],
  alike_models: ['install', { source_model_divergence: 0.26 }, { source_model_divergence: 0.25 }],
  alike_neighbours: [
    'install',
    { source_alike_neighbours: 2.1, block_installs_7d: 2 },
    { source_alike_neighbours: 2.1 },
  ],
  ids_per_device: ['install', { source_alike_devices: 3.1 }, { source_alike_devices: 3 }],
  broken_ids: ['install', { source_bad_ids: 61 }, { source_bad_ids: 60 }],
  few_returns: [
    'install',
    { source_return_ratio: 0.4, source_return_chance: 0.00001 },
    { source_return_ratio: 0.4, source_return_chance: 0.001 },
  ],
  gone_after_week: [
    'install',
    { source_week_return_ratio: 0.3, source_week_return_chance: 0.00001 },
    { source_week_return_ratio: 0.3, source_week_return_chance: 0.001 },
  ],
  bought_installs: [
    'install',
    { source_return_ratio: 0.2, source_conversion_ratio: 2.5 },
    { source_return_ratio: 0.2, source_conversion_ratio: 2 },
  ],
  clicks_over_impressions: ['impression', { source_click_rate: 11 }, { source_click_rate: 10 }],
  never_clicked: ['impression', { source_click_rate: 0 }, { source_click_rate: 0.01 }],
  fast_events_of_source: ['app_event', { source_fast_events: 11 }, { source_fast_events: 10 }],
  outsize_revenue: [
    'app_event',
    { source_revenue_times: 10.1, revenue: 500 },
    { source_revenue_times: 10, revenue: 500 },
  ],
  videos_never_complete: ['vast_tracking', { source_completions: 10 }, { source_completions: 11 }],
  abroad_source: ['click', { source_abroad: 5.1 }, { source_abroad: 5 }],
  abroad_event: ['click', { source_abroad: 5.1, country_conflict: 'DE FR' }, { source_abroad: 5.1 }],
  refreshing_source: [
    'impression',
    { source_signs: 5.1, pace_mean_seconds: 29 },
    { source_signs: 5.1, pace_mean_seconds: 30 },
  ],
  signs_of_source: ['impression', { source_signs: 10.1, domain_conflict: 'a.example' }, { source_signs: 10.1 }],
  weight_of_evidence: ['vast_tracking', { source_completions: 9 }, { source_completions: 11 }],
  hosted_event: ['click', { source_hosted: 25.1, ip_class: 'datacenter' }, { source_hosted: 25.1, ip_class: 'public' }],
  video_errors: ['vast_request', { source_video_errors: 16 }, { source_video_errors: 15 }],
};

test('every rule on sources has its cases', () => {
  expect(Object.keys(CASES).sort()).toEqual(SOURCE_RULES.map(({ id }) => id).sort());
});

/** Those that look at two things of different causes. */
const FRAUD: ReadonlySet<string> = new Set([
  'flood_clicks',
  'flood_installs',
  'flood_repeats',
  'shelf_install',
  'proxied_event',
  'abroad_event',
  'hosted_event',
  'refreshing_source',
  'weight_of_evidence',
]);

test.each(Object.entries(CASES))(
  '%s makes suspect, or fraud by two signs, beyond its limit, and abstains where the fact is unknown',
  (id, [kind, hit, miss]) => {
    const ruleSet = { version: 1, rules: { [id]: { mode: 'on' as const, limits: {} } } };
    const reason = SOURCE_RULES.find((rule) => rule.id === id)?.reason;
    const verdict = FRAUD.has(id) ? 'fraud' : 'suspect';
    expect(judge(ruleSet, [], { kind, ...hit }, 'none')).toMatchObject({ verdict, reason, hits: [id] });
    for (const facts of [miss, {}]) expect(judge(ruleSet, [], { kind, ...facts }, 'none').hits).toEqual([]);
  },
);

/** The verdict of one rule alone. */
const verdictBy = (id: string, kind: EventKind, facts: Facts) =>
  judge({ version: 1, rules: { [id]: { mode: 'on', limits: {} } } }, [], { kind, ...facts }, 'none').verdict;

const hitsOf = (id: string, kind: EventKind, facts: Facts): readonly string[] =>
  judge({ version: 1, rules: { [id]: { mode: 'on', limits: {} } } }, [], { kind, ...facts }, 'none').hits;

test.each([
  ['few_returns', { source_return_ratio: 0.4, source_return_chance: 0.00001 }],
  ['gone_after_week', { source_week_return_ratio: 0.3, source_week_return_chance: 0.00001 }],
  ['bought_installs', { source_return_ratio: 0.2, source_conversion_ratio: 2.5 }],
  ['odd_hours', { source_hour_divergence: 0.021 }],
  ['same_goal_times', { source_goal_times: 2.6 }],
  ['click_flooding', { source_conversion_ratio: 0.09 }],
] as const)(
  '%s leaves alone what the signs of a source do not explain, where most of its events have one',
  (id, facts) => {
    const [kind, most] = id === 'click_flooding' ? (['click', 65] as const) : (['install', 40] as const);
    expect(hitsOf(id, kind, { ...facts, source_marked: most })).toEqual([id]);
    expect(hitsOf(id, kind, { ...facts, source_marked: most + 1 })).toEqual([]);
  },
);

test('installs that came within the hour of their click are not those a flood claims', () => {
  const flood = { source_conversion_ratio: 0.09, source_early_installs: 40 };
  for (const sign of [{ source_early_installs: 40 }, { ...flood, source_conversion_ratio: 0.2 }]) {
    expect(hitsOf('late_installs', 'install', { ...sign, ctit_seconds: 3601 })).toEqual(['late_installs']);
    expect(hitsOf('late_installs', 'install', { ...sign, ctit_seconds: 3600 })).toEqual([]);
  }
  expect(hitsOf('click_flooding', 'click', flood)).toEqual(['click_flooding']);
  // Where hardly a click can be genuine, an early install is chance as well.
  expect(hitsOf('late_installs', 'install', { source_conversion_ratio: 0.149, ctit_seconds: 60 })).toEqual([
    'late_installs',
  ]);
  expect(hitsOf('late_installs', 'install', { source_conversion_ratio: 0.15, ctit_seconds: 60 })).toEqual([]);
});

test('hardly an install within the hour for so many clicks is both signs of a flood at once', () => {
  expect(hitsOf('flood_clicks', 'click', { source_soon_ratio: 0.049 })).toEqual(['flood_clicks']);
  expect(hitsOf('flood_clicks', 'click', { source_soon_ratio: 0.05 })).toEqual([]);
  // What its repeated clicks do not explain are its people.
  expect(hitsOf('flood_clicks', 'click', { source_soon_ratio: 0.049, source_marked: 66 })).toEqual([]);
  expect(hitsOf('flood_repeats', 'click', { source_soon_ratio: 0.19, click_days_30d: 2 })).toEqual(['flood_repeats']);
  expect(hitsOf('click_flooding', 'click', { source_soon_ratio: 0.19 })).toEqual(['click_flooding']);
  // Of the installs, those that came too late for their click to have brought them.
  const claimed = { source_soon_ratio: 0.049, ctit_seconds: 10_801 };
  expect(verdictBy('flood_installs', 'install', claimed)).toBe('fraud');
  expect(hitsOf('flood_installs', 'install', { ...claimed, source_soon_ratio: 0.05 })).toEqual([]);
  expect(hitsOf('flood_installs', 'install', { ...claimed, ctit_seconds: 10_800 })).toEqual([]);
});

test('clicks in one name day after day are a flood where most of the source is such, half as many convert, and not as soon', () => {
  const most = { click_days_30d: 2, source_marked: 51, source_conversion_ratio: 0.49, source_early_installs: 74 };
  expect(hitsOf('flood_repeats', 'click', most)).toEqual(['flood_repeats']);
  expect(verdictBy('flood_repeats', 'click', most)).toBe('fraud');
  // Where three in four come within the hour, hardly an install is claimed: people may tap again.
  expect(verdictBy('flood_repeats', 'click', { ...most, source_early_installs: 75 })).toBe('suspect');
  expect(verdictBy('flood_repeats', 'click', { ...most, source_early_installs: undefined })).toBe('suspect');
  const tablet = { ...most, source_early_installs: 75, device_type: 'tablet' };
  expect(verdictBy('flood_repeats', 'click', { ...tablet, clicks_1h: 2 })).toBe('clean');
  expect(hitsOf('flood_repeats', 'click', { ...most, source_marked: 50 })).toEqual([]);
  expect(hitsOf('flood_repeats', 'click', { ...most, source_conversion_ratio: 0.5 })).toEqual([]);
});

test('clicks of one delay are fraud where four in five of their source have it', () => {
  const within = { source_click_delay_times: 1.5 };
  expect(verdictBy('alike_delays', 'click', { ...within, source_click_delay_share: 80.1 })).toBe('fraud');
  expect(verdictBy('alike_delays', 'click', { ...within, source_click_delay_share: 80 })).toBe('suspect');
  const beyond = { source_click_delay_times: 2, source_click_delay_share: 95 };
  expect(verdictBy('alike_delays', 'click', beyond)).toBe('clean');
});

test('a slot that reloads as evenly as a clock is a sign of its source, one that somebody pages through is none', () => {
  const gallery = { source_signs: 10.1, pace_mean_seconds: 12 };
  expect(hitsOf('signs_of_source', 'impression', { ...gallery, pace_cv_percent: 19 })).toEqual(['signs_of_source']);
  expect(hitsOf('signs_of_source', 'impression', { ...gallery, pace_cv_percent: 20 })).toEqual([]);
  expect(hitsOf('signs_of_source', 'impression', { ...gallery, pace_mean_seconds: 35, pace_cv_percent: 1 })).toEqual(
    [],
  );
});

test('taps of one sitting at a tablet are left alone, but where installs come late or nights are busy', () => {
  const tablet = { source_soon_ratio: 0.19, click_days_30d: 2, device_type: 'tablet' };
  const verdictOf = (facts: Facts) => verdictBy('flood_repeats', 'click', facts);
  expect(verdictOf({ ...tablet, clicks_1h: 2 })).toBe('clean');
  expect(verdictOf({ ...tablet, clicks_1h: 1 })).toBe('suspect');
  expect(verdictOf({ ...tablet, clicks_1h: 2, source_early_installs: 49 })).toBe('suspect');
  expect(verdictOf({ ...tablet, clicks_1h: 2, source_hour_divergence: 0.006 })).toBe('suspect');
  expect(verdictOf({ ...tablet, clicks_1h: 2, device_type: 'mobile' })).toBe('fraud');
});

test('visits of a source from abroad are called by their own address only', () => {
  const abroad = { source_abroad: 30 };
  expect(hitsOf('abroad_source', 'click', abroad)).toEqual(['abroad_source']);
  expect(hitsOf('abroad_source', 'visit', abroad)).toEqual([]);
  expect(hitsOf('abroad_event', 'visit', { ...abroad, country_conflict: 'DE FR' })).toEqual(['abroad_event']);
});

test('clicks of a source whose people leave on one day are left alone where a reward brings the installs', () => {
  const leavers = { source_stay_break: 0.4, source_conversion_ratio: 1 };
  expect(hitsOf('clicks_of_leavers', 'click', leavers)).toEqual(['clicks_of_leavers']);
  expect(hitsOf('clicks_of_leavers', 'click', { ...leavers, source_conversion_ratio: 3 })).toEqual([]);
  expect(hitsOf('clicks_of_leavers', 'click', { ...leavers, source_marked: 41 })).toEqual([]);
  expect(hitsOf('clicks_of_leavers', 'install', leavers)).toEqual([]);
});
