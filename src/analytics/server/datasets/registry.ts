import type { TableName } from '../../contract/datasets.ts';
import type { DatasetSql } from './dataset-sql.ts';
import { explored } from './explored.ts';
import { surroundings } from './surroundings.ts';
import { traffic } from './traffic.ts';

/** Tables of datasets by their name. */
export type DatasetTables = Readonly<Record<string, DatasetSql>>;

export const DATASET_TABLES: Readonly<Record<TableName | 'explored', DatasetSql>> = {
  traffic,
  surroundings,
  explored,
};
