import type { Readable } from 'node:stream';
import { ok, paged } from '#platform/contract/envelopes.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Jobs } from '#platform/server/jobs/jobs.ts';
import { freshnessEndpoint } from '#traffic/intake/contract/freshness-endpoint.ts';
import { imports } from '#traffic/intake/contract/import-endpoints.ts';
import { freshnessOf } from './freshness.ts';
import { storeUpload } from './import-files.ts';
import { importJob } from './import-jobs.ts';
import { findImport, findMapping, listImports, rejectReasons, saveMapping, toView } from './import-store.ts';
import { importOutcome, importVerdicts } from './import-verdicts.ts';
import {
  confirmReplacing,
  createImport,
  openRejects,
  previewFile,
  previewHead,
  refusalsAsAnswers,
  requestCancel,
  requestUndo,
} from './imports.ts';
import { previewVerdicts } from './preview-verdicts.ts';
import { refuse } from './refuse.ts';
import type { ImportDeps } from './run-import.ts';
import { SAMPLE_BYTES } from './sources/read-sample.ts';

export interface ImportRouteDeps extends ImportDeps {
  jobs: Jobs;
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
  now: () => Date;
}

/** Package owners only: a publisher has no right to import, but sees how new its figures are. */
export function importRoutes(deps: ImportRouteDeps): Route[] {
  const { database, jobs, folder } = deps;
  const zoneOf = async (scope: Scope, name: string) =>
    (await deps.packageInfo(scope, requirePackage(scope, name))).time_zone;
  return implement({ ...imports, ...freshnessEndpoint })({
    freshness: async ({ scope, query }) =>
      ok(await freshnessOf(scope, deps, await deps.packageInfo(scope, query.package_name))),
    preview: async ({ scope, body, signal }) => {
      const timeZone = await zoneOf(scope, body.package_name);
      const wanted = { packageName: body.package_name, fileId: body.file_id, timeZone, mapping: body.mapping, signal };
      return ok(await previewFile(scope, deps, wanted));
    },
    previewHead: async ({ scope, query, upload, signal }) => {
      const timeZone = await zoneOf(scope, query.package_name);
      const head = await firstBytes(upload);
      const wanted = { packageName: query.package_name, fileName: query.file_name, timeZone, head, signal };
      return ok(await previewHead(scope, deps, wanted));
    },
    previewVerdicts: async ({ scope, body: { package_name: packageName, file_id: fileId, mapping }, signal }) =>
      ok(await previewVerdicts(scope, deps, { packageName, fileId, mapping, signal })),
    upload: async ({ scope, query, upload, request }) => {
      // Answers 404 for a package that is not there before a byte is kept.
      await zoneOf(scope, query.package_name);
      const source = {
        packageName: query.package_name,
        name: query.file_name,
        body: upload,
        declaredBytes: request.contentLength,
      };
      const stored = await refusalsAsAnswers(() => storeUpload(scope, database, folder, source));
      return ok({ file_id: stored.id, bytes: stored.bytes });
    },
    create: async ({ scope, body, signal }) => {
      const timeZone = await zoneOf(scope, body.package_name);
      const { package_name: packageName, file_id: fileId, mapping, replace_days: replaceDays } = body;
      const wanted = { packageName, fileId, timeZone, mapping, replaceDays, signal };
      const id = await createImport(scope, deps, wanted);
      await jobs.enqueue(importJob, { id });
      return ok({ id });
    },
    list: async ({ scope, query }) => {
      const { rows, total } = await listImports(scope, database, query);
      return paged({ rows: rows.map(toView), total }, query.limit);
    },
    get: async ({ scope, params }) => ok(toView(await findImport(scope, database, params.id))),
    rejects: async ({ scope, params }) => ({
      fileName: `import-${params.id}-rejects.csv`,
      mediaType: 'text/csv; charset=utf-8',
      stream: await openRejects(scope, deps, params.id),
    }),
    verdicts: async ({ scope, params, query, signal }) => ({
      mediaType: 'text/csv; charset=utf-8',
      ...(await importVerdicts(scope, deps, params.id, query.by, signal)),
    }),
    reasons: async ({ scope, params }) => ok(await rejectReasons(scope, database, params.id)),
    outcome: async ({ scope, params, signal }) => ok(await importOutcome(scope, deps, params.id, signal)),
    undo: async ({ scope, params }) => {
      await requestUndo(scope, deps, params.id);
      await jobs.enqueue(importJob, { id: params.id });
      return ok({ id: params.id });
    },
    replace: async ({ scope, params, body }) => {
      await confirmReplacing(scope, deps, params.id, body.days);
      await jobs.enqueue(importJob, { id: params.id });
      return ok({ id: params.id });
    },
    cancel: async ({ scope, params }) => {
      await requestCancel(scope, deps, params.id);
      return ok({ id: params.id });
    },
    savedMapping: async ({ scope, query }) =>
      ok(await findMapping(scope, database, query.package_name, query.fingerprint)),
    saveMapping: async ({ scope, body }) => {
      await saveMapping(scope, database, {
        packageName: body.package_name,
        fingerprint: body.fingerprint,
        mapping: body.mapping,
      });
      return ok(null);
    },
  });
}

async function firstBytes(upload: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of upload) {
    const bytes = Buffer.from(part);
    parts.push(bytes);
    size += bytes.length;
    if (size > SAMPLE_BYTES) throw refuse('sample_too_large', {}, { as: 'too_large' });
  }
  return Buffer.concat(parts);
}
