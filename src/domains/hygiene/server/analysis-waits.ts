import { inArray, sql } from 'drizzle-orm';
import type { AnalysisAnswer } from '#domains/hygiene/contract/result.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { analysisTable } from './tables.ts';

/** One question for all who wait, so often. */
const ASK_MS = 250;
/** What nobody has waited for so long is not worked on any more. */
export const LEFT_MS = 15_000;
const TOUCH_EVERY = 12;

type Answered = (answer: AnalysisAnswer | undefined) => void;

/** Calls that wait for their analysis, which another process may be doing. */
export class AnalysisWaits {
  readonly #waiting = new Map<number, Set<Answered>>();
  readonly #database: Database;
  #timer: NodeJS.Timeout | undefined;
  #asked = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The answer; undefined when it took longer than `heldMs`, or the caller has gone. */
  async wait(id: number, heldMs: number, signal: AbortSignal): Promise<AnalysisAnswer | undefined> {
    const waiting = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, waiting);
    return new Promise((resolve) => {
      const done: Answered = (answer) => {
        waiting.delete(done);
        if (waiting.size === 0) this.#waiting.delete(id);
        clearTimeout(late);
        signal.removeEventListener('abort', leave);
        resolve(answer);
      };
      const leave = (): void => done(undefined);
      // Not by a signal of its own: nothing holds those, and one that is collected never ends.
      const late = setTimeout(leave, heldMs);
      waiting.add(done);
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      this.#timer ??= setTimeout(() => void this.#ask(), ASK_MS).unref();
    });
  }

  async #ask(): Promise<void> {
    const ids = [...this.#waiting.keys()];
    try {
      if (ids.length > 0) await this.#look(ids);
    } catch {
      // A database that is away for a moment answers the next time; calls end by themselves.
    }
    this.#timer = this.#waiting.size > 0 ? setTimeout(() => void this.#ask(), ASK_MS).unref() : undefined;
  }

  async #look(ids: number[]): Promise<void> {
    const { db } = this.#database;
    const { id, answer, state, waitedAt } = analysisTable;
    if (this.#asked++ % TOUCH_EVERY === 0)
      await db
        .update(analysisTable)
        .set({ waitedAt: sql`now()` })
        .where(sql`${inArray(id, ids)} AND ${waitedAt} IS NOT NULL`);
    const found = await db
      .select({ id, answer })
      .from(analysisTable)
      .where(sql`${inArray(id, ids)} AND ${inArray(state, ['done', 'failed'])}`);
    for (const row of found) for (const done of [...(this.#waiting.get(row.id) ?? [])]) done(row.answer ?? undefined);
  }
}
