import type { ErrorCode } from '#platform/contract/error-codes.ts';

/** Text that no column can hold (NUL) comes from the caller. */
const MALFORMED = new Set(['22021', '22P05']);
/** What is written belongs to something that is not there: administrators may name any package. */
const NO_SUCH = '23503';
/** Postgres is starting, stopping, out of connections, or not there: worth another try. */
const UNAVAILABLE = /^(08...|53...|57P0.|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE)$/;

/** What a failure of Postgres means to the caller; undefined when it is our own mistake, or no failure of Postgres. */
export function databaseCode(error: Error): ErrorCode | undefined {
  const code = sqlState(error);
  if (code === undefined) return undefined;
  if (MALFORMED.has(code)) return 'malformed';
  if (code === NO_SUCH && isOfPackages(error)) return 'not_found';
  return UNAVAILABLE.test(code) ? 'unavailable' : undefined;
}

const isOfPackages = (error: Error): boolean => {
  const cause = 'query' in error ? error.cause : error;
  return cause instanceof Error && 'constraint' in cause && String(cause.constraint).endsWith('_package_name_fkey');
};

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
