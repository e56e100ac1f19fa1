import { z } from 'zod';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';

/**
 * What a file is, as far as its columns are known. `table` is any file whose columns a person has named; `live` is what
 * the collector gathers from events that are sent as they happen.
 */
export const IMPORT_FORMATS = ['appsflyer', 'adjust', 'web_log', 'json_log', 'table', 'live'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** How records lie in the file, once it is unpacked. */
export const FILE_SHAPES = ['csv', 'ndjson', 'web_log', 'xlsx', 'parquet'] as const;

/** `iso` year first; `day_first` 31/12/2026; `month_first` 12/31/2026; `log` 31/Dec/2026:23:59:59 +0000. */
export const TIME_FORMATS = ['iso', 'day_first', 'month_first', 'unix_seconds', 'unix_millis', 'log'] as const;
export type TimeFormat = (typeof TIME_FORMATS)[number];

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/**
 * What a request of a web server log was for. `page` is what a person looks at, `asset` what a page is made of and files,
 * `feed` what only programs read (feeds, robots.txt, sitemaps), `call` what a page does behind the scenes (API calls,
 * beacons, forms), `redirect` and `error` what was answered instead.
 */
export const REQUEST_CLASSES = ['page', 'asset', 'feed', 'call', 'redirect', 'error'] as const;
export type RequestClass = (typeof REQUEST_CLASSES)[number];

const key = z.string().min(1).max(300);
const text = z.string().max(300);

/** Where one stored column comes from. Without `from` and `constant` the column stays empty. */
export const fieldMapping = z.strictObject({
  /** Columns of the file and parts of them (`ColumnPart`); the first that is not empty counts. */
  from: z.array(key).max(20),
  /** Used when all of `from` are empty. */
  constant: text.optional(),
  /** Raw value (lower case) → stored value. */
  values: z.record(text, text).optional(),
  /** Stored for values that `values` does not name; without it they are stored as they are. */
  otherwise: text.optional(),
  /** Only for records where that column has one of these values (lower case). */
  when: z.strictObject({ column: key, values: z.array(text).max(20) }).optional(),
  /** Takes one side of a separator; where it is absent nothing, or with `orWhole` everything. */
  split: z
    .strictObject({ by: z.string().min(1).max(5), take: z.enum(['before', 'after']), orWhole: z.boolean().optional() })
    .optional(),
  time: z.enum(TIME_FORMATS).optional(),
  /** Of `declared_os_version`: for Android the file has API levels (29 is Android 10). */
  apiLevels: z.boolean().optional(),
});
export type FieldMapping = z.infer<typeof fieldMapping>;

/** The kind of an event: the first rule that holds, else `otherwise`; null rejects the record. */
export const kindMapping = z.strictObject({
  rules: z.array(z.strictObject({ column: key, values: z.array(text).max(100), kind: z.enum(EVENT_KINDS) })).max(50),
  otherwise: z.enum(EVENT_KINDS).nullable(),
});

export const reading = z.strictObject({
  shape: z.enum(FILE_SHAPES),
  encoding: z.enum(ENCODINGS),
  delimiter: z.enum(DELIMITERS),
  /** Does the first record name the columns? */
  header: z.boolean(),
});
export type Reading = z.infer<typeof reading>;

/**
 * Zones are those of the IANA database; the engine would take an unknown one for an error in the middle of the file.
 */
export const timeZone = z.string().refine((zone) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return /^[A-Za-z][\w+/-]*$/.test(zone);
  } catch {
    return false;
  }
}, 'This time zone does not exist');

/** Everything a person can correct before importing; saved per package and header. */
export const importMapping = z.strictObject({
  format: z.enum(IMPORT_FORMATS),
  /** Part of a record's identity: the same record of two sources is two events. */
  source: z.string().regex(/^[\w.-]{1,60}$/),
  /** Part of a record's identity: installs, in-app events, clicks … */
  report: z.string().regex(/^[\w.-]{1,60}$/),
  reading,
  kind: kindMapping,
  /** Stored column → where it comes from. `ts` is the time of the event. */
  fields: z.record(z.string(), fieldMapping),
  /** For times that do not name their zone. */
  timeZone,
  decimalMark: z.enum(['.', ',']),
  /** For amounts whose record does not name a currency. */
  currency: z.string().regex(/^([A-Z]{3})?$/),
  /**
   * Of a log of requests: which become events; the others are counted and left out. Method, status and address come from
   * `fields`; these are columns nothing is stored of. Without it every record becomes one.
   */
  requests: z
    .strictObject({
      take: z.array(z.enum(REQUEST_CLASSES)).min(1).max(REQUEST_CLASSES.length),
      contentType: z.array(key).max(20),
      size: z.array(key).max(20),
    })
    .optional(),
  /**
   * Hosts of the site itself, beside the package's own name and the host a record names: coming from there is no
   * publisher but going on within the site. Without it no host is looked at.
   */
  site: z.array(z.string().min(1).max(253)).max(50).optional(),
  /** Nothing of the file is stored when a single record of it cannot be read. */
  whole: z.boolean().optional(),
});
export type ImportMapping = z.infer<typeof importMapping>;
