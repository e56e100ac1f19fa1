import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type ClickHouse, openClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { migrateClickHouse } from '#platform/server/clickhouse/migrate.ts';

/**
 * A migrated ClickHouse for this test file, in a folder of its own.
 * chDB binds one folder per process; Vitest gives every file its own process, so call it once per file.
 */
export function useClickHouse(options: { migrate?: boolean; memoryBytes?: number } = {}): ClickHouse {
  let folder = '';
  let opened: ClickHouse | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'adsieve-clickhouse-'));
    opened = await openClickHouse({ folder, ...(options.memoryBytes ? { memoryBytes: options.memoryBytes } : {}) });
    if (options.migrate !== false) await migrateClickHouse(opened, 'db/clickhouse');
  });
  afterAll(async () => {
    await opened?.close();
    await rm(folder, { recursive: true, force: true });
  });
  const now = (): ClickHouse => {
    if (!opened) throw new Error('ClickHouse opens before the first test; use it inside a test or a hook');
    return opened;
  };
  return {
    query: (question, queryOptions) => now().query(question, queryOptions),
    command: (statement, queryOptions) => now().command(statement, queryOptions),
    insert: (table, rows, queryOptions) => now().insert(table, rows, queryOptions),
    stream: (question, format, queryOptions) => now().stream(question, format, queryOptions),
    info: () => now().info(),
    get userFiles() {
      return now().userFiles;
    },
    get changes() {
      return now().changes;
    },
    close: () => now().close(),
  };
}
