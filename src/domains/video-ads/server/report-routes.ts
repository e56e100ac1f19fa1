import { outsideUrl } from '#analytics/server/embed-routes.ts';
import { type VideoFilter, videoReportEndpoints } from '#domains/video-ads/contract/report-endpoints.ts';
import { lastDays } from '#platform/contract/date-range.ts';
import { ok } from '#platform/contract/envelopes.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { csvStream } from '#platform/server/csv.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { createVideoReports, SUMMARY_HEAD } from './reports.ts';
import type { SetupParts } from './video-parts.ts';

const OWN_DASHBOARD = '/vast/dashboard';
const USUAL_DAYS = 7;
const FRAME_MS = 10 * 60_000;

export function reportRoutes(parts: SetupParts): Route[] {
  const reports = createVideoReports(parts);
  const options =
    (filter: VideoFilter) =>
    async ({ scope, query }: { scope: Scope; query: Parameters<typeof reports.options>[1] }) =>
      ok(await reports.options(scope, query, filter));
  return implement(videoReportEndpoints)({
    location: options('location'),
    campaign: options('campaign'),
    publisher: options('publisher'),
    brands: options('brands'),
    total: async ({ scope, body, signal }) => ok(await reports.total(scope, body, signal)),
    campaigns: async ({ scope, body, signal }) => ok(await reports.campaigns(scope, body, signal)),
    distribution: async ({ scope, body, signal }) => ok(await reports.distribution(scope, body, signal)),
    trend: async ({ scope, body, signal }) => ok(await reports.trend(scope, body, signal)),
    videos: async ({ scope, body, signal }) => ok(await reports.videos(scope, body, signal)),
    hours: async ({ scope, body, signal }) => ok(await reports.hours(scope, body, signal)),
    funnel: async ({ scope, body, signal }) => ok(await reports.funnel(scope, body, signal)),
    exported: async ({ scope, body, signal }) => {
      const rows = await reports.campaigns(scope, body, signal);
      return {
        fileName: `VAST_CAMPAIGN_SUMMARY_${body.start_date}_${body.end_date}.csv`,
        mediaType: 'text/csv; charset=utf-8',
        stream: csvStream(
          SUMMARY_HEAD,
          rows.map((row) => SUMMARY_HEAD.map((name) => row[name])),
        ),
      };
    },
    analysis: async ({ scope, query, signal }) => ok(await reports.analysis(scope, query, signal)),
    frame: async ({ scope, query }) => ok(await frameOf(scope, parts, query.package_name)),
  });
}

/** The dashboard of the operator's choice with who asks for what until when, signed; else the own one. */
async function frameOf(scope: Scope, parts: SetupParts, name: string | undefined) {
  requireMay(scope, 'board.read');
  const { outsideEmbed, packageInfo, now } = parts;
  if (!outsideEmbed || name === undefined) return { url: OWN_DASHBOARD, outside: false };
  const info = await packageInfo(scope, requirePackage(scope, name));
  const { from, to } = lastDays(info.today, USUAL_DAYS);
  const report = { package_name: info.package_name, dashboard: 'vast', from, to };
  return { url: outsideUrl(scope, outsideEmbed, report, new Date(now().getTime() + FRAME_MS)), outside: true };
}
