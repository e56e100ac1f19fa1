import type { Sql } from '#platform/server/clickhouse/sql.ts';
import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import type { OfPackage } from '#traffic/event/server/held-rows.ts';
import type { SortKey } from '../contract/widget.ts';
import type { SqlMeasure } from './measure-sql.ts';

/** A question to the table `traffic` as a value: passes complete it, `renderSql` writes it down. */
export interface Query {
  /** Whose traffic it asks for; rows of another are refused. */
  package: string;
  /** The dimension that names the rows. */
  name?: DimensionName;
  underPublisher: boolean;
  byDay: boolean;
  timeZone: string;
  suspectCountsAs: 'clean' | 'fraud';
  measures: readonly SqlMeasure[];
  /** All must hold; the scope is the first. */
  where: readonly Sql[];
  order?: { by: SortKey; descending: boolean };
  /** Only the first so many names, over all days, by the order. */
  topNames?: number;
  page?: { limit: number; offset: number };
}

/** One row as the engine returns it. */
export interface RawRow extends OfPackage {
  name?: string;
  publisher?: string;
  day?: string;
  total: number;
  fraud: number;
  suspect: number;
  unique_events?: number;
  current_month?: number;
  cost_at_risk?: Record<string, string>;
  /** Number of rows over all pages. */
  groups?: number;
}
