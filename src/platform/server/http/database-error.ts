import type { ErrorCode } from '#platform/contract/error-codes.ts';

/** Text that no column can hold (NUL) comes from the caller. */
const MALFORMED = new Set(['22021', '22P05']);
/** Postgres is starting, stopping, out of connections, or not there: worth another try. */
const UNAVAILABLE = /^(08...|53...|57P0.|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE)$/;

/** What a failure of Postgres means to the caller; undefined when it is our own mistake, or no failure of Postgres. */
export function databaseCode(error: Error): ErrorCode | undefined {
  const code = sqlState(error);
  if (code === undefined) return undefined;
  if (MALFORMED.has(code)) return 'malformed';
  return UNAVAILABLE.test(code) ? 'unavailable' : undefined;
}

/** The query builder puts the values of a failed query into its message; a log must not hold them. */
export function loggable(error: Error): Error {
  return 'params' in error && 'query' in error && error.cause instanceof Error
    ? Object.assign(new Error(error.cause.message, { cause: error.cause }), {
        query: error.query,
        stack: error.stack?.replace(error.message, error.cause.message),
      })
    : error;
}

/**
 * The query builder wraps what the driver threw. Only wrapped errors are looked at: ENOENT elsewhere is a missing file.
 */
function sqlState(error: Error): string | undefined {
  const cause = 'query' in error ? error.cause : error;
  if (!(cause instanceof Error) || !('code' in cause) || typeof cause.code !== 'string') return undefined;
  return 'query' in error || /^[0-9A-Z]{5}$/.test(cause.code) ? cause.code : undefined;
}
