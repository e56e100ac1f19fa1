import { DAY, iso, SECOND } from '#demo/calendar.ts';
import type { Person } from '#demo/people.ts';
import { type Random, weighted } from '#demo/random.ts';
import type { Reported } from '../event.ts';
import { DAYS, type Stage, VALID } from '../stage.ts';
import { AFTER_INSTALL, MONEY, NOISE, RETURNS } from './parameters.ts';
import { reported } from './people.ts';
import { marketOf, priceIn } from './prices.ts';

const DUPLICATE_ORDER = ['evt.duplicate'] as const;

/** How people of a source stay and pay. */
export interface Habits {
  /** Share of installs that open the app on the day after. */
  nextDay: number;
  /** How fast they become fewer: on a later day it is `nextDay × day^-decay`. */
  decay: number;
  /** Multiplies the share of payers. */
  pays: number;
  /** Share of the purchases of ordinary payers for which they take the dear products. */
  dear: number;
}

/**
 * What is usual at the source: networks differ, and so do their sites. Who comes by himself is no audience of a
 * network.
 */
export function habitsOf(stage: Stage): Habits {
  const [least, most] = RETURNS.decay;
  if (stage.source.truth.is === 'organic')
    return { nextDay: RETURNS.nextDay, decay: (least + most) / 2, pays: 1, dear: 0 };
  const network = stage.fixed('publisher', 'habits');
  const site = stage.fixed('source', 'habits');
  return {
    nextDay: RETURNS.nextDay * network.logNormal(1, RETURNS.networkSigma) * site.logNormal(1, RETURNS.siteSigma),
    decay: network.between(...RETURNS.decay),
    pays: site.logNormal(1, RETURNS.siteSigma),
    dear: 0,
  };
}

export interface Use {
  habits?: Habits | undefined;
  nextDay?: number;
  /** Share of the installs that opens the app on a day after, where it does not follow the usual curve. */
  opens?: (day: number) => number;
  /** Multiplies the shares of what people do after the install. */
  eager?: number;
  reasons?: readonly string[];
}

/** Exports of measurement partners repeat the time of the install with every event. */
export const alwaysReported = (installed: number): Reported => ({
  install_time: iso(installed),
  app_version: '4.9.0',
  sdk_version: '6.14.0',
});

/** What follows an install, as far as the fortnight lasts. */
export function liveWithApp(stage: Stage, person: Person, ad: Reported, installed: number, use: Use = {}): void {
  const { random } = stage;
  const { habits = habitsOf(stage), eager = 1, reasons = VALID } = use;
  const parts = [ad, reported(person, person.appAgent), alwaysReported(installed)];
  const report = (at: number, why: readonly string[], event: Reported) =>
    stage.emit('app_event', at, why, ...parts, event);
  for (const [event_name, { share, median, sigma }] of Object.entries(AFTER_INSTALL))
    if (random.chance(share * eager))
      report(installed + (8 + random.logNormal(median, sigma)) * SECOND, reasons, { event_name });
  pay(random, person, habits, eager, installed, reasons, report);
  const { nextDay = habits.nextDay } = use;
  const opens = use.opens ?? ((day: number) => nextDay * day ** -habits.decay);
  // Who has gone does not come back; who has not opens the app on most days.
  const stays = random.next() * RETURNS.activeDays;
  for (let day = 1; day < DAYS && stays < opens(day); day++)
    if (random.chance(RETURNS.activeDays))
      report(installed + DAY * (day + random.between(-0.4, 0.4)), reasons, { event_name: 'session_start' });
}

type Report = (at: number, why: readonly string[], event: Reported) => void;

function pay(
  random: Random,
  person: Person,
  { pays, dear }: Habits,
  eager: number,
  installed: number,
  reasons: readonly string[],
  report: Report,
): void {
  const share = pays * eager * MONEY.ofMarket[marketOf(person.country.code)];
  if (random.chance(MONEY.payers * share)) {
    const purchases = Math.min(MONEY.mostPurchases, Math.floor((1 - random.next()) ** (-1 / MONEY.again)));
    const takesDear = purchases >= MONEY.oftenFrom ? MONEY.dearShare : dear;
    let at = installed + (8 + random.logNormal(MONEY.first.median, MONEY.first.sigma)) * SECOND;
    for (let bought = 0; bought < purchases; bought++) {
      const several = takesDear > 0 && random.chance(MONEY.severalShare) ? random.int(...MONEY.several) : 1;
      const price = random.chance(takesDear) ? random.pick(MONEY.dear) : usualPrice(random);
      const purchase = purchaseOf(random, person, price * several);
      report(at, reasons, purchase);
      if (random.chance(NOISE.retriedOrder)) report(at + random.between(1, 40) * SECOND, DUPLICATE_ORDER, purchase);
      if (random.chance(MONEY.refunds)) {
        const back: Reported = { event_name: 'refund', revenue: -(purchase.revenue ?? 0) };
        report(at + random.exponential(MONEY.refundDays) * DAY, reasons, { ...purchase, ...back });
      }
      at += (30 / (DAY / SECOND) + random.logNormal(MONEY.daysBetween.median, MONEY.daysBetween.sigma)) * DAY;
    }
  }
  if (random.chance(MONEY.subscribers * share)) subscribe(random, person, installed, reasons, report);
}

const pickPrice = weighted(MONEY.prices, ({ share }) => share);
const pickPlan = weighted(MONEY.plans, ({ share }) => share);

/** Price of a product as it is usually bought, in US dollars. */
export const usualPrice = (random: Random): number => pickPrice(random).dollars;

const orderId = (random: Random): string => `GPA.${random.int(1000, 9999)}-${random.hex(8)}`;

export const purchaseOf = (random: Random, { country }: Person, dollars: number): Reported => ({
  event_name: 'purchase',
  order_id: orderId(random),
  revenue: priceIn(country, dollars),
  currency: country.currency,
});

function subscribe(
  random: Random,
  { country }: Person,
  installed: number,
  reasons: readonly string[],
  report: Report,
): void {
  const { dollars, days } = pickPlan(random);
  const paid = (event_name: string): Reported => ({
    event_name,
    order_id: orderId(random),
    revenue: priceIn(country, dollars),
    currency: country.currency,
  });
  const { median, sigma } = random.chance(MONEY.atOnce) ? MONEY.atOnceSeconds : MONEY.first;
  let at = installed + (8 + random.logNormal(median, sigma)) * SECOND;
  report(at, reasons, paid('subscribe'));
  while (days < DAYS && random.chance(MONEY.renews)) {
    at += days * DAY;
    report(at, reasons, paid('renewal'));
    if (at > installed + DAYS * DAY) return;
  }
}
