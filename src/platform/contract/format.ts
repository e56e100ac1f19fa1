const NBSP = '\u00a0';
/** What a cell shows when there is nothing to show. */
export const NOTHING = '–';

/**
 * A share 0..1 in percent, free of what binary fractions leave at the sixteenth digit: 7 of 2,000 is 0.35 on every
 * screen, whichever way it was reckoned, and so is rounded alike.
 */
export const inPercent = (share: number): number => Number((share * 100).toPrecision(12));

export interface Format {
  /** 12,345 */
  number: (value: number | null | undefined, digits?: number) => string;
  /** Decimal text of up to eight digits after the mark, all of them shown, two at least: a price, an exchange rate. */
  exact: (decimal: string) => string;
  /** The same as an amount of an ISO 4217 currency: what was agreed, with all of its digits. */
  price: (decimal: string, currency: string) => string;
  /** 12.3K; the exact number belongs on hover. */
  compact: (value: number | null | undefined) => string;
  /** A share 0..1 as `12.4 %`. */
  percent: (share: number | null | undefined, digits?: number) => string;
  /**
   * Amount in an ISO 4217 currency; under a hundredth of its unit with two significant digits, for it is not nothing.
   */
  money: (value: number | null | undefined, currency: string) => string;
  /** Signed relative change 0..1 as `+3.2 %`. */
  change: (share: number | null | undefined) => string;
  /** Signed difference of two shares 0..1 as `+3.2`, in percentage points; its unit is a text of `ui`. */
  points: (difference: number) => string;
  /** Calendar day `YYYY-MM-DD` as `21 Nov 2026`. */
  day: (iso: string) => string;
  /** Calendar day without the year. */
  shortDay: (iso: string) => string;
  /** Month `YYYY-MM` as `Nov 2026`. */
  month: (iso: string) => string;
  /** Point in time, in the named zone. */
  dateTime: (iso: string, timeZone: string) => string;
  /** The same to the minute, with the year where it is not this one. */
  moment: (iso: string, timeZone: string) => string;
  /** A time to wait, in the unit one would say it in: `30 seconds`, `4 minutes`. */
  wait: (seconds: number) => string;
  /** Names in running text: `a, b and c`. */
  list: (names: readonly string[]) => string;
  country: (code: string) => string;
}

/** Smallest amount written with two digits after the mark: a click costs less, and many of them are no zero. */
const CENT = 0.01;

/** Of a price and of an exchange rate. */
const ALL_DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 8 } as const;

const isNumber = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** Calls `make` once per key. */
function kept<K, T>(make: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>();
  return (key) => {
    const found = known.get(key) ?? make(key);
    known.set(key, found);
    return found;
  };
}

/** Calls `make` when first needed, and once. */
const later = <T>(make: () => T): (() => T) => {
  const keep = kept(make);
  return () => keep(undefined);
};

/**
 * All of Intl behind one object per language. Each formatter
 * is made when first used, once: making them is what is slow.
 */
export function createFormat(locale: string): Format {
  const numbers = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options);
  const days = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
  const fixed = kept((digits: number) => numbers({ maximumFractionDigits: digits, minimumFractionDigits: digits }));
  const loose = later(() => numbers({ maximumFractionDigits: 2 }));
  const exact = later(() => numbers(ALL_DIGITS));
  const compact = later(() => numbers({ notation: 'compact', maximumSignificantDigits: 3, useGrouping: 'always' }));
  const signed = later(() => numbers({ maximumFractionDigits: 1, signDisplay: 'exceptZero' }));
  const money = kept((currency: string) => numbers({ style: 'currency', currency, maximumFractionDigits: 2 }));
  const underACent = kept((currency: string) => numbers({ style: 'currency', currency, maximumSignificantDigits: 2 }));
  const prices = kept((currency: string) => numbers({ style: 'currency', currency, ...ALL_DIGITS }));
  const moneyFor = (value: number) => (value !== 0 && Math.abs(value) < CENT ? underACent : money);
  const waits = kept((unit: string) => numbers({ style: 'unit', unit, unitDisplay: 'long' }));
  const day = later(() => days({ day: 'numeric', month: 'short', year: 'numeric' }));
  const shortDay = later(() => days({ day: 'numeric', month: 'short' }));
  const month = later(() => days({ month: 'short', year: 'numeric' }));
  const moments = kept((timeZone: string) => days({ timeZone, dateStyle: 'medium', timeStyle: 'medium' }));
  const minutes = kept((timeZone: string) =>
    kept((old: boolean) =>
      days({
        timeZone,
        day: 'numeric',
        month: 'short',
        hour: 'numeric',
        minute: '2-digit',
        ...(old && { year: 'numeric' }),
      }),
    ),
  );
  const list = later(() => new Intl.ListFormat(locale, { type: 'conjunction' }));
  const countries = later(() => new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }));

  return {
    number: (value, digits) => {
      if (!isNumber(value)) return NOTHING;
      return digits === undefined ? loose().format(value) : fixed(digits).format(value);
    },
    exact: (decimal) => exact().format(Number(decimal)),
    price: (decimal, currency) => prices(currency).format(Number(decimal)),
    compact: (value) => (isNumber(value) ? compact().format(value) : NOTHING),
    percent: (share, digits = 1) => (isNumber(share) ? `${fixed(digits).format(inPercent(share))}${NBSP}%` : NOTHING),
    money: (value, currency) => (isNumber(value) ? moneyFor(value)(currency).format(value) : NOTHING),
    change: (share) => (isNumber(share) ? `${signed().format(share * 100)}${NBSP}%` : NOTHING),
    points: (difference) => signed().format(difference * 100),
    day: (iso) => day().format(new Date(`${iso}T00:00:00Z`)),
    shortDay: (iso) => shortDay().format(new Date(`${iso}T00:00:00Z`)),
    month: (iso) => month().format(new Date(`${iso}-01T00:00:00Z`)),
    dateTime: (iso, timeZone) => moments(timeZone).format(new Date(iso)),
    moment: (iso, timeZone) => {
      const at = new Date(iso);
      return minutes(timeZone)(at.getUTCFullYear() !== new Date().getUTCFullYear()).format(at);
    },
    wait: (seconds) => {
      const [unit, length] = seconds < 90 ? ['second', 1] : seconds < 5_400 ? ['minute', 60] : ['hour', 3_600];
      return waits(unit).format(Math.ceil(seconds / length));
    },
    list: (names) => list().format(names),
    country: (code) => {
      try {
        return countries().of(code) ?? code;
      } catch {
        return code;
      }
    },
  };
}

/** One for all that speaks a language: a table has one in every cell. */
export const formatOf = kept(createFormat);
