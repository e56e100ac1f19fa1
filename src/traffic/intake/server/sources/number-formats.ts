/**
 * Formats every spreadsheet knows by number that show a date: everywhere, and in Chinese, Japanese, Korean and Thai.
 */
const isDateId = (id: number): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58) ||
  (id >= 71 && id <= 81);

/** Longest format a spreadsheet takes. */
const MAX_FORMAT_CHARS = 255;
/** From here on formats are the workbook's own and have their text in it. */
const OWN_FORMATS_FROM = 100;

const DATE_WORDS: ReadonlySet<string> = new Set(
  's ss m mm mmm mmmm mmmmm h hh am pm a p d dd ddd dddd aaa aaaa aaaaa y yy yyyy e ee eeee'.split(' '),
);

/** A cell has a number; that it is a date only its format tells. */
export function isDateFormat(id: number, text: string | undefined): boolean {
  if (isDateId(id)) return true;
  if (id < OWN_FORMATS_FROM || !text || text.length > MAX_FORMAT_CHARS) return false;
  const sections = text.toLowerCase().replace(/;@$/, '').replace(/\\./g, ' ').split(';');
  return sections.some(isDateSection);
}

/** Nothing but words of dates, apart from texts in quotes, colours and languages in brackets, and parts of seconds. */
function isDateSection(section: string): boolean {
  const words = section
    .replace(/"[^"]*"/g, ' ')
    .replace(/(\[?[smhd]{1,2}\]?)[.,]00?0?/g, '$1')
    .replace(/\[([smhd]{1,2})\]/g, '$1')
    .replace(/\[[^\]]*\]/g, '')
    .split(/[^a-z0#?%]+/)
    .filter((word) => word !== '');
  return words.length > 0 && words.every((word) => DATE_WORDS.has(word));
}

const DAY_MS = 86_400_000;
/** 1 January 1970 as a number of days, for a spreadsheet that counts from 1900 with a 29 February that never was. */
const UNIX_EPOCH_DAYS = 25_569;
/** From 1900 to 1904, where old ones for the Macintosh begin. */
const DAYS_TO_1904 = 1_462;

export const serialTime = (days: number, from1904: boolean): Date =>
  new Date(Math.floor((days + (from1904 ? DAYS_TO_1904 : 0) - UNIX_EPOCH_DAYS) * DAY_MS));
