import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { BANK_SCHEMES, numbered } from './bank.ts';

const packageName = z.string().min(1).max(200);

/** Of one file. */
export const MAX_MERCHANTS = 2_000;
export const MAX_MERCHANT_BYTES = 2_000_000;

/** Columns of a file, as its first line names them; `name` and `country` are needed. */
export const MERCHANT_COLUMNS = [
  'name',
  'legal_name',
  'country',
  'email',
  'phone',
  'website',
  'bank_scheme',
  'bank_number',
  'bank_code',
] as const;
export type MerchantColumn = (typeof MERCHANT_COLUMNS)[number];

export const MERCHANT_STATES = ['ready', 'review', 'refused'] as const;
export type MerchantState = (typeof MERCHANT_STATES)[number];

/** What was found in a row, worst first: the first group refuses it, the second asks somebody to look. */
export const REFUSING = [
  'name_missing',
  'country_unknown',
  'email_form',
  'phone_form',
  'website_form',
  'bank_invalid',
  'name_twice',
  'too_long',
  'control_signs',
] as const;
export const ASKING = [
  'email_throwaway',
  'website_insecure',
  'bank_missing',
  'bank_elsewhere',
  'bank_shared',
  'contact_missing',
  'name_taken',
] as const;
export const MERCHANT_REASONS = [...REFUSING, ...ASKING] as const;
export type MerchantReason = (typeof MERCHANT_REASONS)[number];

export const merchantView = z.object({
  id: z.number().int(),
  /** Of the file it came in. */
  line: z.number().int(),
  name: z.string(),
  legal_name: z.string(),
  country: z.string(),
  email: z.string(),
  phone: z.string(),
  website: z.string(),
  bank_scheme: z.enum(BANK_SCHEMES).nullable(),
  bank_masked: z.string(),
  state: z.enum(MERCHANT_STATES),
  reasons: z.array(z.enum(MERCHANT_REASONS)),
  batch: z.number().int(),
  author: z.string(),
  added_at: z.string(),
});
export type MerchantView = z.infer<typeof merchantView>;

const BASE = '/api/merchant_onboarding';
const common = { access: 'money.write', pages: ['merchant-onboarding'] } as const;

export const merchantEndpoints = {
  list: endpoint({
    method: 'GET',
    path: BASE,
    summary: 'Merchants that were taken in, the newest file first',
    ...common,
    query: z.strictObject({
      package_name: packageName,
      state: z.enum(MERCHANT_STATES).optional(),
      search: searchText.optional(),
      ...pageQuery,
    }),
    response: pagedEnvelope(merchantView),
  }),
  bulk: endpoint({
    method: 'POST',
    path: `${BASE}/bulk`,
    summary: `Take merchants in from a CSV file of at most ${MAX_MERCHANTS} lines, as it is or in a form (multipart/form-data); every line gets a state and its reasons, and one that is known already is left out`,
    ...common,
    upload: true,
    query: z.strictObject({ package_name: packageName }),
    response: envelope(
      z.object({
        /** Null: every line was known. */
        batch: z.number().int().nullable(),
        ready: z.number().int(),
        review: z.number().int(),
        refused: z.number().int(),
        /** Lines that were taken from a file before, word by word. */
        there: z.number().int(),
        /** Columns of the file that are none of ours. */
        unknown_columns: z.array(z.string()),
      }),
    ),
  }),
  download: endpoint({
    method: 'GET',
    path: `${BASE}/download`,
    summary: 'Merchants with their states and reasons as CSV',
    ...common,
    query: z.strictObject({ package_name: packageName, state: z.enum(MERCHANT_STATES).optional() }),
    response: fileBody,
    answer: 'file',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${BASE}/:id`,
    summary: 'Forget a merchant',
    ...common,
    params: numbered,
    response: envelope(z.object({ id: z.number().int() })),
  }),
};
