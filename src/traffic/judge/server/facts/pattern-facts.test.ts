// @drawn one kind of facts among many
import { beforeEach, describe, expect, it } from 'vitest';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { sample } from '../../../../../test/support/sample.ts';
import { useClickHouse } from '../../../../../test/support/use-clickhouse.ts';
import { chance, randomEvents, shuffled, type TestEvent } from '../../testing/random-events.ts';
import { patternFacts } from './pattern-facts.ts';

const ch = useClickHouse();
beforeEach(() => ch.command(sql`TRUNCATE TABLE traffic`));

interface Facts {
  row_id: string;
  clicks_before_install: number | null;
  click_gap_cv_percent: number | null;
  idle_seconds: number | null;
  reclicks_24h: number | null;
  stacked_campaigns: number | null;
  pace_mean_seconds: number | null;
  pace_cv_percent: number | null;
  campaign_views_24h: number | null;
  video_conflict: string;
  click_days_30d: number | null;
  click_after_seconds: number | null;
  steps_before_purchase: number | null;
}

type Event = TestEvent & {
  placement: string;
  event_name: string;
  click_id: string;
  video_seconds: number | null;
  revenue: number;
};

const DAY = 86_400_000;
const at = (event: TestEvent): number => Date.parse(`${event.ts.replace(' ', 'T')}Z`);

/** The engine orders UUIDs by their second half, then by their first. */
const uuidOrder = (id: string): bigint => {
  const digits = id.replaceAll('-', '');
  return BigInt(`0x${digits.slice(16)}${digits.slice(0, 16)}`);
};
const inTime = (a: TestEvent, b: TestEvent): number =>
  at(a) - at(b) || (uuidOrder(a.row_id) < uuidOrder(b.row_id) ? -1 : 1);

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const spread = (values: readonly number[]): number | null => {
  const middle = mean(values);
  const deviation = Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
  return middle > 0 ? Math.round((100 * deviation) / middle) : null;
};
const gapsOf = (times: readonly number[]): number[] =>
  times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 1000);

/** The definitions, word for word and slowly: every event looks at every other. */
function naive(events: readonly Event[], e: Event): Facts {
  const own = events.filter((other) => other.person === e.person && e.person !== 0);
  const clicks = own
    .filter((o) => o.kind === 'click' && o.publisher === e.publisher && at(o) <= at(e) && at(o) >= at(e) - DAY)
    .map(at)
    .sort((a, b) => a - b);
  const engaged = e.kind === 'install' && clicks.length >= 3;
  const brings = own.filter((o) => o.kind === 're_click' && at(o) <= at(e)).map(at);
  const returned = brings.length > 0 ? Math.max(...brings) : at(e);
  const used = own.filter((o) => ['install', 'app_event', 're_event'].includes(o.kind) && at(o) < returned).map(at);
  const back = ['re_click', 're_event'].includes(e.kind) && e.person !== 0;
  const dayOf = (o: Event) => Math.floor(at(o) / DAY);
  const clicked = own
    .filter((o) => o.kind === 'click' && o.publisher === e.publisher && Math.abs(dayOf(o) - dayOf(e)) <= 30)
    .map(dayOf);
  const clickDays = e.kind === 'click' ? new Set(clicked).size : 0;
  const recent = (kind: string, end = at(e)) =>
    own.filter((o) => o.kind === kind && at(o) <= end && at(o) >= end - DAY);
  const days = own.map(at).filter((end) => end >= at(e) && end <= at(e) + DAY);
  const brought = Math.max(...days.map((end) => recent('re_click', end).length));
  const shown = ['impression', 'click_impression'].includes(e.kind);
  const together = (shift: number): number =>
    new Set(
      own
        .filter((o) => o.kind === e.kind && o.placement === e.placement && o.campaign !== '')
        .filter((o) => Math.floor((at(o) + shift) / 1000) === Math.floor((at(e) + shift) / 1000))
        .map((o) => o.campaign),
    ).size;
  const stacked = Math.max(together(0), together(500));
  const isStacked = shown && e.placement !== '' && e.campaign !== '' && stacked > 1;
  const paced = e.kind === 'visit' || (shown && e.placement !== '');
  const slot = own.filter((o) => o.kind === e.kind && (e.kind === 'visit' || o.placement === e.placement)).sort(inTime);
  const nth = slot.findIndex((o) => o.row_id === e.row_id) + 1;
  const last = slot.slice(0, Math.max(4, nth)).slice(-11).map(at);
  const beats = paced && nth > 1 && last.length > 3;
  const views = recent(e.kind).filter((o) => o.campaign === e.campaign && e.campaign !== '').length;
  const counted = ['impression', 'click_impression', 'vast_request'].includes(e.kind);
  return {
    row_id: e.row_id,
    clicks_before_install: engaged ? clicks.length : null,
    click_gap_cv_percent: engaged ? spread(gapsOf(clicks)) : null,
    idle_seconds: back && used.length > 0 ? Math.floor((returned - Math.max(...used)) / 1000) : null,
    reclicks_24h: back && own.some((o) => o.kind === 're_click') && brought > 1 ? brought : null,
    stacked_campaigns: isStacked ? stacked : null,
    pace_mean_seconds: beats ? Math.round(mean(gapsOf(last))) : null,
    pace_cv_percent: beats && nth > 10 ? spread(gapsOf(last)) : null,
    campaign_views_24h: counted && views > 1 ? views : null,
    video_conflict: videoConflict(own, e),
    click_days_30d: clickDays > 1 ? clickDays : null,
    click_after_seconds: clickAfter(own, e),
    steps_before_purchase: stepsBefore(own, e),
  };
}

/** Without an install before it, nobody knows what came before a purchase. */
function stepsBefore(own: readonly Event[], e: Event): number | null {
  const isPurchase = (o: Event) => o.kind === 'app_event' && o.revenue > 0 && o.event_name !== 'af_ad_revenue';
  const before = own.filter((o) => at(o) <= at(e));
  if (!isPurchase(e) || before.every(({ kind }) => kind !== 'install')) return null;
  return before.filter((o) => o.kind === 'app_event' && !isPurchase(o)).length;
}

/** Of the clicks that no later impression lies before, the first. */
function clickAfter(own: readonly Event[], e: Event): number | null {
  const here = own.filter((o) => o.publisher === e.publisher);
  const shown = here.filter((o) => o.kind === 'impression');
  const isClicked = shown.every((o) => at(o) !== at(e) || uuidOrder(e.row_id) <= uuidOrder(o.row_id));
  if (e.person === 0 || e.kind !== 'impression' || !isClicked) return null;
  const waits = here
    .filter((o) => o.kind === 'click' && at(o) >= at(e) && at(o) - at(e) <= 60_000)
    .filter((o) => shown.every((other) => at(other) <= at(e) || at(other) > at(o)))
    .map((o) => at(o) - at(e));
  return waits.length === 0 ? null : Math.floor(Math.min(...waits) / 1000);
}

const STEPS = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'];

function videoConflict(own: readonly Event[], e: Event): string {
  const isStep = (o: Event) => o.kind === 'vast_tracking' && o.click_id === e.click_id && STEPS.includes(o.event_name);
  if (e.person === 0 || e.click_id === '' || !(isStep(e) || e.kind === 'vast_request')) return '';
  const view = own.filter(isStep);
  if (view.length === 0) return '';
  const lengths = view.flatMap(({ video_seconds }) => (video_seconds === null ? [] : [video_seconds]));
  const reports = STEPS.flatMap((name, step) => {
    const times = view.filter(({ event_name }) => event_name === name).map(at);
    return times.length === 0 ? [] : [{ step, time: Math.min(...times) }];
  });
  return conflictOf(reports, lengths.length === 0 ? null : Math.min(...lengths));
}

/** Every way of taking one jump out of a video, one after the other. */
function conflictOf(reports: readonly { step: number; time: number }[], seconds: number | null): string {
  const gaps = reports.slice(1).map(({ step, time }, index) => {
    const before = reports[index] ?? { step, time };
    const took = time - before.time;
    return { took, short: (step - before.step) * 250 * 0.9 * (seconds ?? 0) - took };
  });
  const total = (of: typeof gaps) => of.reduce((sum, { short }) => sum + short, 0);
  const slack = reports.every(({ time }) => time % 1000 === 0) ? 2000 : 500;
  const jumps = gaps.flatMap((_, from) => gaps.slice(from).map((__, length) => gaps.slice(from, from + length + 1)));
  const possible = jumps.filter((jump) => {
    if (jump.length === 1) return true;
    const atOnce = jump[0] === gaps[0] && reports[0]?.step === 0 && (jump[0]?.took ?? 0) < 1000;
    return !atOnce && jump.slice(1, -1).every(({ took }) => took < 1000);
  });
  const fast = seconds !== null && total(gaps) - Math.max(0, ...possible.map(total)) > slack;
  return [
    ...(reports[0]?.step === 0 ? [] : ['no start']),
    ...(gaps.filter(({ took }) => took < -1000).length > 1 ? ['wrong order'] : []),
    ...(fast ? ['too fast'] : []),
    ...(!fast && seconds !== null && total(gaps) > slack ? ['one jump'] : []),
  ].join('; ');
}

function patternedEvents(count: number, seed: number): Event[] {
  const next = chance(seed * 7);
  const paid = chance(seed * 13);
  const pick = <T>(values: readonly [T, ...T[]]): T => values[Math.floor(next() * values.length)] ?? values[0];
  return randomEvents(count, seed)
    .map(
      (event): Event => ({
        ...event,
        ts: next() < 0.3 ? `2026-03-01 00:00:0${pick(['1.000', '1.500', '2.000'])}` : event.ts,
        kind: next() < 0.25 ? pick(['vast_request', 'vast_tracking', 'vast_tracking', 're_click']) : event.kind,
        placement: pick(['', 'slot', 'slot', 'other']),
        event_name: pick(['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete', 'impression']),
        click_id: pick(['', 'v1', 'v2', 'v3', 'v4', 'v5']),
        video_seconds: pick([null, 300, 600]),
        revenue: paid() < 0.4 ? 5 : 0,
      }),
    )
    .map((event) => (event.kind === 'app_event' && paid() < 0.2 ? { ...event, event_name: 'af_ad_revenue' } : event));
}

const FACTS = ['clicks_before_install', 'click_gap_cv_percent', 'idle_seconds', 'reclicks_24h'] as const;
const MORE = [
  'stacked_campaigns',
  'pace_mean_seconds',
  'pace_cv_percent',
  'campaign_views_24h',
  'video_conflict',
  'click_days_30d',
  'click_after_seconds',
  'steps_before_purchase',
] as const;
const hasAny = (facts: Facts): boolean =>
  [...FACTS, ...MORE].some((name) => facts[name] !== null && facts[name] !== '');
const byRow = (rows: Facts[]): Facts[] => rows.filter(hasAny).sort((a, b) => (a.row_id < b.row_id ? -1 : 1));
const found = async () => byRow(await ch.query<Facts>(patternFacts(sql`SELECT * FROM traffic`)));

/** A rounding apart is the same spread: one sums squares, the other squares sums. */
const nearly = (rows: Facts[]) =>
  rows.map(({ click_gap_cv_percent, pace_cv_percent, pace_mean_seconds, ...rest }) => rest);

describe('facts about patterns of one person', () => {
  it.each(sample('patterns', [1, 2, 3], 1))('equal their definitions computed slowly (seed %i)', async (seed) => {
    const events = patternedEvents(900, seed);
    await ch.insert('traffic', events);
    const expected = byRow(events.map((event) => naive(events, event)));
    const told = await found();
    expect(nearly(told)).toEqual(nearly(expected));
    for (const [index, row] of told.entries())
      for (const name of ['click_gap_cv_percent', 'pace_cv_percent', 'pace_mean_seconds'] as const) {
        expect([name, row[name] === null]).toEqual([name, expected[index]?.[name] === null]);
        expect(Math.abs((row[name] ?? 0) - (expected[index]?.[name] ?? 0))).toBeLessThanOrEqual(1);
      }
    // Otherwise the comparison would prove nothing.
    for (const name of [...FACTS, ...MORE])
      expect([name, told.some((row) => row[name] !== null && row[name] !== '')]).toEqual([name, true]);
    const conflicts = new Set(told.flatMap(({ video_conflict }) => video_conflict.split('; ')));
    expect([...conflicts].sort()).toEqual(['', 'no start', 'one jump', 'too fast', 'wrong order']);
  });

  it('are the same when only what the kinds can show is asked, whichever kinds there are', async () => {
    const events = patternedEvents(900, 4);
    await ch.insert('traffic', events);
    const there = [...new Set(events.map(({ kind }) => kind))];
    const choices = [...there.map((kind) => [kind]), ...there.flatMap((a) => there.map((b) => [a, b])), there];
    const drawn = [there, ...sample('kinds of patterns', choices, 8)];
    let told = 0;
    for (const kinds of drawn) {
      const rows = sql`SELECT * FROM traffic WHERE has(${typed('Array(String)', kinds)}, toString(kind))`;
      const question = patternFacts(rows, new Set(kinds));
      const asked = question ? byRow(await ch.query<Facts>(question)) : [];
      expect([kinds, asked]).toEqual([kinds, byRow(await ch.query<Facts>(patternFacts(rows)))]);
      told += asked.length;
    }
    expect(told).toBeGreaterThan(0);
  });

  it('do not show the order of arrival', async () => {
    const events = patternedEvents(500, 9);
    await ch.insert('traffic', events);
    const once = await found();
    await ch.command(sql`TRUNCATE TABLE traffic`);
    for (let i = 0; i < 500; i += 100) await ch.insert('traffic', shuffled(events, 3).slice(i, i + 100));
    expect(await found()).toEqual(once);
  });

  it('take linear time for one person with very many events of every kind', async () => {
    await ch.command(sql`INSERT INTO traffic (row_id, package, kind, person, publisher, campaign, placement, click_id, event_name, ts)
      SELECT generateUUIDv4(number), 'p', ['click', 'install', 're_click', 'impression', 'vast_tracking', 'visit'][1 + number % 6], 7, 'a', 'c', 's', 'v', 'midpoint',
        toDateTime64('2026-03-01 00:00:00', 3, 'UTC') + toIntervalMillisecond(number * 10)
      FROM numbers(240000)`);
    const started = performance.now();
    const [most] = await ch.query<{ clicks: number; views: number; back: number }>(
      sql`SELECT max(clicks_before_install) AS clicks, max(campaign_views_24h) AS views, max(reclicks_24h) AS back FROM (${patternFacts(sql`SELECT * FROM traffic`)})`,
    );
    expect(most).toEqual({ clicks: 40_000, views: 40_000, back: 40_000 });
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
