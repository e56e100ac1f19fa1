import { type Logger, pino } from 'pino';
import { shortAddress } from './http/short-address.ts';

export type Log = Logger;

/** What must never reach a log, wherever it hides in an object one or two levels deep. */
const SECRET_FIELDS = [
  'password',
  'token',
  'secret',
  'otp',
  'code',
  'authorization',
  'cookie',
  'set-cookie',
  'apiKey',
  'write_key',
  'x-write-key',
  'api_key',
  'api_secret',
];
const redact = SECRET_FIELDS.flatMap((field) => {
  const key = field.includes('-') ? `["${field}"]` : `.${field}`;
  return [key.replace(/^\./, ''), `*${key}`, `*.*${key}`];
});

/** JSON lines to stdout, for us and for Fastify. */
export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const options = { level, redact: { paths: redact, censor: '[hidden]' }, serializers: { req: describeRequest } };
  return destination ? pino(options, destination) : pino(options);
}

/** Some links of the product carry a token in their query string. */
export function hideTokens(url: string): string {
  return url.replace(/([?&](?:token|otp|code|secret|password|api_key|api_secret|write_key)=)[^&#]*/gi, '$1[hidden]');
}

function describeRequest(request: { method?: string; url?: string; id?: unknown; ip?: string }): object {
  return {
    method: request.method,
    url: hideTokens(request.url ?? ''),
    id: request.id,
    ip: shortAddress(request.ip ?? ''),
  };
}
