import { savingsEndpoints } from '#domains/settlements/contract/savings-endpoints.ts';
import {
  enteredEndpoints,
  payoutEndpoints,
  roasEndpoints,
} from '#domains/settlements/contract/settlement-endpoints.ts';
import { lastDays } from '#platform/contract/date-range.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Period } from './basis.ts';
import { type ClaimsParts, claimsIn } from './claims-in.ts';
import { addAdjustment, openAdjustments, withdrawAdjustment } from './entered-store.ts';
import { type CountParts, listCounts, removeCount, takeCounts } from './partner-counts.ts';
import type { SettlementParts } from './payout.ts';
import { matching, payoutFile, payoutReport } from './payout-report.ts';
import { refuse } from './refuse.ts';
import { removeSpend, roasOf, setSpend } from './roas-store.ts';
import { savings, savingsFile } from './savings-store.ts';
import { approveSettlements, generateSettlements, listSettlements, oneSettlement } from './settlement-store.ts';

const CREATED = 'Created successfully !';
const UPDATED = 'Updated successfully !';
const DELETED = 'Deleted  successfully !';
const USUAL_DAYS = 30;

interface AskedDays {
  fromDate?: string | undefined;
  toDate?: string | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/** Days that were asked for, of the package's last thirty. */
function daysOf({ fromDate, toDate, start_date, end_date }: AskedDays, { today }: PackageInfo): Period {
  const to = toDate ?? end_date ?? today;
  const from = fromDate ?? start_date ?? lastDays(to, USUAL_DAYS).from;
  if (to < from) throw refuse('days_reversed', {}, { field: 'toDate' });
  return { from, to };
}

const pageOf = <R>(rows: readonly R[], { page, limit }: { page: number; limit: number }): R[] =>
  rows.slice((page - 1) * limit, page * limit);

type RouteParts = CountParts & ClaimsParts;

export const settlementRoutes = (parts: RouteParts): Route[] => [
  ...payoutRoutes(parts),
  ...enteredRoutes(parts),
  ...roasRoutes(parts),
  ...savingsRoutes(parts),
];

const payoutRoutes = (parts: RouteParts): Route[] =>
  implement(payoutEndpoints)({
    report: async ({ scope, query }) => {
      const info = await parts.packageInfo(scope, query.package_name);
      const publishers = [query.publisher ?? []].flat().filter((name) => name !== '' && name !== 'all');
      const asked = { ...daysOf(query, info), publishers };
      const { rows, totals } = await payoutReport(scope, parts, info, asked);
      const claims = await claimsIn(scope, parts, info.package_name, asked);
      const found = matching(rows, query.search);
      return { ...paged({ rows: pageOf(found, query), total: found.length }, query.limit), totals, claims };
    },
    download: async ({ scope, query }) => {
      const info = await parts.packageInfo(scope, query.package_name);
      const days = daysOf(query, info);
      const report = await payoutReport(scope, parts, info, { ...days, publishers: [] });
      return payoutFile(report, info, days, parts.now());
    },
    list: async ({ scope, query }) => {
      const info = await parts.packageInfo(scope, query.package_name);
      return paged(await listSettlements(scope, parts, info, query), query.limit);
    },
    generate: async ({ scope, body }) => ok(await generateSettlements(scope, parts, body), CREATED),
    one: async ({ scope, params: { id } }) => ok(await oneSettlement(scope, parts, id)),
    approve: async ({ scope, body }) => ok(await approveSettlements(scope, parts, body), UPDATED),
    adjust: async ({ scope, body }) => ok(await addAdjustment(scope, parts, body), CREATED),
    reported: async ({ scope, query, upload }) => ok(await takeCounts(scope, parts, query, upload), UPDATED),
  });

const enteredRoutes = (parts: SettlementParts): Route[] =>
  implement(enteredEndpoints)({
    counts: async ({ scope, query }) => {
      const info = await parts.packageInfo(scope, query.package_name);
      const asked = { ...daysOf(query, info), page: query.page, limit: query.limit };
      return paged(await listCounts(scope, parts, info.package_name, asked), query.limit);
    },
    remove_count: async ({ scope, query }) => ok(await removeCount(scope, parts, query), DELETED),
    adjustments: async ({ scope, query }) => paged(await openAdjustments(scope, parts, query), query.limit),
    withdraw: async ({ scope, params: { id } }) => {
      await withdrawAdjustment(scope, parts, id);
      return ok({ id }, DELETED);
    },
  });

const roasRoutes = (parts: SettlementParts): Route[] =>
  implement(roasEndpoints)({
    list: async ({ scope, query }) => {
      const info = await parts.packageInfo(scope, query.package_name);
      const rows = await roasOf(scope, parts, info, daysOf(query, info));
      const wanted = (query.search ?? '').trim().toLowerCase();
      const found = rows.filter(({ publisher, campaign }) =>
        [publisher, campaign].some((name) => name.toLowerCase().includes(wanted)),
      );
      return paged({ rows: pageOf(found, query), total: found.length }, query.limit);
    },
    add: async ({ scope, body }) => ok(await setSpend(scope, parts, body), CREATED),
    remove: async ({ scope, query }) => ok(await removeSpend(scope, parts, query), DELETED),
  });

const savingsRoutes = (parts: SettlementParts): Route[] =>
  implement(savingsEndpoints)({
    savings: async ({ scope, query }) => {
      const info = await parts.packageInfo(scope, query.package_name);
      return ok(await savings(scope, parts, info, daysOf(query, info)));
    },
    savings_download: async ({ scope, query }) => {
      const info = await parts.packageInfo(scope, query.package_name);
      const days = daysOf(query, info);
      return savingsFile(await savings(scope, parts, info, days), info, days, parts.now());
    },
  });
