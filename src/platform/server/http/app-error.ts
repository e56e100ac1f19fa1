import { ERROR_CODES, type ErrorCode } from '#platform/contract/error-codes.ts';
import type { Message } from '#platform/contract/message.ts';

interface ErrorDetail {
  field?: string;
  retryAfter?: number;
}

interface RefusalDetail extends ErrorDetail {
  /** What is said instead of the usual text of the code, in English, and as code and values. */
  refusal?: { text: string; message: Message };
}

/**
 * An answer that is no success. Status and usual text come from the closed list; words of a slice only by its `refuse`.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  /** What the text says, for screens in other languages. */
  readonly told: Message | undefined;
  /** Seconds after which the same call may go better; sent as Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, { field, retryAfter, refusal }: RefusalDetail = {}) {
    super(refusal?.text ?? usualText(code, retryAfter));
    this.name = 'AppError';
    this.code = code;
    this.field = field;
    this.told = refusal?.message;
    this.retryAfter = retryAfter;
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}

/** The usual text of a code; of calls that come too often with the time, so that a reader of the text alone knows it. */
function usualText(code: ErrorCode, retryAfter: number | undefined): string {
  const { message } = ERROR_CODES[code];
  return code === 'too_many_requests' && retryAfter !== undefined ? `${message} ${inWords(retryAfter)}` : message;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Rounded up: whoever waits so long has waited long enough. */
function inWords(seconds: number): string {
  const counted = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? '' : 's'}`;
  if (seconds <= MINUTE) return counted(Math.max(1, Math.ceil(seconds)), 'second');
  const minutes = Math.ceil(seconds / MINUTE);
  return minutes < 60 ? counted(minutes, 'minute') : counted(Math.ceil(seconds / HOUR), 'hour');
}

/** A failure said with the usual text of its code. */
export const appError = (code: ErrorCode, detail?: ErrorDetail): AppError => new AppError(code, detail);
