import type { ClickHouse, QueryOptions } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { columnOfKey, isReadable, partName, partOf } from '#traffic/intake/contract/column-part.ts';
import type { ImportMessage } from '#traffic/intake/contract/import-messages.ts';
import type { StageInput } from './mapping/stage-sql.ts';
import { NOTHING, quoted } from './mapping/value-sql.ts';

/** Ids that are another for each order, click and device. */
const IDS = ['order_id', 'click_id', 'device_id'] as const;
/** A refused tracking id is the same everywhere and no mistake of a mapping. */
const REPORTED: Readonly<Partial<Record<(typeof IDS)[number], string>>> = {
  device_id: `if(device_id_class IN ('zero', 'missing'), '', toString(device_id))`,
};
/** So many records have one value, and most of those that have any. */
const FEWEST = 5;
const MOST = 0.5;

interface Found {
  field: string;
  value: string;
  records: number;
  filled: number;
}

/**
 * Ids that are one value in most of the first records: a placeholder (`12345`, `{clickid}`, `test`) by which every
 * order would be a duplicate of the first. `rows` are stage rows.
 */
export async function oneValueWarnings(
  clickhouse: ClickHouse,
  { mapping, columns }: StageInput,
  rows: Sql,
  names: readonly string[],
  options: QueryOptions,
): Promise<ImportMessage[]> {
  const taken = IDS.filter((id) => {
    const field = mapping.fields[id];
    return field && (field.constant !== undefined || isReadable(field, columns));
  });
  if (taken.length === 0) return [];
  const pairs = taken.map((id) => sql`(${quoted(id)}, ${trusted(REPORTED[id] ?? `toString(${id})`)})`);
  const found = await clickhouse.query<Found>(
    sql`SELECT field, argMax(value, n) AS value, toUInt32(max(n)) AS records, toUInt32(sum(n)) AS filled
      FROM (SELECT pair.1 AS field, trimBoth(pair.2) AS value, count() AS n
        FROM (SELECT arrayJoin([${joinSql(pairs, ', ')}]) AS pair FROM ${rows} WHERE fault = '')
        WHERE value NOT IN ${NOTHING} GROUP BY field, value)
      GROUP BY field HAVING records >= ${trusted(String(FEWEST))} AND records > filled * ${trusted(String(MOST))} ORDER BY field`,
    options,
  );
  return found.map(({ field, value, records, filled }) => ({
    code: 'warn_one_value',
    values: {
      column: field,
      name: nameOf(mapping.fields[field]?.from ?? [], columns, names),
      value: value.slice(0, LONGEST),
      n: String(records),
      all: String(filled),
      share: String(Math.floor((100 * records) / filled)),
    },
  }));
}

const LONGEST = 60;

/** As the file calls it: the first column that is there. */
function nameOf(from: readonly string[], columns: readonly string[], names: readonly string[]): string {
  const key = from.find((each) => columns.includes(columnOfKey(each)));
  if (key === undefined) return '–';
  const part = partOf(key);
  const name = names[columns.indexOf(columnOfKey(key))] ?? key;
  return part ? partName(name, part) : name;
}
