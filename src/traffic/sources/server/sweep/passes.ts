import { conditionSql } from '#platform/server/clickhouse/condition-sql.ts';
import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { SOURCE_FAMILIES } from '#traffic/event/contract/source-families.ts';
import { TRAFFIC_SQL_FIELDS } from '#traffic/event/server/field-sql.ts';
import { BLOCK } from '#traffic/judge/server/facts/link-facts.ts';
import { AMOUNT_KIND } from '#traffic/judge/server/facts/source-facts-sql.ts';
import { HAS_OWN_SIGN, IS_MARKED_BESIDE } from '#traffic/rules/server/own-signs.ts';
import { LOCAL_HOURS } from './data/local-hours.ts';
import {
  AMOUNT_BINS,
  CTIT_BINS,
  DELAY_BINS,
  EVENT_TIME_BINS,
  FIRST_EVENT_TIME,
  LOWEST_AMOUNT_OCTAVE,
  type MeasureName,
  MODEL_BINS,
  SPENDING_BANDS,
  STAY_DAYS,
  VERSION_BINS,
} from './measures.ts';

/** A client this old counts as old here; what a rule makes of their share is its limit. */
const OLD_BROWSER_MONTHS = 36;
const OLD_SYSTEM_MONTHS = 24;
/** Seconds between two clicks of one person on one campaign that nobody needs to come back. */
const RAPID_SECONDS = 20;
/** Gaps of that kind that make an address a rapid one: five clicks. */
const RAPID_GAPS = 4;
/** Seconds after the install within which nobody has done anything yet but open the app. */
const FAST_EVENT_SECONDS = 10;
const HOUR = 3600;
/** Seconds from click to install kept by how often they occur; the commonest one is what counts. */
const PEAKS = 20;
/** Kinds of revenue and names of events of a source that are kept, the commonest ones with all their amounts and times. */
const KEPT_KINDS = 50;
/**
 * One reading of the day: rows of `traffic`, first put together by `by` when given, then counted per source and family.
 */
export interface Pass {
  name: string;
  rows: Sql;
  by?: Sql;
  /** What `measures` look at of those put together, beside `here`, the number of them. */
  each?: Sql;
  measures: Partial<Record<MeasureName, Sql>>;
}

/** Counts of each value from 0 up to `bins`. A groupArray of bytes and one look per value beats 60 conditions a row. */
const histogram = (value: string, bins: number, condition = 'true'): Sql =>
  trusted(`arrayMap(bin -> countEqual(groupArrayIf(toUInt8(${value}), ${condition}), toUInt8(bin)), range(${bins}))`);

const country = trusted("toString(if(ip_country != '', ip_country, declared_country))");
/** A source may report whatever it likes as a country; what is none counts as unknown, so that a map has few keys. */
const countryCode = sql`if(match(${country}, '^[A-Z]{2}$'), ${country}, '')`;
const offsets = sql`transform(${country}, ${typed(
  'Array(String)',
  LOCAL_HOURS.map(([code]) => code),
)}, CAST(${typed(
  'Array(Float64)',
  LOCAL_HOURS.map(([, hours]) => hours),
)}, 'Array(Int8)'), toInt8(0))`;

const NO_ADDRESS = "toIPv6('::')";
const AGENT = "if(user_agent != '', toString(user_agent), toString(device_model))";

/** Counts by place, a number of the kind and then a bin, of the commonest kinds. */
function ofCommonestKinds(bins: number, place: string, counted: string): Sql {
  const kinds = `sumMap([intDiv(${place}, ${bins})], [${counted}])`;
  const commonest = `arraySlice(arrayReverseSort((kind, events) -> (events, kind), ${kinds}.1, ${kinds}.2), 1, ${KEPT_KINDS})`;
  return trusted(
    `mapFilter((at_bin, of_bin) -> has(${commonest}, intDiv(at_bin, ${bins})), sumMap(map(${place}, ${counted})))`,
  );
}

/** Opening the app is no event that anybody reaches. */
const TIMED =
  "kind = 'app_event' AND install_time <= ts AND event_name NOT IN ('install', 'first_open', 'open', 'launch', 'session_start')";

/**
 * Events by minute of the hour, in hundredths. Each hour counts with the root of its events, and for no more than three:
 * a program beats in every hour, and the bursts after a few messages that went out on the hour must not outweigh the
 * quiet hours beside them.
 */
const MINUTES_OF_HOUR = trusted('groupArray(toUInt8(toMinute(ts))) AS at');
const ROOTS_BY_MINUTE = trusted(
  'arrayMap(rooted -> toUInt64(round(rooted)), sumForEach(arrayMap(bin -> countEqual(at, toUInt8(bin)) * 100 * least(3, sqrt(here)) / here, range(60))))',
);

/** Pairs among those that are counted together. */
const PAIRS = sql`sum(intDiv(here * (here - 1), 2))`;

/** Publishers whose people leave by one address of another country on a day: an exit of a VPN, a gateway of a carrier. */
const SHARED_BY = 3;
/** What everybody's people leave by says nothing of one source. */
const sharedExits = (day: Sql): Sql =>
  sql`SELECT toDate(ts), ip FROM traffic WHERE ${day} AND country_conflict != '' GROUP BY ALL HAVING uniqExact(publisher) >= ${trusted(String(SHARED_BY))}`;

/** Installs whose persons may have come back, and who came (person and day). */
export interface Returns {
  /** On the day of the install. */
  nextDay: { installs: Sql; visits: Sql; payers: Sql };
  /** On each later day, `since` days after the install. */
  later: { installs: Sql; visits: Sql };
}

/** `day` is a condition over `traffic` that selects package and days. */
export function passesOf(day: Sql, { nextDay, later }: Returns): Pass[] {
  const local = sql`SELECT *, positiveModulo(toHour(ts) + ${offsets}, 24) AS local_hour FROM traffic WHERE ${day}`;
  // Asked once for each event: below it each row stands once for every level it counts under.
  const looked = sql`SELECT *, ${conditionSql(HAS_OWN_SIGN, TRAFFIC_SQL_FIELDS)} AS is_signed, is_signed OR ${conditionSql(IS_MARKED_BESIDE, TRAFFIC_SQL_FIELDS)} AS is_marked,
      cityHash64(toStartOfMinute(ts), ip, ${trusted(AGENT)}, campaign, kind, event_name) AS moment
    FROM traffic WHERE ${day}`;
  const counted = (condition: string) => trusted(`countIf(${condition})`);
  const alike = `device_id_class = 'valid' AND device_model != '' AND ip != ${NO_ADDRESS}`;
  const paid = sql`SELECT * FROM traffic WHERE ${day} AND revenue > 0 AND kind IN ${typed('Array(String)', [...SOURCE_FAMILIES.event])}`;
  const ctit = "kind = 'install' AND ctit_seconds >= 0";
  const start = "kind = 'vast_tracking' AND lower(event_name) = 'start'";
  return [
    {
      name: 'counts',
      rows: looked,
      measures: {
        events: sql`count()`,
        clicks: counted("kind = 'click'"),
        located: counted(`ip != ${NO_ADDRESS}`),
        addresses: trusted(`uniqIf(ip, ip != ${NO_ADDRESS})`),
        moments: trusted('uniq(moment)'),
        dated: counted('browser_age_months IS NOT NULL OR os_unsupported_months IS NOT NULL'),
        old: counted(
          `ifNull(browser_age_months, 0) > ${OLD_BROWSER_MONTHS} OR ifNull(os_unsupported_months, 0) > ${OLD_SYSTEM_MONTHS}`,
        ),
        ids: counted("device_id_class != ''"),
        bad_ids: counted("device_id_class IN ('zero', 'malformed', 'missing')"),
        alike_devices: trusted(`uniqIf(device_id, ${alike})`),
        alike_groups: trusted(`uniqIf(cityHash64(ip, device_model, os_version), ${alike})`),
        ctit_hour: counted(`${ctit} AND ctit_seconds <= ${HOUR}`),
        ctit_log: trusted(`round(sumIf(log(1 + ifNull(ctit_seconds, 0)), ${ctit}), 4)`),
        purchases: counted('steps_before_purchase IS NOT NULL'),
        skipped: counted('steps_before_purchase = 0'),
        timed: counted(TIMED),
        fast: counted(`${TIMED} AND dateDiff('second', install_time, ts) < ${FAST_EVENT_SECONDS}`),
        starts: counted(start),
        completes: counted("kind = 'vast_tracking' AND lower(event_name) = 'complete'"),
        requests: counted("kind = 'vast_request'"),
        // Addresses, not events: a traveller who watches a video makes seven of them.
        placed: trusted("uniqIf(ip, ip_class = 'public' AND ip_country != '' AND declared_country != '')"),
        abroad: sql`uniqIf(ip, country_conflict != '' AND (toDate(ts), ip) NOT IN (${sharedExits(day)}))`,
        hosted: counted(`ip != ${NO_ADDRESS} AND ip_class = 'datacenter' AND crawler_check != 'verified'`),
        signed: counted('is_signed'),
        marked: counted('is_marked'),
        errors: counted("kind = 'vast_tracking' AND lower(event_name) = 'error'"),
      },
    },
    {
      name: 'times',
      rows: local,
      measures: {
        hours: histogram('local_hour', 24),
        day_hours: histogram('toHour(ts)', 24),
      },
    },
    {
      name: 'minutes',
      // A video reports its progress within a minute: of a few viewers some minute is always the fullest.
      rows: sql`SELECT * FROM traffic WHERE ${day} AND kind != 'vast_tracking'`,
      by: sql`toHour(ts)`,
      each: MINUTES_OF_HOUR,
      measures: { minutes: ROOTS_BY_MINUTE },
    },
    {
      name: 'devices',
      rows: sql`SELECT * FROM traffic WHERE ${day} AND kind = 'install'`,
      measures: {
        models: histogram(`cityHash64(device_model) % ${MODEL_BINS}`, MODEL_BINS, "device_model != ''"),
        versions: histogram(
          `cityHash64(app_version, sdk_version) % ${VERSION_BINS}`,
          VERSION_BINS,
          "app_version != '' OR sdk_version != ''",
        ),
        ctits: histogram(
          `least(${CTIT_BINS - 1}, floor(2 * log2(1 + greatest(0, ifNull(ctit_seconds, 0)))))`,
          CTIT_BINS,
          'ctit_seconds >= 0',
        ),
      },
    },
    {
      name: 'addresses',
      rows: sql`SELECT * FROM traffic WHERE ${day} AND ip != ${trusted(NO_ADDRESS)}`,
      by: sql`ip`,
      measures: {
        address_squares: sql`sum(here * here)`,
        rapid_addresses: trusted(`countIf(rapid >= ${RAPID_GAPS})`),
      },
    },
    {
      name: 'agents',
      rows: sql`SELECT * FROM traffic WHERE ${day} AND ${trusted(AGENT)} != ''`,
      by: trusted(AGENT),
      measures: {
        agent_events: sql`sum(here)`,
        agents: sql`count()`,
        agent_weight: sql`round(sum(here * log(here)), 4)`,
      },
    },
    {
      name: 'persons',
      rows: sql`SELECT * FROM traffic WHERE ${day} AND person != 0 AND kind IN ('click', 're_click', 'click_impression')`,
      by: sql`person`,
      measures: {
        persons: sql`count()`,
        bands: trusted(
          '[countIf(here = 1), countIf(here = 2), countIf(here BETWEEN 3 AND 4), countIf(here BETWEEN 5 AND 8), countIf(here > 8)]',
        ),
      },
    },
    {
      name: 'peaks',
      rows: sql`SELECT * FROM traffic WHERE ${day} AND kind = 'install' AND ctit_seconds >= 0`,
      by: sql`ctit_seconds`,
      measures: {
        peaks: trusted(
          `CAST(arraySlice(arrayReverseSort(pair -> (pair.2, pair.1), groupArray((toUInt32(each), here))), 1, ${PEAKS}), 'Map(UInt32, UInt64)')`,
        ),
      },
    },
    {
      name: 'amounts',
      rows: paid,
      by: sql`${AMOUNT_KIND} * ${trusted(`${AMOUNT_BINS} + toUInt64(least(${AMOUNT_BINS - 1}, greatest(0, floor(4 * (log2(toFloat64(revenue)) - ${LOWEST_AMOUNT_OCTAVE})))))`)}`,
      measures: {
        paid: sql`sum(here)`,
        amounts: ofCommonestKinds(AMOUNT_BINS, 'each', 'here'),
      },
    },
    {
      name: 'event_times',
      rows: sql`SELECT *, dateDiff('second', assumeNotNull(install_time), ts) AS since FROM traffic WHERE ${day} AND person != 0 AND ${trusted(TIMED)}`,
      by: sql`cityHash64(person, toString(event_name))`,
      each: trusted(
        `toUInt64(any(cityHash64(toString(event_name)) % 1099511627776) * ${EVENT_TIME_BINS} + toUInt64(least(${EVENT_TIME_BINS - 1}, greatest(0, 1 + floor(4 * log2(greatest(1, min(since)) / ${FIRST_EVENT_TIME})))))) AS place`,
      ),
      measures: { event_times: ofCommonestKinds(EVENT_TIME_BINS, 'place', 'toUInt64(1)') },
    },
    {
      name: 'spenders',
      rows: sql`SELECT * FROM (${paid}) WHERE person != 0`,
      by: sql`cityHash64(person, currency)`,
      each: trusted(
        `sum(toFloat64(revenue)) AS spent, any(cityHash64(toString(currency)) % 4294967296) * ${SPENDING_BANDS} AS money`,
      ),
      measures: {
        payers: sql`count()`,
        spenders: trusted(
          `CAST(sumMap([money + toUInt64(least(${SPENDING_BANDS - 1}, greatest(0, floor(log2(spent)) - ${LOWEST_AMOUNT_OCTAVE})))], [toUInt64(1)]), 'Map(UInt64, UInt64)')`,
        ),
      },
    },
    ...(['block', 'model'] as const).map((of) => ({
      name: `${of}s`,
      // A phone once a day; mobile networks put thousands of strangers behind one block.
      rows: sql`SELECT * FROM traffic WHERE ${day} AND kind = 'install' AND wifi != 'false' AND ${trusted(alike)}
        LIMIT 1 BY publisher, sub_publisher, device_id, toDate(ts)`,
      by: trusted(of === 'block' ? BLOCK : `cityHash64(${BLOCK}, device_model)`),
      measures:
        of === 'block' ? { block_mates: sql`sumIf(here, here > 1)`, block_pairs: PAIRS } : { model_pairs: PAIRS },
    })),
    {
      name: 'delays',
      rows: sql`SELECT * FROM traffic WHERE ${day} AND kind = 'click' AND impression_to_click_seconds >= 0`,
      measures: { click_delays: histogram(`least(${DELAY_BINS - 1}, impression_to_click_seconds)`, DELAY_BINS) },
    },
    {
      name: 'returns',
      rows: sql`SELECT *, (person, toDate(ts) + 1) IN (${nextDay.visits}) AS came_back,
          (person, toDate(ts)) IN (${nextDay.payers}) OR (person, toDate(ts) + 1) IN (${nextDay.payers}) AS paid
        FROM (${nextDay.installs})`,
      measures: {
        cohort: sql`count()`,
        returned: sql`countIf(came_back)`,
        cohort_countries: sql`sumMap(map(${countryCode}, toUInt64(1)))`,
        payer_countries: sql`sumMapIf(map(${countryCode}, toUInt64(1)), paid)`,
      },
    },
    {
      name: 'stays',
      rows: sql`SELECT *, (person, toDate(ts)) IN (${later.visits}) AS came_back FROM (${later.installs})`,
      measures: {
        stay_cohorts: histogram('since - 1', STAY_DAYS),
        stayed: histogram('since - 1', STAY_DAYS, 'came_back'),
      },
    },
  ];
}

/** Clicks of an address that came back too soon; the facts of the event say so already. */
export const RAPID_SQL = trusted(`countIf(repeat_gap_seconds < ${RAPID_SECONDS} AND kind IN ('click', 're_click'))`);
