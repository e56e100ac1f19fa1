import { z } from 'zod';
import { dateRangeQuery, isoDate } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { prose } from '#platform/contract/prose.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { COUNT_COLUMNS, COUNT_REJECTS, type CountReject } from './partner-counts.ts';
import { payoutClaims, payoutRow, payoutTotal, settlementView } from './payout.ts';
import { SETTLEMENT_STATES } from './states.ts';

const rejects = Object.keys(COUNT_REJECTS) as [CountReject, ...CountReject[]];

const packageName = z.string().min(1).max(200);
const id = z.number().int();
const units = z.number().int();
/** Decimal text, with a sign where it is negative. */
const money = z.string();
const params = z.strictObject({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const ofDays = { package_name: packageName, ...dateRangeQuery };

const BASE = '/api/reconciliation';

export const payoutEndpoints = {
  report: endpoint({
    method: 'GET',
    path: `${BASE}/v2/payout_report`,
    summary: 'What each publisher is owed for some days, line by line, as counts, agreements and rates stand now',
    access: 'money.write',
    query: z.strictObject({
      ...ofDays,
      publisher: z.union([z.string(), z.array(z.string())]).optional(),
      search: searchText.optional(),
      ...pageQuery,
    }),
    response: z.object({
      data: z.array(payoutRow),
      Total_pages: z.number().int(),
      total: z.number().int(),
      totals: z.array(payoutTotal),
      claims: z.array(payoutClaims),
    }),
  }),
  download: endpoint({
    method: 'GET',
    path: `${BASE}/v2/payout_report/download`,
    summary: 'The same as CSV, all lines and then the totals',
    access: 'money.write',
    query: z.strictObject(ofDays),
    response: fileBody,
    answer: 'file',
  }),
  list: endpoint({
    method: 'GET',
    path: `${BASE}/payout_report`,
    summary: 'Payout reports that were generated, by publisher and period',
    access: 'money.write',
    query: z.strictObject({
      package_name: packageName,
      state: z.enum(SETTLEMENT_STATES).optional(),
      search: searchText.optional(),
      ...pageQuery,
    }),
    response: pagedEnvelope(settlementView),
  }),
  generate: endpoint({
    method: 'POST',
    path: `${BASE}/payout_report`,
    summary: 'Generate the payout reports of a period, one for each publisher; what is approved already stays',
    access: 'money.write',
    form: { exempt: ['package_name', 'publishers'] },
    body: z.strictObject({
      package_name: packageName,
      period_from: isoDate,
      period_to: isoDate,
      /** None is all with something owed or counted. */
      publishers: z.array(z.string().max(2000)).max(500).default([]),
    }),
    response: envelope(z.array(settlementView)),
  }),
  one: endpoint({
    method: 'GET',
    path: `${BASE}/payout_report/:id`,
    summary: 'A payout report with its lines',
    access: 'money.write',
    params,
    response: envelope(settlementView.extend({ rows: z.array(payoutRow) })),
  }),
  approve: endpoint({
    method: 'POST',
    path: `${BASE}/payout_report/approve`,
    summary:
      'Approve payout reports as they were read; those with disputed lines, or whose figures would be others now, are refused',
    access: 'money.write',
    body: z.strictObject({
      package_name: packageName,
      settlements: z
        .array(z.strictObject({ id: id.positive(), updated_at: z.iso.datetime() }))
        .min(1)
        .max(500),
    }),
    response: envelope(z.array(settlementView)),
  }),
  adjust: endpoint({
    method: 'POST',
    path: `${BASE}/adjustment`,
    summary: 'An amount to the good or the charge of a publisher, with its reason, in its next payout report',
    access: 'money.write',
    form: { exempt: ['package_name', 'publisher', 'reason'] },
    body: z.strictObject({
      package_name: packageName,
      publisher: z.string().min(1).max(2000),
      amount: z.string().regex(/^-?\d{1,12}(\.\d{1,6})?$/, 'An amount such as -12.50'),
      currency: z.string().refine((code) => Intl.supportedValuesOf('currency').includes(code), 'Unknown currency'),
      // Stands in one line of a document.
      reason: prose(500)
        .min(1, 'Please say why')
        .overwrite((text) => text.replaceAll(/\s+/g, ' ')),
    }),
    response: envelope(z.object({ id })),
  }),
  reported: endpoint({
    method: 'PUT',
    path: `${BASE}/partner_count`,
    summary:
      'What a partner counted in a period, as CSV: publisher, campaign, event, model, units; lines of unknown names are refused',
    access: 'money.write',
    query: z.strictObject({ package_name: packageName, period_from: isoDate, period_to: isoDate }),
    upload: true,
    response: envelope(
      z.object({
        stored: units,
        rejected: units,
        /** The first hundred. */
        rejects: z.array(z.object({ line: units, field: z.enum(COUNT_COLUMNS), reason: z.enum(rejects) })),
      }),
    ),
  }),
};

const names = {
  publisher: z.string().min(1).max(2000),
  /** '' is all, as in the file. */
  campaign: z.string().max(2000).default(''),
  event: z.string().max(2000).default(''),
  model: z.string().max(40).default(''),
  period_from: isoDate,
  period_to: isoDate,
};

export const partnerCount = z.object({
  publisher: z.string(),
  campaign: z.string(),
  event: z.string(),
  model: z.string(),
  period_from: z.string(),
  period_to: z.string(),
  units,
  author: z.string(),
});
export type PartnerCount = z.infer<typeof partnerCount>;

export const openAdjustment = z.object({
  id,
  publisher: z.string(),
  amount: money,
  currency: z.string(),
  reason: z.string(),
  author: z.string(),
  created_at: z.string(),
});
export type OpenAdjustment = z.infer<typeof openAdjustment>;

/** What people entered beside what events come to, and how it is taken back. */
export const enteredEndpoints = {
  counts: endpoint({
    method: 'GET',
    path: `${BASE}/partner_count`,
    summary: 'What partners counted in periods that lie within some days',
    access: 'money.write',
    query: z.strictObject({ ...ofDays, ...pageQuery }),
    response: pagedEnvelope(partnerCount),
  }),
  remove_count: endpoint({
    method: 'DELETE',
    path: `${BASE}/partner_count`,
    summary: 'Take what a partner counted out, and a report that came of nothing else; again changes nothing',
    access: 'money.write',
    query: z.strictObject({ package_name: packageName, ...names }),
    response: envelope(z.object({ removed: units })),
  }),
  adjustments: endpoint({
    method: 'GET',
    path: `${BASE}/adjustment`,
    summary: 'Adjustments that were entered and wait for a payout report, the newest first',
    access: 'money.write',
    query: z.strictObject({ package_name: packageName, ...pageQuery }),
    response: pagedEnvelope(openAdjustment),
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: `${BASE}/adjustment/:id`,
    summary: 'Withdraw an adjustment that was entered, before a report with it is approved',
    access: 'money.write',
    params,
    response: envelope(z.object({ id })),
  }),
};

/** Amounts of a row as they were said, before they were converted. */
const roasSplit = z.object({
  currency: z.string(),
  spend: money,
  revenue: money,
  clean_revenue: money,
  saved: money,
  /** Whether they are within the sums of the row; what has no rate is not. */
  in_row: z.boolean(),
});
export type RoasSplit = z.infer<typeof roasSplit>;

/** Spend, and what came of it, of a publisher and campaign in a month; in the currency of the package. */
export const roasRow = z.object({
  publisher: z.string(),
  campaign: z.string(),
  month: z.string(),
  currency: z.string(),
  spend: money,
  revenue: money,
  /** Of events that are not fraud. */
  clean_revenue: money,
  /** Spend on invalid events; null where nothing is known of what they cost. */
  wasted: money.nullable(),
  /** What approved payout reports deducted. */
  saved: money,
  roas: z.string().nullable(),
  clean_roas: z.string().nullable(),
  /** Whether the spend was entered, or is what events cost. */
  entered: z.boolean(),
  /** By currency. */
  split: z.array(roasSplit),
});
export type RoasRow = z.infer<typeof roasRow>;

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'A month such as 2026-11');

export const roasEndpoints = {
  list: endpoint({
    method: 'GET',
    path: `${BASE}/roas`,
    summary: 'Return on ad spend per publisher, campaign and month',
    access: 'money.write',
    query: z.strictObject({ ...ofDays, search: searchText.optional(), ...pageQuery }),
    response: pagedEnvelope(roasRow),
  }),
  add: endpoint({
    method: 'POST',
    path: `${BASE}/roas`,
    summary: 'What was spent on a publisher and campaign in a month; the same again replaces it',
    access: 'money.write',
    form: { exempt: ['package_name', 'publisher', 'campaign'] },
    body: z.strictObject({
      package_name: packageName,
      publisher: z.string().min(1).max(2000),
      campaign: z.string().max(2000).default(''),
      month,
      amount: z.string().regex(/^\d{1,12}(\.\d{1,6})?$/, 'An amount such as 1250.00'),
      currency: z.string().refine((code) => Intl.supportedValuesOf('currency').includes(code), 'Unknown currency'),
    }),
    response: envelope(z.object({ id })),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${BASE}/roas`,
    summary: 'Take a spend that was entered out',
    access: 'money.write',
    query: z.strictObject({
      package_name: packageName,
      publisher: z.string().max(2000),
      campaign: z.string().max(2000).default(''),
      month,
    }),
    response: envelope(z.object({ removed: units })),
  }),
};
