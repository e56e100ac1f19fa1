import { addDays } from '#platform/contract/date-range.ts';
import type { PriceBasis } from '#traffic/money/contract/price-bases.ts';
import type { DemoPackage } from './packages.ts';
import { PUBLISHERS, type PublisherKey } from './publishers.ts';
import { Random } from './random.ts';

/** What the customer has agreed where the files say nothing. */
interface Agreed {
  /** Without one: every source that has no price of its own. */
  source?: PublisherKey;
  basis: PriceBasis;
  event?: string;
  /** Of cpm for a thousand; null ends the price. */
  amount: string | null;
  currency: string;
  /** Days after the first of the demo. */
  after: number;
}

/**
 * Files bring the cost of what a source mainly bills; these are the fees beside it, so that every kind of event costs
 * something: a click fee of those paid by the thousand, landed visits, installs and events of those paid by click. One
 * price is raised on the way, and one ends.
 */
const AGREED: Record<DemoPackage['kind'], readonly Agreed[]> = {
  web: [
    { basis: 'cpv', amount: '0.01', currency: 'EUR', after: 0 },
    { basis: 'cpm', amount: '0.60', currency: 'EUR', after: 0 },
    { source: 'kestermill', basis: 'cpv', amount: '0.08', currency: 'EUR', after: 0 },
    { source: 'kestermill', basis: 'cpa', event: 'newsletter_signup', amount: '0.90', currency: 'EUR', after: 0 },
    { source: 'vossel', basis: 'cpc', amount: '0.06', currency: 'USD', after: 0 },
    { source: 'vossel', basis: 'cpc', amount: '0.08', currency: 'USD', after: 60 },
    { source: 'ostrana', basis: 'cpc', amount: '0.09', currency: 'USD', after: 0 },
    { source: 'paperlark', basis: 'cpc', amount: '0.22', currency: 'EUR', after: 0 },
    { source: 'calmera', basis: 'cpc', amount: '0.12', currency: 'EUR', after: 0 },
  ],
  app: [
    { basis: 'cpi', amount: '1.20', currency: 'USD', after: 0 },
    { basis: 'cpm', amount: '1.50', currency: 'USD', after: 0 },
    { source: 'paperlark', basis: 'cpi', amount: '2.10', currency: 'EUR', after: 0 },
    { source: 'paperlark', basis: 'cpc', amount: '0.15', currency: 'EUR', after: 0 },
    { source: 'ostrana', basis: 'cpc', amount: '0.08', currency: 'USD', after: 0 },
    { source: 'glimmerhatch', basis: 'cpc', amount: '0.11', currency: 'USD', after: 0 },
    { source: 'tapsorrow', basis: 'cpc', amount: '0.01', currency: 'USD', after: 0 },
    { source: 'zephandra', basis: 'cpc', amount: '0.01', currency: 'USD', after: 0 },
    { source: 'quellanaApps', basis: 'cpc', amount: '0.05', currency: 'USD', after: 0 },
    { source: 'quellanaApps', basis: 'cpc', amount: null, currency: 'USD', after: 75 },
    { source: 'pelagio', basis: 'cpa', event: 'purchase', amount: '0.75', currency: 'USD', after: 0 },
    { source: 'cobblepeak', basis: 'cpa', event: 'purchase', amount: '0.50', currency: 'GBP', after: 0 },
  ],
};

/** Prices of a package in the order in which they were agreed. */
export const demoPrices = (kind: DemoPackage['kind'], firstDay: string) =>
  AGREED[kind].map(({ source, basis, event = '', amount, currency, after }) => ({
    publisher: source === undefined ? '' : PUBLISHERS[source].name,
    basis,
    event_name: event,
    amount,
    currency,
    from: addDays(firstDay, after),
  }));

/** Units for one euro about which the rates of the demo move. They are invented, like everything in it. */
const LEVELS = { USD: 1.09, GBP: 0.85, BRL: 6.1, INR: 92, PLN: 4.3, SEK: 11.4, ZAR: 20.2 };

/** Exchange rates of the working days of a range, in the form of the European Central Bank's file. */
export function demoRates(seed: number, firstDay: string, lastDay: string): string {
  const random = new Random(seed, 'rates');
  const names = Object.keys(LEVELS);
  let levels: number[] = Object.values(LEVELS);
  const lines = [`Date,${names.join(',')},`];
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) {
    if (new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0) continue;
    levels = levels.map((level) => level * random.between(0.997, 1.003));
    lines.push(`${day},${levels.map((level) => level.toFixed(4)).join(',')},`);
  }
  return `${lines.join('\n')}\n`;
}
