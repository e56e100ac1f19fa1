import { SECOND } from '#demo/calendar.ts';
import type { Person } from '#demo/people.ts';
import type { Reported } from '../event.ts';
import { playAudience } from '../honest/app-journey.ts';
import { alwaysReported, purchaseOf, usualPrice } from '../honest/app-life.ts';
import { usualAudience } from '../honest/odd-app.ts';
import { reported } from '../honest/people.ts';
import { scenario } from '../scenario.ts';
import { roughly, type Stage } from '../stage.ts';

const MADE_UP = ['evt.fake', 'evt.too_fast', 'evt.sequence', 'ins.bot', 'bot.behaviour'] as const;

const SECONDS_AFTER = {
  words: 'seconds from install or last purchase, median',
  easy: [600, 7200],
  medium: [7200, 86_400],
  hard: [40_000, 100_000],
} as const;

/** Purchases in the name of a genuine user, at moments at which people buy. */
function makeUp(
  stage: Stage,
  person: Person,
  ad: Reported,
  installed: number,
  purchases: readonly { dollars: number; seconds: number }[],
): void {
  const device = reported(person, person.appAgent);
  let at = installed;
  for (const { dollars, seconds } of purchases) {
    at += (20 + seconds) * SECOND;
    const purchase = purchaseOf(stage.random, person, dollars);
    stage.emit('app_event', at, MADE_UP, ad, device, alwaysReported(installed), purchase);
  }
}

const listOf = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

/** A publisher paid by what its users spend reports dear purchases that nobody made. */
export const REVENUE_INFLATION = scenario({
  id: 'revenue_inflation',
  title: 'Revenue inflation',
  side: 'app',
  level: 'source',
  kind: 'app_event',
  accepts: MADE_UP,
  sources: 10,
  volume: 'installs',
  deciding: { words: 'revenue of a purchase, in US dollars', unit: 'event', measure: 'amount' },
  basis:
    'AppsFlyer on fraudulent in-app events (purchases are reported without being made, to raise the value of installs), Adjust on purchase verification; who is paid by revenue gains by the amount. Amounts and counts are ours: beyond the price list at easy, from its dear end upwards at medium, within it at hard',
  parameters: {
    installs: { words: 'genuine installs', easy: [100, 300], medium: [100, 300], hard: [100, 300] },
    purchases: { words: 'purchases made up for each install', easy: [0.5, 1], medium: [0.15, 0.5], hard: [0.04, 0.15] },
    dollars: { words: 'US dollars of a purchase, median', easy: [400, 2000], medium: [40, 400], hard: [10, 60] },
    sigma: { words: 'spread of that amount (log-normal)', easy: [0.3, 0.6], medium: [0.4, 0.7], hard: [0.5, 0.8] },
    secondsAfter: SECONDS_AFTER,
  },
  play: (stage, values) => {
    const { random } = stage;
    playAudience(stage, {
      ...usualAudience(stage),
      installs: Math.round(values.installs),
      also: (person, ad, installed) =>
        makeUp(
          stage,
          person,
          ad,
          installed,
          listOf(roughly(random, values.purchases), () => ({
            dollars: random.logNormal(values.dollars, values.sigma),
            seconds: random.logNormal(values.secondsAfter, 1.2),
          })),
        ),
    });
  },
});

/**
 * No purchase stands out, but nearly everybody makes some: a script spreads usual ones over the users of a publisher.
 */
export const SPREAD_PURCHASES = scenario({
  id: 'spread_purchases',
  title: 'Purchases spread over users',
  side: 'app',
  level: 'source',
  kind: 'app_event',
  accepts: MADE_UP,
  sources: 10,
  volume: 'installs',
  deciding: { words: 'share of installs that pay', unit: 'source', measure: 'payers' },
  basis:
    'AppsFlyer, "Three new ways to find fraud using post-install data" (2018): nearly all users of a publisher reach an event, four times those of the best source; Dave, Guha and Zhang 2013 on spending per user above any trusted publisher. Shares are ours',
  parameters: {
    installs: { words: 'genuine installs', easy: [100, 300], medium: [100, 300], hard: [100, 300] },
    buyers: {
      words: 'share of the users for whom purchases are made up',
      easy: [0.7, 1],
      medium: [0.1, 0.4],
      hard: [0.04, 0.12],
    },
    each: { words: 'purchases for each of them', easy: [3, 6], medium: [1.5, 3.5], hard: [1, 2] },
    secondsAfter: SECONDS_AFTER,
  },
  play: (stage, values) => {
    const { random } = stage;
    playAudience(stage, {
      ...usualAudience(stage),
      installs: Math.round(values.installs),
      also: (person, ad, installed) => {
        if (!random.chance(values.buyers)) return;
        const purchases = listOf(Math.max(1, roughly(random, values.each)), () => ({
          dollars: usualPrice(random),
          seconds: random.logNormal(values.secondsAfter, 1.2),
        }));
        makeUp(stage, person, ad, installed, purchases);
      },
    });
  },
});
