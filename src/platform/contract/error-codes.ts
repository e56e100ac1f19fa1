import type { Message } from './message.ts';

/** The closed list of errors the API can answer with, and their usual words. The browser shows `errors.<code>`. */
export const ERROR_CODES = {
  malformed: { status: 400, message: 'The request is malformed' },
  unknown_parameter: { status: 400, message: 'Unknown parameter' },
  not_signed_in: { status: 401, message: 'Please sign in' },
  bad_credentials: { status: 401, message: 'Invalid email or password' },
  unverified: { status: 403, message: 'Please verify your email address first' },
  forbidden: { status: 403, message: 'You do not have access to this' },
  viewing: { status: 403, message: 'You are looking at this as another user; nothing can be changed' },
  foreign_package: { status: 403, message: 'You do not have access to this package' },
  foreign_publisher: { status: 403, message: 'You do not have access to this publisher' },
  not_found: { status: 404, message: 'Not found' },
  conflict: { status: 409, message: 'This was changed by someone else in the meantime' },
  too_large: { status: 413, message: 'The upload is too large' },
  unsupported_media: { status: 415, message: 'This kind of content is not accepted here' },
  refused: { status: 422, message: 'This cannot be done' },
  forbidden_characters: { status: 422, message: 'These #$^{}<>;?\\`~ characters are not allowed.' },
  other_dashboard_type: { status: 422, message: 'No board of this call has this dashboard type' },
  range_reversed: { status: 422, message: 'The end date lies before the start date' },
  range_beyond_history: { status: 422, message: 'The start date lies beyond the selectable history' },
  human_check_failed: { status: 422, message: 'Please complete the Turnstile verification' },
  too_many_requests: { status: 429, message: 'Too many requests, please wait' },
  query_too_heavy: {
    status: 503,
    message: 'This question needs more memory than allowed; narrow the range or the filters',
  },
  unavailable: { status: 503, message: 'The service is busy, please retry' },
  files_unavailable: {
    status: 503,
    message: 'Files cannot be read or stored at the moment; please try again in a while',
  },
  internal: { status: 500, message: 'Something went wrong on the server' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

/**
 * Body of every answer that is not a success. `field` names the parameter at fault, `request_id` finds the log line.
 */
export interface ErrorBody {
  status: false;
  code: ErrorCode;
  message: string;
  /** The message once more, under the name older callers read (ERR-GAP-03). */
  error: string;
  field?: string;
  /** What `message` says in English, for those who word it in another language. */
  told?: Message;
  request_id: string;
}
