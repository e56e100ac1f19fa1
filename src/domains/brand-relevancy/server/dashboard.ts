import { decodeValues } from '#analytics/contract/filters.ts';
import { createCheckRange } from '#analytics/server/check-range.ts';
import { withUsualDays } from '#analytics/server/read-filters.ts';
import type { BrandCounts, BrandQuestion } from '#domains/brand-relevancy/contract/dashboard-endpoints.ts';
import { SLABS } from '#domains/brand-relevancy/contract/terms.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { requireBrandsOf } from './own-package.ts';
import type { BrandParts } from './parts.ts';

/** FLT-CONST-04. */
export const HISTORY_MONTHS = 12;

/** In the currency of the package: what came in another is no part of any sum. */
const SPEND = "trim_scale(coalesce(sum(o.spend) FILTER (WHERE o.reason <> 'other_currency'), 0))::text";

/** Columns of a count; the names are those of the answers. */
const COUNTED = `count(*)::int AS checked, (count(*) FILTER (WHERE o.reason = ''))::int AS accepted,
  (count(*) FILTER (WHERE o.reason <> ''))::int AS rejected,
  (count(*) FILTER (WHERE o.verdict = 'safe'))::int AS safe, (count(*) FILTER (WHERE o.verdict = 'review'))::int AS review,
  (count(*) FILTER (WHERE o.verdict = 'unsafe'))::int AS unsafe, coalesce(sum(o.views), 0)::float8 AS views,
  ${SPEND} AS spend,
  trim_scale(coalesce(sum(o.spend) FILTER (WHERE o.verdict = 'unsafe' AND o.reason <> 'other_currency'), 0))::text AS unsafe_spend`;

const SLAB = `CASE WHEN o.relevancy IS NULL THEN 'unrated' WHEN o.relevancy < 0.2 THEN '0-20' WHEN o.relevancy < 0.4 THEN '20-40'
  WHEN o.relevancy < 0.6 THEN '40-60' WHEN o.relevancy < 0.8 THEN '60-80' ELSE '80-100' END`;

/** Columns of nothing. */
const NOTHING: BrandCounts = {
  checked: 0,
  accepted: 0,
  rejected: 0,
  safe: 0,
  review: 0,
  unsafe: 0,
  views: 0,
  spend: '0',
  unsafe_spend: '0',
};

const UPLOADED_ON = '(u.created_at AT TIME ZONE $5)::date';

type Asked = Omit<BrandQuestion, 'campaign_name'> & Partial<Pick<BrandQuestion, 'campaign_name'>>;

/** What is asked of stored rows, within what the caller sees. @throws range_reversed, range_beyond_history */
export function createBrandDashboard(parts: BrandParts) {
  const checkRange = createCheckRange(parts);
  const run = async <R>(scope: Scope, asked: Asked, key: string, rest: string, day = 'o.day'): Promise<R[]> => {
    const info = await parts.packageInfo(scope, requireBrandsOf(scope, 'tracking.read', asked.package_name));
    const { fromDate, toDate, start_date, end_date } = withUsualDays(asked, info.today);
    const [from = info.today, to = info.today] = [fromDate ?? start_date, toDate ?? end_date];
    await checkRange(info, { from, to }, HISTORY_MONTHS);
    const campaigns = decodeValues(asked.campaign_name ?? []).filter((name) => name !== '' && name !== 'all');
    const { rows } = await parts.database.pool.query(
      `SELECT ${key} FROM br_output o JOIN br_requirement r ON r.id = o.requirement_id JOIN br_upload u ON u.id = o.upload_id
        WHERE o.package_name = $1 AND ${day} BETWEEN $2::date AND $3::date
          AND (cardinality($4::text[]) = 0 OR r.campaign_name = ANY($4)) AND $5::text IS NOT NULL ${rest}`,
      [info.package_name, from, to, campaigns, info.time_zone],
    );
    return rows;
  };
  return {
    days: (scope: Scope, asked: BrandQuestion) =>
      run<BrandCounts & { date: string }>(scope, asked, `o.day::text AS date, ${COUNTED}`, 'GROUP BY 1 ORDER BY 1'),
    uploadDays: (scope: Scope, asked: BrandQuestion) =>
      run<BrandCounts & { date: string }>(
        scope,
        asked,
        `${UPLOADED_ON}::text AS date, ${COUNTED}`,
        'GROUP BY 1 ORDER BY 1',
        UPLOADED_ON,
      ),
    /** All of them, those without any included. */
    async slabs(scope: Scope, asked: BrandQuestion) {
      const rows = await run<BrandCounts & { slab: string }>(scope, asked, `${SLAB} AS slab, ${COUNTED}`, 'GROUP BY 1');
      return SLABS.map((slab) => ({ ...(rows.find((row) => row.slab === slab) ?? NOTHING), slab }));
    },
    campaigns: (scope: Scope, asked: BrandQuestion) =>
      run<BrandCounts & { campaign_name: string }>(
        scope,
        asked,
        `r.campaign_name, ${COUNTED}`,
        'GROUP BY 1 ORDER BY 2 DESC, 1',
      ),
    async totals(scope: Scope, asked: BrandQuestion) {
      type Found = Pick<BrandCounts, 'accepted' | 'spend'> & {
        campaign_name: string;
        total: number;
        target: number | null;
        places: number;
      };
      const key = `r.campaign_name, count(*)::int AS total, (count(*) FILTER (WHERE o.reason = ''))::int AS accepted,
        ${SPEND} AS spend, max(r.target_count) AS target,
        (count(DISTINCT (o.platform, o.kind, o.item)) FILTER (WHERE o.reason = ''))::int AS places`;
      const rows = await run<Found>(scope, asked, key, 'GROUP BY 1 ORDER BY 2 DESC, 1');
      return rows.map(({ places, ...row }) => ({
        ...row,
        delivered: row.target === null ? null : Math.round((places / row.target) * 1000) / 10,
      }));
    },
    async campaignNames(scope: Scope, asked: Asked): Promise<string[]> {
      const rows = await run<{ name: string }>(
        scope,
        asked,
        'DISTINCT r.campaign_name AS name',
        'ORDER BY 1 LIMIT 1000',
      );
      return rows.map(({ name }) => name);
    },
  };
}
