/** Days and moments with their weekday: what is recent is remembered by it. */
export interface DayWords {
  /** `Tue 24 Nov` */
  day: (iso: string) => string;
  /** `Tue 24 Nov, 18:02` in the zone. */
  moment: (iso: string) => string;
}

const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const;

/** Of another year, the year is said instead of the weekday. */
export function dayWords(locale: string, timeZone: string, thisYear: string): DayWords {
  const written = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options);
  const recent = written({ ...DAY, timeZone: 'UTC' });
  const old = written({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const moments = written({ ...DAY, hour: 'numeric', minute: '2-digit', timeZone });
  const oldMoments = written({ dateStyle: 'medium', timeStyle: 'short', timeZone });
  const isRecent = (iso: string): boolean => iso.startsWith(thisYear);
  return {
    day: (iso) => (isRecent(iso) ? recent : old).format(new Date(`${iso}T00:00:00Z`)),
    moment: (iso) => (isRecent(iso) ? moments : oldMoments).format(new Date(iso)),
  };
}
