import type { CreditedKind } from '#domains/reattribution/contract/changes.ts';
import { reattributionEndpoints } from '#domains/reattribution/contract/endpoints.ts';
import { lastDays } from '#platform/contract/date-range.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Jobs } from '#platform/server/jobs/jobs.ts';
import { listConversions } from './conversion-list.ts';
import { type Period, zonesOf } from './import-zones.ts';
import type { MakeParts } from './make-report.ts';
import { outcomeOf } from './outcome.ts';
import { refuse } from './refuse.ts';
import { reattributionJob } from './report-jobs.ts';
import { askForReport, fileOf, findReport, listReports } from './report-store.ts';
import { rulesInForce } from './rules-in-force.ts';
import { summaryOf } from './summary.ts';
import { touchesOf } from './touch-list.ts';

export type ReattributionParts = MakeParts & { jobs: Jobs };

const CREATED = 'Created successfully !';
const USUAL_DAYS = 30;

type AskedDays = Partial<Record<'fromDate' | 'toDate' | 'start_date' | 'end_date', string | undefined>>;

/** Days that were asked for, of the package's last thirty. */
function periodOf(asked: AskedDays, { today }: PackageInfo): Period {
  const to = asked.toDate ?? asked.end_date ?? today;
  const from = asked.fromDate ?? asked.start_date ?? lastDays(to, USUAL_DAYS).from;
  if (to < from) throw refuse('reattribution_days_reversed', {}, { field: 'toDate' });
  return { from, to };
}

interface SummaryQuery extends AskedDays {
  package_name: string;
  search?: string | undefined;
  page: number;
  limit: number;
}

const summarize =
  (parts: ReattributionParts, kind: CreditedKind) =>
  async ({ scope, query }: { scope: Scope; query: SummaryQuery }) => {
    const { page, limit, search = '' } = query;
    const info = await parts.packageInfo(scope, query.package_name);
    const { rows, totals } = await summaryOf(scope, parts, info, { ...periodOf(query, info), kind });
    const wanted = search.trim().toLowerCase();
    const found = rows.filter(({ publisher }) => publisher.toLowerCase().includes(wanted));
    return {
      ...paged({ rows: found.slice((page - 1) * limit, page * limit), total: found.length }, limit),
      totals,
    };
  };

export const reattributionRoutes = (parts: ReattributionParts): Route[] =>
  implement(reattributionEndpoints)({
    install: summarize(parts, 'install'),
    event: summarize(parts, 'event'),
    conversions: async ({ scope, query }) => {
      const info = await parts.packageInfo(scope, query.package_name);
      const zones = await zonesOf(scope, parts.database, info.package_name);
      const asked = { ...query, ...periodOf(query, info), zones };
      return paged(await listConversions(scope, parts.clickhouse, info, asked), query.limit);
    },
    touches: async ({ scope, query: { package_name, kind, row_id: rowId } }) => {
      const info = await parts.packageInfo(scope, package_name);
      const zones = await zonesOf(scope, parts.database, info.package_name);
      return ok(await touchesOf(scope, parts.clickhouse, info, { kind, rowId, zones }));
    },
    generate: async ({ scope, body: { package_name: packageName, ...asked } }) => {
      const report = await askForReport(scope, parts.database, { packageName, ...asked }, async () => ({
        ...(await rulesInForce(scope, parts.database, packageName)),
        traffic: await outcomeOf(scope, parts, await parts.packageInfo(scope, packageName), asked),
      }));
      // A queue out of reach loses nothing: what is written down is looked for at every start, and by the clock.
      await parts.jobs.enqueue(reattributionJob, { id: report.id }).catch(() => null);
      return ok(report, CREATED);
    },
    reports: async ({ scope, query: { package_name: packageName, kind, page, limit } }) =>
      paged(await listReports(scope, parts.database, { packageName, kind, page, limit }), limit),
    download: async ({ scope, query: { id } }) => {
      const { state, fileName } = await findReport(scope, parts.database, id);
      if (state !== 'Ready' || !fileName) throw refuse('reattribution_not_ready', {}, { as: 'conflict' });
      const stream = await parts.files.read(fileOf(id));
      if (!stream) throw refuse('reattribution_file_gone', {}, { as: 'not_found' });
      return { fileName, mediaType: 'text/csv; charset=utf-8', stream };
    },
  });
