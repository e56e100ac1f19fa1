import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { fileBody } from '#platform/contract/envelopes.ts';

/** Why a postback was not taken as it came, or what else there is to say of it. */
export const POSTBACK_REASONS = [
  'unknown_click',
  'unknown_event',
  'unknown_conversion',
  'bad_secret',
  'out_of_window',
  'in_future',
  'invalid_amount',
  'invalid_status',
  'invalid_time',
  'other_currency',
  'ended',
  'fraud',
  'rule',
  'challenged',
  'over_cap',
  'same_before',
  'not_allowed_now',
  'now_approved',
  'now_rejected',
] as const;
export type PostbackReason = (typeof POSTBACK_REASONS)[number];

const query = z.looseObject({});
const SUMMARY =
  'Tell of a conversion: click_id, event, txid, amount, currency, status (approved, rejected, pending), ts, and sec or x-postback-secret. Answers what became of it; 404 for a click that is not stored yet, to be sent again; 400 for what names none, or whose body is broken';

export const postbackEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/t/pb',
    summary: SUMMARY,
    access: 'public',
    query,
    answer: 'file',
    response: fileBody,
  }),
  post: endpoint({
    method: 'POST',
    path: '/t/pb',
    summary: `${SUMMARY}. The body may be JSON or a form`,
    access: 'public',
    query,
    upload: true,
    answer: 'file',
    response: fileBody,
  }),
};
