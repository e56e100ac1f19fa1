import { isSecret, MASK } from './masked.ts';

/** A postback as it came: texts, cut to what is kept. */
export interface Postback {
  clickId: string;
  event: string;
  transactionId: string;
  amount: string;
  currency: string;
  status: string;
  /** When it happened, where the sender says so. */
  ts: string;
  /** Null for what comes from somebody who is signed in (uploads): of this package only. */
  secret: string | null;
  packageName: string | null;
  ip: string;
  /** For the log, without what is secret. */
  query: string;
  receivedAt: Date;
}

const LONGEST = 200;
const LONGEST_QUERY = 2_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what is no text for PostgreSQL, and no line of a log
const NO_TEXT = /[\u0000-\u001f\p{Surrogate}]/gu;

export function readPostback(
  given: Readonly<Record<string, unknown>>,
  { ip, secret, receivedAt }: { ip: string; secret: string; receivedAt: Date },
): Postback {
  const text = (name: string): string => {
    const value = given[name];
    const as = typeof value === 'number' ? String(value) : value;
    return typeof as === 'string' ? as.replace(NO_TEXT, '').trim().slice(0, LONGEST) : '';
  };
  return {
    clickId: text('click_id'),
    event: text('event'),
    transactionId: text('txid'),
    amount: text('amount'),
    currency: text('currency').toUpperCase(),
    status: text('status').toLowerCase(),
    ts: text('ts'),
    secret: secret === '' ? text('sec') : secret,
    packageName: null,
    ip,
    query: redacted(given),
    receivedAt,
  };
}

/** All that was sent, with the values of what may be secret left out. */
function redacted(given: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    params.append(name.replace(NO_TEXT, ''), isSecret(name) ? MASK : String(value).replace(NO_TEXT, ''));
  }
  return params.toString().slice(0, LONGEST_QUERY);
}

const AMOUNT = /^\d{1,12}(\.\d{1,6})?$/;
const FIRST_MS = Date.UTC(2000, 0, 1);
const SECONDS_BELOW = 100_000_000_000;

export const isAmount = (text: string): boolean => AMOUNT.test(text);

/** Seconds or milliseconds since 1970, or ISO 8601 with its zone; null for what is no time. */
export function momentOf(text: string): Date | null {
  const ms = /^\d{9,13}$/.test(text)
    ? Number(text) * (Number(text) < SECONDS_BELOW ? 1000 : 1)
    : /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/.test(text)
      ? Date.parse(text)
      : Number.NaN;
  return Number.isFinite(ms) && ms >= FIRST_MS ? new Date(ms) : null;
}
