import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { CLICK_DELAY_SQL } from '#traffic/enrich/server/click-delay.ts';
import type { CrawlerCheck } from '#traffic/enrich/server/enrich.ts';
import { ID_FLAW_SQL } from '#traffic/enrich/server/id-flaw.ts';
import { RELEASED_AFTER, wholeMonthsSql } from '#traffic/enrich/server/releases.ts';
import { RAW_COLUMNS } from '#traffic/event/contract/event.ts';
import { FACTS } from '#traffic/event/contract/facts.ts';
import { EXTRA_COLUMNS } from '../mapping/stage-sql.ts';
import { DEVICE_KEY } from './device-facts.ts';
import { type Found, HEAVY, stagedRows } from './find-facts.ts';
import { REPORT_FACTS_SQL, secondsSql } from './report-facts-sql.ts';
import { WIDE_ROWS, type WorkTables } from './work-tables.ts';

export interface RowOrigin {
  package: string;
  importId: number;
  source: string;
  /** Of the format (`FormatTable.arrival`). */
  arrival?: string | undefined;
}

/** Of the columns that no stored one takes its value from, as the stage keeps them (`EXTRA_COLUMNS`). */
const extraSql = (name: string): Sql =>
  sql`splitByChar('\\x1f', s.extra_values)[indexOf(splitByChar('\\x1f', toString(s.extra_names)), ${text(name)})]`;
const arrivalSql = ({ arrival }: RowOrigin): Sql =>
  arrival === undefined ? sql`now()` : sql`ifNull(parseDateTimeBestEffortOrNull(${extraSql(arrival)}, 'UTC'), now())`;
const text = (value: string): Sql => sql`${typed('String', value)}`;
const seconds = (from: string, to: string): Sql => secondsSql(`s.${from}`, `s.${to}`);
const day = sql`toDate32(s.ts)`;
/** Is the event before a day? False where there is none. */
const beyond = (first: string): Sql => sql`ifNull(${trusted(first)} > ${day}, false)`;
const BEFORE_LIST: CrawlerCheck = 'before_list';

/**
 * Facts of the event alone; the rest are window facts and stay empty here. `enrich-event.ts` is the twin for one event.
 */
const FACT_SQL: Readonly<Record<string, Sql>> = {
  browser_age_months: wholeMonthsSql(sql`d.browser_released`, day),
  os_unsupported_months: wholeMonthsSql(sql`d.os_support_ends`, day),
  crawler_check: sql`multiIf(f.ip_class = '', '', ${beyond('c.listed_from')}, ${text(BEFORE_LIST)}, c.crawler_check)`,
  device_id_class: sql`s.device_id_class`,
  id_flaw: ID_FLAW_SQL,
  device_conflict: sql`multiIf(d.device_conflict != '', d.device_conflict, ${beyond('d.os_seen_from')}, ${text(RELEASED_AFTER.os)},
    ${beyond('d.browser_seen_from')}, ${text(RELEASED_AFTER.browser)}, '')`,
  ctit_seconds: seconds('click_time', 'install_time'),
  click_after_begin_seconds: seconds('install_begin_time', 'click_time'),
  store_click_after_begin_seconds: seconds('install_begin_time', 'referrer_click_time'),
  impression_to_click_seconds: CLICK_DELAY_SQL,
  ...REPORT_FACTS_SQL,
};

const ADDRESS = ['ip_class', 'ip_list', 'ip_country', 'asn', 'as_name'];
const DEVICE = [
  'ua_class',
  'ua_bot',
  'ua_bot_match',
  'browser',
  'browser_version',
  'os',
  'os_version',
  'device_type',
  'device_signs',
];

/** A file has a column of agents or none; of senders each says its own, and what it leaves out it may not know. */
const AGENT_OF_SENDER = sql`if(s.user_agent = '', '', toString(d.ua_class))`;

export interface FactJob {
  tables: WorkTables;
  origin: RowOrigin;
  reportsAgents: boolean;
  /** Some record stands in the file more than once. */
  hasRepeats: boolean;
}

/**
 * Fills the facts of a slice with the stage rows of `where`, in the shape of `traffic`, what was found of them
 * included.
 */
export async function fillFacts(
  clickhouse: ClickHouse,
  { tables, origin, reportsAgents, hasRepeats }: FactJob,
  where: Sql,
  found: Found,
): Promise<void> {
  const rows = stagedRows(tables.stage, where);
  const { devices, addresses, addressFacts, crawlers, facts } = found.tables;
  const asked = found.asksCrawlers;
  const columns: [string, Sql][] = [
    [
      'row_id',
      sql`reinterpretAsUUID(sipHash128(s.hash, toUInt64(${hasRepeats ? sql`greatest(r.occurrence, 1)` : sql`1`})))`,
    ],
    ['package', text(origin.package)],
    ['kind', sql`s.kind`],
    ['ts', sql`s.ts`],
    ['received_at', arrivalSql(origin)],
    ['import_id', sql`${typed('UInt32', origin.importId)}`],
    ['source', text(origin.source)],
    ['record_no', sql`s.record_no`],
    ['person', sql`s.person`],
    ...Object.keys(RAW_COLUMNS).map((name): [string, Sql] => [name, trusted(`s.${name}`)]),
    ...Object.keys(EXTRA_COLUMNS).map((name): [string, Sql] => [name, trusted(`s.${name}`)]),
    ...Object.keys(FACTS).flatMap((name): [string, Sql][] => {
      if ((name === 'ua_class' && !reportsAgents) || (name === 'crawler_check' && !asked)) return [];
      if (ADDRESS.includes(name)) return [[name, trusted(`f.${name}`)]];
      if (name === 'ua_class' && origin.source === 'live') return [[name, AGENT_OF_SENDER]];
      if (DEVICE.includes(name)) return [[name, trusted(`d.${name}`)]];
      if (name === 'email_class') return [[name, found.emailClass]];
      const value = FACT_SQL[name];
      return value ? [[name, value]] : [];
    }),
    ['verdict', sql`'clean'`],
    ['decision', sql`'none'`],
  ];
  const names = trusted(columns.map(([name]) => name).join(', '));
  const values = joinSql(
    columns.map(([name, value]) => sql`${value} AS ${trusted(name)}`),
    ', ',
  );
  // Every join copies all columns of every row, so the narrow ones are made first and empty ones left out.
  const factsOfAddress = sql`SELECT a.ip AS ip, ${trusted(ADDRESS.map((name) => `n.${name} AS ${name}`).join(', '))}
    FROM ${addresses} AS a LEFT ANY JOIN ${addressFacts} AS n ON n.id = a.id`;
  await clickhouse.command(sql`TRUNCATE TABLE ${facts}`, HEAVY);
  await clickhouse.command(
    sql`INSERT INTO ${facts} (${names}) SELECT ${values}
      FROM (SELECT *, ${DEVICE_KEY} AS device_key FROM (${rows})) AS s
      LEFT ANY JOIN ${devices} AS d ON d.key = s.device_key
      LEFT ANY JOIN (${factsOfAddress}) AS f ON f.ip = s.ip
      ${asked ? sql`LEFT ANY JOIN ${crawlers} AS c ON c.claimed_crawler = d.claimed_crawler AND c.ip = s.ip` : sql``}
      ${hasRepeats ? sql`LEFT ANY JOIN ${tables.repeats} AS r ON r.record_no = s.record_no` : sql``}`,
    { ...HEAVY, tag: 'import-facts', settings: { ...WIDE_ROWS, join_use_nulls: 0 } },
  );
}
