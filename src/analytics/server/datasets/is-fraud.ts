import { type Sql, sql } from '#platform/server/clickhouse/sql.ts';
import type { Setting } from './dataset-sql.ts';

/** Suspect events count as the policy of the package says. */
export const isFraud = ({ suspectCountsAs }: Pick<Setting, 'suspectCountsAs'>): Sql =>
  suspectCountsAs === 'fraud' ? sql`verdict IN ('suspect', 'fraud')` : sql`verdict = 'fraud'`;
