import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ERROR_CODES, type ErrorBody, type ErrorCode } from '#platform/contract/error-codes.ts';
import type { Message } from '#platform/contract/message.ts';
import { PAGING_PARAMETERS } from '#platform/contract/paging.ts';
import { type Issue, plainIssue } from '#platform/contract/plain-issue.ts';
import { REFUSALS } from '#platform/contract/refusals.ts';
import { FORBIDDEN_CHARACTERS_MESSAGE } from '#platform/contract/safe-text.ts';
import { QueryCancelled } from '../clickhouse/query-errors.ts';
import { AppError } from './app-error.ts';
import { databaseCode, loggable } from './database-error.ts';

const plainText = ({ code, values }: Message): string =>
  REFUSALS.text(code in REFUSALS.texts ? (code as keyof typeof REFUSALS.texts) : 'input_unfit', values);

// One place for all schemas: what has no words of its own would be said in those of the validator.
z.config({ localeError: (issue) => plainText(plainIssue(issue)) });

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'malformed',
  404: 'not_found',
  413: 'too_large',
  414: 'malformed',
  415: 'unsupported_media',
  429: 'too_many_requests',
  431: 'malformed',
  503: 'unavailable',
};

/** Refusals of what was sent, not of who sent it. */
const INPUT: ReadonlySet<ErrorCode> = new Set([
  'malformed',
  'refused',
  'forbidden_characters',
  'unknown_parameter',
  'unsupported_media',
  'too_large',
]);

type Refusal = Pick<ErrorBody, 'code' | 'message' | 'field' | 'told'>;

/** One error shape for everything. 5xx never says why: the log line with the request id does. */
export function errorHandler(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error);
  const { status } = ERROR_CODES[refusal.code];
  // Somebody who leaves a board in the middle of loading is no fault to look into.
  if (error instanceof QueryCancelled) request.log.info('caller went away');
  // By the route the call is found that a fault of ours came from; addresses and bodies may name people.
  else if (status >= 500)
    request.log.error(
      { err: loggable(error), method: request.method, route: request.routeOptions.url },
      'request failed',
    );
  // Who tries what a form would never send leaves a line: the place, never the value.
  else if (INPUT.has(refusal.code))
    request.log.info({ refusal: refusal.code, field: refusal.field, route: request.routeOptions.url }, 'input refused');
  if (status === 503) reply.header('retry-after', '2');
  if (error instanceof AppError && error.retryAfter !== undefined)
    reply.header('retry-after', String(Math.ceil(error.retryAfter)));
  const { code, message, field, told } = refusal;
  const body: ErrorBody = { status: false, code, message, error: message, request_id: request.id };
  if (field) body.field = field;
  if (told) body.told = told;
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

export function refusalOf(error: FastifyError | AppError): Refusal {
  if (error instanceof AppError)
    return {
      code: error.code,
      message: error.message,
      ...(error.field ? { field: error.field } : {}),
      ...(error.told ? { told: error.told } : {}),
    };
  if ('validation' in error && error.validation) return validationRefusal(error);
  const code = codeOf(error);
  return { code, message: ERROR_CODES[code].message };
}

/** Engine errors carry their own code ('query_too_heavy', 'unavailable'); what is not in the list is internal. */
function codeOf(error: FastifyError): ErrorCode {
  if (isErrorCode(error.code)) return error.code;
  return databaseCode(error) ?? BY_STATUS[error.statusCode ?? 500] ?? 'internal';
}

const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(ERROR_CODES, code);

function validationRefusal(error: FastifyError): Refusal {
  const first = error.validation?.[0];
  const message = first?.message ?? ERROR_CODES.malformed.message;
  const field = first?.instancePath.split('/').filter(Boolean).join('.') || undefined;
  const code =
    first?.keyword === 'unrecognized_keys'
      ? 'unknown_parameter'
      : validationCode(message, field, error.validationContext);
  const told = first && toldOf({ ...first.params, code: first.keyword, path: field?.split('.') }, message);
  return { code, message, ...(field ? { field } : {}), ...(told ? { told } : {}) };
}

/** What the words of the validator stand for; undefined where the schema has words of its own. */
const toldOf = (issue: Issue, message: string): Message | undefined =>
  [plainIssue(issue), plainIssue({ ...issue, input: undefined })].find((said) => plainText(said) === message);

/**
 * A form that misses a field is understood and refused: 422 (AUTH-GAP-01, VAL-GAP-02), and so is a page that cannot be
 * (CLI-GAP-08). Any other parameter that cannot be read is a malformed call: 400.
 */
function validationCode(message: string, field: string | undefined, part: string | undefined): ErrorCode {
  if (message === FORBIDDEN_CHARACTERS_MESSAGE) return 'forbidden_characters';
  if (message === ERROR_CODES.other_dashboard_type.message) return 'other_dashboard_type';
  if (part === 'body' && field !== undefined) return 'refused';
  if (part === 'querystring' && field !== undefined && PAGING_PARAMETERS.has(field)) return 'refused';
  return 'malformed';
}
