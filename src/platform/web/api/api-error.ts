import type { ErrorBody, ErrorCode } from '#platform/contract/error-codes.ts';
import type { Message } from '#platform/contract/message.ts';
import { loadTexts } from '../i18n/i18n.ts';

/** What went wrong on the way: the server's own codes, or one of ours when no usable answer came. */
export type ApiErrorCode = ErrorCode | 'offline' | 'timeout' | 'unreadable' | 'unreadable_delete';

interface ErrorDetail {
  status?: number;
  field?: string;
  told?: Message;
  requestId?: string;
  retryAfter?: number;
}

export class ApiError extends Error {
  readonly code: ApiErrorCode;
  /** HTTP status, 0 when there was no answer. */
  readonly status: number;
  /** Parameter at fault. */
  readonly field: string | undefined;
  /** What the message says, for those who word it in the reader's language. */
  readonly told: Message | undefined;
  /** Seconds after which the same call may go better, where the server says so. */
  readonly retryAfter: number | undefined;
  /** Finds the log line on the server. */
  readonly requestId: string | undefined;

  constructor(code: ApiErrorCode, message: string, detail: ErrorDetail = {}) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = detail.status ?? 0;
    this.field = detail.field;
    this.told = detail.told;
    this.requestId = detail.requestId;
    this.retryAfter = detail.retryAfter;
  }
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'code' in body && 'message' in body && typeof body.message === 'string';

/** `deletes`: what failed without a word took something away, which is told in words of its own (ERR-GAP-04). */
export async function errorOf(response: Response, deletes = false): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const status = response.status;
  const wait = Number(response.headers.get('retry-after'));
  if (!isErrorBody(body)) {
    const code = deletes ? 'unreadable_delete' : 'unreadable';
    return new ApiError(code, response.statusText || `HTTP ${status}`, { status });
  }
  // Words of refusals are fetched with the first one; without them it is said in English.
  if (body.told) await loadTexts(['refusals']).catch(() => undefined);
  return new ApiError(body.code, body.message, {
    status,
    requestId: body.request_id,
    ...(body.field === undefined ? {} : { field: body.field }),
    ...(body.told === undefined ? {} : { told: body.told }),
    ...(wait > 0 ? { retryAfter: wait } : {}),
  });
}
