import { type Sql, sql } from '#platform/server/clickhouse/sql.ts';
import { DIMENSION_SQL } from '#traffic/event/server/dimension-sql.ts';
import { TRAFFIC_TABLE } from '#traffic/event/server/traffic-where.ts';
import { DATASETS } from '../../contract/datasets.ts';
import { datasetSql } from './dataset-sql.ts';

const countOf = (surroundings: Sql): Sql => sql`countIf(verdict != 'filtered' AND ${surroundings})`;

/** Ads by what they stand beside. */
export const surroundings = datasetSql(DATASETS.placements, {
  table: sql`traffic`,
  columns: { ...TRAFFIC_TABLE, dimensions: DIMENSION_SQL },
  measures: {
    total: () => sql`countIf(verdict != 'filtered')`,
    unsafe: () => countOf(sql`${DIMENSION_SQL.unsafe_topic} != ''`),
    safe: () => countOf(sql`content_category != '' AND ${DIMENSION_SQL.unsafe_topic} = ''`),
    unrated: () => countOf(sql`content_category = ''`),
  },
  order: { unsafe_percentage: sql`unsafe / (unsafe + safe)` },
});
