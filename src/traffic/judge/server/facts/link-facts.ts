/**
 * Facts that depend on events of other persons: the same order, the same click id, alike devices behind one address.
 * They cannot be had slice by slice of persons, so they are computed over stored events once the rows of an import lie
 * there, for the keys it touches. They count by event time, ties told apart by row id, never by order of arrival.
 */
import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { isPlaceholder } from '#traffic/event/server/placeholder.ts';
import { ADDRESS_KINDS } from '#traffic/rules/server/event-kinds.ts';
import { withFullest } from './fullest.ts';
import type { LinkPart } from './link-part.ts';
import { SELLERS } from './seller-link.ts';

/** Columns the keys are made from, with their types: what an undo must remember of the rows it removes. */
export const LINK_INPUT = {
  kind: 'LowCardinality(String)',
  order_id: 'String',
  click_id: 'String',
  person: 'UInt64',
  device_id_class: 'LowCardinality(String)',
  ip: 'IPv6',
  publisher: 'LowCardinality(String)',
  ts: "DateTime64(3, 'UTC')",
  ip_class: 'LowCardinality(String)',
  device_model: 'LowCardinality(String)',
  os: 'LowCardinality(String)',
  os_version: 'LowCardinality(String)',
  carrier: 'LowCardinality(String)',
  wifi: 'LowCardinality(String)',
  declared_domain: 'LowCardinality(String)',
  system_domain: 'LowCardinality(String)',
  seller_id: 'LowCardinality(String)',
} as const;

const MS = trusted('toUnixTimestamp64Milli(ts)');
const SAME = trusted('row_id, kind, ts, import_id');

/** An order is one buyer's, and a receipt that is sold on goes to a few: what so many persons share names no order. */
const MOST_BUYERS = trusted('20');

const ORDERS: LinkPart = {
  id: 'orders',
  columns: { order_repeat: 'LowCardinality(String)' },
  // A refund carries the order it takes back.
  keyed: sql`kind IN ('app_event', 'web_event', 're_event') AND order_id != ''`,
  key: sql`cityHash64(order_id)`,
  find: (rows) => sql`
SELECT ${SAME}, old_order_repeat, multiIf(nth = 1 OR buyers > ${MOST_BUYERS} OR ${isPlaceholder('order_id')}, '', buyer = 0 OR buyer = person, 'same_person', 'another_person') AS order_repeat
FROM (
  SELECT ${SAME}, person, order_id, old_order_repeat, row_number() OVER booked AS nth, first_value(person) OVER booked AS buyer,
    uniqExact(person) OVER (PARTITION BY order_id, event_name) AS buyers
  FROM (SELECT ${SAME}, person, order_repeat AS old_order_repeat, order_id, event_name FROM (${rows}) WHERE revenue >= 0)
  WINDOW booked AS (PARTITION BY order_id, event_name ORDER BY ts, row_id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
)`,
};

const CLICK_IDS: LinkPart = {
  id: 'click-ids',
  columns: { click_id_repeats: 'Nullable(Int32)' },
  // Impressions of one page may share the id of its auction; a click is one click.
  keyed: sql`kind IN ('click', 're_click') AND click_id != ''`,
  key: sql`cityHash64(click_id)`,
  find: (rows) => sql`
SELECT ${SAME}, old_click_id_repeats, if(nth = 1 OR ${isPlaceholder('click_id')}, NULL, toInt32(nth - 1)) AS click_id_repeats
FROM (
  SELECT ${SAME}, click_id, old_click_id_repeats, row_number() OVER (PARTITION BY kind, click_id ORDER BY ts, row_id) AS nth
  FROM (SELECT ${SAME}, click_id_repeats AS old_click_id_repeats, click_id FROM (${rows}))
)`,
};

/** One click brings one person; what so many quote is the id of a campaign, or of nothing. */
const MOST_INSTALLERS = trusted('20');

const INSTALLERS: LinkPart = {
  id: 'installers',
  columns: { click_id_installers: 'Nullable(Int32)' },
  keyed: sql`kind = 'install' AND click_id != '' AND person != 0`,
  key: sql`cityHash64(click_id)`,
  shared: sql`min(person) != max(person)`,
  find: (rows) => sql`
SELECT ${SAME}, old_click_id_installers,
  if(persons > 1 AND persons <= ${MOST_INSTALLERS} AND NOT ${isPlaceholder('click_id')}, toInt32(persons), NULL) AS click_id_installers
FROM (
  SELECT ${SAME}, click_id, click_id_installers AS old_click_id_installers, uniqExact(person) OVER (PARTITION BY click_id) AS persons
  FROM (${rows})
)`,
};

/** A desktop page of a phone, and models a browser hides (`K`), contradict nothing. */
const OS_DIFFERS = `c.os != '' AND i.os != '' AND c.os != i.os AND c.os NOT IN ('macOS', 'Mac OS', 'Linux', 'Windows', 'ChromeOS')`;
const MODEL_DIFFERS = `c.model NOT IN ('', 'k') AND i.model != '' AND c.model != i.model`;

const CLICKED: LinkPart = {
  id: 'clicked',
  columns: { click_device_conflict: 'LowCardinality(String)', click_country_conflict: 'LowCardinality(String)' },
  keyed: sql`kind IN ('click', 'install') AND click_id != ''`,
  key: sql`cityHash64(click_id)`,
  find: (rows) => sql`
SELECT i.row_id AS row_id, i.kind AS kind, i.ts AS ts, i.import_id AS import_id,
  i.old_device AS old_click_device_conflict, i.old_country AS old_click_country_conflict,
  multiIf(c.click_id = '', '', ${trusted(OS_DIFFERS)}, concat(c.os, ' ≠ ', i.os), ${trusted(MODEL_DIFFERS)}, concat(c.model, ' ≠ ', i.model), '') AS click_device_conflict,
  if(c.country != '' AND i.country != '' AND c.country != i.country, concat(c.country, ' ≠ ', i.country), '') AS click_country_conflict
FROM (SELECT ${SAME}, click_id, toString(click_device_conflict) AS old_device, toString(click_country_conflict) AS old_country,
    toString(os) AS os, lower(toString(device_model)) AS model, if(ip_class = 'public', toString(ip_country), '') AS country
  FROM (${rows}) WHERE kind = 'install') AS i
LEFT ANY JOIN (
  SELECT click_id, argMin(toString(os), (ts, row_id)) AS os, argMin(lower(toString(device_model)), (ts, row_id)) AS model,
    argMin(if(ip_class = 'public', toString(ip_country), ''), (ts, row_id)) AS country
  FROM (SELECT click_id, os, device_model, ip_class, ip_country, ts, row_id FROM (${rows}) WHERE kind = 'click' AND NOT ${isPlaceholder('click_id')})
  GROUP BY click_id
) AS c ON c.click_id = i.click_id`,
};

/** /24 of IPv4 (which is stored v4-mapped), /48 of IPv6. */
export const BLOCK = `IPv6CIDRToRange(ip, if(startsWith(toString(ip), '::ffff:'), 120, 48)).1`;

const BLOCKS: LinkPart = {
  id: 'blocks',
  columns: { block_installs_1h: 'Nullable(Int32)', block_installs_7d: 'Nullable(Int32)' },
  keyed: sql`kind = 'install' AND device_model != '' AND ip != toIPv6('::')`,
  key: trusted(`cityHash64(${BLOCK}, toString(device_model), toString(os))`),
  find: (rows) => sql`
SELECT ${SAME}, old_block_installs_1h, old_block_installs_7d, if(hour > 1, hour, NULL) AS block_installs_1h,
  if(week > 1, week, NULL) AS block_installs_7d FROM (
${withFullest(
  sql`SELECT ${SAME}, link_key, ${MS} AS ms, block_installs_1h AS old_block_installs_1h,
    block_installs_7d AS old_block_installs_7d FROM (${rows})`,
  { key: 'link_key', spans: { hour: 3_600, week: 604_800 } },
)})`,
};

const ADDRESSES: LinkPart = {
  id: 'addresses',
  columns: { address_ids_24h: 'Nullable(Int32)', address_ids_percent: 'Nullable(Int32)' },
  // Mobile networks put thousands of phones behind one address: what is not on Wi-Fi is no neighbour.
  keyed: sql`kind = 'install' AND device_model != '' AND ip != toIPv6('::') AND wifi != 'false'`,
  key: sql`cityHash64(ip)`,
  // An id counts where it is first seen; a reinstall under the old id is no new phone.
  find: (rows) => {
    const marked = sql`SELECT ${SAME}, link_key, phone, ${MS} AS ms,
      address_ids_24h AS old_address_ids_24h, address_ids_percent AS old_address_ids_percent,
      device_id_class = 'valid' AND row_number() OVER (PARTITION BY link_key, phone, lower(device_id) ORDER BY ts, row_id) = 1 AS fresh
      FROM (SELECT *, cityHash64(toString(device_model), toString(os), toString(os_version), toString(carrier)) AS phone FROM (${rows}))`;
    const own = withFullest(marked, { key: 'link_key, phone, fresh', spans: { n: 86_400 } });
    return sql`
SELECT ${SAME}, old_address_ids_24h, old_address_ids_percent, if(fresh = 1 AND n > 1, n, NULL) AS address_ids_24h,
  if(fresh = 1 AND n > 1, toInt32(round(100 * n / everybody)), NULL) AS address_ids_percent
FROM (${withFullest(own, { key: 'link_key, fresh', spans: { everybody: 86_400 } })})`;
  },
};

const WEEK_MS = 7 * 86_400_000;
const ADDRESS_KIND_LIST = trusted(`(${ADDRESS_KINDS.map((kind) => `'${kind}'`).join(', ')})`);
/** Weeks begin twice, half a week apart: company across the end of one lies within the other. */
const personsOf = (shift: number, among: string): string =>
  `uniqExactIf(person, person != 0) OVER (PARTITION BY ${among}, intDiv(toUnixTimestamp64Milli(ts) + ${shift}, ${WEEK_MS}))`;
const fullerWeek = (among: string): Sql =>
  trusted(`greatest(${personsOf(0, among)}, ${personsOf(WEEK_MS / 2, among)})`);

/** What browsers write who hide their model; it is no other phone. */
const HIDDEN_MODEL = trusted(`'k'`);

const MODELS: LinkPart = {
  id: 'models',
  columns: { device_models_7d: 'Nullable(Int32)' },
  keyed: sql`kind IN ('click', 're_click', 'install') AND device_id_class = 'valid' AND person != 0 AND lower(device_model) NOT IN ('', ${HIDDEN_MODEL})`,
  // Channels spell a model in their own way: clicks are held against clicks, installs against installs.
  key: sql`cityHash64(person, toString(kind))`,
  shared: sql`min(device_model) != max(device_model)`,
  find: (rows) => {
    const weekly = (shift: number): string =>
      `uniqExact(lower(device_model)) OVER (PARTITION BY link_key, intDiv(toUnixTimestamp64Milli(ts) + ${shift}, ${WEEK_MS}))`;
    return sql`
SELECT ${SAME}, old_device_models_7d, if(models > 1, toInt32(models), NULL) AS device_models_7d
FROM (
  SELECT ${SAME}, device_models_7d AS old_device_models_7d, ${trusted(`greatest(${weekly(0)}, ${weekly(WEEK_MS / 2)})`)} AS models
  FROM (${rows})
)`;
  },
};

/** Messages are tapped within minutes. A burst lies in the stretch in which it began, or across its end. */
const BURST_MS = 1_800_000;
const STRETCHES_OF_DAY = 86_400_000 / BURST_MS;
/** So many events, and so many times as many as the day has in the mean, are a burst. */
const BURST = { events: 5, times: 5 } as const;

/** A message that goes out to the lists of many publishers brings people to all of them in the same minutes. */
const BURSTS: LinkPart = {
  id: 'bursts',
  columns: { burst_publishers: 'Nullable(Int32)' },
  keyed: sql`kind IN ('re_click', 're_event') AND publisher != ''`,
  key: sql`cityHash64(kind, toDate(ts))`,
  find: (rows) => {
    const stretch = (shift: number): string => `intDiv(toUnixTimestamp64Milli(ts) + ${shift}, ${BURST_MS})`;
    const shifts = [0, BURST_MS / 2];
    const counted = shifts.map(
      (shift, nth) => `count() OVER (PARTITION BY link_key, publisher, ${stretch(shift)}) AS n${nth}`,
    );
    const bursts = shifts.map(
      (shift, nth) =>
        `uniqExactIf(publisher, n${nth} >= ${BURST.events} AND n${nth} * ${STRETCHES_OF_DAY} >= ${BURST.times} * of_day)
          OVER (PARTITION BY link_key, ${stretch(shift)}) AS publishers${nth}`,
    );
    return sql`
SELECT ${SAME}, old_burst_publishers, if(greatest(publishers0, publishers1) > 1, toInt32(greatest(publishers0, publishers1)), NULL) AS burst_publishers
FROM (
  SELECT ${SAME}, old_burst_publishers, ${trusted(bursts.join(', '))}
  FROM (
    SELECT ${SAME}, link_key, publisher, burst_publishers AS old_burst_publishers,
      ${trusted(counted.join(', '))}, count() OVER (PARTITION BY link_key, publisher) AS of_day
    FROM (${rows})
  )
)`;
  },
};

/** A way out that people share brings them to every publisher; the names of a server mostly come to one. */
const HOSTS: LinkPart = {
  id: 'hosts',
  columns: { hosted_persons_7d: 'Nullable(Int32)' },
  keyed: sql`ip_class = 'datacenter' AND kind IN ${ADDRESS_KIND_LIST}`,
  key: sql`cityHash64(ip)`,
  find: (rows) => sql`
SELECT ${SAME}, old_hosted_persons_7d, if(persons > 1 AND 3 * persons >= 2 * everybody, toInt32(persons), NULL) AS hosted_persons_7d
FROM (
  SELECT ${SAME}, hosted_persons_7d AS old_hosted_persons_7d,
    ${fullerWeek('link_key, publisher')} AS persons, ${fullerWeek('link_key')} AS everybody
  FROM (${rows})
)`,
};

/** A home has a handful of browsers; behind a gateway are hundreds. */
const MOST_AGENTS = trusted('20');

/** Without a sound device id a person is an address with an agent, so persons of an address are its agents. */
const AGENTS: LinkPart = {
  id: 'agents',
  columns: { address_agents_7d: 'Nullable(Int32)' },
  keyed: sql`ip_class = 'public' AND device_id_class != 'valid' AND person != 0 AND kind IN ('impression', 'click', 'visit')`,
  key: sql`cityHash64(ip)`,
  shared: sql`min(person) != max(person)`,
  find: (rows) => sql`
SELECT ${SAME}, old_address_agents_7d, if(agents > 1 AND agents <= ${MOST_AGENTS} AND 3 * agents >= 2 * everybody, toInt32(agents), NULL) AS address_agents_7d
FROM (
  SELECT ${SAME}, address_agents_7d AS old_address_agents_7d,
    ${fullerWeek('link_key, publisher')} AS agents, ${fullerWeek('link_key')} AS everybody
  FROM (${rows})
)`,
};

export const LINK_PARTS: readonly LinkPart[] = [
  ORDERS,
  CLICK_IDS,
  INSTALLERS,
  CLICKED,
  BLOCKS,
  ADDRESSES,
  HOSTS,
  AGENTS,
  MODELS,
  BURSTS,
  SELLERS,
];

export interface LinkedRows {
  package: string;
  /** Rows whose keys are meant, with the columns of LINK_INPUT. */
  own: Sql;
  /** Cuts the keys. */
  part: Sql;
  /** Leaves out rows that share their key with no other: no fact says anything of them. One reading more. */
  sharedOnly: boolean;
}

/** Stored rows of the package that have a key in common with `own`. */
export function linkedRows(link: LinkPart, { package: packageName, own, part, sharedOnly }: LinkedRows): Sql {
  const stored = sql`FROM traffic WHERE package = ${typed('String', packageName)} AND ${link.keyed} AND ${part}
    AND ${link.key} IN (SELECT ${link.key} FROM (${own}) WHERE ${link.keyed} AND ${part})`;
  const shared = sql`AND ${link.key} IN (SELECT ${link.key} AS shared_key ${stored} GROUP BY shared_key HAVING ${link.shared ?? sql`count() > 1`})`;
  return sql`SELECT *, ${link.key} AS link_key ${stored} ${sharedOnly ? shared : sql``}`;
}
