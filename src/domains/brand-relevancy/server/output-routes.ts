import { brandDashboardEndpoints } from '#domains/brand-relevancy/contract/dashboard-endpoints.ts';
import { downloadEndpoints, outputEndpoints } from '#domains/brand-relevancy/contract/output-endpoints.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { type HandlerInput, implement, type Route } from '#platform/server/http/implement.ts';
import { createBrandDashboard } from './dashboard.ts';
import { fileOf, listFiles } from './downloads.ts';
import { listUploads, readSent, rowsOfUpload, takeOutput } from './output-store.ts';
import { requireBrandsOf } from './own-package.ts';
import type { BrandParts } from './parts.ts';

const UPLOADED = 'Uploaded successfully !';

type Upload = Pick<HandlerInput<typeof outputEndpoints.upload>, 'upload' | 'request'>;

export function outputRoutes(parts: BrandParts): Route[] {
  const take = async (scope: Scope, packageName: string, { upload, request }: Upload) => {
    // Before a byte of it is read.
    requireBrandsOf(scope, 'tracking.write', packageName);
    const sent = await readSent(upload, String(request.headers['content-type'] ?? ''));
    return ok(await takeOutput(scope, parts, packageName, sent), UPLOADED);
  };
  return [
    ...implement(outputEndpoints)({
      upload: async (input) => take(input.scope, input.query.package_name, input),
      uploadByPath: async (input) => take(input.scope, input.query.package_name ?? input.params.package_name, input),
      list: async ({ scope, query }) => paged(await listUploads(scope, parts, query), query.limit),
      rows: async ({ scope, params, query }) => paged(await rowsOfUpload(scope, parts, params.id, query), query.limit),
    }),
    ...implement(downloadEndpoints)({
      list: async ({ scope, query }) => paged(await listFiles(scope, parts, query), query.limit),
      file: async ({ scope, params }) => fileOf(scope, parts, params),
    }),
    ...dashboardRoutes(parts),
  ];
}

function dashboardRoutes(parts: BrandParts): Route[] {
  const dashboard = createBrandDashboard(parts);
  return implement(brandDashboardEndpoints)({
    days: async ({ scope, query }) => ok(await dashboard.days(scope, query)),
    uploadDays: async ({ scope, query }) => ok(await dashboard.uploadDays(scope, query)),
    slabs: async ({ scope, query }) => ok(await dashboard.slabs(scope, query)),
    campaigns: async ({ scope, query }) => ok(await dashboard.campaigns(scope, query)),
    totals: async ({ scope, query }) => ok(await dashboard.totals(scope, query)),
    campaignNames: async ({ scope, query }) => ok(await dashboard.campaignNames(scope, query)),
  });
}
