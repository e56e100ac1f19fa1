/** The one door to ClickHouse, embedded or a server: lanes, limits, cancelling, typed errors. */

import { availableParallelism } from 'node:os';
import { basename, dirname } from 'node:path';
import type { Readable } from 'node:stream';
import type { StreamLayout } from './answer-frame.ts';
import { openEmbeddedEngine } from './embedded-engine.ts';
import type { CountedAlarm } from './engine-alarms.ts';
import type { LaneName } from './lane-limits.ts';
import { openPool } from './pool.ts';
import { openServerEngine } from './server-engine.ts';
import type { Engine, Settings } from './session.ts';
import { type Sql, sql, typed } from './sql.ts';

export interface QueryOptions {
  lane?: LaneName;
  /** Aborting ends the query in the engine too, not only the wait for it. */
  signal?: AbortSignal;
  /** Who asks, for `system.processes`. */
  tag?: string;
  settings?: Settings;
  timeoutSeconds?: number;
}

export interface EngineInfo {
  mode: 'embedded' | 'server';
  version: string;
  /** Damaged parts the engine set aside at start: their rows are missing from every answer. Not 0 is an alarm. */
  detachedParts: number;
  /** Mutations not yet done; at start these are left-overs of a stop in their midst. */
  unfinishedMutations: number;
  running: Record<LaneName, number>;
  waiting: Record<LaneName, number>;
  /** Answers since start that were another statement's and were thrown away. Not 0 is an alarm. */
  foreignAnswers: number;
  /** Statements since start that did not end when they were ended; each may still hold a thread and memory. */
  stuckStatements: number;
  /** What an operator should still know of. */
  alarms: readonly CountedAlarm[];
}

/** What an operator has to hear of at once. */
export interface EngineAlarm {
  alarm: 'foreign_answer' | 'stuck_statement' | 'leftover_statement' | 'memory_held_by_nobody';
  /** Who asked, as in `system.processes`, or how many bytes. */
  tag: string;
}

export interface ClickHouse {
  query<T>(question: Sql, options?: QueryOptions): Promise<T[]>;
  command(statement: Sql, options?: QueryOptions): Promise<void>;
  /** One call is one block: all rows or none, per partition. `table` comes from our own code. */
  insert(table: string, rows: readonly object[], options?: QueryOptions): Promise<void>;
  /**
   * The answer as bytes in a layout (`csv`; `lines` are read with
   * `jsonLines`), never whole in memory. Default lane: heavy.
   */
  stream(question: Sql, layout: StreamLayout, options?: QueryOptions): Promise<Readable>;
  info(): Promise<EngineInfo>;
  /** Runs while no statement writes; those that want to wait for it. Questions go on. */
  whileNobodyWrites<T>(work: () => Promise<T>): Promise<T>;
  /** Put files here (and only here) to read them with `fileSource`. */
  readonly userFiles: string;
  /**
   * Grows when a write of this process begins and when it ends: answers begun at the same number saw the same writes.
   */
  readonly changes: number;
  close(): Promise<void>;
}

export interface ClickHouseConfig {
  /** A server; without it the engine is embedded in `folder`. */
  url?: string | undefined;
  /** The replicas that `url` is one of. */
  cluster?: string | undefined;
  folder: string;
  /** Bytes all queries together may hold. The process needs about 600 MB beside it. */
  memoryBytes?: number;
  /** With a server: its `user_files_path`, mounted on this machine. */
  userFiles?: string | undefined;
  /** Absent: a warning of the process. */
  alarm?: ((alarm: EngineAlarm) => void) | undefined;
}

const DEFAULT_MEMORY = 1_400_000_000;

export async function openClickHouse(config: ClickHouseConfig): Promise<ClickHouse> {
  const cores = availableParallelism();
  const readers = Math.max(4, 2 * cores);
  const memory = config.memoryBytes ?? DEFAULT_MEMORY;
  const sessions = readers + 3; // heavy, write, control
  const { url, cluster, folder } = config;
  const open = (): Promise<Engine> =>
    url
      ? openServerEngine({ url, cluster, userFiles: config.userFiles ?? folder }, sessions)
      : openEmbeddedEngine(folder, memory, sessions);
  return openPool(open, { cores, memory, readers, alarm: config.alarm ?? warn });
}

const warn = ({ alarm, tag }: EngineAlarm): void => process.emitWarning(`${alarm} (${tag})`, 'AdsieveAlarm');

/**
 * The argument of `file(…)` for a staged file. The engine reads any path and expands globs, so both are refused here.
 */
export function fileSource(clickhouse: Pick<ClickHouse, 'userFiles'>, absolutePath: string): Sql {
  if (dirname(absolutePath) !== clickhouse.userFiles || !/^[\w-][\w.-]*$/.test(basename(absolutePath))) {
    throw new RangeError(`Not a staged file: ${absolutePath}`);
  }
  return sql`${typed('String', absolutePath)}`;
}
