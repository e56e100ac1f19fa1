import type { FastifyBaseLogger } from 'fastify';

/**
 * The log of a request, made when something is said in it: most requests say nothing, and making it takes a twentieth
 * of the work of a live event.
 */
export function lazyLog(parent: FastifyBaseLogger, make: () => FastifyBaseLogger): FastifyBaseLogger {
  let made: FastifyBaseLogger | undefined;
  const log = (): FastifyBaseLogger => {
    made ??= make();
    return made;
  };
  return {
    get level() {
      return made ? made.level : parent.level;
    },
    set level(level) {
      log().level = level;
    },
    get fatal() {
      return log().fatal.bind(log());
    },
    get error() {
      return log().error.bind(log());
    },
    get warn() {
      return log().warn.bind(log());
    },
    get info() {
      return log().info.bind(log());
    },
    get debug() {
      return log().debug.bind(log());
    },
    get trace() {
      return log().trace.bind(log());
    },
    get silent() {
      return log().silent.bind(log());
    },
    child: (...args) => log().child(...args),
  };
}
