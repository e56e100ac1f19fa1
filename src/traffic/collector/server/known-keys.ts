import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { packageTable } from '#platform/server/access/tables.ts';
import { AppError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { OVER_LIMITS } from '#traffic/collector/contract/ingest.ts';
import { Allowance } from './allowance.ts';
import { refuse } from './refuse.ts';
import type { SenderNotes } from './sender-notes.ts';
import { writeKey } from './tables.ts';
import { hashOfKey, isKey, PREFIX } from './write-keys.ts';

/** What a key opens: one package. */
export interface Sender {
  keyId: number;
  packageId: number;
  packageName: string;
  platform: 'web' | 'app';
  origins: readonly string[];
  perSecond: number | null;
  perDay: number | null;
  allowance: Allowance;
}

/** Asked for again after this long; whether it still holds is asked once more before anything is acknowledged. */
const FRESH_MS = 10_000;
/** When it was last used is written at most this often. */
const TOUCH_MS = 60_000;
const MOST_KNOWN = 10_000;

interface Known {
  sender: Sender;
  until: number;
  touched: number;
}

/** Keys of senders, by their secrets. Counts what each sends, in this process. */
export class KnownKeys {
  readonly #database: Pick<Database, 'db'>;
  readonly #now: () => Date;
  readonly #eventsPerSecond: number;
  readonly #notes: SenderNotes;
  readonly #known = new Map<string, Known>();

  constructor(database: Pick<Database, 'db'>, now: () => Date, eventsPerSecond: number, notes: SenderNotes) {
    this.#database = database;
    this.#now = now;
    this.#eventsPerSecond = eventsPerSecond;
    this.#notes = notes;
  }

  /** Who sends. 401 for no key, what is none, or a wrong or revoked one; 403 for a page that may not. */
  async sender(secret: string | undefined, origin: string | undefined): Promise<Sender> {
    if (secret === undefined || secret === '') throw refuse('no_key', {}, { as: 'not_signed_in' });
    if (!isKey(secret)) throw refuse('malformed_key', { prefix: PREFIX }, { as: 'not_signed_in' });
    const known = await this.#find(secret);
    if (!known) throw refuse('wrong_key', {}, { as: 'not_signed_in' });
    const { origins, keyId } = known.sender;
    if (origin !== undefined && !origins.includes('*') && !origins.includes(origin)) {
      this.#notes.add(keyId, 'wrong_origin', origin);
      throw refuse('wrong_origin', { origin: origin.slice(0, 200) }, { as: 'forbidden' });
    }
    return known.sender;
  }

  /** 429 for a key that sends more than it may. */
  count(sender: Sender, events: number): void {
    const { keyId, perDay, allowance } = sender;
    const perSecond = Math.min(sender.perSecond ?? this.#eventsPerSecond, this.#eventsPerSecond);
    try {
      allowance.spend({ perSecond, perDay }, events, this.#now());
    } catch (error) {
      const limit = OVER_LIMITS.find((each) => error instanceof AppError && error.told?.code === `over_${each}`);
      this.#notes.add(keyId, 'too_many', limit ? `${limit} ${limit === 'day' ? perDay : perSecond}` : '', events);
      throw error;
    }
  }

  async #find(secret: string): Promise<Known | undefined> {
    const hash = hashOfKey(secret);
    const name = hash.toString('base64');
    const now = this.#now().getTime();
    const there = this.#known.get(name);
    if (there && performance.now() < there.until) {
      await this.#touch(there, now);
      return there;
    }
    const [row] = await this.#database.db
      .select({ key: writeKey, packageId: packageTable.id, platform: packageTable.platform })
      .from(writeKey)
      .innerJoin(packageTable, and(eq(packageTable.name, writeKey.packageName), eq(packageTable.active, true)))
      .where(eq(writeKey.hash, hash));
    if (!row || row.key.revokedAt) {
      // Who still sends with it has not heard of it.
      if (row) this.#notes.add(row.key.id, 'revoked');
      this.#known.delete(name);
      return undefined;
    }
    const { id: keyId, packageName, origins, perSecond, perDay } = row.key;
    const { packageId, platform } = row;
    const allowance = there?.sender.allowance ?? new Allowance();
    if (perDay !== null) allowance.learn(this.#now(), await this.#notes.sentToday(keyId));
    const sender = { keyId, packageId, packageName, platform, origins, perSecond, perDay, allowance };
    const known = { touched: there?.touched ?? 0, sender, until: performance.now() + FRESH_MS };
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(name, known);
    await this.#touch(known, now);
    return known;
  }

  async #touch(known: Known, now: number): Promise<void> {
    if (now - known.touched < TOUCH_MS) return;
    known.touched = now;
    await this.#database.db
      .update(writeKey)
      .set({ lastUsedAt: new Date(now) })
      .where(
        and(
          eq(writeKey.id, known.sender.keyId),
          or(isNull(writeKey.lastUsedAt), lt(writeKey.lastUsedAt, new Date(now - TOUCH_MS))),
        ),
      );
  }
}
