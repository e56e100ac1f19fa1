import { z } from 'zod';
import { HTTPS } from '#platform/contract/plain-issue.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';

export const WAYS = ['webhook', 'postback'] as const;
export const METHODS = ['GET', 'POST'] as const;
/** What an event has to be called to be sent. */
export const SENT_VERDICTS = ['fraud', 'suspect'] as const;
/** Of one package. */
export const MOST_DESTINATIONS = 20;
export const MOST_REASONS = 50;
/** Events of one call of a webhook; a postback is about one. */
export const MOST_EVENTS = 500;
/** A call that went wrong is tried again for so long; a destination of which every call goes wrong for so long is stopped. */
export const TRIED_HOURS = 24;
/** After a new secret the old one signs beside it for so long. */
export const OVERLAP_HOURS = 24;
/** Kept of what was answered. */
export const ANSWER_CHARACTERS = 500;

/** What an address may hold in braces, each put in percent-encoded. */
export const MACROS = [
  'click_id',
  'event_id',
  'verdict',
  'reason',
  'reason_text',
  'publisher',
  'campaign',
  'package',
  'kind',
  'time',
  'revenue',
  'currency',
] as const;
export type Macro = (typeof MACROS)[number];

const BRACED = /\{(\w+)\}/g;
const isMacro = (name: string): name is Macro => MACROS.some((macro) => macro === name);

/** What stands in braces and is none of them: it is sent as it stands. */
export const unknownMacros = (template: string): string[] => [
  ...new Set([...template.matchAll(BRACED)].map(([, name = '']) => name).filter((name) => !isMacro(name))),
];

/** Without halves of letters, which neither an address nor a record can hold. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD');

/** The address with its values. Dots alone would lead to another path than the one that was entered. */
export const filledAddress = (template: string, values: Readonly<Record<Macro, string>>): string =>
  template.replace(BRACED, (whole, name: string) => {
    if (!isMacro(name)) return whole;
    return encodeURIComponent(wellFormed(values[name]).replace(/^\.+$/, ''));
  });

const NAME = /^[a-z0-9.-]+$/i;
const address = z.url({ protocol: HTTPS, hostname: NAME }).max(2000);

export const way = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('webhook'), url: address }),
  z.strictObject({ kind: z.literal('postback'), method: z.enum(METHODS), url: address }),
]);
export type Way = z.output<typeof way>;

/** Everything of a destination that can be changed. */
export const SETTINGS = {
  name: safeText(80).min(3, 'Please name the destination'),
  /** Kinds of events; none for all. */
  kinds: z.array(z.enum(EVENT_KINDS)).max(EVENT_KINDS.length),
  verdicts: z.array(z.enum(SENT_VERDICTS)).min(1, 'Please choose a verdict').max(SENT_VERDICTS.length),
  /** Also events that are called so later, and what was sent and is called otherwise now. */
  later: z.boolean(),
  /** Codes of reasons; none for all. */
  reasons: z.array(z.string().regex(/^[\w.:-]{1,80}$/)).max(MOST_REASONS),
  way,
} as const;
export const destinationSettings = z.strictObject(SETTINGS);
export type DestinationSettings = z.output<typeof destinationSettings>;

/** Of one event, as it is sent: `verdict` when it came so, `changed` when it is called otherwise now, `gone` when it is stored no more. */
export interface SentEvent {
  type: 'verdict' | 'changed' | 'gone' | 'sample';
  /** Of two about one event the one with the greater number is newer. */
  sequence: number;
  row_id: string;
  /** What was sent before. */
  was: string | null;
  event_id: string;
  kind: string;
  time: string;
  verdict: string;
  reason: string;
  reason_text: string;
  rules: readonly string[];
  publisher: string;
  sub_publisher: string;
  campaign: string;
  event_name: string;
  click_id: string;
  order_id: string;
  /** Decimal text. */
  revenue: string;
  currency: string;
}
