import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';
import type { Enricher } from '#traffic/enrich/server/enrich.ts';
import { browserRelease, impossibleBefore, systemRelease } from '#traffic/enrich/server/releases.ts';
import { normalOs } from '#traffic/enrich/server/user-agent.ts';

/** What a row says about its device; facts of the agent and the device depend on nothing else but time. */
const TUPLE = ['user_agent', 'declared_os', 'declared_os_version', 'device_model', 'device_brand'] as const;
type Tuple = Record<(typeof TUPLE)[number], string> & { key: string };

export const DEVICE_KEY = trusted(`cityHash64(${TUPLE.map((name) => `toString(${name})`).join(', ')})`);

/** Facts per distinct device tuple, with the days from which on time-dependent facts are derived in SQL. */
export const DEVICE_COLUMNS = {
  key: 'UInt64',
  ua_class: 'LowCardinality(String)',
  ua_bot: 'LowCardinality(String)',
  ua_bot_match: 'LowCardinality(String)',
  browser: 'LowCardinality(String)',
  browser_version: 'LowCardinality(String)',
  os: 'LowCardinality(String)',
  os_version: 'LowCardinality(String)',
  device_type: 'LowCardinality(String)',
  device_signs: 'LowCardinality(String)',
  device_conflict: 'LowCardinality(String)',
  claimed_crawler: 'LowCardinality(String)',
  browser_released: 'Nullable(Date32)',
  os_support_ends: 'Nullable(Date32)',
  browser_seen_from: 'Nullable(Date32)',
  os_seen_from: 'Nullable(Date32)',
} as const;

const ROWS_AT_ONCE = 20_000;

/**
 * Computes facts of every distinct device in `rows` once and fills `table` with them. Returns the crawlers they name.
 */
export async function fillDeviceFacts(
  clickhouse: ClickHouse,
  enricher: Enricher,
  table: Sql,
  rows: Sql,
): Promise<Set<string>> {
  await clickhouse.command(sql`TRUNCATE TABLE ${table}`, { lane: 'heavy' });
  const crawlers = new Set<string>();
  const names = trusted(TUPLE.map((name) => `toString(${name}) AS ${name}`).join(', '));
  const tuples = await clickhouse.query<Tuple>(
    sql`SELECT toString(${DEVICE_KEY}) AS key, ${names} FROM (SELECT DISTINCT ${trusted(TUPLE.join(', '))} FROM (${rows}))`,
    { lane: 'heavy' },
  );
  for (let at = 0; at < tuples.length; at += ROWS_AT_ONCE) {
    const facts = tuples.slice(at, at + ROWS_AT_ONCE).map((tuple) => factsOf(enricher, tuple));
    for (const fact of facts) if (fact.claimed_crawler) crawlers.add(fact.claimed_crawler);
    await clickhouse.insert(table.pieces.join(''), facts, { lane: 'heavy' });
  }
  return crawlers;
}

function factsOf(enricher: Enricher, tuple: Tuple): Record<keyof typeof DEVICE_COLUMNS, string | null> {
  const { device_brand: _brand, device_model: _model, ...agent } = enricher.userAgent(tuple.user_agent);
  const declaredOs = normalOs(tuple.declared_os);
  const os = agent.os || declaredOs;
  // A declared version belongs to the declared system; see enrich-event.ts, which says the same for one event.
  const os_version = agent.os_version || (declaredOs === '' || declaredOs === os ? tuple.declared_os_version : '');
  const device = enricher.device({
    model: tuple.device_model,
    brand: tuple.device_brand,
    os: tuple.declared_os,
    osVersion: tuple.declared_os_version,
    userAgent: tuple.user_agent,
    deviceId: '',
  });
  const system = systemRelease(os, os_version);
  return {
    ...agent,
    key: tuple.key,
    os,
    os_version,
    device_signs: device.device_signs,
    device_conflict: device.device_conflict,
    browser_released: browserRelease(agent.browser, agent.browser_version),
    os_support_ends: system?.supportEnds ?? null,
    browser_seen_from: impossibleBefore('browser', agent.browser, agent.browser_version),
    os_seen_from: impossibleBefore('os', os, os_version),
  };
}
