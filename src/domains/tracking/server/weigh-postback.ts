import { timingSafeEqual } from 'node:crypto';
import type { PostbackReason } from '#domains/tracking/contract/postback-endpoints.ts';
import { todayIn } from '#platform/contract/date-range.ts';
import { CHALLENGE_PASSED } from './challenge-store.ts';
import { hashOf } from './key.ts';
import type { LiveCampaign, LivePublisher, LiveState } from './live-campaigns.ts';
import { converted, payOf } from './pay.ts';
import { isAmount, momentOf, type Postback } from './read-postback.ts';

/** A touch as a postback finds it. */
export interface FoundTouch {
  id: string;
  package_name: string;
  campaign_id: number;
  publisher_id: number | null;
  kind: 'click' | 'impression';
  at: Date;
  handling: string;
  handling_reason: string;
  given: Record<string, string>;
}

export type NewState = 'pending' | 'approved' | 'rejected';

/** A goal that a touch has reached, before anybody has looked whether it was told before and whether there is room. */
export interface Candidate {
  touch: FoundTouch;
  campaign: LiveCampaign;
  publisher: LivePublisher | undefined;
  event: string;
  /** What makes another postback the same. */
  once: string;
  at: Date;
  day: string;
  amount: string | null;
  payout: string;
  revenue: string;
  /** What the sender wants it to be; '' where it does not say. */
  wanted: NewState | '';
  /** Why it is refused after all: the verdict on its click, or a rule of user acquisition. '' for what is not. */
  fault: string;
}

export interface Refused {
  refused: PostbackReason;
  touch?: FoundTouch;
  campaign?: LiveCampaign;
}

export const FRAUD = 'fraud';
const HOUR_MS = 3_600_000;
/** By how much the clocks of two servers may differ. */
const SKEW_MS = 120_000;
const STATES: ReadonlySet<string> = new Set(['', 'pending', 'approved', 'rejected']);

/** Currency, package and day of an amount that has to be converted; undefined where it need not be. */
export type RateOf = (currency: string, campaign: LiveCampaign, day: string) => string | undefined;

/** What can be said of a postback by itself. Nothing is told about a campaign to who does not know its secret. */
export function weigh(
  postback: Postback,
  touch: FoundTouch | undefined,
  state: LiveState,
  rateOf: RateOf,
): Candidate | Refused {
  const { packageName, secret, event } = postback;
  if (!touch || (packageName !== null && touch.package_name !== packageName)) {
    const campaign = state.bySecret.get(hashOf(secret ?? '').toString('hex'));
    return { refused: 'unknown_click', ...(packageName === null && campaign ? { campaign } : {}) };
  }
  const campaign = state.byId.get(touch.campaign_id);
  if (!campaign) return { refused: 'ended', touch };
  const no = (refused: PostbackReason): Refused => ({ refused, touch, campaign });
  if (packageName === null && !holds(campaign, secret ?? '')) return no('bad_secret');
  if (touch.handling === 'challenged') return no('challenged');
  if (!campaign.goals.has(event)) return no('unknown_event');
  const wanted = stateOf(postback.status);
  if (wanted === null) return no('invalid_status');
  const at = timeOf(postback, touch, campaign);
  if (typeof at === 'string') return no(at);
  const day = todayIn(campaign.row.timeZone, at);
  const amount = amountOf(postback, campaign, day, rateOf);
  if (typeof amount === 'object' && amount !== null) return no(amount.refused);
  const pay = payOf(campaign, { event, publisherId: touch.publisher_id, day, amount });
  if (!pay) return no('invalid_amount');
  return {
    touch,
    campaign,
    publisher: touch.publisher_id === null ? undefined : state.publisherById.get(touch.publisher_id),
    event,
    once: campaign.row.severalConversions ? postback.transactionId : '',
    at,
    day,
    amount,
    ...pay,
    wanted,
    fault: isFraud(touch, campaign) ? FRAUD : '',
  };
}

/** A verdict that its browser was challenged for is answered when it has passed. */
const isFraud = ({ given, handling_reason: reason }: FoundTouch, { protection }: LiveCampaign): boolean =>
  given['verdict'] === 'fraud' && protection.fraud !== 'pass' && reason !== CHALLENGE_PASSED;

function holds({ row }: LiveCampaign, secret: string): boolean {
  const given = hashOf(secret);
  return given.length === row.postbackSecret.length && timingSafeEqual(given, row.postbackSecret);
}

const stateOf = (text: string): NewState | '' | null => (STATES.has(text) ? (text as NewState | '') : null);

/** When it happened; a little before its click is the click's own moment, for clocks differ. */
function timeOf({ ts, receivedAt }: Postback, touch: FoundTouch, { row }: LiveCampaign): Date | PostbackReason {
  const at = ts === '' ? receivedAt : momentOf(ts);
  if (!at) return 'invalid_time';
  if (at.getTime() > receivedAt.getTime() + SKEW_MS) return 'in_future';
  const since = at.getTime() - touch.at.getTime();
  const hours = touch.kind === 'click' ? row.clickWindowHours : row.viewWindowHours;
  if (since < -SKEW_MS || since >= hours * HOUR_MS) return 'out_of_window';
  return since < 0 ? touch.at : at;
}

function amountOf(
  { amount, currency }: Postback,
  campaign: LiveCampaign,
  day: string,
  rateOf: RateOf,
): string | null | { refused: PostbackReason } {
  if (amount === '') return null;
  if (!isAmount(amount)) return { refused: 'invalid_amount' };
  if (currency === '' || currency === campaign.row.currency) return amount;
  const rate = rateOf(currency, campaign, day);
  return rate === undefined ? { refused: 'other_currency' } : converted(amount, rate);
}
