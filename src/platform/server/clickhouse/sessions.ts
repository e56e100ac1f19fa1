import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine, Session } from './session.ts';

const OPEN_AGAIN_MS = 1_000;

/** Every session that is open, and the engine behind them. */
export class Sessions {
  #engine: Engine;
  readonly #openEngine: () => Promise<Engine>;
  readonly #open = new Set<Session>();
  /** True while there is no engine: what asks now is refused instead of waiting for it. */
  isDown = false;

  constructor(engine: Engine, openEngine: () => Promise<Engine>) {
    this.#engine = engine;
    this.#openEngine = openEngine;
  }

  get engine(): Engine {
    return this.#engine;
  }

  /** Tried until the engine gives one: a place in a lane without a session would be lost. */
  async open(): Promise<Session> {
    for (;;) {
      const session = await this.#engine.open().catch(() => undefined);
      if (session) {
        this.#open.add(session);
        return session;
      }
      await sleep(OPEN_AGAIN_MS, undefined, { ref: false });
    }
  }

  /** A session never used in the place of one that is closed. */
  async replaced(session: Session): Promise<Session> {
    await this.retire(session);
    return this.open();
  }

  async retire(session: Session): Promise<void> {
    this.#open.delete(session);
    await session.close().catch(() => {});
  }

  /** Closes all that are open, the engine with them, and opens it again. Nothing may run. */
  async reopenEngine(): Promise<void> {
    await this.closeAll();
    await this.#engine.close();
    for (;;) {
      const engine = await this.#openEngine().catch(() => undefined);
      this.isDown = engine === undefined;
      if (engine) {
        this.#engine = engine;
        return;
      }
      await sleep(OPEN_AGAIN_MS, undefined, { ref: false });
    }
  }

  async closeAll(): Promise<void> {
    await Promise.allSettled([...this.#open].map((session) => this.retire(session)));
  }
}
