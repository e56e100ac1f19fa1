import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_CODES, type ErrorBody, type ErrorCode } from '#platform/contract/error-codes.ts';
import { FORBIDDEN_CHARACTERS_MESSAGE } from '#platform/contract/safe-text.ts';
import { AppError } from './app-error.ts';

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

interface Refusal {
  code: ErrorCode;
  message: string;
  field?: string;
}

/** One error shape for everything. 5xx never says why: the log line with the request id does. */
export function errorHandler(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error);
  const { status } = ERROR_CODES[refusal.code];
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (status === 503) reply.header('retry-after', '2');
  const body: ErrorBody = { status: false, code: refusal.code, message: refusal.message, request_id: request.id };
  if (refusal.field) body.field = refusal.field;
  reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

export function refusalOf(error: FastifyError | AppError): Refusal {
  if (error instanceof AppError)
    return { code: error.code, message: error.message, ...(error.field ? { field: error.field } : {}) };
  if ('validation' in error && error.validation) return validationRefusal(error);
  const code = codeOf(error);
  return { code, message: ERROR_CODES[code].message };
}

/** Engine errors carry their own code ('query_too_heavy', 'unavailable'); what is not in the list is internal. */
function codeOf(error: FastifyError): ErrorCode {
  if (typeof error.code === 'string' && error.code in ERROR_CODES) return error.code as ErrorCode;
  return BY_STATUS[error.statusCode ?? 500] ?? 'internal';
}

function validationRefusal(error: FastifyError): Refusal {
  const first = error.validation?.[0];
  const message = first?.message ?? 'The request is malformed';
  const field = first?.instancePath.split('/').filter(Boolean).join('.') || undefined;
  const code =
    message === FORBIDDEN_CHARACTERS_MESSAGE
      ? 'forbidden_characters'
      : message.startsWith('Unrecognized key')
        ? 'unknown_parameter'
        : 'malformed';
  return { code, message, ...(field ? { field } : {}) };
}
