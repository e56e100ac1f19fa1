import { parseAddress } from '#platform/contract/ip-network.ts';
import type { DeadReason } from '#traffic/collector/contract/ingest.ts';
import { COUNTRY_CODES } from '#traffic/intake/server/mapping/countries.ts';
import { TARGETS, type ValueType } from '#traffic/intake/server/mapping/targets.ts';

/** Letters of a value: names, and what may be an address of a page or an agent. */
const SHORT = 1000;
const LONG = 8192;
const LONG_FIELDS: ReadonlySet<string> = new Set(['url', 'referrer', 'install_referrer', 'user_agent']);

/** Words for nothing, as files have them too. */
export const NOTHING: ReadonlySet<string> = new Set([
  '',
  'null',
  'NULL',
  'N/A',
  'n/a',
  'None',
  'none',
  '-',
  'unknown',
  'nan',
  'undefined',
]);
const AMOUNT = /^-?\d{1,14}(\.\d{1,20})?$/;
const FLAGS: ReadonlySet<string> = new Set(['true', '1', 'yes', 'false', '0', 'no']);
const MOST_COUNT = 2_147_483_647;
/** Before this nothing on the internet was counted; seconds and milliseconds are told apart by size. */
const FIRST_MS = Date.UTC(2000, 0, 1);
const SECONDS_BELOW = 100_000_000_000;
const DAY_MS = 86_400_000;
/** Characters that no text of an event has; the engine's files would stumble over some. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

/**
 * What a client without an agent is stored with, as in logs of web servers: it was asked and said nothing. Of an event
 * whose sender does not tell agents at all nothing is known.
 */
export const BLANK_AGENT = '-';

export type Read = { text: string } | { reason: DeadReason };

/** The value of a field as the loader writes it: '' for none. It is held to the same rules as a value of a file. */
export function readValue(name: string, value: unknown, now: Date): Read {
  if (value === null || value === undefined) return { text: '' };
  const type = TARGETS[name] ?? 'text';
  if (type === 'time') return readTime(value, now);
  if (typeof value === 'number') return readText(name, type, numberText(value));
  if (typeof value === 'boolean') return readText(name, type, String(value));
  return typeof value === 'string' ? readText(name, type, value) : { reason: 'not_a_text' };
}

/** Without an exponent, which no amount has. */
const numberText = (value: number): string =>
  Math.abs(value) < 1e15 && Math.abs(value) > 1e-7 ? String(value) : value === 0 ? '0' : value.toFixed(6);

function readText(name: string, type: ValueType, raw: string): Read {
  if (raw.length > (LONG_FIELDS.has(name) ? LONG : SHORT)) return { reason: 'too_long' };
  const text = raw.replace(CONTROL, '');
  const check = CHECKS[type];
  if (!check) return { text };
  const trimmed = text.trim();
  if (NOTHING.has(trimmed)) return { text: '' };
  return check.holds(trimmed) ? { text: trimmed } : { reason: check.reason };
}

const isCount = (text: string): boolean => /^\d{1,10}$/.test(text) && Number(text) <= MOST_COUNT;

const CHECKS: Partial<Record<ValueType, { holds: (text: string) => boolean; reason: DeadReason }>> = {
  money: { holds: (text) => AMOUNT.test(text), reason: 'not_an_amount' },
  cost: { holds: (text) => AMOUNT.test(text) && !text.startsWith('-'), reason: 'not_a_cost' },
  ip: { holds: (text) => parseAddress(text) !== null, reason: 'not_an_address' },
  country: { holds: (text) => COUNTRY_CODES[text.toLowerCase()] !== undefined, reason: 'not_a_country' },
  flag: { holds: (text) => FLAGS.has(text.toLowerCase()), reason: 'not_a_flag' },
  status: { holds: (text) => /^\d{1,3}$/.test(text), reason: 'not_a_status' },
  count: { holds: isCount, reason: 'not_a_number' },
  currency: { holds: (text) => /^[A-Za-z]{3}$/.test(text), reason: 'not_a_currency' },
};

/** ISO 8601 with its zone, or the seconds or milliseconds since 1970. */
function readTime(value: unknown, now: Date): Read {
  const ms = momentOf(value);
  if (ms === null) return { text: '' };
  if (!Number.isFinite(ms)) return { reason: 'not_a_time' };
  if (ms < FIRST_MS) return { reason: 'too_old' };
  if (ms > now.getTime() + DAY_MS) return { reason: 'too_new' };
  return { text: new Date(ms).toISOString() };
}

const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?\s?(Z|[+-]\d\d:?\d\d)$/i;

/** Null for nothing, NaN for what is no time. */
function momentOf(value: unknown): number | null {
  if (typeof value === 'number') return value < SECONDS_BELOW ? Math.round(value * 1000) : Math.round(value);
  if (typeof value !== 'string') return Number.NaN;
  const text = value.trim();
  if (NOTHING.has(text)) return null;
  if (/^\d{9,13}(\.\d{1,6})?$/.test(text)) return momentOf(Number(text));
  return ISO.test(text) && isDay(text) ? Date.parse(text.replace(' ', 'T').replace(',', '.')) : Number.NaN;
}

/** The parser takes 30 February for 2 March. */
function isDay(text: string): boolean {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day)).getUTCDate() === day;
}
