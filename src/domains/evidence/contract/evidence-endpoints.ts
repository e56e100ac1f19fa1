import { z } from 'zod';
import { isoDate } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { WINDOW_PLATFORMS } from './claim-windows.ts';
import { AMOUNTS_FROM, claimedTotal, EVIDENCE_STATES, evidenceLine, evidenceRecord } from './evidence.ts';

const packageName = z.string().min(1).max(200);
const params = z.strictObject({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const name = z.string().max(2000).default('');

/** What an evidence file is about. */
const subject = {
  package_name: packageName,
  publisher: z.string().min(1).max(2000),
  period_from: isoDate,
  period_to: isoDate,
  /** '' is all. */
  campaign: name,
  event: name,
  /** A bucket: `duplicate`, `invalid.bot`. */
  category: z.string().max(100).default(''),
  /** Of a payout report; its publisher and days are the ones above. */
  settlement_id: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  platform: z.enum(WINDOW_PLATFORMS).optional(),
  /** With `platform` other; the others have their own. */
  window_days: z.coerce.number().int().min(1).max(3650).optional(),
};

const BASE = '/api/reconciliation/evidence';

export const evidenceEndpoints = {
  list: endpoint({
    method: 'GET',
    path: BASE,
    summary: 'Evidence files of a package, the newest first; of a publisher those that are ready, of its own sources',
    access: 'event.read',
    pages: ['evidence'],
    query: z.strictObject({
      package_name: packageName,
      state: z.enum(EVIDENCE_STATES).optional(),
      search: searchText.optional(),
      ...pageQuery,
    }),
    response: pagedEnvelope(evidenceRecord),
  }),
  preview: endpoint({
    method: 'GET',
    path: `${BASE}/preview`,
    summary: 'What an evidence file would claim, as everything stands now',
    access: 'money.write',
    pages: ['evidence'],
    query: z.strictObject(subject),
    response: envelope(
      z.object({
        events: z.number().int(),
        claimed: z.number().int(),
        claimed_before: z.number().int(),
        late: z.number().int(),
        totals: z.array(claimedTotal),
        lines: z.array(evidenceLine),
        amounts_from: z.enum(AMOUNTS_FROM),
        settlement_id: z.number().int().nullable(),
      }),
    ),
  }),
  key: endpoint({
    method: 'GET',
    path: `${BASE}/key`,
    summary: 'The public key evidence files of this installation are signed with, and its fingerprint',
    access: 'event.read',
    pages: 'any',
    response: envelope(z.object({ fingerprint: z.string(), public_key: z.string() })),
  }),
  make: endpoint({
    method: 'POST',
    path: BASE,
    summary: 'Make an evidence file: a signed archive with every claimed event; a job makes it',
    access: 'money.write',
    pages: ['evidence'],
    body: z.strictObject({ ...subject, masked: z.boolean().default(true) }),
    response: envelope(evidenceRecord),
  }),
  one: endpoint({
    method: 'GET',
    path: `${BASE}/:id`,
    summary: 'One evidence file',
    access: 'event.read',
    pages: ['evidence'],
    params,
    response: envelope(evidenceRecord),
  }),
  download: endpoint({
    method: 'GET',
    path: `${BASE}/:id/download`,
    summary: 'The archive of an evidence file',
    access: 'event.read',
    pages: ['evidence'],
    params,
    response: fileBody,
    answer: 'file',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${BASE}/:id`,
    summary: 'Delete an evidence file; what it claimed can be claimed again',
    access: 'money.write',
    pages: ['evidence'],
    params,
    response: envelope(evidenceRecord),
  }),
};
