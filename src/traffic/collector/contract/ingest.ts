import { EVENT_KINDS, type EventKind } from '#traffic/event/contract/event.ts';

/** One request carries at most so many events and bytes, unpacked. */
export const MAX_EVENTS = 1000;
export const MAX_BODY_BYTES = 1024 * 1024;
/** An event that is older was sent by mistake, or comes in a file. */
export const OLDEST_DAYS = 90;
/** Clocks of senders may be ahead by this. */
export const AHEAD_MINUTES = 10;
/** An id that comes again within this time is the same event. */
export const SEEN_DAYS = 7;
/** Dead letters are kept as long, and as many of a package. */
export const DEAD_DAYS = 30;
export const DEAD_LETTERS_KEPT = 10_000;
/** Names of unknown fields that an answer tells. */
export const UNKNOWN_NAMED = 20;

/** Why an event is not stored. */
export const DEAD_REASONS = [
  'not_an_object',
  'not_a_text',
  'too_long',
  'not_a_time',
  'too_old',
  'too_new',
  'not_an_amount',
  'not_a_cost',
  'not_a_number',
  'not_an_address',
  'not_a_country',
  'not_a_flag',
  'not_a_status',
  'not_a_currency',
  'too_large',
  'no_kind',
  'no_field',
  'not_loaded',
] as const;
export type DeadReason = (typeof DEAD_REASONS)[number];

/** What a sender did wrong lately, as the page tells it; `silent`: the tag is loaded, and no event comes. `quiet`: none since. */
export const SENDER_FAULTS = [
  'wrong_origin',
  'revoked',
  'no_such_kind',
  'unreadable',
  'unknown_field',
  'no_agent',
  'unfilled_macro',
  'too_many',
  'held_back',
  'silent',
  'quiet',
] as const;
export type SenderFault = (typeof SENDER_FAULTS)[number];
/**
 * Of what a key had more than its share, so that it was refused for the sake of others: requests at work, events that
 * wait to be loaded, the time of a server that is behind.
 */
export const HELD_BACK = ['at_work', 'loading', 'behind'] as const;
/** Limits of a key, of which a note of `too_many` names the one that was met and its number: `second 3`. */
export const OVER_LIMITS = ['second', 'day'] as const;
export type OverLimit = (typeof OVER_LIMITS)[number];
/** Such notes are kept as long. */
export const NOTE_DAYS = 31;

/** The specification's names of kinds that are not simply the kind in another case; of an event, by the platform. */
const SPELLINGS: ReadonlyMap<string, { web: EventKind; app: EventKind }> = new Map([
  ['event', { web: 'web_event', app: 'app_event' }],
  ['reengagement_clicks', { web: 're_click', app: 're_click' }],
  ['reengagement_events', { web: 're_event', app: 're_event' }],
  ['vast', { web: 'vast_request', app: 'vast_request' }],
]);

/** Which kind a name means for a package of this platform; undefined for none. */
export function kindNamed(name: string, platform: 'web' | 'app'): EventKind | undefined {
  const small = name.toLowerCase();
  return EVENT_KINDS.find((kind) => kind === small) ?? SPELLINGS.get(small)?.[platform];
}
