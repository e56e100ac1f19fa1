import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import type { EvidenceRow } from './tables.ts';
import type { ClaimedEvent } from './write-events.ts';

/** Claims that are stored together: each write is a part of its own on the disk. */
const TOGETHER = 65_536;

/** Writes down which events a file claims, under the mark of this try: they count when it is ready. */
export class ClaimWriter {
  readonly #clickhouse: Pick<ClickHouse, 'insert'>;
  readonly #of: Pick<EvidenceRow, 'packageName' | 'claim'>;
  #waiting: Record<string, string | null>[] = [];

  constructor(clickhouse: Pick<ClickHouse, 'insert'>, of: Pick<EvidenceRow, 'packageName' | 'claim'>) {
    this.#clickhouse = clickhouse;
    this.#of = of;
  }

  /** With the line each is counted in: judged anew since, it would be found in none. */
  async add(events: readonly ClaimedEvent[]): Promise<void> {
    const { packageName, claim } = this.#of;
    for (const { event: one, currency } of events) {
      const { day, row_id, campaign, event, bucket: category } = one;
      this.#waiting.push({ package: packageName, claim, day, row_id, campaign, event, category, currency });
    }
    if (this.#waiting.length >= TOGETHER) await this.end();
  }

  /** Whatever is not stored yet. */
  async end(): Promise<void> {
    const rows = this.#waiting;
    this.#waiting = [];
    if (rows.length > 0) await this.#clickhouse.insert('evidence_claim', rows, { tag: 'evidence-claims' });
  }
}
