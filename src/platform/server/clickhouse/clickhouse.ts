/** The one door to ClickHouse, embedded or a server: lanes, limits, cancelling, typed errors. */
import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbeddedEngine } from './embedded-engine.ts';
import { cancelled, Lane } from './lane.ts';
import { QueryFailed, queryError } from './query-errors.ts';
import { openServerEngine } from './server-engine.ts';
import { BASE_SETTINGS, DATABASE, type Engine, type Session, type Settings, type Statement } from './session.ts';
import { render, type Sql, sql, trusted, typed } from './sql.ts';

/** `light`: what a person waits for. `heavy`: exports, sweeps, replays, one at a time. `write`: inserts and schema, one at a time. */
export type LaneName = 'light' | 'heavy' | 'write';

export interface QueryOptions {
  lane?: LaneName;
  /** Aborting ends the query in the engine too, not only the wait for it. */
  signal?: AbortSignal;
  /** Who asks, for `system.processes`. */
  tag?: string;
  settings?: Settings;
  timeoutSeconds?: number;
  /** Somebody waits for it: takes all cores in the heavy lane too, while no light query runs. */
  waitedFor?: boolean;
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
}

export interface ClickHouse {
  query<T>(question: Sql, options?: QueryOptions): Promise<T[]>;
  command(statement: Sql, options?: QueryOptions): Promise<void>;
  /** One call is one block: all rows or none, per partition. `table` comes from our own code. */
  insert(table: string, rows: readonly object[], options?: QueryOptions): Promise<void>;
  /** The answer as bytes in a ClickHouse format (`CSVWithNames`), never whole in memory. Default lane: heavy. */
  stream(question: Sql, format: string, options?: QueryOptions): Promise<Readable>;
  info(): Promise<EngineInfo>;
  /** Put files here (and only here) to read them with `fileSource`. */
  readonly userFiles: string;
  /** Grows when a write of this process begins and when it ends: answers begun at the same number saw the same writes. */
  readonly changes: number;
  close(): Promise<void>;
}

export interface ClickHouseConfig {
  /** A server; without it the engine is embedded in `folder`. */
  url?: string | undefined;
  folder: string;
  /** Bytes all queries together may hold. The process needs about 600 MB beside it. */
  memoryBytes?: number;
  /** With a server: its `user_files_path`, mounted on this machine. */
  userFiles?: string | undefined;
}

const MB = 1_000_000;
const CLOSE_WITHIN_MS = 20_000;
const DEFAULT_MEMORY = 800 * MB;
/** Boards that never stop being asked for only slow down what runs beside them. */
const PAUSE_MS = 200;
const LIMITS = {
  light: { seconds: 30, memoryShare: 0.5 },
  heavy: { seconds: 900, memoryShare: 0.6 },
  write: { seconds: 900, memoryShare: 0.6 },
} as const satisfies Record<LaneName, { seconds: number; memoryShare: number }>;

export async function openClickHouse(config: ClickHouseConfig): Promise<ClickHouse> {
  const cores = availableParallelism();
  const readers = Math.max(4, 2 * cores);
  const memory = config.memoryBytes ?? DEFAULT_MEMORY;
  const sessions = readers + 3; // heavy, write, control
  const engine = config.url
    ? await openServerEngine(config.url, config.userFiles ?? config.folder, sessions)
    : await openEmbeddedEngine(config.folder, memory, sessions);
  const open = (count: number) => Promise.all(Array.from({ length: count }, () => engine.open()));
  const lanes = { light: await open(readers), heavy: await open(1), write: await open(1) };
  return new PooledClickHouse(engine, lanes, await engine.open(), { cores, memory });
}

/** The argument of `file(…)` for a staged file. The engine reads any path and expands globs, so both are refused here. */
export function fileSource(clickhouse: Pick<ClickHouse, 'userFiles'>, absolutePath: string): Sql {
  if (dirname(absolutePath) !== clickhouse.userFiles || !/^[\w-][\w.-]*$/.test(basename(absolutePath))) {
    throw new RangeError(`Not a staged file: ${absolutePath}`);
  }
  return sql`${typed('String', absolutePath)}`;
}

class PooledClickHouse implements ClickHouse {
  readonly userFiles: string;
  readonly #engine: Engine;
  readonly #lanes: Record<LaneName, Lane<Session>>;
  /** Ends queries; never queues behind one. */
  readonly #control: Session;
  readonly #machine: { cores: number; memory: number };
  readonly #sessions: readonly Session[];
  readonly #running = new Set<Promise<unknown>>();
  #closed = false;
  #changes = 0;

  constructor(
    engine: Engine,
    lanes: Record<LaneName, Session[]>,
    control: Session,
    machine: { cores: number; memory: number },
  ) {
    this.userFiles = engine.userFiles;
    this.#engine = engine;
    this.#lanes = { light: new Lane(lanes.light), heavy: new Lane(lanes.heavy), write: new Lane(lanes.write) };
    this.#sessions = [...lanes.light, ...lanes.heavy, ...lanes.write, control];
    this.#control = control;
    this.#machine = machine;
  }

  query<T>(question: Sql, options: QueryOptions = {}): Promise<T[]> {
    return this.#run(question, 'light', options, (session, statement) => session.rows<T>(statement));
  }

  command(statement: Sql, options: QueryOptions = {}): Promise<void> {
    return this.#changing(this.#run(statement, 'write', options, (session, ready) => session.command(ready)));
  }

  async insert(table: string, rows: readonly object[], options: QueryOptions = {}): Promise<void> {
    if (rows.length === 0) return;
    // Parallel parsing would cut the block at a place that changes from try to try.
    const settings = { ...options.settings, input_format_parallel_parsing: 0, max_insert_threads: 1 };
    const done = this.#run(trusted(''), 'write', { ...options, settings }, (session, ready) =>
      session.insert(table, rows, ready.settings),
    );
    await this.#changing(done);
  }

  get changes(): number {
    return this.#changes;
  }

  /** A write that failed may have written, so it counts as well. */
  async #changing(write: Promise<void>): Promise<void> {
    this.#changes++;
    try {
      await write;
    } finally {
      this.#changes++;
    }
  }

  stream(question: Sql, format: string, options: QueryOptions = {}): Promise<Readable> {
    if (!/^\w+$/.test(format)) throw new RangeError(`Not a ClickHouse format: ${format}`);
    return this.#run(question, 'heavy', options, (session, ready) => session.stream(ready, format));
  }

  async info(): Promise<EngineInfo> {
    const [row] = await this.query<{ version: string; detached: number; mutations: number }>(
      sql`SELECT version() AS version,
        (SELECT count() FROM system.detached_parts WHERE database = ${typed('String', DATABASE)}) AS detached,
        (SELECT count() FROM system.mutations WHERE NOT is_done AND database = ${typed('String', DATABASE)}) AS mutations`,
    );
    const count = (of: (lane: Lane<Session>) => number) => ({
      light: of(this.#lanes.light),
      heavy: of(this.#lanes.heavy),
      write: of(this.#lanes.write),
    });
    return {
      mode: this.#engine.mode,
      version: row?.version ?? '',
      detachedParts: row?.detached ?? 0,
      unfinishedMutations: row?.mutations ?? 0,
      running: count((lane) => lane.running),
      waiting: count((lane) => lane.waiting),
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    // A query that has locked up must not keep the program from ending.
    await Promise.race([Promise.allSettled(this.#running), sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    await Promise.all(this.#sessions.map((session) => session.close()));
    await this.#engine.close();
  }

  async #run<T>(
    fragment: Sql,
    usual: LaneName,
    options: QueryOptions,
    work: (session: Session, statement: Statement) => Promise<T>,
  ): Promise<T> {
    const laneName = options.lane ?? usual;
    const lane = this.#lanes[laneName];
    const session = await lane.acquire(options.signal);
    if (this.#closed) {
      lane.release(session);
      throw new QueryFailed('ClickHouse is closed', 'unavailable');
    }
    const mark = `${(options.tag ?? laneName).replace(/[^\w-]/g, '_')}-${randomUUID()}`;
    const { query, query_params } = render(fragment);
    // A comment carries the mark because that also works where settings are frozen.
    const running = work(session, {
      query: `${query}\n/* ${mark} */`,
      query_params,
      settings: this.#settings(laneName, options),
    });
    const free = once((next: Session) => lane.release(next));
    const settled = running
      .then(untilRead, () => {})
      .finally(() => {
        this.#running.delete(settled);
        free(session);
      });
    this.#running.add(settled);
    if (options.signal) this.#endOnAbort(options.signal, mark, running, settled, free);
    try {
      return await (options.signal ? orAborted(running, options.signal) : running);
    } catch (error) {
      throw queryError(error);
    }
  }

  #settings(laneName: LaneName, options: QueryOptions): Settings {
    const limit = LIMITS[laneName];
    const settings = { ...BASE_SETTINGS, max_execution_time: options.timeoutSeconds ?? limit.seconds };
    // A server is sized and limited by its own profiles.
    if (this.#engine.mode === 'server') return { ...settings, ...options.settings };
    const { cores, memory } = this.#machine;
    const isLight = laneName === 'light';
    // This one counts itself.
    const quiet = this.#lanes.light.running <= (isLight ? 1 : 0);
    return {
      ...settings,
      // Two queries on two threads each take longer than on one each, and starve the rest of the process.
      max_threads: quiet && (laneName !== 'heavy' || options.waitedFor) ? cores : 1,
      // Others pause, from block to block, while somebody waits for a board.
      priority: isLight ? 1 : 2,
      low_priority_query_wait_time_ms: PAUSE_MS,
      // The engine would use one thread for each gigabyte free, and all of them together have less. Each query is bounded.
      max_threads_min_free_memory_per_thread: 0,
      max_insert_threads_min_free_memory_per_thread: 0,
      max_memory_usage: Math.floor(memory * limit.memoryShare),
      max_bytes_before_external_group_by: Math.floor(memory * limit.memoryShare * 0.5),
      max_bytes_before_external_sort: Math.floor(memory * limit.memoryShare * 0.5),
      ...options.settings,
    };
  }

  #endOnAbort(
    signal: AbortSignal,
    mark: string,
    running: Promise<unknown>,
    settled: Promise<void>,
    free: (session: Session) => void,
  ): void {
    let over = false;
    const end = async () => {
      running.then(
        (result) => result instanceof Readable && result.destroy(),
        () => {},
      );
      // Never SYNC: in chDB that does not return.
      for (let tries = 0; !over && tries < 20; tries++) {
        await this.#control.command({ ...render(killStatement(mark)), settings: {} }).catch(() => {});
        await sleep(200);
      }
      // Should one ever not end: give the lane a new session rather than lose the place for good.
      if (!over) free(await this.#engine.open());
    };
    const onAbort = () => void end();
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    void settled.finally(() => {
      over = true;
      signal.removeEventListener('abort', onAbort);
    });
  }
}

/** Once per query: `is_cancelled` means that it is on its way out. */
function killStatement(mark: string): Sql {
  return sql`KILL QUERY WHERE position(query, ${typed('String', mark)}) > 0 AND query NOT LIKE 'KILL%' AND NOT is_cancelled ASYNC`;
}

function orAborted<T>(running: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(cancelled());
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    running.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** A stream keeps its session until its last byte is read or its reader is gone. */
async function untilRead(result: unknown): Promise<void> {
  if (result instanceof Readable) await finished(result, { writable: false }).catch(() => {});
}

/** A place in a lane is given back once, whoever comes first. */
function once<T>(work: (value: T) => void): (value: T) => void {
  let done = false;
  return (value) => {
    if (!done) work(value);
    done = true;
  };
}
