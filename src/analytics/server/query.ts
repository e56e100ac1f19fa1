import type { Sql } from '#platform/server/clickhouse/sql.ts';
import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import type { AskedKey } from '#traffic/event/contract/keys.ts';
import type { OfPackage } from '#traffic/event/server/held-rows.ts';
import type { MoneySql } from '#traffic/money/server/money-sql.ts';
import type { BoardMeta } from '../contract/rows.ts';
import type { Ranking } from '../contract/widget.ts';
import type { DatasetSql } from './datasets/dataset-sql.ts';
import type { Question } from './question.ts';

/** A question to the table of a dataset as a value: passes complete it, `renderSql` writes it down. */
export interface Query {
  dataset: DatasetSql;
  /** Whose rows it asks for; those of another are refused. */
  package: string;
  /** The dimension that names the rows. */
  name?: DimensionName;
  /** What names the rows instead, under `key_1` and so on. */
  keys?: readonly AskedKey[];
  underPublisher: boolean;
  byDay: boolean;
  timeZone: string;
  /** Where suspect events are counted. */
  suspectIn: BoardMeta['suspect_counts_as'];
  /** What an event costs. */
  money: MoneySql;
  /** Counted measures by name. */
  measures: readonly string[];
  /** All must hold; the scope is the first. */
  where: readonly Sql[];
  order?: { by: string; descending: boolean };
  /** Only the first so many names, over all days, by the order. */
  topNames?: number;
  /** Which rows may stand in a ranking at all. */
  ranked?: Pick<Ranking<string>, 'least' | 'without'>;
  page?: { limit: number; offset: number };
}

/** Under which name the rows of the engine carry a key. */
export const keyAlias = (at: number): string => `key_${at + 1}`;

/** A measure as the engine counts it: a number, or amounts by currency as decimal text. */
export type RawValue = number | Record<string, string>;

/** One row as the engine returns it: its names and, under theirs, the counted measures. */
export interface RawRow extends OfPackage {
  name?: string;
  publisher?: string;
  day?: string;
  /** Number of rows over all pages. */
  groups?: number;
  [measure: string]: RawValue | string | undefined;
}

/** A small rewrite of the query. New behaviour is a new file in `passes` and one line in `compile.ts` or in a shape. */
export type Pass = (query: Query, question: Question) => Query;

/** A small rewrite of the answer. */
export type RowPass = (rows: RawRow[], question: Question) => RawRow[];

/** A count of a row; what was not counted is none. */
export const countIn = (row: RawRow, measure: string): number => {
  const value = row[measure];
  return typeof value === 'number' ? value : 0;
};
