import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { fileBody } from '#platform/contract/envelopes.ts';
import { HYGIENE_PAGES } from './pages.ts';
import { analysisAnswer } from './result.ts';
import { ANALYSES } from './terms.ts';

const packageName = z.string().min(1).max(200);
/** What is looked at for a package goes by its policy, marks and gallery. */
const pages = HYGIENE_PAGES.map(({ id }) => id);

/** The public tools: whoever is signed in and names a package keeps what is found. */
export const hygieneEndpoints = {
  upload: endpoint({
    method: 'POST',
    path: '/api/brand_hygiene/upload',
    summary:
      'Upload a picture, film or recording: the file itself is the body; its name is that of content-disposition',
    access: 'public',
    pages,
    upload: true,
    query: z.strictObject({ package_name: packageName.optional() }),
    body: z.unknown(),
    response: z.object({ signedURL: z.string() }),
  }),
  safety: endpoint({
    method: 'POST',
    path: '/api/brand_hygiene/safety',
    summary: 'Analyse what was uploaded: statusCode and body say how it went; asked again, the same analysis answers',
    access: 'public',
    pages,
    body: z.object({
      endpoint: z.enum(ANALYSES).default('generic_all'),
      /** Of a direct call; pages send none and the server adds its own. */
      authorization: z.string().max(500).optional(),
      s3_presigned_url: z.string().min(1).max(2_000),
    }),
    response: analysisAnswer,
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/brand_hygiene/file/:name',
    summary: 'What was uploaded, byte for byte, for as long as its address holds',
    access: 'public',
    answer: 'file',
    params: z.object({ name: z.string().regex(/^[\w.-]{20,120}$/) }),
    query: z.looseObject({ exp: z.string().max(20).optional(), sig: z.string().max(100).optional() }),
    response: fileBody,
  }),
};
