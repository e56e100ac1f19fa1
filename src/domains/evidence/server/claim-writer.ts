import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import type { EvidenceRow } from './tables.ts';

/** Claims that are stored together: each write is a part of its own on the disk. */
const TOGETHER = 65_536;

/** Writes down which events a file claims, under the mark of this try: they count when it is ready. */
export class ClaimWriter {
  readonly #clickhouse: Pick<ClickHouse, 'insert'>;
  readonly #of: Pick<EvidenceRow, 'packageName' | 'claim'>;
  #waiting: { package: string; claim: string | null; day: string; row_id: string }[] = [];

  constructor(clickhouse: Pick<ClickHouse, 'insert'>, of: Pick<EvidenceRow, 'packageName' | 'claim'>) {
    this.#clickhouse = clickhouse;
    this.#of = of;
  }

  async add(events: readonly { row_id: string; day: string }[]): Promise<void> {
    const { packageName, claim } = this.#of;
    for (const { row_id, day } of events) this.#waiting.push({ package: packageName, claim, day, row_id });
    if (this.#waiting.length >= TOGETHER) await this.end();
  }

  /** Whatever is not stored yet. */
  async end(): Promise<void> {
    const rows = this.#waiting;
    this.#waiting = [];
    if (rows.length > 0) await this.#clickhouse.insert('evidence_claim', rows, { tag: 'evidence-claims' });
  }
}
