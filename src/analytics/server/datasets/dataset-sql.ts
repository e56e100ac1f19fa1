import type { QueryOptions } from '#platform/server/clickhouse/clickhouse.ts';
import type { Sql } from '#platform/server/clickhouse/sql.ts';
import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import type { ScopedTable } from '#traffic/event/server/traffic-where.ts';
import type { MoneySql } from '#traffic/money/server/money-sql.ts';
import type { Dataset } from '../../contract/datasets.ts';
import type { CountedName, Measures } from '../../contract/measure.ts';
import type { BoardMeta } from '../../contract/rows.ts';
import type { Query } from '../query.ts';
import type { Reading } from '../shared-reading.ts';

/** What counting depends on beside the rows. */
export interface Setting {
  suspectIn: BoardMeta['suspect_counts_as'];
  timeZone: string;
  money: MoneySql;
}

type CountSql = (setting: Setting) => Sql;

/** How the table of datasets is read. `columns` say whose a row is; every query is kept to its scope by them. */
export interface DatasetSql {
  table: Sql;
  columns: ScopedTable;
  /** How each counted measure is counted, by its name. */
  measures: Readonly<Record<string, CountSql>>;
  /** What orders rows by a derived measure, over the names of the counted ones; the others stand in the select list. */
  order?: Readonly<Record<string, Sql>>;
  /** Dimensions that conditions of widgets compare as they are stored, where their text would be made for every row. */
  stored?: Readonly<Partial<Record<DimensionName, Sql>>>;
  /** A broader question that several cards share; without it each query is asked as it stands. */
  readingOf?: (query: Query) => Reading | undefined;
  /** What the engine may do for one question, where anybody can ask anything. */
  bounds?: Pick<QueryOptions, 'settings' | 'timeoutSeconds'>;
}

type SqlOf<M extends Measures, D extends DimensionName> = DatasetSql & {
  columns: { dimensions: Readonly<Record<D, Sql>> };
  measures: Readonly<Record<CountedName<M>, CountSql>>;
};

/**
 * The SQL of a dataset and of those that share its table; a
 * dimension or a counted measure without SQL does not compile.
 */
export const datasetSql = <M extends Measures, D extends DimensionName>(
  _of: Pick<Dataset<M, D>, 'measures' | 'dimensions'>,
  written: SqlOf<M, D>,
): DatasetSql => written;
