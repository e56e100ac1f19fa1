/**
 * chDB: ClickHouse inside this process. One data folder per process, one statement at a time per session, and settings
 * stick to a session, so each session here remembers what it has set.
 *
 * A session that failed is closed and never used again: the engine keeps what a failed statement had written of its
 * answer and appends the next answer of that session to it (chdb 3.4, `ClientBase::initOutputFormat`).
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { drainPending, Session as NativeSession } from 'chdb';
import { frameOf, partOf, rowsOf, type StreamLayout } from './answer-frame.ts';
import { partStream } from './part-stream.ts';
import { DATABASE, type Engine, type Session, type Settings, type Statement } from './session.ts';

export async function openEmbeddedEngine(folder: string, memoryBytes: number, sessions: number): Promise<Engine> {
  warnAboutThreads(sessions);
  const path = join(folder, 'store');
  const userFiles = join(folder, 'stage');
  await Promise.all([path, userFiles].map((each) => mkdir(each, { recursive: true, mode: 0o700 })));
  // What is said of the whole engine can be said only by the first session of the process, so it stays open till the
  // end. Without a limit the engine believes it owns 90 % of the host and the process is killed instead of the query;
  // without the other a table that was dropped keeps its rows in memory for eight minutes, and each load drops a dozen.
  const first = new NativeSession(path, {
    connectionArgs: [`--max_server_memory_usage=${memoryBytes}`, '--database_atomic_delay_before_drop_table_sec=1'],
  });
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

const USE = `USE ${DATABASE}`;

class EmbeddedSession implements Session {
  readonly #path: string;
  readonly #native: NativeSession;
  #applied: Settings = {};

  private constructor(path: string, native: NativeSession) {
    this.#path = path;
    this.#native = native;
  }

  static async open(path: string): Promise<EmbeddedSession> {
    const native = new NativeSession(path);
    await native.queryAsync(USE);
    return new EmbeddedSession(path, native);
  }

  async rows<T>({ query, settings, mark }: Statement): Promise<T[]> {
    const frame = frameOf('rows', mark);
    const prefix = this.#switchTo({ ...settings, ...frame.settings });
    const answer = await this.#native.queryAsync(prefix + query, { format: frame.format });
    return rowsOf<T>(answer.text(), mark);
  }

  async command({ query, settings }: Statement): Promise<void> {
    await this.#native.queryAsync(this.#switchTo(settings) + query);
  }

  async insert(table: string, rows: readonly object[], { settings, mark }: Pick<Statement, 'settings' | 'mark'>) {
    const lines = rows.map((row) => JSON.stringify(row)).join('\n');
    const question = `INSERT INTO ${table} /* ${mark} */ FORMAT JSONEachRow\n${lines}\n`;
    await this.#native.queryAsync(this.#switchTo(settings) + question);
  }

  /** In a native session of its own, which hands the answer out part by part instead of holding it in memory. */
  async stream({ query, settings, mark }: Statement, layout: StreamLayout): Promise<Readable> {
    const native = new NativeSession(this.#path);
    try {
      const frame = frameOf(layout, mark);
      await native.queryAsync(`${USE}; ${setStatement({ ...settings, ...frame.settings })}`);
      const parts = partsOf(native.queryStream(query, { format: frame.format }), mark, layout);
      return await partStream(parts, () => closeSilent(native));
    } catch (error) {
      await closeSilent(native);
      throw error;
    }
  }

  close(): Promise<void> {
    return closeSilent(this.#native);
  }

  /** Sends only the settings that differ from what this session has, and takes back those that are no longer wanted. */
  #switchTo(wanted: Settings): string {
    const had = this.#applied;
    this.#applied = wanted;
    const stale = Object.keys(had).filter((name) => !(name in wanted));
    const changes = Object.fromEntries(Object.entries(wanted).filter(([name, value]) => had[name] !== value));
    const takeBack = stale.map((name) => `SET ${name} = DEFAULT; `).join('');
    return Object.keys(changes).length > 0 ? `${takeBack}${setStatement(changes)};\n` : takeBack;
  }
}

/**
 * A session runs one statement at a time, so that one which has answered is silent; it also hands over what a failed
 * statement left, which would otherwise stay in memory until nothing at all runs in the engine.
 */
async function closeSilent(native: NativeSession): Promise<void> {
  await native.queryAsync(USE).catch(() => {});
  native.close();
}

/** The engine frames each part it hands out, and names the columns in each. */
async function* partsOf(
  chunks: AsyncIterable<{ raw(): Uint8Array }>,
  mark: string,
  layout: StreamLayout,
): AsyncGenerator<Buffer> {
  let isNamed = false;
  for await (const chunk of chunks) {
    const raw = chunk.raw();
    const part = partOf(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), mark);
    yield isNamed ? part.subarray(part.indexOf('\n') + 1) : part;
    isNamed = layout === 'lines';
  }
}

const setStatement = (settings: Settings): string =>
  `SET ${Object.entries(settings)
    .map(([name, value]) => `${name} = ${literal(value)}`)
    .join(', ')}`;

const literal = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

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
