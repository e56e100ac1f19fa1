import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { bucketSql } from '#traffic/money/server/bucket-sql.ts';
import { OF_COLUMNS } from '#traffic/money/server/money-sql.ts';
import type { Costing } from './amounts.ts';
import { claimMarks, type subjectOf } from './evidence-store.ts';
import { type PricingDeps, pricingOf } from './pricing.ts';
import { claimedBefore, isLate, subjectWhere } from './scope-sql.ts';
import { Tally } from './tally.ts';

interface Group extends Costing {
  units: number;
  is_claimed: 0 | 1;
  is_late: 0 | 1;
}

/** What an evidence file would claim now, counted and priced as it would be. */
export async function previewEvidence(
  scope: Scope,
  deps: PricingDeps & { clickhouse: ClickHouse },
  info: PackageInfo,
  subject: ReturnType<typeof subjectOf>,
) {
  const marks = await claimMarks(scope, deps.database, info.package_name, subject);
  const { amountsOf, from, report } = await pricingOf(scope, deps, info, subject);
  const groups = await deps.clickhouse.query<Group>(
    sql`SELECT toString(campaign) AS campaign, toString(event_name) AS event,
        toString(kind) AS kind, ${bucketSql(info)} AS bucket, toString(currency) AS currency,
        ${claimedBefore(info, subject, { marks })} AS is_claimed, ${isLate(info, subject)} AS is_late, count() AS units
      FROM traffic WHERE ${subjectWhere(scope, info, subject)}
      GROUP BY campaign, event, kind, bucket, currency, is_claimed, is_late`,
    { tag: 'evidence-preview', lane: 'heavy', settings: OF_COLUMNS },
  );
  const tally = new Tally();
  for (const group of groups) {
    const claim = group.is_claimed === 1 ? 'before' : group.is_late === 1 ? 'late' : 'claimed';
    if (claim !== 'claimed') tally.add(group, claim, undefined, group.units);
    else for (const { units, amount } of amountsOf(group, group.units)) tally.add(group, claim, amount, units);
  }
  const totals = tally.totals();
  return {
    events: tally.events,
    claimed: tally.claimed,
    claimed_before: tally.before,
    late: tally.late,
    totals,
    lines: tally.lines(),
    amounts_from: totals.length === 0 ? ('none' as const) : from,
    settlement_id: report?.id ?? null,
  };
}
