import type { TimeFormat } from '#traffic/intake/contract/import-mapping.ts';

const CLOCK = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/](\d{1,2})[-/](\d{1,2})${CLOCK}$`, 'i');
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})[./-](\d{1,2})[./-](\d{4})${CLOCK}$`, 'i');
const OF_LOG = /^(\d{2})\/([a-z]{3})\/(\d{4}):(\d{2}):(\d{2}):(\d{2})(?:\s*([+-]\d{4}))?$/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * The moment a text of a record means, as the statement that reads files means it (`timeSql`); null for what is none.
 * `timeZone` is that of texts that do not name theirs.
 */
export function momentOfText(text: string, format: TimeFormat, timeZone: string): Date | null {
  switch (format) {
    case 'unix_seconds':
    case 'unix_millis': {
      const ms = /^\d{1,13}(\.\d{1,6})?$/.test(text) ? Number(text) * (format === 'unix_seconds' ? 1000 : 1) : 0;
      return ms > 0 ? new Date(Math.round(ms)) : null;
    }
    case 'day_first':
    case 'month_first': {
      const [, first = '', second = '', year = '', ...clock] = YEAR_LAST.exec(text) ?? [];
      return format === 'day_first'
        ? momentOf([year, second, first], clock, timeZone)
        : momentOf([year, first, second], clock, timeZone);
    }
    case 'log': {
      const [, day = '', name = '', year = '', hour, minute, second, zone = 'Z'] = OF_LOG.exec(text) ?? [];
      const month = String(MONTHS.indexOf(name.toLowerCase()) + 1);
      return momentOf([year, month, day], [hour, minute, second, undefined, zone], timeZone);
    }
    default: {
      const [, year = '', month = '', day = '', ...clock] = YEAR_FIRST.exec(text) ?? [];
      return momentOf([year, month, day], clock, timeZone);
    }
  }
}

function momentOf(
  [year, month, day]: readonly [string, string, string],
  [hour = '0', minute = '0', second = '0', fraction = '', zone = '']: readonly (string | undefined)[],
  timeZone: string,
): Date | null {
  const date = [Number(year), Number(month) - 1, Number(day)] as const;
  const ms = Math.floor(Number(`0.${fraction || '0'}`) * 1000);
  const local = Date.UTC(...date, Number(hour), Number(minute), Number(second), ms);
  const read = new Date(Date.UTC(...date));
  // 30 February and 25 o'clock would be taken for days and hours that follow.
  const isDay = year !== '' && read.getUTCMonth() === date[1] && read.getUTCDate() === date[2];
  if (!isDay || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  return new Date(local - (zone === '' ? offsetOf(timeZone, local) : offsetOfText(zone)));
}

const MINUTE_MS = 60_000;

function offsetOfText(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  return sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS : 0;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** How far the clocks of a zone are ahead of UTC when they show this time. */
function offsetOf(timeZone: string, local: number): number {
  if (timeZone === 'UTC') return 0;
  // The clocks may be changed between the two moments; the second look is at the right one.
  return aheadAt(timeZone, local - aheadAt(timeZone, local));
}

function aheadAt(timeZone: string, at: number): number {
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset', hour: 'numeric' });
  clocks.set(timeZone, clock);
  const name = clock.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return offsetOfText(name.replace('GMT', '').slice(0, 6));
}
