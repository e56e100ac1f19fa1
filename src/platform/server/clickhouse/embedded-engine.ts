/**
 * chDB: ClickHouse inside this process. One data folder per process, one statement at a time per
 * session, and settings stick to a session, so each session here remembers what it has set.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { drainPending, Session as NativeSession } from 'chdb';
import { createChdbConnection } from 'chdb/connection';
import { DATABASE, type Engine, type Session, type Settings, type Statement } from './session.ts';

export async function openEmbeddedEngine(folder: string, memoryBytes: number, sessions: number): Promise<Engine> {
  warnAboutThreads(sessions);
  const path = join(folder, 'store');
  const userFiles = join(folder, 'stage');
  await Promise.all([path, userFiles].map((each) => mkdir(each, { recursive: true, mode: 0o700 })));
  // Limits of the whole engine can be set only by the first session of the process, so it stays open till the end.
  // Without them the engine believes it owns 90 % of the host and the process is killed instead of the query.
  const first = new NativeSession(path, { connectionArgs: [`--max_server_memory_usage=${memoryBytes}`] });
  await first.queryAsync(`CREATE DATABASE IF NOT EXISTS ${DATABASE} ENGINE = Atomic`);
  return {
    mode: 'embedded',
    userFiles,
    open: () => EmbeddedSession.open(path),
    close: async () => {
      first.close();
      // Leaving the process while native work is under way is a segmentation fault.
      await Promise.race([drainPending(), sleep(5_000, undefined, { ref: false })]);
    },
  };
}

class EmbeddedSession implements Session {
  readonly #path: string;
  readonly #client: ClickHouseClient;
  /** `undefined` as a value means: set to something we no longer know. */
  readonly #applied = new Map<string, string | number | undefined>();

  private constructor(path: string, client: ClickHouseClient) {
    this.#path = path;
    this.#client = client;
  }

  static async open(path: string): Promise<EmbeddedSession> {
    // @ts-expect-error: chdb is typed against its own copy of the client's settings class, which has a private field
    const client = createClient({ connection: createChdbConnection({ path }) });
    await client.command({ query: `USE ${DATABASE}` });
    return new EmbeddedSession(path, client);
  }

  rows<T>({ query, query_params, settings }: Statement): Promise<T[]> {
    return this.#with(settings, async (clickhouse_settings) => {
      const result = await this.#client.query({ query, query_params, clickhouse_settings, format: 'JSONEachRow' });
      return result.json<T>();
    });
  }

  command({ query, query_params, settings }: Statement): Promise<void> {
    return this.#with(settings, async (clickhouse_settings) => {
      await this.#client.command({ query, query_params, clickhouse_settings });
    });
  }

  insert(table: string, rows: readonly object[], settings: Settings): Promise<void> {
    return this.#with(settings, async (clickhouse_settings) => {
      await this.#client.insert({ table, values: [...rows], format: 'JSONEachRow', clickhouse_settings });
    });
  }

  /** The client would hold the whole answer in memory; the native session hands it out chunk by chunk. */
  async stream({ query, query_params, settings }: Statement, format: string): Promise<Readable> {
    const native = new NativeSession(this.#path);
    const close = () => native.close();
    try {
      const sets = Object.entries(settings).map(([name, value]) => `SET ${name} = ${literal(value)}`);
      await native.queryAsync([`USE ${DATABASE}`, ...sets].join('; '));
      const bound = Object.keys(query_params).length > 0;
      const chunks = bound
        ? native.queryStreamBind(query, query_params, { format })
        : native.queryStream(query, { format });
      const iterator = chunks[Symbol.asyncIterator]();
      // The first chunk is awaited here so that a wrong question fails before the answer has begun.
      const first = await iterator.next();
      return Readable.from(bytesOf(first, iterator, close), { objectMode: false });
    } catch (error) {
      close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  /** Sends only the settings that differ from what this session has, and takes back those that are no longer wanted. */
  async #with<T>(wanted: Settings, run: (changes: Record<string, string | number>) => Promise<T>): Promise<T> {
    const stale = [...this.#applied.keys()].filter((name) => !(name in wanted));
    if (stale.length > 0) {
      await this.#client.command({ query: stale.map((name) => `SET ${name} = DEFAULT`).join('; ') });
      for (const name of stale) this.#applied.delete(name);
    }
    const changes = Object.fromEntries(
      Object.entries(wanted).filter(([name, value]) => this.#applied.get(name) !== value),
    );
    for (const name of Object.keys(changes)) this.#applied.set(name, undefined);
    const result = await run(changes);
    for (const [name, value] of Object.entries(changes)) this.#applied.set(name, value);
    return result;
  }
}

interface Chunk {
  raw(): Uint8Array;
}

async function* bytesOf(first: IteratorResult<Chunk>, rest: AsyncIterator<Chunk>, close: () => void) {
  try {
    for (let step = first; !step.done; step = await rest.next()) yield step.value.raw();
  } finally {
    await rest.return?.();
    close();
  }
}

function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}

/** Each running query holds one thread of libuv's pool; with none left, files and DNS stand still too. */
function warnAboutThreads(sessions: number): void {
  const threads = Number(process.env.UV_THREADPOOL_SIZE ?? 4);
  if (threads >= sessions + 4) return;
  process.emitWarning(
    `UV_THREADPOOL_SIZE is ${threads}, but ${sessions} queries may run at once: file and network access will wait for ` +
      `them. It must be set before Node starts, as \`npm start\` does: UV_THREADPOOL_SIZE=${sessions + 8}`,
    'AdsieveWarning',
  );
}
