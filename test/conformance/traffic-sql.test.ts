import { describe, expect, it } from 'vitest';
import { committedSql, TRAFFIC_SQL, trafficSqlText } from '../support/traffic-sql.ts';
import { useClickHouse } from '../support/use-clickhouse.ts';

const clickhouse = useClickHouse({ migrate: false });

describe('the SQL that judges, stages and counts', () => {
  it.each(Object.keys(TRAFFIC_SQL))('is committed as text in %s (npm run sync writes it)', async (path) => {
    expect(await trafficSqlText(clickhouse, path)).toBe(committedSql(path));
  });
});
