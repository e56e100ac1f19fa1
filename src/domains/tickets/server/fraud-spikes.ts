import type { NewIncident } from '#domains/tickets/contract/new-incident.ts';
import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { REASON_GROUPS } from '#traffic/event/contract/reasons.ts';
import { DIMENSION_SQL } from '#traffic/event/server/dimension-sql.ts';
import { lastDay } from '#traffic/event/server/newest-day.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';

/** Days before the newest one that say what is usual. */
const BEFORE = 28;
/** Of them so many need traffic: what has no past has no usual share. */
const LEAST_DAYS = 7;
/** Events of a day below which its share is chance. */
const LEAST_EVENTS = 30;
/** The same of the newest day, which somebody is to be called for. */
const LEAST_NEWEST = 100;
/** Robust standard deviations: 1 in 30,000 normal days. */
const DEVIATIONS = 4;
/** A rise of less is nobody's work, however sure. */
const LEAST_RISE = 0.1;
/** Days of one share alone would make every difference infinitely rare. */
const LEAST_SPREAD = 0.01;
/** Median of absolute deviations to a standard deviation, of a normal distribution. */
const MAD_TO_DEVIATION = 1.4826;

export interface DayShare {
  day: string;
  events: number;
  fraud: number;
}

export interface Spike {
  share: number;
  usual: number;
  deviations: number;
  events: number;
  fraud: number;
}

const median = (sorted: readonly number[]): number => {
  const at = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2;
};
const medianOf = (values: readonly number[]): number => median(values.toSorted((a, b) => a - b));

/** Whether the share of a day stands out of those before it; undefined where it does not or too little is known. */
export function spikeOf(days: readonly DayShare[], newest: string): Spike | undefined {
  const now = days.find(({ day }) => day === newest);
  const past = days.filter(({ day, events }) => day < newest && events >= LEAST_EVENTS);
  if (!now || now.events < LEAST_NEWEST || past.length < LEAST_DAYS) return undefined;
  const shares = past.map(({ events, fraud }) => fraud / events);
  const usual = medianOf(shares);
  const spread = MAD_TO_DEVIATION * medianOf(shares.map((share) => Math.abs(share - usual)));
  // A small day swings by itself, however calm the days before were.
  const chance = Math.sqrt((usual * (1 - usual)) / now.events);
  const share = now.fraud / now.events;
  const deviations = (share - usual) / Math.max(spread, chance, LEAST_SPREAD);
  if (deviations < DEVIATIONS || share - usual < LEAST_RISE) return undefined;
  return { share, usual, deviations, events: now.events, fraud: now.fraud };
}

interface Row extends DayShare {
  publisher: string;
  kind: EventKind;
  last: string;
  reason: string;
  channel: string;
  brand: string;
  country: string;
}

/** One incident for each publisher whose newest day stands out, of the kind of events in which it does most. */
export async function findSpikes(
  scope: Scope,
  clickhouse: ClickHouse,
  info: PackageInfo,
  signal?: AbortSignal,
): Promise<NewIncident[]> {
  const newest = await lastDay(clickhouse, info);
  const rows = await sharesByDay(scope, clickhouse, info, newest, signal);
  const series = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${row.kind} ${row.publisher}`;
    series.set(key, [...(series.get(key) ?? []), row]);
  }
  const most = new Map<string, { spike: Spike; row: Row }>();
  for (const days of series.values()) {
    const spike = spikeOf(days, newest);
    const row = days.find(({ day }) => day === newest);
    if (!spike || !row) continue;
    const known = most.get(row.publisher);
    if (!known || known.spike.deviations < spike.deviations) most.set(row.publisher, { spike, row });
  }
  return [...most.values()].map(({ spike, row }) => incidentOf(info, newest, spike, row));
}

function sharesByDay(
  scope: Scope,
  clickhouse: ClickHouse,
  info: PackageInfo,
  newest: string,
  signal: AbortSignal | undefined,
): Promise<Row[]> {
  const where = trafficWhere(scope, {
    package: info.package_name,
    kinds: [],
    from: addDays(newest, -BEFORE),
    to: newest,
    timeZone: info.time_zone,
    where: {},
  });
  const { publisher, channel, brand, country } = DIMENSION_SQL;
  return clickhouse.query<Row>(
    sql`SELECT ${publisher} AS publisher, toString(kind) AS kind, toString(toDate(ts, ${typed('String', info.time_zone)})) AS day,
      countIf(verdict != 'filtered') AS events, countIf(verdict = 'fraud') AS fraud,
      formatDateTime(max(ts), '%Y-%m-%dT%H:%i:%SZ', 'UTC') AS last,
      toString(topKIf(1)(reason, verdict = 'fraud')[1]) AS reason,
      toString(topK(1)(${channel})[1]) AS channel, toString(topK(1)(${brand})[1]) AS brand,
      toString(topK(1)(${country})[1]) AS country
      FROM traffic WHERE ${where} AND ${publisher} != '' GROUP BY 1, 2, 3`,
    { tag: 'fraud-spikes', ...(signal ? { signal } : {}) },
  );
}

/** A group of reasons as cases call it. */
export const labelOf = (group: string): string =>
  new Map<string, string>(Object.entries(REASON_GROUPS)).get(group) ?? '';

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

function incidentOf(info: PackageInfo, day: string, spike: Spike, row: Row): NewIncident {
  const { publisher, kind, reason, channel, brand, country } = row;
  const [group = ''] = reason.split('.');
  const said = `Fraud of ${publisher} rose to ${percent(spike.share)} (usually ${percent(spike.usual)})`;
  return {
    package_name: info.package_name,
    source: 'fraud_spike',
    key: `${day} ${publisher}`.slice(0, 600),
    title: said.slice(0, 300),
    // As boards call it in English: what filters offer is stored, not worded.
    category: labelOf(group),
    sub_category: reason,
    publisher,
    channel,
    brand,
    country,
    evidence: {
      asked: { from: day, to: day, kinds: [kind], where: { publisher: [publisher] } },
      numbers: { ...spike },
      rule_set_version: null,
    },
    happened_at: new Date(row.last),
  };
}
