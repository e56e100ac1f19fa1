import { ok } from '#platform/contract/envelopes.ts';
import { running } from '#platform/contract/running.ts';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { sql } from '../clickhouse/sql.ts';
import type { Database } from '../postgres/postgres.ts';
import { appError } from './app-error.ts';
import { implement, type Route } from './implement.ts';

/** An engine that needs longer for nothing is not ready for anything. */
const ENGINE_MS = 5_000;

/** Says nothing but yes or no: anybody may ask. */
export function runningRoutes(engines: { database: Database; clickhouse: ClickHouse }): Route[] {
  // However many ask at once, the engines are asked once.
  let asking: Promise<void> | undefined;
  return implement(running)({
    live: async () => ok(null),
    ready: async () => {
      asking ??= answering(engines).finally(() => {
        asking = undefined;
      });
      await asking.catch(() => {
        throw appError('unavailable');
      });
      return ok(null);
    },
  });
}

async function answering({ database, clickhouse }: { database: Database; clickhouse: ClickHouse }): Promise<void> {
  const signal = AbortSignal.timeout(ENGINE_MS);
  const late = new Promise<never>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)));
  const asked = [database.pool.query('SELECT 1'), clickhouse.query(sql`SELECT 1 AS one`, { signal, tag: 'ready' })];
  await Promise.race([Promise.all(asked), late]);
}
