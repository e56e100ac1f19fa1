import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Verdict } from '#traffic/event/contract/event.ts';
import { rateOf } from '#traffic/event/contract/rate.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { moneyApart, paidFrom } from '#traffic/money/contract/paid-parts.ts';
import { moneyOf } from '#traffic/money/server/load-money.ts';
import type { PublisherProfile } from '#traffic/sources/contract/source-endpoints.ts';
import type { AskedKind } from './asked-kind.ts';
import {
  conversions,
  ctitBins,
  hourCounts,
  type Looked,
  MOST_SUB_PUBLISHERS,
  type NamedRow,
  newDevices,
  type RatioRow,
  subPublishers,
  type TotalsRow,
  topValues,
  totals,
} from './profile-queries.ts';
import { sourceFactRows } from './source-limits.ts';

export interface ProfileRequest extends AskedKind {
  packageInfo: PackageInfo;
  publisher: string;
  from: string;
  to: string;
}

/**
 * What a publisher brought of a kind, beside what the rest of the package has. A publisher's own login sees its own numbers only:
 * never limits, and nothing of what others have.
 */
export async function publisherProfile(
  scope: Scope,
  { clickhouse, database }: { clickhouse: ClickHouse; database: Database },
  { packageInfo, publisher, from, to, kind, kinds }: ProfileRequest,
  signal?: AbortSignal,
): Promise<PublisherProfile> {
  const { package_name, time_zone, platform } = packageInfo;
  const filter = { package: package_name, kinds: [], from, to, timeZone: time_zone };
  const own = trafficWhere(scope, { ...filter, where: { publisher: [publisher] } });
  const sees = scope.role !== 'publisher' && scope.vendors === 'all';
  const money = await moneyOf({ clickhouse, database }, packageInfo, { from, to }, signal);
  const looked: Looked = {
    money,
    own: sees ? sql`publisher = ${typed('String', publisher)}` : own,
    all: sees ? trafficWhere(scope, { ...filter, where: {} }) : own,
    timeZone: time_zone,
    options: { tag: 'publisher', ...(signal ? { signal } : {}) },
  };
  const isOfKind = kind === null ? sql`true` : sql`kind = ${typed('String', kind)}`;
  const ofPublisher = { ...looked, own: sql`${own} AND ${isOfKind}` };
  const ofKind = { ...looked, all: sql`${looked.all} AND ${isOfKind}` };
  const [sums, ctit, hours, networks, devices, converted, fresh, subs, facts] = await Promise.all([
    totals(clickhouse, ofPublisher),
    ctitBins(clickhouse, looked),
    hourCounts(clickhouse, ofKind),
    topValues(clickhouse, ofKind, 'as_name'),
    topValues(clickhouse, ofKind, 'device_model'),
    conversions(clickhouse, looked, platform),
    newDevices(clickhouse, looked, package_name),
    subPublishers(clickhouse, { ...looked, own }, isOfKind, platform),
    sees ? factsOf(clickhouse, database, { package: package_name, publisher, from, to }, looked) : null,
  ]);
  return {
    publisher,
    from,
    to,
    time_zone,
    kind,
    kinds,
    ...summed(sums),
    ctit: {
      installs: total(ctit.own),
      own: sharesOf(ctit.own),
      baseline: sees ? sharesOf(ctit.others) : null,
      baseline_installs: sees ? total(ctit.others) : null,
    },
    hours: { own: sharesOf(hours.own), baseline: sees ? sharesOf(hours.others) : null },
    networks: namedOf(networks, sees),
    devices: namedOf(devices, sees),
    new_devices: ratiosOf(fresh, sees),
    conversion: ratiosOf(converted, sees),
    sub_publishers: subs.map(({ all_of_them, ...row }) => {
      const { money, rest } = moneyApart(row);
      return { ...rest, fraud_rate: rateOf(row.fraud, row.events), money };
    }),
    more_sub_publishers: Math.max(0, (subs[0]?.all_of_them ?? 0) - MOST_SUB_PUBLISHERS),
    facts,
  };
}

async function factsOf(
  clickhouse: ClickHouse,
  database: Database,
  wanted: { package: string; publisher: string; from: string; to: string },
  { options }: Looked,
) {
  const { ruleSet } = await loadPolicy(database, wanted.package);
  return sourceFactRows(clickhouse, { ...wanted, ruleSet }, options);
}

const total = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0);

function sharesOf(counts: readonly number[]): number[] | null {
  const all = total(counts);
  return all === 0 ? null : counts.map((one) => one / all);
}

function summed(rows: readonly TotalsRow[]): Pick<PublisherProfile, 'events' | 'verdicts' | 'money'> {
  const events = (of: Verdict): number =>
    rows.filter(({ verdict }) => verdict === of).reduce((sum, row) => sum + row.events, 0);
  const verdicts = { clean: events('clean'), suspect: events('suspect'), fraud: events('fraud') };
  return {
    verdicts,
    events: verdicts.clean + verdicts.suspect + verdicts.fraud,
    money: paidFrom(rows),
  };
}

const namedOf = (rows: readonly NamedRow[], sees: boolean): PublisherProfile['networks'] =>
  rows
    .filter(({ own }) => own > 0)
    .map(({ name, own, others, own_total, others_total }) => ({
      name,
      events: own,
      share: own / own_total,
      base: sees && others_total > 0 ? others / others_total : null,
    }));

function ratiosOf(rows: readonly RatioRow[], sees: boolean): PublisherProfile['conversion'] {
  const of = (isOwn: number) => {
    const { part = 0, whole = 0 } = rows.find((row) => row.is_own === isOwn) ?? {};
    // More installs than clicks is possible (installs without a reported click) and is no share.
    return { part, whole, rate: part <= whole ? rateOf(part, whole) : null };
  };
  return { own: of(1), baseline: sees ? of(0) : null };
}
