import type { Database } from '#platform/server/postgres/postgres.ts';
import type { SenderFault } from '#traffic/collector/contract/ingest.ts';

/** `sent`: events of a day; `span`: of ten minutes. `tag_loaded`: a page of this site asked for the tag. The others: what a sender did wrong. */
export type Note = 'sent' | 'span' | 'tag_loaded' | Exclude<SenderFault, 'silent' | 'quiet'>;

interface Noted {
  keyId: number;
  note: Note;
  detail: string;
  n: number;
}

/** How long what was noted waits to be written: one statement for all of it. */
const WRITE_AFTER_MS = 500;
/** What may wait; more is not noted, so that nobody fills the memory with names of their own. */
const MOST_WAITING = 1000;
const DETAIL_LENGTH = 200;
/** Details of one note that are kept of a key, the newest. */
const KEPT_OF_A_NOTE = 20;

/** What senders do, counted in memory and written a moment later: nothing that an answer waits for. */
export class SenderNotes {
  readonly #database: Pick<Database, 'pool'>;
  readonly #now: () => Date;
  #waiting = new Map<string, Noted>();
  /** Sites whose pages asked for the tag, and how often: whose key they have is not in the request. */
  #tags = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Pick<Database, 'pool'>, now: () => Date) {
    this.#database = database;
    this.#now = now;
  }

  add(keyId: number, note: Note, detail = '', n = 1): void {
    const short = detail.replaceAll('\u0000', '').slice(0, DETAIL_LENGTH);
    const name = `${keyId} ${note} ${short}`;
    const there = this.#waiting.get(name);
    if (there) there.n += n;
    else if (this.#waiting.size < MOST_WAITING) this.#waiting.set(name, { keyId, note, detail: short, n });
    this.#wake();
  }

  sent(keyId: number, events: number): void {
    this.add(keyId, 'sent', dayOf(this.#now()), events);
    this.add(keyId, 'span', spanOf(this.#now()), events);
  }

  tagLoaded(origin: string): void {
    if (this.#tags.has(origin) || this.#tags.size < MOST_WAITING)
      this.#tags.set(origin, (this.#tags.get(origin) ?? 0) + 1);
    this.#wake();
  }

  /** Events of the key today, by all processes that have written theirs. */
  async sentToday(keyId: number): Promise<number> {
    await this.write();
    const { rows } = await this.#database.pool.query<{ n: string }>(
      "SELECT n FROM sender_note WHERE key_id = $1 AND note = 'sent' AND detail = $2",
      [keyId, dayOf(this.#now())],
    );
    return Number(rows[0]?.n ?? 0);
  }

  /** Everything that waits; what could not be written waits again. */
  write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(async () => {
      const [notes, tags] = [[...this.#waiting.values()], [...this.#tags]];
      this.#waiting = new Map();
      this.#tags = new Map();
      if (notes.length + tags.length === 0) return;
      try {
        await this.#store(notes, tags);
      } catch {
        for (const { keyId, note, detail, n } of notes) this.add(keyId, note, detail, n);
      }
    });
    return this.#writing;
  }

  #wake(): void {
    this.#timer ??= setTimeout(() => void this.write(), WRITE_AFTER_MS).unref();
  }

  async #store(notes: readonly Noted[], tags: readonly (readonly [string, number])[]): Promise<void> {
    const { rows } = await this.#database.pool.query<{ key_id: number }>(
      `INSERT INTO sender_note AS s (key_id, note, detail, n, last_at)
       SELECT k.id, seen.note, seen.detail, seen.n::bigint, $1::timestamptz FROM write_key AS k JOIN (
         SELECT * FROM unnest($2::int[], $3::text[], $4::text[], $5::int[]) AS of (id, note, detail, n)
       ) AS seen USING (id)
       UNION ALL
       SELECT k.id, 'tag_loaded', tag.origin, tag.n::bigint, $1::timestamptz
       FROM write_key AS k JOIN unnest($6::text[], $7::int[]) AS tag (origin, n) ON tag.origin = ANY (k.origins)
       WHERE k.revoked_at IS NULL
       ORDER BY 1, 2, 3
       ON CONFLICT (key_id, note, detail) DO UPDATE SET n = s.n + excluded.n, last_at = excluded.last_at
       RETURNING key_id`,
      [
        this.#now(),
        notes.map(({ keyId }) => keyId),
        notes.map(({ note }) => note),
        notes.map(({ detail }) => detail),
        notes.map(({ n }) => n),
        tags.map(([origin]) => origin),
        tags.map(([, n]) => n),
      ],
    );
    if (notes.every(({ note }) => COUNTS.has(note))) return;
    await this.#database.pool.query(
      `DELETE FROM sender_note AS s USING (
         SELECT key_id, note, detail, row_number() OVER (PARTITION BY key_id, note ORDER BY last_at DESC, detail) AS place
         FROM sender_note WHERE key_id = ANY ($1) AND note <> ALL ($3)
       ) AS ranked
       WHERE place > $2 AND (s.key_id, s.note, s.detail) = (ranked.key_id, ranked.note, ranked.detail)`,
      [[...new Set(rows.map(({ key_id }) => key_id))], KEPT_OF_A_NOTE, [...COUNTS]],
    );
  }
}

/** What every sender does; of these all are kept as long as notes are. */
const COUNTS: ReadonlySet<Note> = new Set<Note>(['sent', 'span']);

/** The beginning of ten minutes, but for its last figure: `2026-11-20T12:3`. */
export const spanOf = (at: Date): string => at.toISOString().slice(0, 15);
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
