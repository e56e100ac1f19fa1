import { z } from 'zod';
import { dateRangeQuery, isoDate } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { CHANGES, CREDITED_KINDS, type CreditedKind, SIDES, TOLD_BY, TOUCH_STATES } from './changes.ts';

/** Where a report that was asked for stands. */
export const REPORT_STATES = ['Queued', 'Processing', 'Ready', 'Failed'] as const;
/** Days a report covers at most. */
export const MOST_DAYS = 366;

const KINDS = Object.keys(CREDITED_KINDS) as [CreditedKind, ...CreditedKind[]];

const packageName = z.string().min(1).max(200);
const units = z.number().int();
/** Decimal text, with a sign where it is negative. */
const money = z.string();
const kind = z.enum(KINDS);
const ofDays = { package_name: packageName, ...dateRangeQuery };
const reportId = z.coerce.number().int().min(1).max(2_147_483_647);

const amount = z.object({
  currency: z.string(),
  /** What the publisher would be paid as its source attributes. */
  attributed: money,
  /** What it would be paid for what is left to it and comes to it. */
  final: money,
  delta: money,
});

/**
 * `final = attributed_by_source - removed_invalid - moved_out - to_organic + moved_in`. Of all publishers together, with
 * whatever nobody brought under `organic`: what moves out or becomes organic moves in elsewhere, so
 * `final = attributed_by_source - removed_invalid`.
 */
const figures = z.object({
  attributed_by_source: units,
  /** Never was: a bot, a made-up install, the same again. Nobody is credited. */
  removed_invalid: units,
  /** The touch is invalid or too old, and another publisher has the newest that is left. */
  moved_out: units,
  moved_in: units,
  /** The touch is invalid or too old, and none is left. */
  to_organic: units,
  final: units,
  /** Of final from attributed; null where nothing was attributed. */
  delta_percent: z.string().nullable(),
  /** By currency; amounts of two are never added. */
  amounts: z.array(amount),
});
export type Figures = z.infer<typeof figures>;

export const summaryRow = figures.extend({ publisher: z.string() });
export type SummaryRow = z.infer<typeof summaryRow>;

/** An install or event with what becomes of its credit. */
export const conversionRow = z.object({
  row_id: z.string(),
  ts: z.string(),
  kind: z.string(),
  event: z.string(),
  publisher: z.string(),
  campaign: z.string(),
  change: z.enum(CHANGES),
  /** `removed`, or why the touch is dropped; '' where it is not. */
  why: z.string(),
  /** Code of the rule behind it, '' where none says so. */
  reason: z.string(),
  /** Publisher that is credited; '' for nobody. */
  credited: z.string(),
  credited_campaign: z.string(),
});
export type ConversionRow = z.infer<typeof conversionRow>;

const touchView = z.object({
  publisher: z.string(),
  campaign: z.string(),
  type: z.enum(['click', 'view']),
  at: z.string().nullable(),
  told: z.enum(TOLD_BY),
  state: z.enum(TOUCH_STATES),
  /** Code of the rule or check that made it invalid. */
  reason: z.string(),
});
export type TouchView = z.infer<typeof touchView>;

export const touchList = conversionRow
  .omit({ credited: true, credited_campaign: true, why: true })
  .extend({ credited: z.string(), touches: z.array(touchView), more: z.boolean() });
export type TouchList = z.infer<typeof touchList>;

/** What a version says otherwise than the one before it of the same days. */
const difference = z.object({
  version: units,
  /** Publishers whose figures differ, the first hundred, with what they were left with then and now. */
  publishers: z.array(z.object({ publisher: z.string(), before: units, now: units })),
  differing: units,
  /** Else decisions, traffic or agreements are others; nothing where it was made before that was kept. */
  has_other_rules: z.boolean().optional(),
});
export type Difference = z.infer<typeof difference>;

export const reportView = z.object({
  id: z.number().int(),
  package_name: z.string(),
  kind,
  from: z.string(),
  to: z.string(),
  /** Of these days: another one for other rules, and for another outcome. */
  version: units,
  /** Version of the rule set that stood, and what stands for it, lists and marks together. */
  rule_version: units,
  rules: z.string(),
  status: z.enum(REPORT_STATES),
  rows: units,
  /** Bytes of the file. */
  file: z.object({ name: z.string(), bytes: units }).nullable(),
  totals: figures.nullable(),
  differs: difference.nullable(),
  created_by: z.string(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  error: z.object({ message: z.string(), told: z.unknown().nullable() }).nullable(),
});
export type ReportView = z.infer<typeof reportView>;

const BASE = '/api/reconciliation/reattribution';

const summaryOf = (of: CreditedKind) =>
  endpoint({
    method: 'GET',
    path: `${BASE}/${of}`,
    summary: `Who should have been credited for ${of}s when invalid touches are taken away, by publisher`,
    access: 'money.write',
    query: z.strictObject({ ...ofDays, search: searchText.optional(), ...pageQuery }),
    response: pagedEnvelope(summaryRow).extend({ totals: figures }),
  });

export const reattributionEndpoints = {
  install: summaryOf('install'),
  event: summaryOf('event'),
  conversions: endpoint({
    method: 'GET',
    path: `${BASE}/conversions`,
    summary: 'Installs or events of a publisher one by one, with what becomes of their credit, the newest first',
    access: 'money.write',
    query: z.strictObject({
      ...ofDays,
      kind,
      publisher: z.string().min(1).max(2000),
      side: z.enum(SIDES).default('attributed'),
      ...pageQuery,
    }),
    response: pagedEnvelope(conversionRow),
  }),
  touches: endpoint({
    method: 'GET',
    path: `${BASE}/touches`,
    summary: 'What may have brought one install or event: each touch, and why it is credited or not',
    access: 'money.write',
    query: z.strictObject({ package_name: packageName, kind, row_id: z.guid() }),
    response: envelope(touchList),
  }),
  generate: endpoint({
    method: 'POST',
    path: `${BASE}/generate-report`,
    summary: 'Have every install or event of some days written to a file, by the rules that stand now',
    access: 'money.write',
    form: { exempt: ['package_name', 'kind', 'from', 'to'] },
    body: z.strictObject({ package_name: packageName, kind, from: isoDate, to: isoDate }),
    response: envelope(reportView),
  }),
  reports: endpoint({
    method: 'GET',
    path: `${BASE}/reports`,
    summary:
      'Reports that were generated, of whatever days, the newest first, each with its version of the rules and what differs',
    access: 'money.write',
    query: z.strictObject({ package_name: packageName, kind, ...pageQuery }),
    response: pagedEnvelope(reportView),
  }),
  download: endpoint({
    method: 'GET',
    path: `${BASE}/download`,
    summary: 'The file of a report',
    access: 'money.write',
    query: z.strictObject({ id: reportId }),
    response: fileBody,
    answer: 'file',
  }),
};
