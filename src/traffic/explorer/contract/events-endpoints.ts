import { z } from 'zod';
import { dateRangeQuery } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody } from '#platform/contract/envelopes.ts';
import { aboutCsv, FILE_FORMATS, MOST_SHEET_ROWS } from '#platform/contract/file-formats.ts';
import { MAX_PAGE_SIZE } from '#platform/contract/paging.ts';
import { reasonText } from '#platform/contract/reason-text.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { DIMENSION_NAMES, type DimensionName } from '#traffic/event/contract/dimensions.ts';
import { DECISIONS, EVENT_KINDS, VERDICTS } from '#traffic/event/contract/event.ts';
import { KEY_NAMES, type KeyName, MORE_KEYS, type MoreKey } from '#traffic/event/contract/keys.ts';
import { VERDICT_FILES } from '#traffic/event/contract/own-ids.ts';
import { PRICE_BASIS_NAMES } from '#traffic/money/contract/price-bases.ts';
import { explanationSchema, publisherExplanationSchema } from '#traffic/rules/contract/explanation.ts';
import { conditionQuery } from './condition-query.ts';
import { exclusions } from './exclusions.ts';

/**
 * Columns of the list and of its download, in their order. Names are columns of `traffic`, dimensions, or what the
 * event costs by prices and rates (`spend`), beside what was reported (`cost`).
 */
export const EVENT_COLUMNS = [
  'ts',
  'kind',
  'verdict',
  'reason',
  'reason_group',
  'decision',
  'publisher',
  'sub_publisher',
  'vendor',
  'campaign',
  'channel',
  'placement',
  'creative',
  'system_domain',
  'event_name',
  'install_type',
  'country',
  'city',
  'os',
  'os_version',
  'browser',
  'device_type',
  'device_model',
  'ip',
  'ip_class',
  'as_name',
  'device_id',
  'user_id',
  'click_id',
  'user_agent',
  'spend',
  'spend_currency',
  'spend_from',
  'revenue',
  'quantity',
  'coupon_code',
  'seller_id',
  'cost',
  'currency',
  'ctit_seconds',
] as const;

export type EventColumn = (typeof EVENT_COLUMNS)[number];

/** Where the cost of an event is from: it came with the event, a dated price is assumed, or nobody knows. */
export const SPEND_ORIGINS = ['event', 'price', 'none'] as const;
export type SpendOrigin = (typeof SPEND_ORIGINS)[number];

const cell = z.union([z.string(), z.number(), z.null()]);
const cells = Object.fromEntries(EVENT_COLUMNS.map((name) => [name, cell])) as Record<EventColumn, typeof cell>;

export const eventRow = z.object({
  ...cells,
  row_id: z.string(),
  /** UTC, ISO with milliseconds. */
  ts: z.string(),
  kind: z.enum(EVENT_KINDS),
  verdict: z.enum(VERDICTS),
  decision: z.enum(DECISIONS),
  /** Null where nothing is known; in `spend_currency`. */
  spend: z.number().nullable(),
  spend_from: z.enum(SPEND_ORIGINS),
  /** Ids of all rules that hit; empty for publishers. */
  hits: z.array(z.string()),
});

export type EventRow = z.infer<typeof eventRow>;

/** Row ids are hashes in the form of a UUID, without its version bits. */
export const rowId = z.guid();
export const packageName = z.string().min(1).max(200);
/** One value of a column, as events hold it. */
export const columnValue = z.string().max(2000);
/** Repeated, or one comma list; `all` and '' mean everything. */
const values = z.union([columnValue, z.array(columnValue).max(1000)]).optional();
const dimensionValues = Object.fromEntries(DIMENSION_NAMES.map((name) => [name, values])) as Record<
  DimensionName,
  typeof values
>;

const keyValues = Object.fromEntries(MORE_KEYS.map((name) => [name, values])) as Record<MoreKey, typeof values>;

/** The last event of a page: `2026-03-01T12:00:00.000Z_` and its row id. */
const cursor = z
  .string()
  .max(100)
  .refine((said) => cursorParts(said) !== undefined, 'This is no place in the list');

const cursorSchema = z.tuple([z.iso.datetime({ precision: 3 }), rowId]);

/** Time and row id in a cursor; undefined for a text that is none. */
export function cursorParts(said: string): { ts: string; rowId: string } | undefined {
  const { data: parts } = cursorSchema.safeParse(said.split('_'));
  return parts && { ts: parts[0], rowId: parts[1] };
}

/** Fields whose values can be asked for. */
export const VALUE_FIELDS = KEY_NAMES;
export type ValueField = KeyName;

/** What events may have in common with another: kind, source and minute; its address; its device. */
export const RELATED_BY = ['minute', 'address', 'device'] as const;
export type RelatedBy = (typeof RELATED_BY)[number];
/** Of each the nearest in time are named. */
export const MOST_RELATED = 10;

/** Which events are asked about: package, days, filters, search. */
export const eventQuestion = {
  package_name: packageName,
  /** Kinds of events, or the dashboard types of the spec (`Click`, `RE_CLICK`, `Event` …). */
  kind: values,
  ...dateRangeQuery,
  ...dimensionValues,
  /** Clock, calendar and facts. Of a number the first whole one of its step is named, as Explore answers it. */
  ...keyValues,
  /** Older name of `reason_group`. */
  group: values,
  not: exclusions,
  /** A condition of the one language, as JSON. */
  query: conditionQuery,
  search: searchText.optional(),
  /** Only events that this import brought. */
  import: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
};

export const eventsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/traffic/events',
    summary: 'Single events; the total equals the number on the board with the same filters',
    access: 'event.read',
    pages: ['events'],
    query: z.strictObject({
      ...eventQuestion,
      sort: z.enum(['newest', 'oldest']).default('newest'),
      /** `next` of the page before. */
      after: cursor.optional(),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .default(100)
        .transform((n) => Math.min(n, MAX_PAGE_SIZE)),
    }),
    response: z.object({ data: z.array(eventRow), total: z.number().int(), next: z.string().nullable() }),
  }),
  values: endpoint({
    method: 'GET',
    path: '/api/traffic/events/values',
    summary:
      'Values that a field has among these events, the most frequent first; filters of the field itself do not count',
    access: 'event.read',
    pages: ['events'],
    query: z.strictObject({
      ...eventQuestion,
      field: z.enum(VALUE_FIELDS),
      /** Only values that contain this. */
      containing: z.string().max(200).optional(),
    }),
    response: z.object({
      data: z.array(z.object({ value: z.string(), events: z.number().int() })),
      /** There are more values than these. */
      more: z.boolean(),
    }),
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/traffic/events/download',
    summary: `The same events as CSV or Parquet, or the first ${MOST_SHEET_ROWS} of them as a workbook`,
    access: 'event.read',
    pages: ['events'],
    query: z.strictObject({ ...eventQuestion, format: z.enum(FILE_FORMATS).default('csv'), about: aboutCsv }),
    response: fileBody,
    answer: 'file',
  }),
  verdicts: endpoint({
    method: 'GET',
    path: '/api/traffic/events/verdicts',
    summary:
      "Verdicts of the same events as CSV, to be joined to the files they came from: by event with the tracker's own ids, file and record, or by source",
    access: 'import.read',
    pages: ['events'],
    query: z.strictObject({ ...eventQuestion, by: z.enum(VERDICT_FILES).default('event'), about: aboutCsv }),
    response: fileBody,
    answer: 'file',
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/traffic/events/:id',
    summary: 'Everything about one event, and why it has its verdict',
    access: 'event.read',
    pages: ['events'],
    params: z.strictObject({ id: rowId }),
    query: z.strictObject({ package_name: packageName }),
    response: envelope(
      z.object({
        /** Columns of `traffic` by name. */
        event: z.record(z.string(), z.unknown()),
        /** Null for publishers, who get `publisher_explanation` instead. */
        explanation: explanationSchema.nullable(),
        publisher_explanation: publisherExplanationSchema.nullable(),
        decisions: z.array(
          z.object({ decision: z.enum(DECISIONS), reason: z.string(), author: z.string(), at: z.string() }),
        ),
        /** What it costs; of a price that is assumed, which one. Publishers are not told whose price it is. */
        money: z.object({
          amount: z.string().nullable(),
          currency: z.string(),
          from: z.enum(SPEND_ORIGINS),
          price: z
            .object({
              basis: z.enum(PRICE_BASIS_NAMES),
              /** Name of the payment model that was agreed; null where somebody entered a price. */
              agreement: z.string().nullable(),
              /** '': of every source without one of its own. */
              publisher: z.string(),
              /** As agreed: of a thousand where `basis` is cpm. */
              amount: z.string(),
              /** Of what the event earned besides, in percent. */
              share: z.string(),
              currency: z.string(),
              since: z.string(),
            })
            .nullable(),
        }),
        origin: z.object({
          import_id: z.number().int(),
          file_name: z.string().nullable(),
          record_no: z.number().int(),
        }),
      }),
    ),
  }),
  related: endpoint({
    method: 'GET',
    path: '/api/traffic/events/:id/related',
    summary: 'What happened around an event: in its minute, on its address, on its device; the nearest of each',
    access: 'event.read',
    pages: ['events'],
    params: z.strictObject({ id: rowId }),
    query: z.strictObject({ package_name: packageName }),
    response: envelope(
      z.array(
        z.object({
          by: z.enum(RELATED_BY),
          /** Other events, all of them. */
          total: z.number().int(),
          rows: z.array(
            z.object({
              id: z.string(),
              /** Unix milliseconds. */
              at: z.number().int(),
              kind: z.enum(EVENT_KINDS),
              verdict: z.enum(VERDICTS),
              reason: z.string(),
              publisher: z.string(),
            }),
          ),
        }),
      ),
    ),
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/traffic/events/:id/decision',
    summary: 'Mark an event as clean or fraud, or take the mark back; no machine overturns it',
    access: 'event.judge',
    pages: ['events'],
    params: z.strictObject({ id: rowId }),
    body: z.strictObject({
      package_name: packageName,
      decision: z.enum(DECISIONS),
      reason: reasonText,
    }),
    response: envelope(
      z.object({ row_id: z.string(), decision: z.enum(DECISIONS), verdict: z.enum(VERDICTS), reason: z.string() }),
    ),
  }),
};
