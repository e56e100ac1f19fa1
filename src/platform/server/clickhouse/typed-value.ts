/** The types a value can be bound as, and the checks the engine itself does not make. */

type Integer = `${'UInt' | 'Int'}${8 | 16 | 32 | 64}`;
type Scalar =
  | Integer
  | 'String'
  | 'Bool'
  | 'Float32'
  | 'Float64'
  | 'Date'
  | 'DateTime'
  | "DateTime('UTC')"
  | 'DateTime64(3)'
  | "DateTime64(3, 'UTC')"
  | 'UUID'
  | 'IPv4'
  | 'IPv6'
  | `FixedString(${number})`
  | `Decimal(${number}, ${number})`;

export type ClickHouseType = Scalar | `Nullable(${Scalar})` | `Array(${Scalar})`;
export type Bindable = string | number | bigint | boolean | Date | null | readonly Bindable[];

/**
 * Turns a value into the form the driver sends, or throws a RangeError.
 * The engine reads '2025-13-01' as 1970-01-01 and wraps integers around; a wrong answer is worse than none.
 */
export function checkBindable(type: string, value: Bindable): unknown {
  const wrapper = /^(Array|Nullable)\((.*)\)$/.exec(type);
  if (wrapper?.[1] === 'Nullable') return value === null ? null : checkBindable(wrapper[2] ?? '', value);
  if (wrapper?.[1] === 'Array') {
    if (!Array.isArray(value)) throw refused(type, value);
    return value.map((item) => checkBindable(wrapper[2] ?? '', item));
  }
  if (value === null || Array.isArray(value)) throw refused(type, value);
  if (/^U?Int/.test(type)) return checkInteger(type, value);
  if (type.startsWith('Float')) return typeof value === 'number' ? value : fail(type, value);
  if (type === 'Bool') return typeof value === 'boolean' ? value : fail(type, value);
  if (type.startsWith('Date')) return checkDate(type, value);
  if (type.startsWith('Decimal')) return checkPattern(type, String(value), /^-?\d+(\.\d+)?$/);
  if (type === 'UUID') return checkPattern(type, String(value), /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i);
  return typeof value === 'string' ? value : fail(type, value);
}

function checkInteger(type: string, value: Bindable): string {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
  if (typeof text !== 'string' || !/^-?\d{1,20}$/.test(text)) throw refused(type, value);
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw refused(type, value);
  const signed = type.startsWith('Int');
  const bits = BigInt(type.replace(/\D/g, ''));
  const [low, high] = signed ? [-(2n ** (bits - 1n)), 2n ** (bits - 1n)] : [0n, 2n ** bits];
  const number = BigInt(text);
  if (number < low || number >= high) throw refused(type, value);
  return number.toString();
}

/** Days are `YYYY-MM-DD`; moments are a Date or `YYYY-MM-DD hh:mm:ss[.mmm]`, always UTC. */
function checkDate(type: string, value: Bindable): string {
  const text = value instanceof Date ? isoOf(type, value) : value;
  if (typeof text !== 'string') throw refused(type, value);
  const day = text.slice(0, 10);
  const clock = text.slice(10);
  const wellFormed =
    type === 'Date' ? clock === '' : /^([ T]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?Z?)?$/.test(clock);
  if (!wellFormed || !isCalendarDay(day)) throw refused(type, value);
  if (type === 'Date') return day;
  const moment = `${day}${clock === '' ? ' 00:00:00' : clock.replace('T', ' ').replace('Z', '')}`;
  // The whole-second type cannot read a fraction.
  return type.startsWith('DateTime64') ? moment : moment.slice(0, 19);
}

function isoOf(type: string, value: Date): string {
  if (Number.isNaN(value.getTime())) throw refused(type, 'Invalid Date');
  return type === 'Date' ? value.toISOString().slice(0, 10) : value.toISOString();
}

function isCalendarDay(day: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return false;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

function checkPattern(type: string, text: string, pattern: RegExp): string {
  return pattern.test(text) ? text : fail(type, text);
}

function fail(type: string, value: Bindable): never {
  throw refused(type, value);
}

function refused(type: string, value: Bindable): RangeError {
  return new RangeError(`${String(value).slice(0, 80)} is not a ${type}`);
}
