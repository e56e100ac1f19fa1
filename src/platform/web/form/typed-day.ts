import { calendarDay } from '#platform/contract/date-range.ts';

const dayOf = (y: string, m: string, d: string): string | null => {
  const parsed = calendarDay.safeParse(`${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`);
  return parsed.success ? parsed.data : null;
};

/** Day first as the range picker writes it, or year first; with or without noughts, null for no day. */
export function typedDay(text: string): string | null {
  const [, d = '', m = '', y = ''] = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\s*$/.exec(text) ?? [];
  if (y !== '') return dayOf(y, m, d);
  const [, year = '', month = '', day = ''] = /^\s*(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?\s*$/.exec(text) ?? [];
  return year === '' ? null : dayOf(year, month, day);
}

const LEAST_OF_A_NAME = 3;
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f.]/g, '')
    .toLowerCase();

/** Names of the months in a language, by number; `juil` and `juin` differ by their fourth letter only. */
function monthNames(locale: string): string[][] {
  const months = Array.from({ length: 12 }, (_, index) => new Date(Date.UTC(2026, index, 15)));
  const written = (['long', 'short'] as const).flatMap((month) => [
    new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' }),
    // Some languages bend the name beside a day.
    new Intl.DateTimeFormat(locale, { month, day: 'numeric', timeZone: 'UTC' }),
  ]);
  return months.map((date) =>
    written.map((format) => plain(format.formatToParts(date).find(({ type }) => type === 'month')?.value ?? '')),
  );
}

const monthOf = (word: string, names: readonly string[][]): number => {
  const wanted = plain(word);
  if (wanted.length < LEAST_OF_A_NAME) return 0;
  const fitting = names.flatMap((own, index) => (own.some((name) => name.startsWith(wanted)) ? [index + 1] : []));
  return fitting.length === 1 ? (fitting[0] ?? 0) : 0;
};

/**
 * A day as people of a language type it: in numbers, day first, or with the name of the month (`25 Nov 2026`,
 * `Nov 25, 2026`, `25. November 2026`); null for what is none.
 */
export function readDay(text: string, locale: string): string | null {
  const inNumbers = typedDay(text);
  if (inNumbers) return inNumbers;
  const words = text.match(/\p{L}+|\d+/gu) ?? [];
  const names = monthNames(locale);
  const months = words.map((word) => monthOf(word, names)).filter((month) => month > 0);
  const numbers = words.filter((word) => /^\d+$/.test(word));
  const year = numbers.find((number) => number.length === 4);
  const day = numbers.find((number) => number.length <= 2);
  if (months.length !== 1 || numbers.length !== 2 || year === undefined || day === undefined) return null;
  return dayOf(year, String(months[0]), day);
}

const CLOCK = /[\s,]*(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AaPp])?\.?[Mm]?\.?\s*$/;

/** The same with a time behind, as `YYYY-MM-DD HH:mm:ss`; a day alone begins at midnight. */
export function readMoment(text: string, locale: string): string | null {
  const clock = CLOCK.exec(text);
  const day = readDay(clock ? text.slice(0, clock.index) : text, locale);
  if (day === null) return null;
  const [, h = '0', m = '00', s = '00', half] = clock ?? [];
  const hour = half === undefined ? Number(h) : (Number(h) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (hour > 23 || Number(m) > 59 || Number(s) > 59) return null;
  return `${day} ${String(hour).padStart(2, '0')}:${m}:${s}`;
}
