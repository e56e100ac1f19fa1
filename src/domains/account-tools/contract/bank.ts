import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { safeText } from '#platform/contract/safe-text.ts';

const packageName = z.string().min(1).max(200);
export const numbered = z.strictObject({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

/** How an account is written: internationally, in India (IFSC and number), in the United States (ABA and number). */
export const BANK_SCHEMES = ['iban', 'india', 'usa'] as const;
export type BankScheme = (typeof BANK_SCHEMES)[number];

/**
 * `format_ok` says that the number can exist, and nothing about whose it is. The rest comes from a service of the
 * operator only.
 */
export const BANK_STATES = ['format_ok', 'invalid', 'verified', 'name_mismatch', 'pending'] as const;
export type BankState = (typeof BANK_STATES)[number];

/** Why a check ended as it did, in the order in which they are looked at. */
export const BANK_REASONS = [
  'iban_length',
  'iban_country',
  'iban_checksum',
  'iban_letters',
  'bank_code_form',
  'bank_code_checksum',
  'account_form',
  'sepa',
  'not_sepa',
  'used_by_other',
  'service_verified',
  'service_mismatch',
  'service_refused',
  'service_away',
  'form_only',
] as const;
export type BankReason = (typeof BANK_REASONS)[number];

const account = {
  scheme: z.enum(BANK_SCHEMES),
  holder: safeText(140).min(2, 'Please give the holder of the account'),
  /** The IBAN, or the number of the account. */
  number: z.string().trim().min(4, 'Please give the number').max(60),
  /** IFSC or routing number; nothing for an IBAN. */
  bank_code: z.string().trim().max(20).default(''),
};
export const newBankCheck = z.strictObject({
  package_name: packageName,
  publisher: z.string().trim().max(200).default(''),
  ...account,
});

export const bankCheckView = z.object({
  id: z.number().int(),
  scheme: z.enum(BANK_SCHEMES),
  publisher: z.string(),
  holder: z.string(),
  /** The last four characters; the rest is not kept. */
  masked: z.string(),
  country: z.string(),
  bank_code: z.string(),
  state: z.enum(BANK_STATES),
  reasons: z.array(z.enum(BANK_REASONS)),
  /** Publishers of the package that gave the same account. */
  also_of: z.array(z.string()),
  /** What looked: the check of the form here, or a service by its host. */
  checked_by: z.string(),
  author: z.string(),
  checked_at: z.string(),
});
export type BankCheckView = z.infer<typeof bankCheckView>;

const BASE = '/api/bank_verification';
const common = { access: 'money.write', pages: ['bank-verification'] } as const;

export const bankEndpoints = {
  list: endpoint({
    method: 'GET',
    path: BASE,
    summary: 'Bank accounts that were checked, the newest first; of numbers the last four characters',
    ...common,
    query: z.strictObject({ package_name: packageName, state: z.enum(BANK_STATES).optional(), ...pageQuery }),
    response: pagedEnvelope(bankCheckView).extend({ service: z.string().nullable() }),
  }),
  check: endpoint({
    method: 'POST',
    path: BASE,
    summary: 'Check whether a bank account can exist, and with a service of the operator whose it is',
    ...common,
    form: { exempt: ['package_name', 'publisher', 'number', 'bank_code'] },
    body: newBankCheck,
    response: envelope(bankCheckView),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${BASE}/:id`,
    summary: 'Forget a checked bank account',
    ...common,
    params: numbered,
    response: envelope(z.object({ id: z.number().int() })),
  }),
};
