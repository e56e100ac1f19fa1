import { randomBytes } from 'node:crypto';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { Stores } from '#platform/server/stores.ts';
import { toldGone } from '#traffic/changes/server/tell.ts';

/** Mutations are waited for: what was promised to be gone is gone when the call returns, not some time later. */
const NOW = { mutations_sync: 2 } as const;
const TAG = 'privacy';

/** Events of days that were replaced by another import; kept so that it can be undone, and events all the same. */
const REPLACED = trusted('traffic_replaced');

async function anyIn(clickhouse: ClickHouse, table: Sql, where: Sql): Promise<boolean> {
  const rows = await clickhouse.query(sql`SELECT 1 FROM ${table} WHERE ${where} LIMIT 1`, { lane: 'heavy', tag: TAG });
  return rows.length > 0;
}

/** Events of a package before this moment are due. */
export interface Due {
  package: string;
  before: Date;
}

export interface Expired {
  events: number;
  /** ISO; null when there is nothing. */
  oldest: string | null;
  newest: string | null;
}

const rowsOf = ({ package: name, before }: Due): Sql =>
  sql`package = ${typed('String', name)} AND ts < ${typed('DateTime64(3)', before)}`;

/** What a retention would remove now. */
export async function expiredEvents(clickhouse: ClickHouse, due: Due): Promise<Expired> {
  const [row] = await clickhouse.query<{ events: number; oldest: string; newest: string }>(
    sql`SELECT count() AS events, formatDateTime(min(ts), '%FT%TZ') AS oldest, formatDateTime(max(ts), '%FT%TZ') AS newest
      FROM traffic WHERE ${rowsOf(due)}`,
    { lane: 'heavy', tag: TAG },
  );
  return row && row.events > 0 ? row : { events: 0, oldest: null, newest: null };
}

/**
 * Removes what is due. A month in which everything is due goes as a whole, which costs nothing; of the others the rows
 * are rewritten. Returns the number of events removed by package. Safe to repeat.
 */
export async function removeExpired(stores: Stores, dues: readonly Due[]): Promise<Map<string, number>> {
  const { clickhouse } = stores;
  const removed = new Map<string, number>();
  if (dues.length === 0) return removed;
  for (const due of dues) {
    removed.set(due.package, (await expiredEvents(clickhouse, due)).events);
    if (await anyIn(clickhouse, REPLACED, rowsOf(due)))
      await clickhouse.command(sql`ALTER TABLE ${REPLACED} DELETE WHERE ${rowsOf(due)}`, { tag: TAG, settings: NOW });
  }
  const wanted = dues.filter(({ package: name }) => (removed.get(name) ?? 0) > 0);
  if (wanted.length === 0) return removed;
  await dropClaims(clickhouse, wanted);
  await toldGone(stores, wanted, async () => {
    for (const month of await wholeMonths(clickhouse, wanted))
      await clickhouse.command(sql`ALTER TABLE traffic DROP PARTITION ${trusted(String(month))}`, { tag: TAG });
    for (const due of wanted)
      if ((await expiredEvents(clickhouse, due)).events > 0)
        await clickhouse.command(sql`ALTER TABLE traffic DELETE WHERE ${rowsOf(due)}`, { tag: TAG, settings: NOW });
  });
  return removed;
}

/** Months whose every row, of whatever package, is due. */
async function wholeMonths(clickhouse: ClickHouse, dues: readonly Due[]): Promise<number[]> {
  const any = joinSql(
    dues.map((due) => sql`(${rowsOf(due)})`),
    ' OR ',
  );
  const rows = await clickhouse.query<{ month: number }>(
    sql`SELECT toYYYYMM(ts) AS month FROM traffic GROUP BY month HAVING countIf(NOT (${any})) = 0 ORDER BY month`,
    { lane: 'heavy', tag: TAG },
  );
  return rows.map(({ month }) => month);
}

async function dropClaims(clickhouse: ClickHouse, dues: readonly Due[]): Promise<void> {
  for (const due of dues)
    await clickhouse.command(
      sql`ALTER TABLE import_claim DELETE WHERE package = ${typed('String', due.package)}
        AND row_id IN (SELECT row_id FROM traffic WHERE ${rowsOf(due)})`,
      { tag: TAG, settings: { ...NOW, allow_nondeterministic_mutations: 1 } },
    );
}

/** IPv4 keeps its /24, IPv6 its /48: enough for country and network, too little for a household. */
const TRUNCATED = trusted(
  "tupleElement(if(startsWith(IPv6NumToString(ip), '::ffff:'), IPv6CIDRToRange(ip, 120), IPv6CIDRToRange(ip, 48)), 1)",
);

const untruncated = (due: Due): Sql => sql`${rowsOf(due)} AND ip != ${TRUNCATED}`;

export async function untruncatedEvents(clickhouse: ClickHouse, due: Due): Promise<number> {
  const [row] = await clickhouse.query<{ events: number }>(
    sql`SELECT count() AS events FROM traffic WHERE ${untruncated(due)}`,
    { lane: 'heavy', tag: TAG },
  );
  return row?.events ?? 0;
}

/**
 * Takes the last part off addresses. Facts made from the whole address stay. The key of a person without a device id
 * was made from its address and could be found again by trying all addresses, so it gets another one, with a secret
 * that is forgotten when this returns: events of one run stay together, nobody can be found. Returns the events
 * changed.
 */
export async function truncateAddresses(clickhouse: ClickHouse, due: Due): Promise<number> {
  const events = await untruncatedEvents(clickhouse, due);
  const secret = typed('String', randomBytes(32).toString('base64url'));
  for (const table of [trusted('traffic'), REPLACED]) {
    if (!(await anyIn(clickhouse, table, untruncated(due)))) continue;
    await clickhouse.command(
      sql`ALTER TABLE ${table} UPDATE ip = ${TRUNCATED},
        person = if(device_id_class = 'valid' OR person = 0, person, sipHash64(concat(${secret}, toString(person))))
        WHERE ${untruncated(due)}`,
      { tag: TAG, settings: NOW },
    );
  }
  return events;
}
