import type { Translate } from '#platform/contract/translate.ts';
import { TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import type { Signal } from './explanation.ts';

export type Unit = Signal['unit'];

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

const UNITS = { seconds: 'second', months: 'month', days: 'day' } as const;

const inUnit = (locale: string, value: number, unit: string): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 }).format(value);

/** Seconds stay seconds as long as people count them; beyond two minutes a larger unit is read at once. */
export function formatSeconds(locale: string, seconds: number): string {
  const size = Math.abs(seconds);
  if (size < 2 * MINUTE) return inUnit(locale, seconds, 'second');
  if (size < 2 * HOUR) return inUnit(locale, seconds / MINUTE, 'minute');
  if (size < 2 * DAY) return inUnit(locale, seconds / HOUR, 'hour');
  return inUnit(locale, seconds / DAY, 'day');
}

/** As everywhere in the product: a number and a percent sign after a space that does not break. */
const percentText = (locale: string, percent: number, digits: number): string =>
  `${new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(percent)}\u00a0%`;

function formatNumber(locale: string, value: number, unit: Unit): string {
  if (unit === 'seconds') return formatSeconds(locale, value);
  if (unit === 'months' || unit === 'days') return inUnit(locale, value, UNITS[unit]);
  if (unit === 'percent') return percentText(locale, value, 2);
  if (unit === 'ratio') return new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 }).format(value);
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value);
}

/** AS numbers are names, and grouped digits would make them unreadable. */
const IDENTIFIERS = new Set(['asn', 'http_status']);

const MILLION = 1_000_000;

/** A probability as people say it: `1 in 2,300`, `less than 1 in a million`; what is not small stays a share. */
export function oddsWords(t: Translate, locale: string, chance: number): string {
  if (chance > 0.1) return percentText(locale, chance * 100, 0);
  if (chance * MILLION < 1) return t('odds_tiny');
  return t('odds', { n: new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 }).format(1 / chance) });
}

export interface Reader {
  /** Texts of `why`. */
  t: Translate;
  locale: string;
  timeZone: string;
  value: (field: string, value: string) => string;
}

/** One value of a field as a reader of this language writes it. Moments are Unix milliseconds. */
export function formatValue(reader: Reader, field: string, value: string | number | boolean, unit: Unit): string {
  if (typeof value === 'string') return reader.value(field, value);
  if (typeof value === 'boolean' || IDENTIFIERS.has(field)) return String(value);
  if (unit === 'chance') return oddsWords(reader.t, reader.locale, value);
  if (TRAFFIC_FIELDS[field]?.valueType !== 'datetime') return formatNumber(reader.locale, value, unit);
  const { locale, timeZone } = reader;
  return new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'medium' }).format(value);
}
