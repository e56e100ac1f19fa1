import type { RawColumns, RawEvent } from './labelled-event.ts';
import { PUBLISHERS } from './publishers.ts';

interface Codes {
  /** Given to one publisher, and leaked by another. */
  given: string;
  to: string;
  leakedBy: string;
  /** For everybody who is new. */
  welcome: string;
  /** Nobody gave it out. */
  guessed: string;
}

/** Codes that orders of the demo used; they are given out beside its other work (`app/server/demo-infringement.ts`). */
export const DEMO_CODES = {
  web: {
    given: 'LOOM7KX2M9QD',
    to: PUBLISHERS.yarrowline.name,
    leakedBy: PUBLISHERS.kestermill.name,
    welcome: 'HELLOLINDENP4W',
    guessed: 'SAVE50',
  },
  app: {
    given: 'ISLAND4TR8WQ3H',
    to: PUBLISHERS.pelagio.name,
    leakedBy: PUBLISHERS.tapsorrow.name,
    welcome: 'FIRSTVOYAGE6Z',
    guessed: 'FREEGEMS',
  },
} as const satisfies Record<'web' | 'app', Codes>;

/** 0 to 99, the same for every event of an order. */
const shareOf = (order: string): number =>
  [...order].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 10_007, 7) % 100;

/** Codes are of the last days: each day that has uses is looked at by itself when they are first taken. */
export const COUPON_DAYS = 14;

/** What the customer typed at the end of an order; it follows from the order, and nothing is drawn for it. */
export function usedCoupon(platform: 'web' | 'app', { order_id: order, publisher }: RawEvent): RawColumns {
  if (order === undefined) return {};
  const { given, to, leakedBy, welcome, guessed }: Codes = DEMO_CODES[platform];
  const share = shareOf(order);
  if (share >= 98) return { coupon_code: guessed };
  if (share >= 90) return { coupon_code: welcome };
  const isGiven = (publisher === to && share < 40) || (publisher === leakedBy && share < 25);
  return isGiven ? { coupon_code: given } : {};
}
