import { DAY, iso, type Rhythm, startOfDay, weekdayWeight } from './calendar.ts';
import { COUPON_DAYS, usedCoupon } from './coupons.ts';
import type { Label, LabelledEvent, PlannedEvent } from './labelled-event.ts';
import { APP_PACKAGE, WEB_PACKAGE } from './packages.ts';
import { BAD_SITE, PUBLISHERS } from './publishers.ts';
import { Random } from './random.ts';
import { SCENARIOS, type Scenario } from './scenarios/catalogue.ts';
import { soldPlace } from './sold-places.ts';
import { Stage } from './stage.ts';
import { SALE_DAYS_BACK, STREAMS, type Stream } from './streams.ts';

export type { LabelledEvent } from './labelled-event.ts';

export interface ScenarioOptions {
  seed: number;
  /** Last day, YYYY-MM-DD in UTC, included. */
  endDay: string;
  days: number;
  /** Wanted number of events; the result differs by less than 1 % above some ten thousand. */
  events: number;
  package: 'web' | 'app';
}

/** How many events a stream still owes on each day, so that shares hold exactly and not only on average. */
interface Plan {
  stream: Stream;
  scenario: Scenario;
  label: Label;
  rhythm: Rhythm;
  random: Random;
  quotas: readonly number[];
  owed: number;
}

function dayWeight(stream: Stream, rhythm: Rhythm, dayStart: number, daysBack: number): number {
  if (stream.saleDay) return daysBack === SALE_DAYS_BACK ? 1 : 0;
  if (stream.lastDays !== undefined && daysBack >= stream.lastDays) return 0;
  return weekdayWeight(rhythm, dayStart);
}

function makePlans(options: ScenarioOptions, firstDay: number): Plan[] {
  const streams = STREAMS[options.package];
  const shares = streams.reduce((sum, stream) => sum + stream.share, 0);
  return streams.map((stream, i) => {
    const rhythm = stream.rhythm ?? (options.package === 'web' ? 'shop' : 'game');
    const weights = Array.from({ length: options.days }, (_, day) =>
      dayWeight(stream, rhythm, firstDay + day * DAY, options.days - 1 - day),
    );
    const weightSum = weights.reduce((sum, weight) => sum + weight, 0);
    const total = (options.events * stream.share) / shares;
    const scenario: Scenario = SCENARIOS[stream.scenario];
    // Each stream has its own numbers: a change to one leaves the others as they were.
    const random = new Random(options.seed, `${options.package} ${stream.publisher} ${stream.scenario} ${i}`);
    return {
      stream,
      scenario,
      label: { truth: scenario.truth, scenario: stream.scenario },
      rhythm,
      random,
      quotas: weights.map((weight) => (weightSum === 0 ? 0 : (total * weight) / weightSum)),
      // Rare streams would otherwise all begin on the first day.
      owed: -random.next() * Math.min(total, 6),
    };
  });
}

/**
 * Labelled traffic of one demo package, in order of time. Nothing is kept but the events of days still to come, so any
 * number of events fits in memory. Same options, same events.
 */
export function* generateEvents(options: ScenarioOptions): Generator<LabelledEvent> {
  const firstDay = startOfDay(options.endDay) - (options.days - 1) * DAY;
  const plans = makePlans(options, firstDay);
  const buckets: PlannedEvent[][] = Array.from({ length: options.days }, () => []);
  for (let day = 0; day < options.days; day++) {
    for (const plan of plans) playDay(plan, options, firstDay, day, buckets);
    const today = buckets[day] ?? [];
    today.sort((a, b) => a.at - b.at);
    buckets[day] = [];
    for (const { kind, at, columns, label } of today) {
      const event = Object.assign({ kind, ts: iso(at) }, ...columns);
      const coupon = day >= options.days - COUPON_DAYS ? usedCoupon(options.package, event) : {};
      const place = soldPlace(options.package, event, label.truth === 'fraud');
      yield { event: Object.assign(event, place, coupon), label };
    }
  }
}

function playDay(plan: Plan, options: ScenarioOptions, firstDay: number, day: number, buckets: PlannedEvent[][]): void {
  const { stream, scenario } = plan;
  plan.owed += plan.quotas[day] ?? 0;
  while (plan.owed > 0 && scenario.play) {
    const stage = new Stage({
      random: plan.random,
      pkg: options.package === 'web' ? WEB_PACKAGE : APP_PACKAGE,
      publisher: PUBLISHERS[stream.publisher],
      dayStart: firstDay + day * DAY,
      rhythm: plan.rhythm,
      label: plan.label,
      site: stream.badSite ? BAD_SITE : null,
    });
    scenario.play(stage);
    for (const event of stage.events) {
      // What would happen after the end has not happened yet; it does not count either.
      const bucket = buckets[Math.floor((event.at - firstDay) / DAY)];
      if (!bucket) continue;
      bucket.push(event);
      plan.owed--;
    }
  }
}
