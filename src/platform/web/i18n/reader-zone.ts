import type { Format } from '#platform/contract/format.ts';

/** Where the browser says its reader is. */
export const READER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What a moment in the reader's zone says on hover: the one that logs of other machines say. */
export const utcOf = (iso: string, format: Format): string => `${format.dateTime(iso, 'UTC')} UTC`;
