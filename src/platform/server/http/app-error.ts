import { ERROR_CODES, type ErrorCode } from '#platform/contract/error-codes.ts';
import type { Told } from '#platform/contract/told.ts';

interface ErrorDetail {
  message?: string;
  field?: string;
  /** What the message says, as code and values: its texts in other languages are the browser's. */
  told?: Told;
  retryAfter?: number;
}

/** A refusal the caller may see. Status and default text come from the closed list. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly told: Told | undefined;
  /** Seconds after which the same call may go better; sent as Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, detail: ErrorDetail = {}) {
    super(detail.message ?? ERROR_CODES[code].message);
    this.name = 'AppError';
    this.code = code;
    this.field = detail.field;
    this.told = detail.told;
    this.retryAfter = detail.retryAfter;
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}

export const appError = (code: ErrorCode, detail?: ErrorDetail): AppError => new AppError(code, detail);
