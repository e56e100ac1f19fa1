import type { ImportDeps } from '#traffic/intake/server/run-import.ts';

/**
 * The same engines, of which ClickHouse gives up at its n-th change (of this tag); `failed` tells whether it came to
 * that.
 */
export function failingAt(deps: ImportDeps, n: number, tag?: string): { deps: ImportDeps; state: { failed: boolean } } {
  let count = 0;
  const state = { failed: false };
  const { clickhouse } = deps;
  const failing: ImportDeps['clickhouse'] = {
    query: clickhouse.query,
    insert: clickhouse.insert,
    stream: clickhouse.stream,
    info: clickhouse.info,
    whileNobodyWrites: clickhouse.whileNobodyWrites,
    userFiles: clickhouse.userFiles,
    changes: 0,
    close: clickhouse.close,
    command: (async (statement, options) => {
      if ((tag === undefined || options?.tag === tag) && ++count === n) {
        state.failed = true;
        throw new Error('No space left on device');
      }
      return clickhouse.command(statement, options);
    }) satisfies typeof clickhouse.command,
  };
  return { deps: { ...deps, clickhouse: failing }, state };
}
