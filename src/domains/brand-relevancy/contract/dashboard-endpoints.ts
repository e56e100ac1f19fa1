import { z } from 'zod';
import { filterValues } from '#analytics/contract/filters.ts';
import { dateRangeQuery } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { SLABS } from './terms.ts';

const asked = {
  package_name: z.string().min(1).max(200),
  ...dateRangeQuery,
};
export const brandQuestion = z.strictObject({ ...asked, campaign_name: filterValues.optional() });
export type BrandQuestion = z.output<typeof brandQuestion>;

const n = z.number().int();
/** What is counted of stored rows. Money is decimal text in the currency of the package. */
const counts = z.object({
  checked: n,
  accepted: n,
  rejected: n,
  safe: n,
  review: n,
  unsafe: n,
  views: z.number(),
  spend: z.string(),
  unsafe_spend: z.string(),
});
export type BrandCounts = z.infer<typeof counts>;

const ask = <const P extends string, R extends z.ZodType>(name: P, summary: string, row: R) =>
  endpoint({
    method: 'GET',
    path: `/api/v2/br/dashboard/${name}` as const,
    summary,
    access: 'tracking.read',
    pages: ['brand-dashboard'],
    query: brandQuestion,
    response: envelope(z.array(row)),
  });

/** Days are those the rows name, but for the days of uploads, which are counted in the zone of the package. */
export const brandDashboardEndpoints = {
  days: ask('day-wise', 'Places by the day they were looked at', counts.extend({ date: z.string() })),
  uploadDays: ask(
    'upload-date-wise',
    'Places by the day their output was uploaded',
    counts.extend({ date: z.string() }),
  ),
  slabs: ask('slab-wise', 'Places by how relevant they are', counts.extend({ slab: z.enum(SLABS) })),
  campaigns: ask('campaign-wise', 'Places by campaign', counts.extend({ campaign_name: z.string() })),
  totals: ask(
    'campaign-total',
    'Totals of campaigns, with how much of what was wanted is accepted',
    z.object({
      campaign_name: z.string(),
      total: n,
      accepted: n,
      spend: z.string(),
      target: n.nullable(),
      /** Accepted of what was wanted, in percent; null where no number was named. */
      delivered: z.number().nullable(),
    }),
  ),
  campaignNames: endpoint({
    method: 'GET',
    path: '/api/v2/br/dashboard/filter/campaign_name',
    summary: 'Campaigns of which there is an output in these days',
    access: 'tracking.read',
    pages: ['brand-dashboard'],
    query: z.strictObject(asked),
    response: envelope(z.array(z.string())),
  }),
};
