import type { Readable } from 'node:stream';
import {
  adaoEndpoints,
  configurationEndpoints,
  resultEndpoints,
  talentFields,
} from '#domains/hygiene/contract/package-endpoints.ts';
import { MOST_BYTES } from '#domains/hygiene/contract/terms.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { boundedBody } from '#platform/server/http/bounded-body.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { readForm } from '#platform/server/http/read-form.ts';
import { processed } from './analyses.ts';
import { addMark, addTalent, readConfiguration, removeMark, removeTalent, saveConfiguration } from './configuration.ts';
import type { HygieneParts } from './hygiene-parts.ts';
import { refuse } from './refuse.ts';
import { resultCsv, resultPdf } from './result-files.ts';
import { listResults, oneResult, removeResult, resultToPrint } from './results.ts';

const CREATED = 'Created successfully !';
const UPDATED = 'Updated successfully !';
const DELETED = 'Deleted  successfully !';

const tooLarge = () => refuse('hygiene_large_image', {}, { as: 'too_large' });

/** The fields of a form and its picture. */
async function personIn(upload: Readable, contentType: string) {
  const form = await readForm(upload, contentType, MOST_BYTES.image);
  const file = form.get('file');
  if (!file || typeof file === 'string' || file.size === 0)
    throw refuse('hygiene_empty', {}, { as: 'malformed', field: 'file' });
  const given = [...form].filter(([, value]) => typeof value === 'string');
  const fields = talentFields.safeParse(Object.fromEntries(given));
  if (!fields.success) throw appError('refused', { field: String(fields.error.issues[0]?.path[0] ?? 'name') });
  return { fields: fields.data, bytes: Buffer.from(await file.arrayBuffer()) };
}

export const packageRoutes = (parts: HygieneParts): Route[] => [
  ...implement(resultEndpoints)({
    list: async ({ scope, query }) => paged(await listResults(scope, parts, query), query.limit),
    one: async ({ scope, params }) => ok(await oneResult(scope, parts, params.id)),
    remove: async ({ scope, params }) => {
      await removeResult(scope, parts, params.id);
      return ok({ id: params.id }, DELETED);
    },
    file: async ({ scope, params: { id, format }, query: { language = 'en' }, signal }) => {
      const kept = await resultToPrint(scope, parts, id);
      return format === 'csv' ? resultCsv(kept.view, id, kept.result) : resultPdf(kept, parts.texts, language, signal);
    },
  }),
  ...implement(configurationEndpoints)({
    read: async ({ scope, query }) => ok(await readConfiguration(scope, parts, query.package_name)),
    save: async ({ scope, body }) => ok(await saveConfiguration(scope, parts, body), UPDATED),
    addMark: async ({ scope, query, upload }) => {
      const bytes = await boundedBody(upload, MOST_BYTES.image, tooLarge);
      return ok({ id: await addMark(scope, parts, query, bytes) }, CREATED);
    },
    removeMark: async ({ scope, params }) => {
      await removeMark(scope, parts, params.id);
      return ok({ id: params.id }, DELETED);
    },
    addTalent: async ({ scope, query, upload, request }) => {
      const { fields, bytes } = await personIn(upload, String(request.headers['content-type'] ?? ''));
      return ok({ id: await addTalent(scope, parts, { ...query, ...fields }, bytes) }, CREATED);
    },
    removeTalent: async ({ scope, params }) => {
      await removeTalent(scope, parts, params.id);
      return ok({ id: params.id }, DELETED);
    },
  }),
  ...implement(adaoEndpoints)({
    process: ({ scope, body }) => processed(scope, parts, body.s3_presigned_url),
  }),
];
