import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { prose } from '#platform/contract/prose.ts';
import { reasonText } from '#platform/contract/reason-text.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { ANSWERS, DISPUTE_STATES, disputeRow, disputeView, ruleRecord, trackRecord } from './dispute.ts';

const packageName = z.string().min(1).max(200);
const whole = z.coerce.number().int().min(1).max(2_147_483_647);
const params = z.strictObject({ id: whole });
const ofLine = z.strictObject({ id: whole, line: whole });

/** Days a claim can be answered in, from when it is opened. */
export const DAYS = { least: 1, usual: 14, most: 90 } as const;
const days = z.coerce.number().int().min(DAYS.least).max(DAYS.most).default(DAYS.usual);

/** Whether nothing is asked back: no amount is known, or each is nothing. */
export const isOfNothing = (amounts: readonly { amount: string }[]): boolean =>
  amounts.every(({ amount }) => Number(amount) === 0);

/** Files of a line, and megabytes of each. */
export const MOST_FILES = 3;
export const FILE_MB = 5;

export const answers = z
  .array(
    z.strictObject({
      line: whole,
      answer: z.enum(ANSWERS),
      text: prose(2000).default(''),
    }),
  )
  .min(1)
  .max(2000);

/** An address that is told this once. */
const withLink = envelope(disputeView.extend({ link: z.string() }));
const one = envelope(disputeView);
const BASE = '/api/reconciliation/disputes';
const PAGES = ['disputes'] as const;

export const disputeEndpoints = {
  list: endpoint({
    method: 'GET',
    path: BASE,
    summary: 'Claims of a package, the newest first; of a publisher those on its own sources',
    access: 'event.read',
    pages: PAGES,
    query: z.strictObject({
      package_name: packageName,
      state: z.enum(DISPUTE_STATES).optional(),
      search: searchText.optional(),
      ...pageQuery,
    }),
    response: pagedEnvelope(disputeRow),
  }),
  record: endpoint({
    method: 'GET',
    path: `${BASE}/record`,
    summary: 'What became of all claims by publisher, and how often rules were overturned',
    access: 'money.write',
    pages: PAGES,
    query: z.strictObject({ package_name: packageName }),
    response: envelope(z.object({ publishers: z.array(trackRecord), rules: z.array(ruleRecord) })),
  }),
  open: endpoint({
    method: 'POST',
    path: BASE,
    summary: 'Claim what an evidence file proves: its publisher can answer it line by line',
    access: 'money.write',
    pages: PAGES,
    form: { exempt: ['package_name', 'note'] },
    body: z.strictObject({ package_name: packageName, evidence_id: whole, days, note: prose(1000).default('') }),
    response: withLink,
  }),
  one: endpoint({
    method: 'GET',
    path: `${BASE}/:id`,
    summary: 'A claim with its lines, answers and what was done when',
    access: 'event.read',
    pages: PAGES,
    params,
    response: one,
  }),
  link: endpoint({
    method: 'POST',
    path: `${BASE}/:id/link`,
    summary: 'Another link to a claim, and as many days from now to answer it; the one before has ended',
    access: 'money.write',
    pages: PAGES,
    params,
    body: z.strictObject({ days }),
    response: withLink,
  }),
  unlink: endpoint({
    method: 'DELETE',
    path: `${BASE}/:id/link`,
    summary: 'Take back the link to a claim',
    access: 'money.write',
    pages: PAGES,
    params,
    response: one,
  }),
  answer: endpoint({
    method: 'POST',
    path: `${BASE}/:id/answers`,
    summary: 'Accept lines of a claim, or object to them; by whoever sees the sources of the publisher alone',
    access: 'event.read',
    pages: PAGES,
    form: { exempt: ['answers'] },
    params,
    body: z.strictObject({ answers }),
    response: one,
  }),
  attach: endpoint({
    method: 'PUT',
    path: `${BASE}/:id/lines/:line/files`,
    summary:
      'A file of at most 5 MB with an objection; the body is the file, whose bytes have to be what its name says',
    access: 'event.read',
    pages: PAGES,
    params: ofLine,
    query: z.strictObject({ file_name: z.string().min(1).max(200) }),
    upload: true,
    response: one,
  }),
  file: endpoint({
    method: 'GET',
    path: `${BASE}/:id/files/:file`,
    summary: 'A file that came with an objection',
    access: 'event.read',
    pages: PAGES,
    params: z.strictObject({ id: whole, file: whole }),
    response: fileBody,
    answer: 'file',
  }),
  archive: endpoint({
    method: 'GET',
    path: `${BASE}/:id/evidence`,
    summary: 'The archive of the evidence file of a claim',
    access: 'event.read',
    pages: PAGES,
    params,
    response: fileBody,
    answer: 'file',
  }),
  insist: endpoint({
    method: 'POST',
    path: `${BASE}/:id/lines/:line/insist`,
    summary: 'Stay by a line that was objected to, and say why',
    access: 'money.write',
    pages: PAGES,
    form: { exempt: [] },
    params: ofLine,
    body: z.strictObject({ reason: reasonText }),
    response: one,
  }),
  takeBack: endpoint({
    method: 'POST',
    path: `${BASE}/:id/lines/:line/take_back`,
    summary: 'Take back a line that was objected to: its events are marked clean; asked again it changes nothing',
    access: 'event.judge',
    pages: PAGES,
    form: { exempt: [] },
    params: ofLine,
    body: z.strictObject({ reason: reasonText }),
    response: one,
  }),
};
