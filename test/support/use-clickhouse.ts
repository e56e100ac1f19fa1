import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { type ClickHouse, openClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { openOverHttp } from './engine-over-http.ts';

/**
 * Lays a migrated engine into a folder before it is opened there. Its migrations take the disk one to two seconds, and
 * a copy of what they leave (262 files, 1 MB) hardly any. Links in it are relative and must stay so.
 */
export const layMigratedEngine = (folder: string): Promise<void> =>
  cp(inject('engine'), folder, { recursive: true, verbatimSymlinks: true });

/** The project `served` runs some files once more, with the client and the statements of a cluster. */
export const isOverHttp = process.env['ADSIEVE_TEST_ENGINE'] === 'http';

/**
 * A migrated ClickHouse for this test file, in a folder of its own.
 * chDB binds one folder per process at a time; the files of a worker run one after another, so call it once per file.
 */
export function useClickHouse(options: { migrate?: boolean; memoryBytes?: number } = {}): ClickHouse {
  let folder = '';
  let opened: ClickHouse | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'adsieve-clickhouse-'));
    if (options.migrate !== false && !isOverHttp) await layMigratedEngine(folder);
    opened = isOverHttp
      ? await openOverHttp(folder, options)
      : await openClickHouse({ folder, ...(options.memoryBytes ? { memoryBytes: options.memoryBytes } : {}) });
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
    whileNobodyWrites: (work) => now().whileNobodyWrites(work),
    get userFiles() {
      return now().userFiles;
    },
    get changes() {
      return now().changes;
    },
    close: () => now().close(),
  };
}
