import { lastDays } from '#platform/contract/date-range.ts';
import { ok } from '#platform/contract/envelopes.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { may, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { rateOf } from '#traffic/event/contract/rate.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import type { Paid } from '#traffic/money/contract/money-endpoints.ts';
import { moneyOf } from '#traffic/money/server/load-money.ts';
import { paidColumns, paidIn } from '#traffic/money/server/money-sql.ts';
import { type PublisherClaims, sourceEndpoints } from '#traffic/sources/contract/source-endpoints.ts';
import type { DecisionStores } from '../decisions/decide-source.ts';
import { askedKind } from './asked-kind.ts';
import { calledReasons } from './called-reasons.ts';
import { publisherProfile } from './publisher-profile.ts';

export interface SourceRouteSources extends DecisionStores {
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
  /** What became of what was claimed of a publisher; undefined where nothing was. */
  claimsOn: (packageName: string, publisher: string) => Promise<PublisherClaims | undefined>;
}

interface ListedRow extends Paid {
  publisher: string;
  events: number;
  clean: number;
  suspect: number;
  fraud: number;
  all_of_them: number;
}

const LISTED = 200;
const USUAL_DAYS = 7;

interface RangeQuery {
  fromDate?: string | undefined;
  toDate?: string | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/** The last seven days unless named; 422 for a reversed range. */
export function rangeOf(query: RangeQuery, today: string): { from: string; to: string } {
  const usual = lastDays(today, USUAL_DAYS);
  const range = {
    from: query.fromDate ?? query.start_date ?? usual.from,
    to: query.toDate ?? query.end_date ?? usual.to,
  };
  if (range.from > range.to) throw appError('range_reversed', { field: 'fromDate' });
  return range;
}

export const sourceRoutes = (sources: SourceRouteSources): Route[] =>
  implement(sourceEndpoints)({
    publishers: async ({ scope, query, signal }) => {
      const info = await sources.packageInfo(scope, requirePackage(scope, query.package_name));
      const range = rangeOf(query, info.today);
      const filter = { package: info.package_name, timeZone: info.time_zone, where: {}, ...range };
      const everything = trafficWhere(scope, { ...filter, kinds: [] });
      const { kind, kinds } = await askedKind(sources.clickhouse, everything, query.kind, signal);
      if (kind === null) return { ...ok([]), total: 0, kind: null, kinds };
      const where = trafficWhere(scope, { ...filter, kinds: [kind] });
      const money = await moneyOf(sources, info, range, signal);
      const wanted = query.search?.trim() ?? '';
      const matching =
        wanted === '' ? sql`1` : sql`positionCaseInsensitiveUTF8(publisher, ${typed('String', wanted)}) > 0`;
      const rows = await sources.clickhouse.query<ListedRow>(
        sql`SELECT toString(publisher) AS publisher, countIf(verdict != 'filtered') AS events, countIf(verdict = 'clean') AS clean,
          countIf(verdict = 'suspect') AS suspect, countIf(verdict = 'fraud') AS fraud,
          ${paidColumns(money)}, count() OVER () AS all_of_them
          FROM traffic WHERE ${where} AND publisher != '' AND ${matching}
          GROUP BY publisher HAVING events > 0
          ORDER BY ${paidIn('at_risk', info.currency)} DESC, fraud DESC, events DESC, publisher LIMIT ${typed('UInt16', LISTED)}`,
        { tag: 'publishers', signal },
      );
      const listed = rows.map(({ publisher, events, clean, suspect, fraud, all_of_them: _, ...money }) => ({
        publisher,
        events,
        verdicts: { clean, suspect, fraud },
        fraud_rate: rateOf(fraud, events),
        money,
      }));
      return { ...ok(listed), total: rows[0]?.all_of_them ?? 0, kind, kinds };
    },
    profile: async ({ scope, query, signal }) => {
      const asked = await questionOf(scope, sources, query, signal);
      const { publisher } = query;
      const profile = await publisherProfile(scope, sources, { ...asked, publisher }, signal);
      const seesClaims = may(scope, 'money.write') && scope.publishers === 'all' && scope.vendors === 'all';
      const claims = seesClaims ? await sources.claimsOn(asked.packageInfo.package_name, publisher) : undefined;
      return ok({ ...profile, ...(claims ? { claims } : {}) });
    },
    reasons: async ({ scope, query, signal }) => {
      const asked = await questionOf(scope, sources, query, signal);
      return ok(await calledReasons(scope, sources, { ...asked, publisher: query.publisher }, signal));
    },
  });

/** Package, days and kind of a question about one publisher, or about all the caller may see. */
async function questionOf(
  scope: Scope,
  sources: SourceRouteSources,
  query: RangeQuery & { package_name: string; publisher?: string | undefined; kind?: EventKind | undefined },
  signal: AbortSignal,
) {
  const packageInfo = await sources.packageInfo(scope, requirePackage(scope, query.package_name));
  const range = rangeOf(query, packageInfo.today);
  const where = trafficWhere(scope, {
    package: packageInfo.package_name,
    timeZone: packageInfo.time_zone,
    kinds: [],
    where: query.publisher === undefined ? {} : { publisher: [query.publisher] },
    ...range,
  });
  return { packageInfo, ...range, ...(await askedKind(sources.clickhouse, where, query.kind, signal)) };
}
