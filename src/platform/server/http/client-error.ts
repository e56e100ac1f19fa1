import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ErrorBody } from '#platform/contract/error-codes.ts';
import { REFUSALS } from '#platform/contract/refusals.ts';

/**
 * Filters lie in addresses. Five thousand of them still arrive and are told which parameter is too long; Node would cut
 * the address off at 16 KB.
 */
export const MAX_HEADER_BYTES = 256 * 1024;

/** What is no request at all, or one with longer headers than we take, gets our shape of an error before it is cut off. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const isLong = error.code === 'HPE_HEADER_OVERFLOW';
  const told = isLong ? ({ code: 'address_too_long', values: { most: MAX_HEADER_BYTES / 1024 } } as const) : undefined;
  const message = told ? REFUSALS.text(told.code, told.values) : 'This is no HTTP request';
  const body: ErrorBody = {
    status: false,
    code: 'malformed',
    message,
    error: message,
    request_id: randomUUID().slice(0, 13),
    ...(told ? { told } : {}),
  };
  const text = JSON.stringify(body);
  const status = isLong ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      'cache-control: no-store',
      'connection: close',
      '',
      text,
    ].join('\r\n'),
  );
}
