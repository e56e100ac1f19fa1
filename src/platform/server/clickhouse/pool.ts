import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentAsker } from '../asker.ts';
import { ForeignAnswer, type StreamLayout } from './answer-frame.ts';
import type { ClickHouse, EngineAlarm, EngineInfo, QueryOptions } from './clickhouse.ts';
import { isReadWhole, killStatement, orAborted, Place } from './ending.ts';
import { Lane } from './lane.ts';
import { embeddedSettings, type LaneName, MEMORY_SHARE, SECONDS } from './lane-limits.ts';
import { MemoryBudget } from './memory-budget.ts';
import { QueryFailed, queryError } from './query-errors.ts';
import { BASE_SETTINGS, DATABASE, type Engine, type Session, type Settings, type Statement } from './session.ts';
import { render, renderInline, type Sql, sql, trusted, typed } from './sql.ts';

export interface PoolOptions {
  cores: number;
  /** Bytes all queries together may hold. */
  memory: number;
  /** Places of the light lane. */
  readers: number;
  alarm: (alarm: EngineAlarm) => void;
}

const CLOSE_WITHIN_MS = 20_000;
/** A statement that was ended is gone within milliseconds; after this it counts as stuck. */
const END_TRIES = 20;
const END_PAUSE_MS = 200;
const OPEN_AGAIN_MS = 1_000;

/** Lanes of sessions over an engine. A session whose statement failed in any way is closed, and its place gets another. */
export async function openPool(engine: Engine, options: PoolOptions): Promise<ClickHouse> {
  const open = (count: number) => Promise.all(Array.from({ length: count }, () => engine.open()));
  const lanes = { light: await open(options.readers), heavy: await open(1), write: await open(1) };
  return new PooledClickHouse(engine, lanes, await engine.open(), options);
}

type Work<T> = (session: Session, statement: Statement) => Promise<T>;

class PooledClickHouse implements ClickHouse {
  readonly userFiles: string;
  readonly #engine: Engine;
  readonly #lanes: Record<LaneName, Lane<Session>>;
  /** Ends queries; never queues behind one. */
  readonly #control: Session;
  readonly #options: PoolOptions;
  readonly #sessions: Set<Session>;
  readonly #running = new Set<Promise<unknown>>();
  readonly #memory = new MemoryBudget();
  #closed = false;
  #changes = 0;
  #foreign = 0;
  #stuck = 0;

  constructor(engine: Engine, lanes: Record<LaneName, Session[]>, control: Session, options: PoolOptions) {
    this.userFiles = engine.userFiles;
    this.#engine = engine;
    this.#lanes = { light: new Lane(lanes.light), heavy: new Lane(lanes.heavy), write: new Lane(lanes.write) };
    this.#sessions = new Set([...lanes.light, ...lanes.heavy, ...lanes.write, control]);
    this.#control = control;
    this.#options = options;
  }

  query<T>(question: Sql, options: QueryOptions = {}): Promise<T[]> {
    return this.#ask(question, 'light', options, (session, statement) => session.rows<T>(statement));
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

  stream(question: Sql, layout: StreamLayout, options: QueryOptions = {}): Promise<Readable> {
    return this.#ask(question, 'heavy', options, (session, ready) => session.stream(ready, layout));
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
      foreignAnswers: this.#foreign,
      stuckStatements: this.#stuck,
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    // A query that has locked up must not keep the program from ending.
    await this.#within(CLOSE_WITHIN_MS, Promise.allSettled(this.#running));
    await this.#within(CLOSE_WITHIN_MS, Promise.allSettled([...this.#sessions].map((session) => session.close())));
    await this.#engine.close();
  }

  #within(ms: number, work: Promise<unknown>): Promise<unknown> {
    return Promise.race([work, sleep(ms, undefined, { ref: false })]);
  }

  /** An answer of another statement is thrown away and told; the question is asked once more, on a session never used. */
  async #ask<T>(question: Sql, usual: LaneName, options: QueryOptions, work: Work<T>): Promise<T> {
    for (let again = false; ; again = true) {
      try {
        return await this.#run(question, usual, options, work, again);
      } catch (error) {
        if (!(error instanceof QueryFailed && error.cause instanceof ForeignAnswer)) throw error;
        this.#foreign++;
        this.#options.alarm({ alarm: 'foreign_answer', tag: options.tag ?? usual });
        if (again) throw error;
      }
    }
  }

  async #run<T>(fragment: Sql, usual: LaneName, options: QueryOptions, work: Work<T>, onNew = false): Promise<T> {
    const { signal } = options;
    const asker = currentAsker();
    const laneName = options.lane ?? usual;
    const lane = this.#lanes[laneName];
    const taken = await lane.acquire(signal, asker);
    const session = onNew ? await this.#replaced(taken) : taken;
    const giveBack = await this.#takeMemory(laneName, signal).catch((error: unknown) => {
      lane.release(session, asker);
      throw error;
    });
    const mark = `${(options.tag ?? laneName).replace(/[^\w-]/g, '_')}-${randomUUID()}`;
    const { query, query_params } = this.#render(fragment);
    // A comment carries the mark because that also works where settings are frozen.
    const running = work(session, {
      query: `${query}\n/* ${mark} */`,
      query_params,
      settings: this.#settings(laneName, options),
      mark,
    });
    const place = new Place((next) => lane.release(next, asker));
    const settled = this.#settle(running, session, signal, place).finally(() => {
      giveBack();
      this.#running.delete(settled);
    });
    this.#running.add(settled);
    if (signal) this.#endOnAbort(signal, mark, running, settled, place);
    try {
      return await (signal ? orAborted(running, signal) : running);
    } catch (error) {
      throw queryError(error);
    }
  }

  /**
   * The session goes back to its lane only after a statement that ended as it should. After any other it is closed, and
   * the lane gets one that was never used: the engine keeps what a failed statement had written for the next answer.
   */
  async #settle(
    running: Promise<unknown>,
    session: Session,
    signal: AbortSignal | undefined,
    place: Place,
  ): Promise<void> {
    const isSound = await running.then(isReadWhole, () => false);
    if (isSound && !signal?.aborted && !place.isFree) return place.free(session);
    if (place.isFree) await this.#retire(session);
    else place.free(await this.#replaced(session));
  }

  async #replaced(session: Session): Promise<Session> {
    await this.#retire(session);
    return this.#opened();
  }

  async #retire(session: Session): Promise<void> {
    this.#sessions.delete(session);
    await session.close().catch(() => {});
  }

  /** Without a session there is no place: tried until the engine gives one. */
  async #opened(): Promise<Session> {
    for (;;) {
      const session = await this.#engine.open().catch(() => undefined);
      if (session) {
        this.#sessions.add(session);
        return session;
      }
      await sleep(OPEN_AGAIN_MS, undefined, { ref: false });
    }
  }

  async #kill(mark: string): Promise<void> {
    await this.#control.command({ ...this.#render(killStatement(mark)), settings: {}, mark }).catch(() => {});
  }

  /** A server looks after its own. Throws when the engine was closed meanwhile. */
  async #takeMemory(laneName: LaneName, signal: AbortSignal | undefined): Promise<() => void> {
    const isServer = this.#engine.mode === 'server';
    const giveBack = isServer ? () => {} : await this.#memory.take(MEMORY_SHARE[laneName], signal);
    if (!this.#closed) return giveBack;
    giveBack();
    throw new QueryFailed('ClickHouse is closed', 'unavailable');
  }

  /** A server is sized and limited by its own profiles. */
  #settings(laneName: LaneName, options: QueryOptions): Settings {
    const { cores, memory } = this.#options;
    // A light one counts itself.
    const quiet = this.#lanes.light.running <= (laneName === 'light' ? 1 : 0);
    const bounds = { memory, threads: quiet ? cores : 1 };
    const own = this.#engine.mode === 'server' ? {} : embeddedSettings(laneName, bounds);
    const seconds = options.timeoutSeconds ?? SECONDS[laneName];
    return { ...BASE_SETTINGS, max_execution_time: seconds, ...own, ...options.settings };
  }

  /** A server binds the values itself. */
  #render(fragment: Sql): { query: string; query_params: Record<string, unknown> } {
    return this.#engine.mode === 'server' ? render(fragment) : { query: renderInline(fragment), query_params: {} };
  }

  #endOnAbort(
    signal: AbortSignal,
    mark: string,
    running: Promise<unknown>,
    settled: Promise<void>,
    place: Place,
  ): void {
    let over = false;
    const end = async () => {
      running.then(
        (result) => result instanceof Readable && result.destroy(),
        () => {},
      );
      // Never SYNC: in chDB that does not return.
      for (let tries = 0; !over && tries < END_TRIES; tries++) {
        await this.#kill(mark);
        await Promise.race([settled, sleep(END_PAUSE_MS)]);
      }
      if (over) return;
      // Should one ever not end, its lane gets a session of its own rather than lose the place for good.
      this.#stuck++;
      this.#options.alarm({ alarm: 'stuck_statement', tag: mark });
      place.free(await this.#opened());
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
