import type { ErrorBody, ErrorCode } from '#platform/contract/error-codes.ts';

/** What went wrong on the way: the server's own codes, or one of ours when no usable answer came. */
export type ApiErrorCode = ErrorCode | 'offline' | 'timeout' | 'unreadable';

export class ApiError extends Error {
  readonly code: ApiErrorCode;
  /** HTTP status, 0 when there was no answer. */
  readonly status: number;
  /** Parameter at fault. */
  readonly field: string | undefined;
  /** Seconds after which the same call may go better, where the server says so. */
  readonly retryAfter: number | undefined;
  /** Finds the log line on the server. */
  readonly requestId: string | undefined;

  constructor(
    code: ApiErrorCode,
    message: string,
    detail: { status?: number; field?: string; requestId?: string; retryAfter?: number } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = detail.status ?? 0;
    this.field = detail.field;
    this.requestId = detail.requestId;
    this.retryAfter = detail.retryAfter;
  }
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'code' in body && 'message' in body && typeof body.message === 'string';

export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const status = response.status;
  const wait = Number(response.headers.get('retry-after'));
  if (!isErrorBody(body)) return new ApiError('unreadable', response.statusText || `HTTP ${status}`, { status });
  return new ApiError(body.code, body.message, {
    status,
    requestId: body.request_id,
    ...(body.field === undefined ? {} : { field: body.field }),
    ...(wait > 0 ? { retryAfter: wait } : {}),
  });
}
