import type { ErrorCode } from '#platform/contract/error-codes.ts';
import { BrokenAnswer } from './answer-frame.ts';

/**
 * A question ClickHouse did not answer. `code` is what the API
 * says; `engineCode` is ClickHouse's own number, for the log.
 */
export class QueryFailed extends Error {
  readonly code: ErrorCode;
  readonly engineCode: number | undefined;
  constructor(message: string, code: ErrorCode, engineCode?: number, cause?: unknown) {
    super(message, { cause });
    this.name = new.target.name;
    this.code = code;
    this.engineCode = engineCode;
  }
}

/** The question needs more memory than its lane allows, or makes more rows than it may. Narrower filters help, retrying does not. */
export class QueryTooHeavy extends QueryFailed {}

/** The caller went away (its AbortSignal fired). Nobody is waiting for this answer. */
export class QueryCancelled extends QueryFailed {}

// https://github.com/ClickHouse/ClickHouse/blob/v26.7/src/Common/ErrorCodes.cpp
const TOO_HEAVY = new Set([
  158, // TOO_MANY_ROWS, of a bound on groups
  241, // MEMORY_LIMIT_EXCEEDED
]);
const BUSY = new Set([
  159, // TIMEOUT_EXCEEDED
  160, // TOO_SLOW
  202, // TOO_MANY_SIMULTANEOUS_QUERIES
  209, // SOCKET_TIMEOUT
  210, // NETWORK_ERROR
  243, // NOT_ENOUGH_SPACE
  394, // QUERY_WAS_CANCELLED by an operator
]);

export function queryError(error: unknown): QueryFailed {
  if (error instanceof QueryFailed) return error;
  const message = error instanceof Error ? error.message : String(error);
  const engineCode = engineCodeOf(error, message);
  if (engineCode !== undefined && TOO_HEAVY.has(engineCode))
    return new QueryTooHeavy(message, 'query_too_heavy', engineCode, error);
  const busy = engineCode === undefined ? isLost(error) : BUSY.has(engineCode);
  return new QueryFailed(message, busy ? 'unavailable' : 'internal', engineCode, error);
}

/** The client puts the number into `code` as a string; a stream has it only in its text. */
function engineCodeOf(error: unknown, message: string): number | undefined {
  const code = error instanceof Error && 'code' in error ? Number(error.code) : Number.NaN;
  const found = Number.isInteger(code) ? code : Number(/Code: (\d+)\./.exec(message)?.[1]);
  return Number.isInteger(found) ? found : undefined;
}

function isLost(error: unknown): boolean {
  if (error instanceof BrokenAnswer) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(ECONN|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND)/.test(code);
}
