import {
  FOOTPRINT_DAYS,
  FOOTPRINT_SIGNALS,
  type FootprintSignal,
  type FootprintView,
} from '#domains/account-tools/contract/footprint.ts';
import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { lastDay } from '#traffic/event/server/newest-day.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import type { Looked } from './footprint-kind.ts';
import type { AccountToolParts } from './parts.ts';

export type Found = Pick<FootprintView, 'signals' | 'seen' | 'not_looked'> & { score: number };
type Seen = NonNullable<FootprintView['seen']>;

/** From so many on it is more than a household has. */
const MANY_DEVICES = 6;
const MANY_PUBLISHERS = 8;
const LONG_DAYS = 30;
const DAY_MS = 86_400_000;

/** All that is known of it here, and what the names of the net say; no other service is asked. */
export async function lookAt(scope: Scope, parts: AccountToolParts, info: PackageInfo, looked: Looked): Promise<Found> {
  const signals: FootprintSignal[] = [];
  const not_looked: FootprintView['not_looked'] = [];
  const say = (is: boolean, signal: FootprintSignal): void => void (is && signals.push(signal));
  const { kind, value, domain, valid } = looked;
  say(!valid, 'form_invalid');
  if (kind === 'email') say(parts.enricher().emailClass(domain) === 'disposable', 'email_throwaway');
  if (kind === 'ip') {
    const { ip_class } = parts.enricher().address(value);
    say(ip_class === 'private' || ip_class === '', 'ip_not_public');
    say(ip_class === 'datacenter', 'ip_hosting');
    say(ip_class === 'vpn' || ip_class === 'relay', 'ip_proxy');
  }
  const seen = valid ? await seenOf(scope, parts, info, looked) : null;
  if (seen === null) not_looked.push('traffic');
  else judgeSeen(seen, say);
  const points = signals.map((signal) => ({ signal, points: FOOTPRINT_SIGNALS[signal] }));
  const score = Math.min(
    100,
    Math.max(
      0,
      points.reduce((sum, each) => sum + each.points, 0),
    ),
  );
  return { score, signals: points, seen, not_looked };
}

function judgeSeen(seen: Seen, say: (is: boolean, signal: FootprintSignal) => void): void {
  const share = seen.events === 0 ? 0 : seen.fraud / seen.events;
  say(seen.events === 0, 'never_seen');
  say(share >= 0.5, 'mostly_fraud');
  say(share > 0 && share < 0.5, 'some_fraud');
  say(seen.events > 0 && share === 0, 'no_fraud');
  say(seen.devices >= MANY_DEVICES, 'many_devices');
  say(seen.publishers >= MANY_PUBLISHERS, 'many_publishers');
  const [first, last] = [seen.first_at, seen.last_at].map((at) => (at === null ? 0 : Date.parse(at)));
  say((last ?? 0) - (first ?? 0) >= LONG_DAYS * DAY_MS, 'seen_long');
}

/** Null where events carry no such value: no one's traffic names phones. */
async function seenOf(
  scope: Scope,
  { clickhouse }: AccountToolParts,
  info: PackageInfo,
  looked: Looked,
): Promise<Seen | null> {
  const is = conditionOf(looked);
  if (!is) return null;
  const to = await lastDay(clickhouse, info);
  const where = trafficWhere(scope, {
    package: info.package_name,
    kinds: [],
    from: addDays(to, 1 - FOOTPRINT_DAYS),
    to,
    timeZone: info.time_zone,
    where: {},
  });
  const [row] = await clickhouse.query<Omit<Seen, 'first_at' | 'last_at'> & { first: string; last: string }>(
    sql`SELECT toUInt32(count()) AS events, toUInt32(countIf(verdict = 'fraud')) AS fraud,
        toUInt32(uniqExactIf(device_id, device_id != '')) AS devices, toUInt32(uniqExact(ip)) AS addresses,
        toUInt32(uniqExactIf(publisher, publisher != '')) AS publishers,
        formatDateTime(min(ts), '%Y-%m-%dT%H:%i:%SZ', 'UTC') AS first, formatDateTime(max(ts), '%Y-%m-%dT%H:%i:%SZ', 'UTC') AS last
      FROM traffic WHERE ${where} AND verdict != 'filtered' AND ${is}`,
    { tag: 'footprint' },
  );
  if (!row || row.events === 0)
    return { events: 0, fraud: 0, devices: 0, addresses: 0, publishers: 0, first_at: null, last_at: null };
  const { first, last, ...counts } = row;
  return { ...counts, first_at: first, last_at: last };
}

function conditionOf({ kind, value, domain }: Looked): Sql | undefined {
  const text = typed('String', value);
  if (kind === 'ip') return sql`ip = toIPv6(${text})`;
  if (kind === 'device') return sql`lower(device_id) = lower(${text})`;
  if (kind === 'email') return sql`lower(user_id) = ${text}`;
  if (kind === 'domain') {
    const name = typed('String', domain);
    return sql`(cutToFirstSignificantSubdomain(url) = ${name} OR domainWithoutWWW(url) = ${name} OR domainWithoutWWW(referrer) = ${name})`;
  }
  return undefined;
}
