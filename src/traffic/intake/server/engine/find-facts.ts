import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { AddressGroups } from '#traffic/enrich/server/address-groups.ts';
import type { Enricher } from '#traffic/enrich/server/enrich.ts';
import { fillAddressFacts } from './address-facts.ts';
import { DEVICE_KEY, fillDeviceFacts } from './device-facts.ts';

/**
 * What the distinct devices, addresses and crawlers of some rows are, and the rows with the facts of each event alone.
 * Two sets take turns: one is filled while the other is judged.
 */
export interface SliceTables {
  devices: Sql;
  addresses: Sql;
  addressFacts: Sql;
  crawlers: Sql;
  facts: Sql;
}

/** What was found out about some stage rows outside the engine. */
export interface Found {
  tables: SliceTables;
  /** Some agent names a crawler whose networks are known. */
  asksCrawlers: boolean;
  /** The class of an event's mail domain. */
  emailClass: Sql;
}

/** Not in the lane of writes, where the rows before these are judged at the same time. */
export const HEAVY = { lane: 'heavy' } as const;

export const stagedRows = (stage: Sql, where: Sql): Sql => sql`SELECT * FROM ${stage} WHERE fault = '' AND ${where}`;

/** Facts that need lists and libraries, once for each distinct device and address among the stage rows of `where`. */
export async function findFacts(
  clickhouse: ClickHouse,
  { enricher, groups, stage, into }: { enricher: Enricher; groups: AddressGroups; stage: Sql; into: SliceTables },
  where: Sql,
): Promise<Found> {
  const rows = stagedRows(stage, where);
  const named = await fillDeviceFacts(clickhouse, enricher, into.devices, rows);
  await fillAddressFacts(clickhouse, enricher, groups, into, rows);
  await fillCrawlers(clickhouse, enricher, into, named, rows);
  const emailClass = await emailClassSql(clickhouse, enricher, rows);
  return { tables: into, asksCrawlers: named.size > 0, emailClass };
}

/** Throw-away domains among those in these rows; few files have any at all. */
async function emailClassSql(clickhouse: ClickHouse, enricher: Enricher, rows: Sql): Promise<Sql> {
  const found = await clickhouse.query<{ domain: string }>(
    sql`SELECT DISTINCT toString(email_domain) AS domain FROM (${rows}) WHERE email_domain != ''`,
    HEAVY,
  );
  if (found.length === 0) return sql`''`;
  const disposable = found.map(({ domain }) => domain).filter((name) => enricher.emailClass(name) === 'disposable');
  return sql`multiIf(trimBoth(s.email_domain) = '', '', has(${typed('Array(String)', disposable)}, toString(s.email_domain)), 'disposable', 'ordinary')`;
}

/**
 * Whether an address belongs to the crawler its agent names; asked only for agents that name one with known networks.
 */
async function fillCrawlers(
  clickhouse: ClickHouse,
  enricher: Enricher,
  tables: SliceTables,
  named: ReadonlySet<string>,
  rows: Sql,
): Promise<void> {
  await clickhouse.command(sql`TRUNCATE TABLE ${tables.crawlers}`, HEAVY);
  if (named.size === 0) return;
  const pairs = await clickhouse.query<{ claimed_crawler: string; ip: string }>(
    sql`SELECT DISTINCT d.claimed_crawler AS claimed_crawler, toString(s.ip) AS ip
      FROM (SELECT ip, ${DEVICE_KEY} AS device_key FROM (${rows})) AS s
      INNER JOIN (SELECT key, claimed_crawler FROM ${tables.devices} WHERE claimed_crawler != '') AS d ON d.key = s.device_key`,
    HEAVY,
  );
  const checks = pairs.map((pair) => {
    const crawler_check = enricher.crawlerCheck(pair.claimed_crawler, pair.ip);
    const listed_from = crawler_check === 'unlisted' ? null : enricher.crawlerListedFrom(pair.claimed_crawler);
    return { ...pair, crawler_check, listed_from };
  });
  await clickhouse.insert(tables.crawlers.pieces.join(''), checks, HEAVY);
}
