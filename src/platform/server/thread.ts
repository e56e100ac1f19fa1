import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

let last: Promise<unknown> = Promise.resolve();

/** One after the other: each takes some hundred megabytes. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
}

/** Sources run through tsx, which each thread has to begin by itself; what is built needs nothing. */
const fromSource = (entry: URL): string =>
  `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(entry)})))`;

/** The entry of a thread, beside the module that starts it and with the same ending. */
export const entryBeside = (name: string, module: string): URL => new URL(`./${name}${extname(module)}`, module);

function started(entry: URL, workerData?: unknown): Worker {
  const worker = entry.pathname.endsWith('.ts')
    ? new Worker(fromSource(entry), { workerData, eval: true })
    : new Worker(entry, { workerData });
  // How a thread ends that nobody waits for is nobody's failure.
  return worker.on('error', () => undefined);
}

/** Bytes that a thread of its own makes of `data` and posts. */
export const madeInThread = (entry: URL, data: unknown): Promise<Buffer> =>
  inTurn(() => answerOf(started(entry, data), entry));

/** A thread that waits a while for more: what it has loaded takes longer than what it makes. */
export function lastingThread(entry: URL, idleMs = 30_000): (data: unknown, signal?: AbortSignal) => Promise<Buffer> {
  let waiting: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  const leave = (): void => {
    void waiting?.terminate();
    waiting = undefined;
  };
  return (data, signal) =>
    inTurn(async () => {
      signal?.throwIfAborted();
      clearTimeout(idle);
      const worker = waiting ?? started(entry);
      waiting = undefined;
      worker.ref();
      worker.postMessage(data);
      const bytes = await answerOf(worker, entry, signal);
      // Nobody's stop waits for a thread that has nothing to do.
      worker.unref();
      waiting = worker;
      idle = setTimeout(leave, idleMs).unref();
      return bytes;
    });
}

/** The next bytes of a thread; it is ended where nobody waits for them any more. */
function answerOf(worker: Worker, entry: URL, signal?: AbortSignal): Promise<Buffer> {
  return new Promise<Buffer>((resolve, reject) => {
    const stop = (): void => {
      failed(signal?.reason);
      void worker.terminate();
    };
    signal?.addEventListener('abort', stop, { once: true });
    const settle = (act: () => void): void => {
      signal?.removeEventListener('abort', stop);
      worker.off('message', said).off('error', failed).off('exit', ended);
      act();
    };
    const said = (bytes: Uint8Array): void => settle(() => resolve(Buffer.from(bytes)));
    const failed = (error: unknown): void => settle(() => reject(error));
    const ended = (code: number): void =>
      failed(new Error(`The thread of ${entry.pathname.split('/').at(-1)} ended with ${code}`));
    worker.on('message', said).on('error', failed).on('exit', ended);
  });
}
