import { z } from 'zod';
import { dateRangeQuery, isoDate } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { reasonText } from '#platform/contract/reason-text.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { verdictChange } from '#traffic/judge/contract/verdict-change-endpoints.ts';
import { amounts, paid } from '#traffic/money/contract/money-endpoints.ts';
import { SOURCE_STATES } from '#traffic/rules/contract/rule.ts';

/**
 * What is said of a source: by a person (`confirmed`, `cleared`), by the rules that called some of its events by
 * statistics about it, or a tenth of them by whatever (`watched`), by nobody (`clean`).
 */
export const SOURCE_VERDICTS = ['watched', 'confirmed', 'cleared', 'clean'] as const;
export type SourceVerdict = (typeof SOURCE_VERDICTS)[number];

/** What the list can be narrowed to: also the watched ones the caller has not seen before this visit. */
export const SOURCE_FILTERS = ['new', ...SOURCE_VERDICTS] as const;
export type SourceFilter = (typeof SOURCE_FILTERS)[number];

/** What the list can be sorted by; amounts by those in the currency of the package. */
export const SOURCE_SORTS = ['at_risk', 'suspect_cost', 'spend', 'events', 'fraud', 'suspect', 'fraud_rate'] as const;
export type SourceSort = (typeof SOURCE_SORTS)[number];

const count = z.number().int();
/** When the caller opened the list: what they first saw in this visit stays new until it ends. */
const visit = z.iso.datetime();
const packageName = z.string().min(1).max(200);
const publisher = z.string().min(1).max(2000);
const subPublisher = z.string().max(2000);
/** A hash: not typed by anybody. */
const basis = z.string().regex(/^[\w-]{22}$/);

/** What a person said, and whether it was taken back. */
export const sourceDecisionRow = z.object({
  id: count,
  publisher: z.string(),
  /** The whole publisher when null. */
  sub_publisher: z.string().nullable(),
  state: z.enum(SOURCE_STATES),
  reason: z.string(),
  author: z.string(),
  created_at: z.string(),
  /** First day it is about, in the package's time zone; everything when null. */
  from: z.string().nullable(),
  undone_at: z.string().nullable(),
  undone_by: z.string().nullable(),
});
export type SourceDecisionRow = z.infer<typeof sourceDecisionRow>;

/** One source of the range: a sub-publisher, or what its publisher brings without naming one (`''`). */
export const sourceRow = z.object({
  publisher: z.string(),
  sub_publisher: z.string(),
  state: z.enum(SOURCE_VERDICTS),
  /** Watched, and not seen by the caller before this visit. */
  is_new: z.boolean(),
  /** Day in the package's time zone. Watched: its first called event of the range. Decided: the first day, null is always. */
  since: z.string().nullable(),
  /** The decision of a person that counts now. */
  decision: sourceDecisionRow.nullable(),
  /** Rules that hit its called events, those of most events first. */
  rules: z.array(z.object({ rule: z.string(), title: z.string() })),
  events: count,
  fraud: count,
  suspect: count,
  money: paid,
});
export type SourceRow = z.infer<typeof sourceRow>;

/** How many of the calls of a range are expected to be wrong: one false-discovery rate, whatever their reasons. */
export const wrongCalls = z.object({
  events: count,
  /** In percent; null where nothing like them was measured. */
  wrong: z.number().nullable(),
  /** Calls for reasons that were not measured, those of people among them. */
  unmeasured: count,
});
export type WrongCalls = z.infer<typeof wrongCalls>;

/** What a decision about a source would change, exactly as it would be noted; nothing is written. */
export const sourcePreview = z.object({
  /** Events of the source from the day on, known bots left out, by kind; and those of them with another verdict then. */
  kinds: z.array(z.object({ kind: z.enum(EVENT_KINDS), events: count, changed: count })),
  /** Changed events of others: what people did after an install that this source brought. */
  following: count,
  /** All of both. */
  changes: z.array(verdictChange),
  /** What newly counts as fraud costs, and what no longer does; parts that are assumed beside it. */
  money: z.object({ to_fraud: amounts, from_fraud: amounts, assumed_to_fraud: amounts, assumed_from_fraud: amounts }),
  /** Months (their first day) that are closed, and whose figures would change. */
  closed_months: z.array(z.object({ month: z.string(), changed: count })),
  /** What was decided when this was counted: `decide` given it refuses once something else was. */
  basis,
});
export type SourcePreview = z.infer<typeof sourcePreview>;

const effect = envelope(z.object({ id: count, changes: z.array(verdictChange) }));

export const sourceDecisionEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/traffic/sources',
    summary:
      'Sources with what is said of them and why: new to the caller first, then by the money at risk, or as asked',
    access: 'event.judge',
    pages: ['sources'],
    query: z.strictObject({
      package_name: packageName,
      ...dateRangeQuery,
      state: z.enum(SOURCE_FILTERS).optional(),
      visit: visit.optional(),
      search: searchText.optional(),
      /** Only the parts of this one. */
      publisher: publisher.optional(),
      /** Largest first, unless `order` says otherwise; new ones stand among the others then. */
      sort: z.enum(SOURCE_SORTS).optional(),
      order: z.enum(['asc', 'desc']).optional(),
      ...pageQuery,
    }),
    response: pagedEnvelope(sourceRow).extend({
      /** Sources of the range by what is said of them, whatever `state` asks for. */
      states: z.record(z.enum(SOURCE_FILTERS), count),
      /** Of all events of the range. */
      wrong_calls: z.object({ fraud: wrongCalls, suspect: wrongCalls }),
    }),
  }),
  seen: endpoint({
    method: 'POST',
    path: '/api/traffic/sources/seen',
    summary: 'The caller has seen these sources: from their next visit on they are not new to them',
    access: 'event.judge',
    pages: ['sources'],
    body: z.strictObject({
      package_name: packageName,
      visit,
      sources: z
        .array(z.strictObject({ publisher, sub_publisher: subPublisher }))
        .min(1)
        .max(500),
    }),
    response: envelope(z.null()),
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/traffic/sources/decisions',
    summary: 'What people said of a source and of its publisher, newest first',
    access: 'event.judge',
    pages: ['sources'],
    query: z.strictObject({
      package_name: packageName,
      publisher,
      /** All that was said of the publisher and of any part of it when absent. */
      sub_publisher: subPublisher.optional(),
    }),
    response: envelope(z.array(sourceDecisionRow)),
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/traffic/sources/decisions/preview',
    summary: 'What confirming or clearing a source would change: events by kind, money, and closed months',
    access: 'event.judge',
    pages: ['sources'],
    query: z.strictObject({
      package_name: packageName,
      publisher,
      /** The whole publisher when absent. */
      sub_publisher: subPublisher.optional(),
      state: z.enum(SOURCE_STATES),
      from: isoDate.optional(),
    }),
    response: envelope(sourcePreview),
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/traffic/sources/decisions',
    summary: 'Confirm a source as fraudulent, or clear it of what statistics say, from a day on',
    access: 'event.judge',
    pages: ['sources'],
    body: z.strictObject({
      package_name: packageName,
      publisher,
      /** The whole publisher when null. */
      sub_publisher: subPublisher.nullable(),
      state: z.enum(SOURCE_STATES),
      /** First day it is about; everything when absent. */
      from: isoDate.optional(),
      reason: reasonText,
      /** Of the preview that was looked at; 409 when what it was counted from no longer counts. Unasked when absent. */
      basis: basis.optional(),
    }),
    response: effect,
  }),
  takeBack: endpoint({
    method: 'DELETE',
    path: '/api/traffic/sources/decisions/:id',
    summary: 'Take a decision about a source back; its events are judged as if it had never been',
    access: 'event.judge',
    pages: ['sources'],
    params: z.strictObject({ id: z.coerce.number().int().min(1).max(2_147_483_647) }),
    /** `true`: 409 when its source was decided about since; otherwise it is taken back from under the newer one. */
    query: z.strictObject({ only_newest: z.enum(['true', 'false']).optional() }),
    response: effect,
  }),
};
