import type { EventKind } from '#traffic/event/contract/event.ts';

/** What is credited: an install, or what people did after it. Re-engagements are separate and in neither. */
export const CREDITED_KINDS = {
  install: ['install'],
  event: ['app_event', 'web_event'],
} as const satisfies Record<string, readonly EventKind[]>;

export type CreditedKind = keyof typeof CREDITED_KINDS;

/** What becomes of the credit of one install or event; each has exactly one. */
export const CHANGES = ['kept', 'removed', 'moved', 'to_organic'] as const;
export type Change = (typeof CHANGES)[number];

/** Which of the events of a publisher are looked at. */
export const SIDES = ['attributed', 'removed', 'moved_out', 'moved_in', 'to_organic', 'final'] as const;
export type Side = (typeof SIDES)[number];

/** How whatever nobody brought is called, however a source calls it. */
export const ORGANIC = 'organic';

/**
 * Why a touch is not credited, or that it is: `spare` is valid and older than the one that is, `invalid` was judged so,
 * `claim` is of the publisher whose claim on this very install was found to be false, `later` came after it.
 */
export const TOUCH_STATES = ['credited', 'spare', 'invalid', 'claim', 'out_of_window', 'later'] as const;
export type TouchState = (typeof TOUCH_STATES)[number];

/** Who tells of a touch: the source that attributed, its list of contributors, or our own record of clicks and views. */
export const TOLD_BY = ['source', 'contributor', 'own'] as const;
export type ToldBy = (typeof TOLD_BY)[number];
