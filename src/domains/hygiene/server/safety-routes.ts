import { hygieneEndpoints } from '#domains/hygiene/contract/endpoints.ts';
import { UPLOADS_AN_HOUR } from '#domains/hygiene/contract/terms.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { byAddress, type RateRule } from '#platform/server/http/rate-limit.ts';
import { analysed } from './analyses.ts';
import type { HygieneParts } from './hygiene-parts.ts';
import { holds } from './signed-address.ts';
import { fileOf, oneUpload, requireAuthorization, takeUpload } from './uploads.ts';

const HOUR = 3_600;

/** Who is not signed in may send so many files (PUB-GAP-03). */
export const HYGIENE_LIMITS: readonly RateRule[] = [
  {
    endpoint: hygieneEndpoints.upload,
    name: 'hygiene upload',
    max: UPLOADS_AN_HOUR,
    seconds: HOUR,
    by: byAddress,
    strangersOnly: true,
  },
];

export const safetyRoutes = (parts: HygieneParts): Route[] =>
  implement(hygieneEndpoints)({
    upload: async ({ scope, query, upload, request }) => {
      const header = (name: string): string => String(request.headers[name] ?? '');
      const signedURL = await takeUpload(scope, parts, {
        body: upload,
        declaredBytes: request.contentLength,
        disposition: header('content-disposition'),
        mediaType: header('content-type'),
        authorization: header('authorization'),
        ip: request.ip,
        packageName: query.package_name,
      });
      return { signedURL };
    },
    safety: async ({ scope, body, signal }) => {
      requireAuthorization(parts, body.authorization ?? '');
      const asked = { address: body.s3_presigned_url, analysis: body.endpoint, tool: 'hygiene' } as const;
      return analysed(scope, parts, asked, signal);
    },
    file: async ({ params: { name }, query: { exp, sig } }) => {
      if (!holds(parts.hygieneKey, { name, exp, sig }, parts.now())) throw appError('not_found');
      const upload = await oneUpload(parts, name);
      const stream = upload && (await parts.files.read(fileOf(name)));
      if (!stream) throw appError('not_found');
      // Never shown by a browser as a page of ours, whatever is in it.
      return { fileName: name, mediaType: 'application/octet-stream', stream };
    },
  });
