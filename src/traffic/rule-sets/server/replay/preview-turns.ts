import type { Scope } from '#platform/server/access/scope.ts';
import { FairQueue } from '#platform/server/fair-queue.ts';
import { refuse } from '../refuse.ts';

/**
 * The engine has one session for heavy statements: two previews at once would only take turns in it, statement by
 * statement, and both have rows put aside in its memory meanwhile.
 */
const AT_ONCE = 1;
/** Packages a person may have a preview waiting for. */
const WAITING_EACH = 10;

/** What a preview has of its place among others. */
export interface PreviewTurn {
  /** Aborts when the caller goes away, and when a newer preview takes its place. */
  signal: AbortSignal;
  /** Runs what is heavy when it is the person's turn; 429 when too many of theirs wait. */
  wait: <T>(heavy: () => Promise<T>) => Promise<T>;
}

/** One preview at a time, in turns by person. */
export class PreviewTurns {
  readonly #queue = new FairQueue({ atOnce: AT_ONCE, waitingEach: WAITING_EACH });
  /** The last one of each person and package. */
  readonly #newest = new Map<string, AbortController>();

  get waiting(): number {
    return this.#queue.waiting;
  }

  /**
   * A second preview of the same person for the same package calls the first off, waiting or under way (409): its draft
   * is what they look at now. The screen calls off the first by itself; that may come late, or be another window.
   */
  async run<T>(
    scope: Scope,
    packageName: string,
    work: (turn: PreviewTurn) => Promise<T>,
    caller?: AbortSignal,
  ): Promise<T> {
    const person = String(scope.viewer?.id ?? scope.userId);
    const key = JSON.stringify([person, packageName]);
    const replaced = new AbortController();
    this.#newest.get(key)?.abort();
    this.#newest.set(key, replaced);
    const signal = AbortSignal.any([replaced.signal, ...(caller ? [caller] : [])]);
    try {
      return await work({ signal, wait: (heavy) => this.#queue.run(person, heavy, signal) });
    } catch (error) {
      if (replaced.signal.aborted && !caller?.aborted) throw refuse('preview_replaced', {}, { as: 'conflict' });
      throw error;
    } finally {
      if (this.#newest.get(key) === replaced) this.#newest.delete(key);
    }
  }
}
