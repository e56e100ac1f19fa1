import { placeEndpoints } from '#domains/integrity/contract/place-endpoints.ts';
import { type ReportRow, reportEndpoints } from '#domains/integrity/contract/report-endpoints.ts';
import { acquisitionEndpoints, ruleEndpoints } from '#domains/integrity/contract/rule-endpoints.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import { type Cell, csvFileName, csvStream } from '#platform/server/csv.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { linkRoutes } from './link-routes.ts';
import type { IntegrityParts } from './parts.ts';
import { listPlaces, savePlaces } from './place-store.ts';
import { eachReportRow, reportRows, reportTotals } from './report-store.ts';
import { addRule, editRule, listRules, oneRule, orderRules, removeRule } from './rule-store.ts';
import { publishRules, restoreRules } from './rule-versions.ts';

const CREATED = 'Created successfully !';
const UPDATED = 'Updated successfully !';
const DELETED = 'Deleted  successfully !';

const COLUMNS = [
  'row_id',
  'ts',
  'campaign',
  'publisher',
  'sub_publisher',
  'country',
  'handling',
  'handling_reason',
  'verdict',
  'reason',
] as const satisfies readonly (keyof ReportRow)[];

export const integrityRoutes = (parts: IntegrityParts): Route[] => [
  ...linkRoutes(parts),
  ...implement(ruleEndpoints)({
    list: async ({ scope, params, query }) => ok(await listRules(scope, parts, params.kind, query.package_name)),
    add: async ({ scope, params, body }) => ok(await addRule(scope, parts, params.kind, body), CREATED),
    edit: async ({ scope, params: { kind, id }, body }) =>
      ok(await editRule(scope, parts, kind, { ...body, id }), UPDATED),
    remove: async ({ scope, params: { kind, id } }) => {
      await removeRule(scope, parts, kind, id);
      return ok({ id }, DELETED);
    },
    order: async ({ scope, params, body }) => {
      await orderRules(scope, parts, params.kind, body);
      return ok({ package_name: body.package_name }, UPDATED);
    },
    restore: async ({ scope, params, body }) => {
      await restoreRules(scope, parts, params.kind, body);
      return ok({ package_name: body.package_name }, UPDATED);
    },
    publish: async ({ scope, params, body }) =>
      ok({ version: await publishRules(scope, parts, params.kind, body) }, UPDATED),
  }),
  ...implement(acquisitionEndpoints)({
    list: async ({ scope, query }) => ok(await listRules(scope, parts, 'acquisition', query.package_name)),
    one: async ({ scope, params }) => ok(await oneRule(scope, parts, 'acquisition', params.id)),
    add: async ({ scope, body }) => ok(await addRule(scope, parts, 'acquisition', body), CREATED),
    edit: async ({ scope, params: { id }, body }) =>
      ok(await editRule(scope, parts, 'acquisition', { ...body, id }), UPDATED),
    remove: async ({ scope, params: { id } }) => {
      await removeRule(scope, parts, 'acquisition', id);
      return ok({ id }, DELETED);
    },
    order: async ({ scope, body }) => {
      await orderRules(scope, parts, 'acquisition', body);
      return ok({ package_name: body.package_name }, UPDATED);
    },
    restore: async ({ scope, body }) => {
      await restoreRules(scope, parts, 'acquisition', body);
      return ok({ package_name: body.package_name }, UPDATED);
    },
    publish: async ({ scope, body }) => ok({ version: await publishRules(scope, parts, 'acquisition', body) }, UPDATED),
  }),
  ...implement(placeEndpoints)({
    list: async ({ scope, params, query }) => ok(await listPlaces(scope, parts, params.kind, query.package_name)),
    save: async ({ scope, params, body }) =>
      ok({ campaign_id: body.campaign_id, countries: await savePlaces(scope, parts, params.kind, body) }, UPDATED),
  }),
  ...implement(reportEndpoints)({
    dashboard: async ({ scope, params, query }) => ok(await reportTotals(scope, parts, params.kind, query)),
    report: async ({ scope, params, query }) => paged(await reportRows(scope, parts, params.kind, query), query.limit),
    download: async ({ scope, params, query }) => {
      async function* lines(): AsyncGenerator<Cell[]> {
        for await (const row of eachReportRow(scope, parts, params.kind, query)) yield COLUMNS.map((name) => row[name]);
      }
      // Refused before the file begins.
      await reportTotals(scope, parts, params.kind, query);
      return {
        fileName: csvFileName(`${params.kind}_integrity`, parts.now().toISOString().slice(0, 10)),
        mediaType: 'text/csv; charset=utf-8',
        stream: csvStream([...COLUMNS], lines()),
      };
    },
  }),
];
