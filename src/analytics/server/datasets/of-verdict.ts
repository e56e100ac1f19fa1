import { type Sql, sql } from '#platform/server/clickhouse/sql.ts';
import type { Setting } from './dataset-sql.ts';

export const IS_SUSPECT = sql`verdict = 'suspect'`;

type Asked = Pick<Setting, 'suspectIn'>;

/** Events counted as clean, and as fraud; suspect ones lie in neither, or in the one that the answer puts them in. */
export const isClean = ({ suspectIn }: Asked): Sql =>
  suspectIn === 'clean' ? sql`verdict IN ('clean', 'suspect')` : sql`verdict = 'clean'`;

export const isFraud = ({ suspectIn }: Asked): Sql =>
  suspectIn === 'fraud' ? sql`verdict IN ('suspect', 'fraud')` : sql`verdict = 'fraud'`;
