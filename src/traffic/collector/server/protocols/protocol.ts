import type { EventKind } from '#traffic/event/contract/event.ts';
import type { FieldMapping, TimeFormat } from '#traffic/intake/contract/import-mapping.ts';
import type { SentEvent } from '../taker.ts';

export type Platform = 'web' | 'app';
/** What happened may be another kind on a site than in an app. */
export type KindOf = EventKind | Readonly<Record<Platform, EventKind>>;

export const EVENT: KindOf = { web: 'web_event', app: 'app_event' };
export const VISIT: KindOf = { web: 'visit', app: 'app_event' };

/** Where a sender says its write key. `basic` is the user name of basic authentication. */
export type KeyPlace = { in: 'basic' | 'bearer' } | { in: 'header' | 'query'; name: string };

export interface ProtocolRequest {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: Readonly<Record<string, unknown>>;
  params: Readonly<Record<string, string>>;
  /** The body, unpacked and parsed; undefined where the request has none. */
  body: unknown;
}

export interface Messages {
  messages: readonly unknown[];
  /** Of protocols that have no other place for it. */
  key?: string | undefined;
}

/**
 * How a message becomes an event, as data. Columns are the paths of the message as `normaliseHeader` spells them:
 * `context.page.url` is `context_page_url`. Fields are read as the import reads them.
 */
export interface MessageMapping {
  /** The first that holds. */
  kindRules: readonly { column: string; values: readonly string[]; kind: KindOf }[];
  /** Null: what no rule knows is a dead letter. */
  otherwise: KindOf | null;
  fields: Readonly<Record<string, FieldMapping>>;
  time: TimeFormat;
  /** Columns that together are the id of the sender; without them the whole message is, and what comes twice is one. */
  id: readonly string[];
  /** Columns that are other ones when a message is sent again. */
  unlike?: readonly string[];
  /** Messages whose address and agent are those of the request: they come from the device itself. */
  fromRequest?: { column: string; values: readonly string[] };
  /** The moment of sending by the same clock as the time of the event: what that clock is off is known by it. */
  sentAt?: string;
  /** Columns kept beside ours when nothing is read from them; without it none. */
  keeps?: RegExp;
}

/** A way of sending that is not ours: a file each. */
export interface Protocol {
  keys: readonly KeyPlace[];
  /** The messages a request carries, and a key that stands in them. */
  messages: (request: ProtocolRequest) => Messages;
  /** The event a message means, as senders of our own would write it. */
  event: (message: unknown, platform: Platform, now: Date) => SentEvent;
}
