import type { Scope } from '../access/scope.ts';
import type { Enqueue } from './job.ts';

export interface LoopRun {
  /** Nobody asks: the program works for itself. */
  scope: Scope;
  /** Fires when the program is asked to stop: finish the step at hand, or throw. */
  signal: AbortSignal;
  enqueue: Enqueue;
}

/** Work that is looked for all the time rather than queued. */
export interface Loop {
  /** Does what there is to do; false when there was nothing. */
  step: (run: LoopRun) => Promise<boolean>;
  /** Ends a pause early. */
  wake: Wake;
  /** How long to wait after nothing was done, and after a failure. */
  pauseMs: number;
  failedMs: number;
}

/** Lets whoever has made work say so to whoever waits for it, in one process. */
export class Wake {
  #go: (() => void) | undefined;
  #asked = false;

  wake(): void {
    this.#asked = true;
    this.#go?.();
  }

  async wait(ms: number): Promise<void> {
    if (!this.#asked)
      await new Promise<void>((go) => {
        const timer = setTimeout(go, ms);
        this.#go = () => {
          clearTimeout(timer);
          go();
        };
      });
    this.#go = undefined;
    this.#asked = false;
  }
}

/** Runs until the answer is called, which waits for the step at hand. A step that fails is told and tried again. */
export function startLoop(
  { step, wake, pauseMs, failedMs }: Loop,
  { onError, ...around }: Omit<LoopRun, 'signal'> & { onError: (error: unknown) => void },
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const pause = await step({ ...around, signal }).then(
        (done) => (done ? 0 : pauseMs),
        (error: unknown) => {
          if (!signal.aborted) onError(error);
          return failedMs;
        },
      );
      if (pause > 0) await wake.wait(pause);
    }
  };
  const running = run();
  return async () => {
    stopping.abort();
    wake.wake();
    await running;
  };
}
