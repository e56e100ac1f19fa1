import { callsOf, reportEndpoints } from '#domains/reports/contract/endpoints.ts';
import type { Report } from '#domains/reports/contract/report.ts';
import { reportTypeOf, typesOf } from '#domains/reports/contract/report.ts';
import type { GenerateBody } from '#domains/reports/contract/report-query.ts';
import { REPORTS, reportOf } from '#domains/reports/contract/reports.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import { totalPages } from '#platform/contract/paging.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Jobs } from '#platform/server/jobs/jobs.ts';
import { chosenFor, configOf, configure } from './config-store.ts';
import { addEntry, findEntry, listEntries, removeEntry, retryEntry } from './entry-store.ts';
import { filterValues } from './filter-values.ts';
import type { MakeDeps } from './make-report.ts';
import { refuse } from './refuse.ts';
import { reportFile } from './report-file.ts';
import { fileOf } from './report-files.ts';
import { reportJob } from './report-jobs.ts';
import { createReadReport } from './report-question.ts';
import { reportRows, reportTable } from './report-rows.ts';
import { scheduleRoutes } from './schedule-routes.ts';
import type { SettleDeps } from './settle-entry.ts';

export type ReportParts = Omit<MakeDeps & SettleDeps, 'chosenColumns'> & { jobs: Jobs };

export function reportRoutes(parts: ReportParts): Route[] {
  const deps = { ...parts, chosenColumns: chosenColumnsOf(parts) };
  return [...REPORTS.flatMap((report) => routesOf(report, deps)), ...sharedRoutes(deps), ...scheduleRoutes(deps)];
}

export const chosenColumnsOf =
  ({ database }: Pick<MakeDeps, 'database'>): MakeDeps['chosenColumns'] =>
  async (scope, packageName, report) =>
    (await chosenFor(scope, database, packageName, report)).columns;

type Deps = MakeDeps & { jobs: Jobs };

/** The calls of one report. */
function routesOf(report: Report, deps: Deps): Route[] {
  const read = createReadReport(deps);
  return implement(callsOf(report))({
    rows: async ({ scope, query, signal }) => {
      const { record_limit: limit, page_number: page } = query;
      const question = await read(scope, report, { ...query, format: 'csv' });
      const { rows, total, totals } = await reportRows(scope, deps, question, { limit, page }, signal);
      return { ...ok(rows), totals, Total_pages: totalPages(total, limit), total, previous: page > 1 };
    },
    download: async ({ scope, query, signal }) => {
      const question = await read(scope, report, query);
      const table = await reportTable(scope, deps, question, signal);
      return reportFile(query.format, question, table, { made: deps.now() });
    },
    generate: async ({ scope, query, body }) => generate(scope, deps, report, query, body),
    filters: async ({ scope, params, query: { containing = '', ...query }, signal }) => {
      const question = await read(scope, report, { ...query, format: 'csv' });
      const { values, counts, more } = await filterValues(
        scope,
        deps,
        question,
        { name: params.name, containing },
        signal,
      );
      return { ...ok(values), counts, more };
    },
  });
}

async function generate(scope: Scope, deps: Deps, report: Report, query: object, body: GenerateBody) {
  requireSame(query, body);
  const question = await createReadReport(deps)(scope, report, body);
  const entry = await addEntry(scope, deps.database, question, body);
  // A queue out of reach loses nothing: what is written down is looked for at every start, and by the clock.
  await deps.jobs.enqueue(reportJob, { id: entry.id }).catch(() => null);
  return ok(entry);
}

/** What the address says too must be what the body says (REP-API-09); where they differ, nobody knows which counts. */
function requireSame(query: object, body: object): void {
  const textsOf = (value: unknown): string => JSON.stringify([value].flat().map(String));
  const written = new Map(Object.entries(body).map(([name, value]) => [name, textsOf(value)]));
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && written.get(name) !== textsOf(value))
      throw refuse('report_parameters_differ', { parameter: name }, { as: 'malformed', field: name });
  }
}

/** Told by the type alone: of the reports of an install or of events the one of that type. */
async function reportOfType(
  scope: Scope,
  { packageInfo }: Deps,
  { package_name, report_type = '' }: GenerateBody,
): Promise<Report> {
  const { platform } = await packageInfo(scope, package_name);
  const type = reportTypeOf(report_type);
  const found = REPORTS.find(
    (each: Report) => each.platform === platform && each.rows === 'events' && each.types[0] === type && !each.standing,
  );
  const [general] = REPORTS;
  if (!type || !typesOf(general, platform).includes(type))
    throw refuse('report_type_unknown', { type: report_type }, { field: 'report_type' });
  return found ?? general;
}

const sharedRoutes = (deps: Deps): Route[] =>
  implement(reportEndpoints)({
    list: async ({ scope, query: { package_name: packageName, report, page, limit } }) =>
      paged(await listEntries(scope, deps.database, { packageName, report, page, limit }), limit),
    generate: async ({ scope, query, body }) =>
      generate(scope, deps, await reportOfType(scope, deps, body), query, body),
    retry: async ({ scope, params }) => {
      const entry = await retryEntry(scope, deps.database, params.id);
      await deps.jobs.enqueue(reportJob, { id: entry.id }).catch(() => null);
      return ok(entry);
    },
    remove: async ({ scope, params }) => {
      const entry = await removeEntry(scope, deps.database, params.id);
      await deps.files.remove(fileOf(entry.id));
      return ok(entry);
    },
    attachment: async ({ scope, query }) => {
      const { id, state, fileName, mediaType } = await findEntry(scope, deps.database, query.id);
      if (state !== 'Ready' || !fileName || !mediaType) throw refuse('report_not_ready', {}, { as: 'conflict' });
      const stream = await deps.files.read(fileOf(id));
      if (!stream) throw refuse('report_file_gone', {}, { as: 'not_found' });
      return { fileName, mediaType, stream };
    },
    config: async ({ scope, query }) =>
      ok(await configOf(scope, deps.database, known(query.report), await deps.packageInfo(scope, query.package_name))),
    configure: async ({ scope, body: { package_name, report, ...wanted } }) =>
      ok(await configure(scope, deps.database, known(report), await deps.packageInfo(scope, package_name), wanted)),
  });

/** @throws not_found for a name of no report */
function known(id: string): Report {
  if (!REPORTS.some((each) => each.id === id)) throw appError('not_found', { field: 'report' });
  return reportOf(id);
}
