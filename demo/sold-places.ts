import type { EventKind } from '#traffic/event/contract/event.ts';
import type { RawColumns, RawEvent } from './labelled-event.ts';

/** Of an ad that is asked for or shown: what comes of it has the address of the shop, or says nothing of the place. */
const SOLD: ReadonlySet<EventKind> = new Set(['impression', 'click_impression', 'vast_request']);

interface Seats {
  /** Site or app whose owner has a file of its own. */
  place: string;
  /** Accounts by the system they sell through. */
  accounts: Readonly<Record<string, string>>;
  /** An account the owner has never heard of. */
  forged: string;
}

/** A place whose ads are sold by others, for which the demo keeps an ads.txt or app-ads.txt (`app/server/demo-supply.ts`). */
export const SOLD_PLACES = {
  web: {
    place: 'harborpost.example',
    accounts: { 'ostrana1.example': 'HP-20417', 'ostrana2.example': '559120' },
    forged: 'OX-77310',
  },
  app: {
    place: 'com.example.quaypuzzle',
    accounts: { 'ostrana1.example': 'QP-3308', 'ostrana2.example': '714402', 'glimmer3.example': 'GH-90117' },
    forged: 'OX-77310',
  },
} as const satisfies Record<'web' | 'app', Seats>;

/** What the bid request said of the place. Fraud says it sells what it may not; nothing is drawn for it. */
export function soldPlace(platform: 'web' | 'app', event: RawEvent, isFraud: boolean): RawColumns {
  const { place, accounts, forged }: Seats = SOLD_PLACES[platform];
  const account = SOLD.has(event.kind) ? accounts[event.system_domain ?? ''] : undefined;
  return account === undefined ? {} : { declared_domain: place, seller_id: isFraud ? forged : account };
}
