import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody } from '#platform/contract/envelopes.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { disputeView } from './dispute.ts';
import { answers } from './dispute-endpoints.ts';

/** In the body, so that no log of a proxy holds it. */
const token = z.string().min(1).max(200);
/** With a file, whose body is the file. */
export const TOKEN_HEADER = 'x-dispute-token';

const whole = z.coerce.number().int().min(1).max(2_147_483_647);
/** Who answers, as they call themselves. */
const name = safeText(100).min(2, 'Please give your name');
const one = envelope(disputeView);
const BASE = '/api/reconciliation/dispute_link';

/** A claim for whoever has its link; after its end all of them answer that it has ended, and nothing else. */
export const disputeLinkEndpoints = {
  read: endpoint({
    method: 'POST',
    path: BASE,
    summary: 'The claim a link leads to',
    access: 'public',
    body: z.strictObject({ token }),
    response: one,
  }),
  answer: endpoint({
    method: 'POST',
    path: `${BASE}/answers`,
    summary: 'Accept lines of the claim a link leads to, or object to them',
    access: 'public',
    form: { exempt: ['token', 'answers'] },
    body: z.strictObject({ token, name, answers }),
    response: one,
  }),
  attach: endpoint({
    method: 'PUT',
    path: `${BASE}/files`,
    summary: `A file of at most 5 MB with an objection; the token of the link stands in the header ${TOKEN_HEADER}`,
    access: 'public',
    query: z.strictObject({ line: whole, name, file_name: z.string().min(1).max(200) }),
    upload: true,
    response: one,
  }),
  file: endpoint({
    method: 'POST',
    path: `${BASE}/file`,
    summary: 'A file that came with an objection, by the link of its claim',
    access: 'public',
    body: z.strictObject({ token, file: whole }),
    response: fileBody,
    answer: 'file',
  }),
  archive: endpoint({
    method: 'POST',
    path: `${BASE}/evidence`,
    summary: 'The archive of the evidence file of the claim a link leads to',
    access: 'public',
    body: z.strictObject({ token }),
    response: fileBody,
    answer: 'file',
  }),
};
