import { refusals } from '#platform/contract/message.ts';

/** What packages and requests for them refuse. */
export const REFUSALS = refusals({
  request_decided: 'This request was decided already',
});
