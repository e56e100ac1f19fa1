import { addDays, todayIn } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { Stores } from '#platform/server/stores.ts';
import { closingDay } from '#traffic/event/contract/closing.ts';
import type { Verdict } from '#traffic/event/contract/event.ts';
import { momentsOf } from '#traffic/event/server/covered-days.ts';
import { lastDay } from '#traffic/event/server/newest-day.ts';
import { openScratch } from '#traffic/event/server/scratch.ts';
import type { Policy } from '#traffic/judge/server/load-policy.ts';
import { inSpan, lastMoment, previewChanges, type Span } from '#traffic/judge/server/preview.ts';
import { moneyBetween } from '#traffic/money/server/load-money.ts';
import type { MoneySql } from '#traffic/money/server/money-sql.ts';
import { PREVIEW_SAMPLES, type ReplayResult, type ReplaySample } from '#traffic/rule-sets/contract/replay.ts';
import { addUpReplay, type BookedRow, type Breakdown } from './add-up.ts';
import { type FoundSample, SAMPLE, samplesOf } from './samples.ts';

export interface ReplayQuestion {
  packageInfo: PackageInfo;
  /** Judges all of the span. */
  policy: Policy;
  span: Span;
  baseVersion: number;
}

/** What a rule set would do to the stored events of a span. One question over stored facts; nothing is written. */
export async function replay(stores: Stores, question: ReplayQuestion, signal?: AbortSignal): Promise<ReplayResult> {
  const { clickhouse: ch } = stores;
  const { packageInfo, span } = question;
  const started = performance.now();
  const options = { tag: 'rule-replay', ...(signal ? { signal } : {}) };
  const last = await lastMoment(ch, span);
  const money = await moneyBetween(stores, packageInfo.package_name, { first: span.from, last });
  const booked = await bookedOf(ch, question, money, options);
  const versions = [...new Set(booked.map(({ version }) => version))].sort((a, b) => a - b);
  const { breakdowns, samples } = await changesOf(stores, question, { versions, money }, options);
  const from = todayIn(packageInfo.time_zone, span.from);
  const added = addUpReplay(booked, breakdowns, from);
  const months = new Map<string, number>();
  for (const { day, changed } of added.days)
    if (changed > 0) months.set(day.slice(0, 7), (months.get(day.slice(0, 7)) ?? 0) + changed);
  return {
    package_name: packageInfo.package_name,
    time_zone: packageInfo.time_zone,
    base_version: question.baseVersion,
    from,
    ...added,
    samples,
    closed_months: [...months]
      .map(([month, changed]) => ({ month, changed }))
      .filter(({ month }) => packageInfo.today >= closingDay(`${month}-01`)),
    took_ms: Math.round(performance.now() - started),
  };
}

interface Options {
  tag: string;
  signal?: AbortSignal;
}

/**
 * What is booked now, by everything a preview breaks down by, and by which versions. Put together by one number: a
 * table of groups with seven columns in its keys, four of them names, takes twice as long.
 */
function bookedOf(
  ch: ClickHouse,
  { packageInfo, span }: ReplayQuestion,
  { amount, currency, assumed }: MoneySql,
  options: Options,
): Promise<(BookedRow & { version: number })[]> {
  const day = sql`toDate(ts, ${typed('String', packageInfo.time_zone)})`;
  return ch.query(
    sql`SELECT toString(any(${day})) AS day, toString(any(t.kind)) AS kind, toString(any(t.publisher)) AS publisher,
      toString(any(t.verdict)) AS verdict, toString(any(t.reason)) AS reason, toString(any(t.spent_in)) AS currency,
      any(rule_version) AS version, count() AS events, toFloat64(sum(t.spent)) AS amount,
      max(t.is_assumed AND t.spent != 0) AS assumed
      FROM (SELECT ts, kind, publisher, verdict, reason, rule_version, ${currency} AS spent_in, ${amount} AS spent, ${assumed} AS is_assumed FROM traffic WHERE ${inSpan(span)}) AS t
      GROUP BY cityHash64(t.publisher) + 3 * cityHash64(t.reason) + 5 * cityHash64(t.spent_in)
        + 7 * intHash64(toUInt64(${day}) * 65536 + toUInt64(t.kind) * 256 + toUInt64(t.verdict)) + 11 * toUInt64(t.rule_version)`,
    { ...options, lane: 'heavy' },
  );
}

interface ChangeRow {
  dimension: Breakdown['dimension'];
  key: string;
  from: Verdict;
  to: Verdict;
  currency: string;
  events: number;
  amount: number;
  assumed: number;
  samples: FoundSample[];
}

/** Changed events added up by each breakdown, and samples of them. */
async function changesOf(
  stores: Stores,
  { packageInfo, policy, span }: ReplayQuestion,
  { versions, money }: { versions: readonly number[]; money: MoneySql },
  options: Options,
): Promise<{ breakdowns: Breakdown[]; samples: ReplaySample[] }> {
  const zone = typed('String', packageInfo.time_zone);
  await using scratch = openScratch(stores.clickhouse);
  const changed = await previewChanges(scratch, stores.database, { span, policy, versions, money }, options);
  const rows = await stores.clickhouse.query<ChangeRow>(
    sql`SELECT along.1 AS dimension, along.2 AS key, old_verdict AS from, verdict AS to, spent_in AS currency, count() AS events,
      toFloat64(sum(spent)) AS amount, max(is_assumed AND spent != 0) AS assumed,
      groupArraySortedIf(${trusted(String(PREVIEW_SAMPLES))})(${SAMPLE}, along.1 = 'currency' AND old_verdict != verdict) AS samples
      FROM (${changed}) ARRAY JOIN [
        ('currency', ''),
        ('day', toString(toDate(ts, ${zone}))),
        ('kind', kind),
        ('publisher', publisher),
        ('reason', concat(old_reason, ' ', reason))
      ] AS along
      GROUP BY dimension, key, from, to, currency`,
    { ...options, lane: 'heavy' },
  );
  return { breakdowns: rows, samples: samplesOf(rows.flatMap((row) => row.samples)) };
}

/** The span of the last `days` days with events, or from a named day on. */
export async function spanOf(
  ch: ClickHouse,
  packageInfo: PackageInfo,
  wanted: { days: number; from?: string | undefined },
): Promise<Span> {
  const name = packageInfo.package_name;
  const from = wanted.from ?? addDays(await lastDay(ch, packageInfo), 1 - wanted.days);
  const { from: moment } = await momentsOf(ch, { from }, packageInfo.time_zone);
  return { package: name, from: moment ?? new Date(0) };
}
