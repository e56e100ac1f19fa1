import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { SOURCE_FACT_NAMES } from '#traffic/event/contract/source-facts.ts';
import { SOURCE_FAMILIES } from '#traffic/event/contract/source-families.ts';
import { storedSources } from '#traffic/judge/server/facts/source-facts-sql.ts';
import type { EventRow } from './event-facts.ts';
import { Renewed } from './renewed.ts';

/** What is known of a source on a day, in the order of the registry. */
export interface SourceRow {
  facts: readonly (number | null)[];
  /** Whether amounts of events are compared with its usual ones, which only the engine can look up. */
  hasAmounts: boolean;
}

interface Source {
  package: string;
  day: string;
  family: string;
  publisher: string;
  subPublisher: string;
}

interface Batch {
  wanted: Source[];
  found: Promise<Map<string, SourceRow>>;
}

/** Sources kept; each takes about a kilobyte. */
const MOST_KNOWN = 20_000;

const keyOf = ({ package: name, day, family, publisher, subPublisher }: Source, level: string): string =>
  JSON.stringify([name, level, day, family, publisher, level === 'rest' ? '' : subPublisher]);

const families = new Map<string, string>(
  Object.entries(SOURCE_FAMILIES).flatMap(([family, kinds]) => kinds.map((kind) => [kind, family] as const)),
);

/** Facts of sources as judging looks them up, for one event at a time: whoever asks meanwhile shares one question. */
export class SourceRows {
  readonly #clickhouse: ClickHouse;
  readonly #oldestMs: number | undefined;
  readonly #known = new Map<string, Renewed<SourceRow | null>>();
  #next: Batch | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(clickhouse: ClickHouse, oldestMs?: number) {
    this.#clickhouse = clickhouse;
    this.#oldestMs = oldestMs;
  }

  /** Null where nothing is known of the source on the day of the event, or cannot be asked for at the moment. */
  async of(packageName: string, row: EventRow): Promise<SourceRow | null> {
    // The answer says what was not looked at, which is better than none.
    return this.#renewedOf(packageName, row)
      .get()
      .catch(() => null);
  }

  /** The same of what is in memory; what is not is looked up for the next event of the source. */
  held(packageName: string, row: EventRow): SourceRow | null {
    return this.#renewedOf(packageName, row).held() ?? null;
  }

  #renewedOf(packageName: string, { kind, ts, publisher, sub_publisher: subPublisher }: EventRow) {
    const day = ts.toISOString().slice(0, 10);
    const source = { package: packageName, day, family: families.get(kind) ?? '', publisher, subPublisher };
    const key = keyOf(source, 'sub_publisher');
    let renewed = this.#known.get(key);
    if (!renewed) {
      renewed = new Renewed(() => this.#look(source), this.#oldestMs);
      if (this.#known.size >= MOST_KNOWN) this.#known.clear();
      this.#known.set(key, renewed);
    }
    return renewed;
  }

  async #look(source: Source): Promise<SourceRow | null> {
    this.#next ??= this.#begin();
    this.#next.wanted.push(source);
    const found = await this.#next.found;
    return found.get(keyOf(source, 'sub_publisher')) ?? found.get(keyOf(source, 'rest')) ?? null;
  }

  #begin(): Batch {
    const wanted: Source[] = [];
    const found = this.#running.then(() => {
      this.#next = undefined;
      return this.#load(wanted);
    });
    this.#running = found.catch(() => {});
    return { wanted, found };
  }

  async #load(wanted: readonly Source[]): Promise<Map<string, SourceRow>> {
    const found = new Map<string, SourceRow>();
    for (const name of new Set(wanted.map((each) => each.package))) {
      const own = wanted.filter((each) => each.package === name);
      for (const { level, day, family, publisher, sub_publisher, ...row } of await this.#rows(name, own))
        found.set(keyOf({ package: name, day, family, publisher, subPublisher: sub_publisher }, level), {
          facts: row.facts,
          hasAmounts: row.has_amounts === 1,
        });
    }
    return found;
  }

  #rows(packageName: string, wanted: readonly Source[]) {
    const days = wanted.map(({ day }) => day).sort();
    const range = { from: new Date(days[0] ?? 0), to: new Date(days.at(-1) ?? 0) };
    const named = (of: (source: Source) => string) => typed('Array(String)', [...new Set(wanted.map(of))]);
    return this.#clickhouse.query<{
      level: string;
      day: string;
      family: string;
      publisher: string;
      sub_publisher: string;
      facts: (number | null)[];
      has_amounts: number;
    }>(
      sql`SELECT toString(level) AS level, toString(day) AS day, toString(family) AS family, publisher, sub_publisher,
        [${trusted(SOURCE_FACT_NAMES.join(', '))}] AS facts, notEmpty(usual_amounts) AS has_amounts
      FROM (${storedSources(packageName, range)}) WHERE has(${named(({ day }) => day)}, toString(day))
        AND has(${named(({ publisher }) => publisher)}, toString(publisher))
        AND (level = 'rest' OR has(${named(({ subPublisher }) => subPublisher)}, toString(sub_publisher)))`,
      { tag: 'verdict-sources' },
    );
  }
}
