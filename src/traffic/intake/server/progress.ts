import type { Database } from '#platform/server/postgres/postgres.ts';
import type { ImportState } from '#traffic/intake/contract/import-endpoints.ts';
import { ImportCancelled } from './import-error.ts';
import { patchImport, reportProgress } from './import-store.ts';

export interface ProgressEvent {
  state: ImportState;
  /** 0 to 1 over all phases. */
  progress: number;
  records: number;
  rowsPerSecond: number;
  secondsLeft: number | null;
}

export type ProgressListener = (event: ProgressEvent) => void;

/** Share of the whole time each phase takes; measured, and good enough for a bar. */
const SHARE = { scanning: 0.55, judging: 0.4 } as const;
const REPORT_EVERY_MS = 500;

/** Tells Postgres and the caller how far an import is, a few times a second, and stops it when that is asked for. */
export class ImportProgress {
  readonly #database: Database;
  readonly #id: number;
  readonly #fileBytes: number;
  readonly #listener: ProgressListener;
  readonly #signal: AbortSignal | undefined;
  readonly #started = performance.now();
  #state: ImportState = 'queued';
  #reported = 0;

  constructor(
    database: Database,
    id: number,
    options: { fileBytes: number; listener: ProgressListener; signal: AbortSignal | undefined },
  ) {
    this.#database = database;
    this.#id = id;
    this.#fileBytes = options.fileBytes;
    this.#listener = options.listener;
    this.#signal = options.signal;
  }

  async enter(state: ImportState): Promise<void> {
    this.#state = state;
    await patchImport(this.#database, this.#id, { state });
  }

  scanned(bytes: number, records: number): Promise<void> {
    return this.#report(SHARE.scanning * Math.min(1, bytes / this.#fileBytes), records);
  }

  judged(share: number, records: number): Promise<void> {
    return this.#report(SHARE.scanning + SHARE.judging * share, records);
  }

  async #report(progress: number, records: number): Promise<void> {
    this.#signal?.throwIfAborted();
    const now = performance.now();
    if (now - this.#reported < REPORT_EVERY_MS) return;
    this.#reported = now;
    const seconds = (now - this.#started) / 1000;
    const secondsLeft = progress > 0.01 ? Math.round((seconds / progress) * (1 - progress)) : null;
    const rowsPerSecond = Math.round(records / seconds);
    const patch = { progress, rowsPerSecond, secondsLeft, records };
    if (await reportProgress(this.#database, this.#id, patch)) throw new ImportCancelled();
    this.#listener({ state: this.#state, progress, records, rowsPerSecond, secondsLeft });
  }
}
