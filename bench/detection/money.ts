import { type BenchEvent, columnOf, type Reported } from './event.ts';
import { dollarsIn, marketOf } from './honest/prices.ts';
import type { Side } from './scenario.ts';

/**
 * What traffic costs in US dollars, by the country it says it comes from. Every source is paid for each of these
 * alike, honest or not, so that no price tells them apart; one source is dearer than another. The amounts are ours, in
 * the order of what networks ask for.
 */
export const PRICES = {
  install: { rich: 2.5, middle: 1, poor: 0.4 },
  re_event: { rich: 0.8, middle: 0.35, poor: 0.15 },
  click: { rich: 0.4, middle: 0.2, poor: 0.08 },
  impression: { rich: 0.003, middle: 0.0015, poor: 0.0006 },
  /** Per video that starts. */
  vast_tracking: { rich: 0.015, middle: 0.008, poor: 0.003 },
  /** Share of what people pay in the app. */
  ofRevenue: 0.1,
  siteSigma: 0.3,
} as const;

const BOUGHT: Readonly<Record<Side, readonly (keyof typeof PRICES & BenchEvent['kind'])[]>> = {
  app: ['install', 're_event'],
  web: ['click', 'impression', 'vast_tracking'],
};

/** The columns of cost an event has; `level` is how dear its source is, 1 in the middle. */
export function costOf(event: BenchEvent, side: Side, level: number): Reported {
  if (side === 'app' && event.kind === 'app_event') {
    const revenue = columnOf(event, 'revenue') ?? 0;
    return revenue > 0 ? { cost: rounded(revenue * PRICES.ofRevenue * level) } : {};
  }
  const kind = BOUGHT[side].find((each) => each === event.kind);
  if (!kind || (kind === 'vast_tracking' && columnOf(event, 'event_name') !== 'start')) return {};
  const market = marketOf(columnOf(event, 'declared_country') ?? '');
  return { cost: rounded(PRICES[kind][market] * level), currency: 'USD' };
}

const rounded = (amount: number): number => Math.round(amount * 10_000) / 10_000;

/** What an event cost in US dollars; 0 for what is not paid for. */
export const dollarsOf = (event: BenchEvent): number =>
  (columnOf(event, 'cost') ?? 0) * dollarsIn(columnOf(event, 'currency') ?? 'USD');
