import type { EngineAlarm } from './clickhouse.ts';
import type { Settings } from './session.ts';

export interface PoolOptions {
  cores: number;
  /** Bytes all queries together may hold. */
  memory: number;
  /** Places of the light lane. */
  readers: number;
  alarm: (alarm: EngineAlarm) => void;
}

/**
 * `light`: what a person waits for. `heavy`: exports, sweeps,
 * replays, one at a time. `write`: inserts and schema, one at a time.
 */
export type LaneName = 'light' | 'heavy' | 'write';

/** How long a statement may take. */
export const SECONDS: Readonly<Record<LaneName, number>> = { light: 30, heavy: 900, write: 900 };
/**
 * Part of the engine's memory that one statement may hold. One of each lane fit together, so none waits for ever;
 * merges in the background have what is left.
 */
export const MEMORY_SHARE: Readonly<Record<LaneName, number>> = { light: 0.28, heavy: 0.34, write: 0.34 };
/** Boards that never stop being asked for only slow down what runs beside them. */
const PAUSE_MS = 50;
/** They pause between blocks, so theirs are short: of 65,000 rows, one takes as long to judge as a board to answer. */
const BLOCK_ROWS = 16_384;
/** Values stand in the text; a list of a hundred thousand ids is a few megabytes. */
const TEXT_BYTES = 64 * 1024 * 1024;

/**
 * What keeps statements of the embedded engine from each other.
 * Two queries on two threads each take longer than on one each.
 */
export function embeddedSettings(lane: LaneName, { memory, threads }: { memory: number; threads: number }): Settings {
  const own = memory * MEMORY_SHARE[lane];
  return {
    max_threads: threads,
    // The engine would use one thread for each gigabyte free, and has less in all. Every statement is bounded below.
    max_threads_min_free_memory_per_thread: 0,
    max_insert_threads_min_free_memory_per_thread: 0,
    // Others pause, from block to block, while somebody waits for a board.
    priority: lane === 'light' ? 1 : 2,
    low_priority_query_wait_time_ms: PAUSE_MS,
    ...(lane === 'light' ? {} : { max_block_size: BLOCK_ROWS }),
    max_memory_usage: Math.floor(own),
    max_bytes_before_external_group_by: Math.floor(own * 0.5),
    max_bytes_before_external_sort: Math.floor(own * 0.5),
    // The engine would also go through the disk at a share of what the whole process has left, even where the bounds
    // above are lifted for a statement.
    max_bytes_ratio_before_external_group_by: 0,
    max_bytes_ratio_before_external_sort: 0,
    max_query_size: TEXT_BYTES,
    // Judging all stored rows names every rule several times over: it passed the usual fifty thousand parts of a statement.
    max_ast_elements: 500_000,
    max_expanded_ast_elements: 2_000_000,
  };
}
