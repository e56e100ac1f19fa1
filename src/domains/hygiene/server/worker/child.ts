import { type ChildProcess, spawn } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Eyes, FromWorker, PictureTask, Seen, ToWorker } from './tasks.ts';

/** A picture that nobody can decode. */
export class PictureUnreadable extends Error {}

/** A picture that took longer than any may: looked at again it would take as long. */
export class PictureTooSlow extends Error {}

/** Models give their memory back after so long without a picture. */
const IDLE_MS = 5 * 60_000;
/** A picture that takes longer has met something that never ends. */
const MOST_MS = 60_000;

/** What is young is collected early: it is short-lived, and there is little of it beside the models. */
const SMALL_HEAP = ['--max-old-space-size=512', '--max-semi-space-size=2'];
/** Threads that share one store of memory leave fewer holes in it: 40 MB less. */
const ONE_ARENA = { MALLOC_ARENA_MAX: '1' };

interface Waiting {
  resolve: (said: FromWorker) => void;
  reject: (error: Error) => void;
}

/** The process that looks at pictures, begun by the first and ended when none came for a while. */
export class PictureWorker implements Eyes {
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  readonly #waiting = new Map<number, Waiting>();
  #count = 0;
  readonly #entry: string;

  /** Of what is built or of the sources, as this is; a bench measures what is built. */
  constructor(entry: string = fileURLToPath(new URL(`./main${extname(import.meta.url)}`, import.meta.url))) {
    this.#entry = entry;
  }

  async look(task: PictureTask, signal: AbortSignal): Promise<Seen> {
    const said = await this.#ask({ do: 'picture', task }, signal);
    if ('seen' in said) return said.seen;
    throw new Error('The worker answered something else');
  }

  async hash(path: string, signal: AbortSignal): Promise<string> {
    const said = await this.#ask({ do: 'hash', path }, signal);
    return 'hash' in said ? said.hash : '';
  }

  end(): void {
    clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  #ask(asked: DistributiveOmit<ToWorker, 'id'>, signal: AbortSignal): Promise<FromWorker> {
    signal.throwIfAborted();
    clearTimeout(this.#idle);
    const child = this.#running();
    const id = ++this.#count;
    return new Promise<FromWorker>((resolve, reject) => {
      // What runs cannot be asked to stop: models know no signal.
      const stop = (): void => {
        settle(() => reject(signal.reason));
        this.end();
      };
      const late = setTimeout(() => {
        settle(() => reject(new PictureTooSlow('The picture took too long')));
        this.end();
      }, MOST_MS);
      const settle = (act: () => void): void => {
        clearTimeout(late);
        signal.removeEventListener('abort', stop);
        this.#waiting.delete(id);
        if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.end(), IDLE_MS).unref();
        act();
      };
      signal.addEventListener('abort', stop, { once: true });
      this.#waiting.set(id, {
        resolve: (said) =>
          settle(() => {
            if (!('failed' in said)) resolve(said);
            else reject(said.failed === 'unreadable' ? new PictureUnreadable(said.why) : new Error(said.why));
          }),
        reject: (error) => settle(() => reject(error)),
      });
      child.send({ id, ...asked });
    });
  }

  #running(): ChildProcess {
    if (this.#child) return this.#child;
    const source = this.#entry.endsWith('.ts') ? ['--conditions=development', '--import', 'tsx'] : [];
    const child = spawn(process.execPath, [...SMALL_HEAP, ...source, this.#entry], {
      env: { ...process.env, ...ONE_ARENA },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
      cwd: import.meta.dirname,
    });
    child.on('message', (said: FromWorker) => this.#waiting.get(said.id)?.resolve(said));
    const gone = (): void => {
      if (this.#child === child) this.#child = undefined;
      for (const { reject } of [...this.#waiting.values()]) reject(new Error('The picture worker ended'));
    };
    child.on('exit', gone).on('error', gone);
    // Nobody's stop waits for it; it ends with the channel.
    child.unref();
    child.channel?.unref();
    this.#child = child;
    return child;
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
