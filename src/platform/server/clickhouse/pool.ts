import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentAsker } from '../asker.ts';
import { ForeignAnswer, type StreamLayout } from './answer-frame.ts';
import type { ClickHouse, EngineInfo, QueryOptions } from './clickhouse.ts';
import { isReadWhole, killStatement, orAborted, Place } from './ending.ts';
import { EngineAlarms } from './engine-alarms.ts';
import { type EngineLook, lookThrough, type Watched, watchEngine } from './engine-watch.ts';
import { Lane } from './lane.ts';
import { embeddedSettings, type LaneName, MEMORY_SHARE, type PoolOptions, SECONDS } from './lane-limits.ts';
import { MemoryBudget } from './memory-budget.ts';
import { QueryFailed, queryError } from './query-errors.ts';
import { BASE_SETTINGS, DATABASE, type Engine, type Session, type Settings, type Statement } from './session.ts';
import { Sessions } from './sessions.ts';
import { render, renderInline, type Sql, sql, trusted, typed } from './sql.ts';

const CLOSE_WITHIN_MS = 20_000;
/** A statement that was ended is gone within milliseconds; after this it counts as stuck. */
const END_TRIES = 20;
const END_PAUSE_MS = 200;

/**
 * Lanes of sessions over an engine. A session whose statement failed in any way is closed, and its place gets another.
 */
export async function openPool(openEngine: () => Promise<Engine>, options: PoolOptions): Promise<ClickHouse & Watched> {
  const sessions = new Sessions(await openEngine(), openEngine);
  const open = (count: number) => Promise.all(Array.from({ length: count }, () => sessions.open()));
  const lanes = { light: await open(options.readers), heavy: await open(1), write: await open(1) };
  return new PooledClickHouse(sessions, lanes, await sessions.open(), options);
}

type Work<T> = (session: Session, statement: Statement) => Promise<T>;

class PooledClickHouse implements ClickHouse, Watched {
  readonly #sessions: Sessions;
  readonly #lanes: Record<LaneName, Lane<Session>>;
  /** Ends queries; never queues behind one. */
  #control: Session;
  readonly #options: PoolOptions;
  /** What is under way, by its mark. */
  readonly #running = new Map<string, Promise<unknown>>();
  readonly #memory = new MemoryBudget();
  readonly #alarms: EngineAlarms;
  readonly #stopWatching: () => void;
  #closed = false;
  #changes = 0;

  constructor(sessions: Sessions, lanes: Record<LaneName, Session[]>, control: Session, options: PoolOptions) {
    this.#sessions = sessions;
    this.#lanes = { light: new Lane(lanes.light), heavy: new Lane(lanes.heavy), write: new Lane(lanes.write) };
    this.#control = control;
    this.#options = options;
    this.#alarms = new EngineAlarms(options.alarm);
    this.#stopWatching = this.#isServer ? () => {} : watchEngine(this, options.memory, this.#alarms.raise);
  }

  get userFiles(): string {
    return this.#sessions.engine.userFiles;
  }

  /** A server is sized, limited and watched by its own means. */
  get #isServer(): boolean {
    return this.#sessions.engine.mode === 'server';
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
      session.insert(table, rows, ready),
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
      mode: this.#sessions.engine.mode,
      version: row?.version ?? '',
      detachedParts: row?.detached ?? 0,
      unfinishedMutations: row?.mutations ?? 0,
      running: count((lane) => lane.running),
      waiting: count((lane) => lane.waiting),
      foreignAnswers: this.#alarms.times('foreign_answer'),
      stuckStatements: this.#alarms.times('stuck_statement'),
      alarms: this.#alarms.standing(),
    };
  }

  whileNobodyWrites<T>(work: () => Promise<T>): Promise<T> {
    return this.#lanes.write.hold(work);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopWatching();
    // A query that has locked up must not keep the program from ending.
    const within = (work: Promise<unknown>) => Promise.race([work, sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    await within(Promise.allSettled(this.#running.values()));
    await within(this.#sessions.closeAll());
    await this.#sessions.engine.close();
  }

  async look(): Promise<EngineLook> {
    const lanes = Object.values(this.#lanes);
    const isIdle = lanes.every((lane) => lane.running + lane.waiting === 0);
    try {
      return { ...(await lookThrough(this.#control, this.#running)), isIdle };
    } catch (error) {
      this.#control = await this.#sessions.replaced(this.#control);
      throw error;
    }
  }

  async renewIdle(): Promise<void> {
    for (const lane of Object.values(this.#lanes)) {
      const idle = lane.takeFree();
      lane.putBack(await Promise.all(idle.map((session) => this.#sessions.replaced(session))));
    }
    this.#control = await this.#sessions.replaced(this.#control);
  }

  async reopen(): Promise<void> {
    const taken = Object.values(this.#lanes).map((lane) => ({ lane, sessions: lane.takeFree() }));
    const isQuiet = taken.every(({ lane, sessions }) => sessions.length === lane.size);
    if (isQuiet) await this.#sessions.reopenEngine();
    // Somebody asked meanwhile: another time.
    for (const { lane, sessions } of taken)
      lane.putBack(isQuiet ? await Promise.all(sessions.map(() => this.#sessions.open())) : sessions);
    if (isQuiet) this.#control = await this.#sessions.open();
  }

  /**
   * An answer of another statement is thrown away and told; the question is asked once more, on a session never used.
   */
  async #ask<T>(question: Sql, usual: LaneName, options: QueryOptions, work: Work<T>): Promise<T> {
    for (let again = false; ; again = true) {
      try {
        return await this.#run(question, usual, options, work, again);
      } catch (error) {
        if (!(error instanceof QueryFailed && error.cause instanceof ForeignAnswer)) throw error;
        this.#alarms.raise({ alarm: 'foreign_answer', tag: options.tag ?? usual });
        if (again) throw error;
      }
    }
  }

  async #run<T>(fragment: Sql, usual: LaneName, options: QueryOptions, work: Work<T>, onNew = false): Promise<T> {
    const { signal } = options;
    const asker = currentAsker();
    const laneName = options.lane ?? usual;
    const lane = this.#lanes[laneName];
    if (this.#sessions.isDown) throw new QueryFailed('ClickHouse is being opened again', 'unavailable');
    const taken = await lane.acquire(signal, asker);
    const session = onNew ? await this.#sessions.replaced(taken) : taken;
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
      this.#running.delete(mark);
    });
    this.#running.set(mark, settled);
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
    if (place.isFree) await this.#sessions.retire(session);
    else place.free(await this.#sessions.replaced(session));
  }

  async #kill(mark: string): Promise<void> {
    await this.#control.command({ ...this.#render(killStatement(mark)), settings: {}, mark }).catch(() => {});
  }

  /** Throws when the engine was closed meanwhile. */
  async #takeMemory(laneName: LaneName, signal: AbortSignal | undefined): Promise<() => void> {
    const giveBack = this.#isServer ? () => {} : await this.#memory.take(MEMORY_SHARE[laneName], signal);
    if (!this.#closed) return giveBack;
    giveBack();
    throw new QueryFailed('ClickHouse is closed', 'unavailable');
  }

  #settings(laneName: LaneName, options: QueryOptions): Settings {
    const { cores, memory } = this.#options;
    // A light one counts itself.
    const quiet = this.#lanes.light.running <= (laneName === 'light' ? 1 : 0);
    const bounds = { memory, threads: quiet ? cores : 1 };
    const own = this.#isServer ? {} : embeddedSettings(laneName, bounds);
    const seconds = options.timeoutSeconds ?? SECONDS[laneName];
    return { ...BASE_SETTINGS, max_execution_time: seconds, ...own, ...options.settings };
  }

  /** A server binds the values itself. */
  #render(fragment: Sql): { query: string; query_params: Record<string, unknown> } {
    return this.#isServer ? render(fragment) : { query: renderInline(fragment), query_params: {} };
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
      this.#alarms.raise({ alarm: 'stuck_statement', tag: mark });
      place.free(await this.#sessions.open());
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
