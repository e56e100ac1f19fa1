import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { conditionSql } from '#platform/server/clickhouse/condition-sql.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { TRAFFIC_SQL_FIELDS } from '#traffic/event/server/field-sql.ts';
import { lastDay } from '#traffic/event/server/newest-day.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import type { BlockEffect } from '../contract/block-endpoints.ts';
import { ASKED_AGAIN_FROM, TRIED_DAYS } from '../contract/kinds.ts';
import { conditionOf } from './block-condition.ts';
import type { Blocked } from './normal-values.ts';
import { refuse } from './refuse.ts';

/** The newest 30 days of data of the package that the caller may see. */
export async function triedTraffic(scope: Scope, ch: ClickHouse, info: PackageInfo): Promise<Sql> {
  const to = await lastDay(ch, info);
  return trafficWhere(scope, {
    package: requirePackage(scope, info.package_name),
    kinds: [],
    from: addDays(to, 1 - TRIED_DAYS),
    to,
    timeZone: info.time_zone,
    where: {},
  });
}

/** What a list would have hit; clean is what counts as clean today. */
export async function effectOf(
  scope: Scope,
  ch: ClickHouse,
  info: PackageInfo,
  entries: readonly Blocked[],
): Promise<BlockEffect> {
  const hit = hitSql(entries);
  const [row] = await ch.query<{ clean: number; fraud: number; events: number; all_clean: number }>(
    sql`SELECT countIf(verdict = 'clean') AS all_clean, countIf(hit AND verdict = 'clean') AS clean,
        countIf(hit AND verdict = 'fraud') AS fraud, countIf(hit AND verdict != 'filtered') AS events
      FROM (SELECT verdict, ${hit} AS hit FROM traffic WHERE ${await triedTraffic(scope, ch, info)})`,
    { tag: 'block-list-effect' },
  );
  const { clean, fraud, events, all_clean } = row ?? { clean: 0, fraud: 0, events: 0, all_clean: 0 };
  return {
    entries: entries.length,
    events,
    clean,
    fraud,
    all_clean,
    clean_share: all_clean === 0 ? 0 : clean / all_clean,
  };
}

/** Parts of many publishers are looked up as pairs: a comparison for each would be longer than the engine reads. */
function hitSql(entries: readonly Blocked[]): Sql {
  const parts = entries.filter(({ kind }) => kind === 'sub_publisher');
  const condition = conditionOf(entries.filter(({ kind }) => kind !== 'sub_publisher'));
  const others = condition ? conditionSql(condition, TRAFFIC_SQL_FIELDS) : sql`false`;
  if (parts.length === 0) return others;
  const [publishers, names] = [parts.map(({ publisher }) => publisher), parts.map(({ value }) => value)];
  return sql`(${others} OR (publisher, sub_publisher) IN (
    SELECT arrayJoin(arrayZip(${typed('Array(String)', publishers)}, ${typed('Array(String)', names)}))))`;
}

/**
 * Several lists in a row are asked about as one would be: each further tenth of the clean traffic that they and what was
 * blocked by hand in the last day hit together goes through only with the name of the package.
 */
export async function askTogether(
  scope: Scope,
  ch: ClickHouse,
  info: PackageInfo,
  { entries, earlier, confirm }: { entries: readonly Blocked[]; earlier: readonly Blocked[]; confirm: string },
): Promise<void> {
  const { package_name: name } = info;
  if (earlier.length === 0 || confirm === name) return;
  const { clean_share: all } = await effectOf(scope, ch, info, [...earlier, ...entries]);
  if (all < ASKED_AGAIN_FROM) return;
  const { clean_share: before } = await effectOf(scope, ch, info, earlier);
  if (Math.floor(all / ASKED_AGAIN_FROM) === Math.floor(before / ASKED_AGAIN_FROM)) return;
  const percent = Math.round(all * 1000) / 10;
  throw refuse('blocks_clean_together', { percent, package: name }, { field: 'confirm' });
}

/** A list that hits much of the clean traffic goes through only with the name of the package. */
export function askAgain({ package_name: name }: PackageInfo, { clean_share }: BlockEffect, confirm: string): void {
  if (clean_share < ASKED_AGAIN_FROM || confirm === name) return;
  const percent = Math.round(clean_share * 1000) / 10;
  throw refuse('blocks_clean', { percent, package: name }, { field: 'confirm' });
}
