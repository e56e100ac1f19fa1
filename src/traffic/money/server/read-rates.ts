import { calendarDay } from '#platform/contract/date-range.ts';
import { refuse } from './refuse.ts';

/** One unit of `base` in `quote` on a day, decimal text. */
export interface ReadRate {
  base: string;
  quote: string;
  day: string;
  rate: string;
}

export interface ReadRates {
  rates: ReadRate[];
  /** Days for which a rate stands in for missing ones; null: until the next one. */
  holdsDays: number | null;
  rejects: { line: number; text: string }[];
  rejected: number;
}

/** The European Central Bank publishes on its working days; the longest gap of a year is Easter's four days. */
const ECB_HOLDS_DAYS = 7;
const SHOWN_REJECTS = 5;
/** What the file of the European Central Bank has where there is no rate. */
const NO_RATE = new Set(['', 'N/A']);
/** Seven digits before the point, as the table holds; eight after it are kept. */
const RATE = /^(\d{1,7})(?:\.(\d{1,20}))?$/;
const CURRENCY = /^[A-Z]{3}$/;

/** A file of rates: that of the European Central Bank, known by its head, or a table of date, base, quote, rate. */
export function readRates(text: string): ReadRates {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const head = cellsOf(lines[0] ?? '');
  const named = head.map((name) => name.toLowerCase());
  const bank =
    named[0] === 'date' &&
    head
      .slice(1)
      .filter((name) => name !== '')
      .every((name) => CURRENCY.test(name)) &&
    head.length > 2;
  const places = ['date', 'base', 'quote', 'rate'].map((name) => named.indexOf(name));
  if (!bank && places.includes(-1)) throw refuse('rates_unreadable');
  const read: ReadRates = { rates: [], holdsDays: bank ? ECB_HOLDS_DAYS : null, rejects: [], rejected: 0 };
  lines.slice(1).forEach((line, index) => {
    if (line.trim() === '') return;
    const cells = cellsOf(line);
    const found = bank ? ofBank(head, cells) : ofTable(places, cells);
    if (found) read.rates.push(...found);
    else reject(read, index + 2, line);
  });
  if (read.rates.length === 0) throw refuse('rates_none');
  return read;
}

function reject(read: ReadRates, line: number, text: string): void {
  read.rejected += 1;
  if (read.rejects.length < SHOWN_REJECTS) read.rejects.push({ line, text: text.slice(0, 120) });
}

const cellsOf = (line: string): string[] =>
  line.split(line.includes(';') ? ';' : ',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));

const isDay = (text: string): boolean => calendarDay.safeParse(text).success;

/** Undefined where the line cannot be read. */
function ofBank(head: readonly string[], [day = '', ...cells]: readonly string[]): ReadRate[] | undefined {
  if (!isDay(day)) return undefined;
  const rates: ReadRate[] = [];
  for (const [index, cell] of cells.entries()) {
    const quote = head[index + 1] ?? '';
    if (quote === '' || NO_RATE.has(cell)) continue;
    const rate = rateOf(cell);
    if (rate === undefined) return undefined;
    rates.push({ base: 'EUR', quote, day, rate });
  }
  return rates;
}

function ofTable(places: readonly number[], cells: readonly string[]): ReadRate[] | undefined {
  const [day = '', base = '', quote = '', said = ''] = places.map((place) => cells[place] ?? '');
  const rate = rateOf(said);
  if (!isDay(day) || !CURRENCY.test(base) || !CURRENCY.test(quote) || base === quote || rate === undefined)
    return undefined;
  return [{ base, quote, day, rate }];
}

function rateOf(text: string): string | undefined {
  const [, whole, part = ''] = RATE.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const rate = `${whole}.${part.slice(0, 8).padEnd(8, '0')}`;
  return /[1-9]/.test(rate) ? rate : undefined;
}
