import { Readable } from 'node:stream';
import { ok } from '#platform/contract/envelopes.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { ImportMapping } from '#traffic/intake/contract/import-mapping.ts';
import { importMessage } from '#traffic/intake/contract/import-messages.ts';
import { INSTALL_360_BYTES, install360 } from '#traffic/intake/contract/install-360.ts';
import { storeUpload } from './import-files.ts';
import type { ImportRouteDeps } from './import-routes.ts';
import { acceptedOf } from './import-store.ts';
import { createImport, mappingOfFile, refusalsAsAnswers } from './imports.ts';
import { refuse } from './refuse.ts';
import { type ImportDeps, runImport } from './run-import.ts';

export function install360Routes(deps: ImportDeps & Pick<ImportRouteDeps, 'packageInfo'>): Route[] {
  return implement(install360)({
    insert: async ({ scope, query, upload, request }) => {
      const packageName = requirePackage(scope, query.package_name);
      const { time_zone: timeZone } = await deps.packageInfo(scope, packageName);
      const contentType = String(request.headers['content-type'] ?? '');
      const stored = await insertInstalls(scope, deps, { packageName, timeZone, upload, contentType });
      return ok(stored, 'Created successfully !');
    },
  });
}

interface Sent {
  packageName: string;
  timeZone: string;
  upload: Readable;
  contentType: string;
}

/**
 * Installs as an analysis of them lists them, stored at once: an import like any other, to be seen and taken back in the
 * list of imports, but of the whole file or of nothing of it. 422 with the lines that cannot be read.
 */
async function insertInstalls(scope: Scope, deps: ImportDeps, sent: Sent) {
  const { packageName, timeZone } = sent;
  const file = await fileOfForm(sent);
  const bytes = Buffer.from(await file.arrayBuffer());
  const source = { packageName, name: file.name, body: Readable.from([bytes]), declaredBytes: bytes.length };
  const { id: fileId } = await refusalsAsAnswers(() => storeUpload(scope, deps.database, deps.folder, source));
  const { mapping } = await mappingOfFile(scope, deps, { packageName, fileId, timeZone });
  const id = await createImport(scope, deps, { packageName, fileId, timeZone, mapping: asInstalls(mapping) });
  const row = await runImport(scope, deps, id);
  if (row.state === 'done') return { import_id: id, rows: acceptedOf(row) };
  const told = importMessage(row.error ?? '');
  throw told ? refuse(told.code, told.values) : refuse('nothing_accepted', { name: file.name, n: '0', message: '' });
}

/** Every line is an install; without a time of its own that of the install is its time. */
function asInstalls(mapping: ImportMapping): ImportMapping {
  const { ts = mapping.fields['install_time'], ...others } = mapping.fields;
  return {
    ...mapping,
    kind: { rules: [], otherwise: 'install' },
    fields: { ...others, ...(ts ? { ts } : {}) },
    whole: true,
  };
}

async function fileOfForm({ upload, contentType }: Sent): Promise<File> {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw appError('unsupported_media');
  const bytes = await bytesOf(upload);
  const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData().catch(() => {
    throw appError('malformed', { field: 'file' });
  });
  const file = [...form.values()].find((part) => typeof part !== 'string');
  if (!file) throw refuse('parameter_missing', { parameter: 'file' }, { as: 'malformed', field: 'file' });
  return file;
}

async function bytesOf(upload: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of upload) {
    const bytes = Buffer.from(part);
    parts.push(bytes);
    size += bytes.length;
    if (size > INSTALL_360_BYTES) throw appError('too_large');
  }
  return Buffer.concat(parts);
}
