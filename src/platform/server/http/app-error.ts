import { ERROR_CODES, type ErrorCode } from '#platform/contract/error-codes.ts';

/** A refusal the caller may see. Status and default text come from the closed list. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;

  constructor(code: ErrorCode, detail: { message?: string; field?: string } = {}) {
    super(detail.message ?? ERROR_CODES[code].message);
    this.name = 'AppError';
    this.code = code;
    this.field = detail.field;
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}

export const appError = (code: ErrorCode, detail?: { message?: string; field?: string }): AppError =>
  new AppError(code, detail);
