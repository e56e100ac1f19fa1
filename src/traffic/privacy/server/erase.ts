import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { Stores } from '#platform/server/stores.ts';
import { told } from '#traffic/changes/server/tell.ts';

const NOW = { mutations_sync: 2, allow_nondeterministic_mutations: 1 } as const;
const TAG = 'erase';

/** By which a person is found in traffic. */
export interface PersonIds {
  device_id?: string | undefined;
  user_id?: string | undefined;
  /** An address in the form the engine writes, without a mask. */
  ip?: string | undefined;
  email?: string | undefined;
}

/**
 * Rows of a person in one package or, without one, in all. Ids
 * are compared without regard to case, as devices write them.
 */
export function personRows(ids: PersonIds, packageName?: string): Sql {
  const text = (value: string) => typed('String', value.toLowerCase());
  const given = [ids.device_id, ids.user_id, ids.email].filter((value) => value !== undefined);
  const ways = [
    ...(ids.device_id === undefined ? [] : [sql`lower(device_id) = ${text(ids.device_id)}`]),
    ...[ids.user_id, ids.email]
      .filter((value) => value !== undefined)
      .map((value) => sql`lower(user_id) = ${text(value)}`),
    ...(ids.ip === undefined ? [] : [sql`ip = toIPv6(${typed('String', ids.ip)})`]),
    // Columns no format of ours knows are kept as they came, and may repeat any id.
    ...[...given, ...(ids.ip === undefined ? [] : [ids.ip])].map(
      (value) => sql`arrayExists(x -> lower(x) = ${text(value)}, mapValues(extra))`,
    ),
  ];
  const any = sql`(${joinSql(ways, ' OR ')})`;
  return packageName === undefined ? any : sql`package = ${typed('String', packageName)} AND ${any}`;
}

const packageRows = (name: string): Sql => sql`package = ${typed('String', name)}`;

/** Events by package. */
export const countEvents = async (clickhouse: ClickHouse, where: Sql): Promise<{ package: string; events: number }[]> =>
  clickhouse.query<{ package: string; events: number }>(
    sql`SELECT package, count() AS events FROM traffic WHERE ${where} GROUP BY package ORDER BY package`,
    { lane: 'heavy', tag: TAG },
  );

/** Ids of the rows, at most this many at once, for what Postgres keeps beside them. */
export const rowIds = async (clickhouse: ClickHouse, where: Sql, limit: number, after: string): Promise<string[]> =>
  (
    await clickhouse.query<{ row_id: string }>(
      sql`SELECT toString(row_id) AS row_id FROM traffic WHERE ${where} AND toString(row_id) > ${typed('String', after)}
        ORDER BY row_id LIMIT ${typed('UInt32', limit)}`,
      { lane: 'heavy', tag: TAG },
    )
  ).map(({ row_id }) => row_id);

/** Removes rows for good: whole months where nothing else is in them, the rest by rewriting. Safe to repeat. */
export async function eraseRows(stores: Stores, where: Sql): Promise<number> {
  return removeRows(stores.clickhouse, where, (remove) =>
    told(stores, sql`SELECT package, ts, row_id FROM traffic WHERE ${where}`, remove),
  );
}

/** What is removed of `traffic` itself is removed within `around`, which may tell of it. */
async function removeRows(
  clickhouse: ClickHouse,
  where: Sql,
  around: (remove: () => Promise<void>) => Promise<void>,
): Promise<number> {
  // Days replaced by another import lie apart until that can be undone no more.
  const replaced = await clickhouse.query(sql`SELECT 1 FROM traffic_replaced WHERE ${where} LIMIT 1`, { tag: TAG });
  if (replaced.length > 0)
    await clickhouse.command(sql`ALTER TABLE traffic_replaced DELETE WHERE ${where}`, { tag: TAG, settings: NOW });
  const events = (await countEvents(clickhouse, where)).reduce((sum, each) => sum + each.events, 0);
  if (events === 0) return 0;
  await clickhouse.command(
    sql`ALTER TABLE import_claim DELETE WHERE row_id IN (SELECT row_id FROM traffic WHERE ${where})`,
    { tag: TAG, settings: NOW },
  );
  const whole = await clickhouse.query<{ month: number }>(
    sql`SELECT toYYYYMM(ts) AS month FROM traffic GROUP BY month HAVING countIf(NOT (${where})) = 0`,
    { lane: 'heavy', tag: TAG },
  );
  await around(async () => {
    for (const { month } of whole)
      await clickhouse.command(sql`ALTER TABLE traffic DROP PARTITION ${trusted(String(month))}`, { tag: TAG });
    await clickhouse.command(sql`ALTER TABLE traffic DELETE WHERE ${where}`, { tag: TAG, settings: NOW });
  });
  return events;
}

/** Removes a package from every table that has one: events first, then what was counted from them. Safe to repeat. */
export async function erasePackage(clickhouse: ClickHouse, name: string): Promise<number> {
  // Nobody can ask for the changes of a package that is gone.
  const events = await removeRows(clickhouse, packageRows(name), (remove) => remove());
  const tables = await clickhouse.query<{ table: string }>(
    sql`SELECT table FROM system.columns JOIN system.tables ON tables.database = columns.database AND tables.name = columns.table
      WHERE columns.database = currentDatabase() AND columns.name = 'package' AND engine LIKE '%MergeTree'
        AND table != 'traffic' ORDER BY table`,
    { tag: TAG },
  );
  for (const { table } of tables)
    await clickhouse.command(sql`ALTER TABLE ${trusted(table)} DELETE WHERE ${packageRows(name)}`, {
      tag: TAG,
      settings: NOW,
    });
  return events;
}
