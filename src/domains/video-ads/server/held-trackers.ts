import { eq } from 'drizzle-orm';
import { packageTable } from '#platform/server/access/tables.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { creativeTable, trackerTable } from './tables.ts';
import type { PlayerParts } from './video-parts.ts';

export type TrackerRow = typeof trackerTable.$inferSelect;
export type CreativeRow = typeof creativeTable.$inferSelect;

/** What a request for a tag is decided by. */
export interface HeldTracker {
  tracker: TrackerRow;
  creative: CreativeRow | null;
  packageId: number;
}

/** A change is in force within this time. */
const FRESH_MS = 1_000;
const MOST_HELD = 10_000;

/** Asks once for all who want the same, and again when it has become old. */
class Held<K, V> {
  readonly #load: (key: K) => Promise<V | null>;
  readonly #known = new Map<K, { value: Promise<V | null>; until: number }>();

  constructor(load: (key: K) => Promise<V | null>) {
    this.#load = load;
  }

  get(key: K): Promise<V | null> {
    const known = this.#known.get(key);
    if (known && performance.now() < known.until) return known.value;
    if (this.#known.size >= MOST_HELD) this.#known.clear();
    const value = this.#load(key);
    this.#known.set(key, { value, until: performance.now() + FRESH_MS });
    value.catch(() => this.#known.delete(key));
    return value;
  }
}

/** Trackers by their keys; null where there is none. */
export const heldTrackers = ({ db }: Pick<Database, 'db'>) =>
  new Held<string, HeldTracker>(async (key) => {
    const [row] = await db
      .select({ tracker: trackerTable, creative: creativeTable, packageId: packageTable.id })
      .from(trackerTable)
      .innerJoin(packageTable, eq(packageTable.name, trackerTable.packageName))
      .leftJoin(creativeTable, eq(creativeTable.id, trackerTable.creativeId))
      .where(eq(trackerTable.key, key));
    return row ?? null;
  });

/** Names of packages by their numbers: a name may have changed since a tag was answered. */
export const heldPackages = ({ db }: Pick<Database, 'db'>) =>
  new Held<number, string>(async (id) => {
    const [row] = await db.select({ name: packageTable.name }).from(packageTable).where(eq(packageTable.id, id));
    return row?.name ?? null;
  });

/** Names in the register of publishers, by packages. */
export const heldPublishers = ({
  database: { db },
  publisherRegister,
}: Pick<PlayerParts, 'database' | 'publisherRegister'>) =>
  new Held<string, ReadonlySet<string>>(
    async (packageName) => new Set((await publisherRegister.ofPackage(db, packageName)).map(({ name }) => name)),
  );
