import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { PLACE_KINDS, PLACE_PLATFORMS, PLACE_VERDICTS, ROW_REASONS } from './terms.ts';

const packageName = z.string().min(1).max(200);
const params = z.strictObject({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const BASE = '/api/v2/br';

export const outputUpload = z.object({
  id: z.number().int(),
  package_name: z.string(),
  file_name: z.string(),
  campaigns: z.array(z.string()),
  rows: z.number().int(),
  accepted: z.number().int(),
  rejected: z.number().int(),
  /** The first of those that were rejected: the line of the file, why, and what it was about. */
  errors: z.array(z.object({ line: z.number().int(), reason: z.enum(ROW_REASONS), url: z.string() })),
  created_by: z.string(),
  created_at: z.string(),
});
export type OutputUpload = z.infer<typeof outputUpload>;

export const outputRow = z.object({
  id: z.number().int(),
  line: z.number().int(),
  campaign_name: z.string(),
  platform: z.enum(PLACE_PLATFORMS),
  kind: z.enum(PLACE_KINDS),
  item: z.string(),
  url: z.string(),
  title: z.string(),
  channel: z.string(),
  day: z.string(),
  /** 0 to 1; null where nobody rated it. */
  relevancy: z.number().nullable(),
  views: z.number().nullable(),
  verdict: z.enum(PLACE_VERDICTS),
  spend: z.string(),
  /** Empty for an accepted row. */
  reason: z.union([z.literal(''), z.enum(ROW_REASONS)]),
});
export type OutputRow = z.infer<typeof outputRow>;

const uploaded = {
  method: 'POST',
  summary:
    'Take an output: a form (multipart/form-data) with a CSV or XLSX of at most 20,000 lines and 5 MB: url, and any of title, channel, day, relevancy, views, verdict, country, language, published, spend, currency, campaign_name. Which requirement it answers is said by the field requirement_id or campaign_name, or by the column',
  access: 'tracking.write',
  upload: true,
  /** What pages send: a form with one file. It comes as a stream. */
  body: z.unknown(),
  response: envelope(outputUpload),
} as const;

export const outputEndpoints = {
  upload: endpoint({
    ...uploaded,
    path: `${BASE}/ack/upload-output`,
    query: z.strictObject({ package_name: packageName }),
  }),
  /** The other spelling there is (BR-GAP-01). */
  uploadByPath: endpoint({
    ...uploaded,
    path: `${BASE}/ack/upload-output/:package_name`,
    params: z.strictObject({ package_name: packageName }),
    /** It stands above the path where both are said. */
    query: z.strictObject({ package_name: packageName.optional() }),
    deprecated: true,
  }),
  list: endpoint({
    method: 'GET',
    path: `${BASE}/ack/list`,
    summary: 'Outputs that were uploaded, with how much of each was accepted, the newest first',
    access: 'tracking.read',
    query: z.strictObject({ package_name: packageName, ...pageQuery }),
    response: pagedEnvelope(outputUpload),
  }),
  rows: endpoint({
    method: 'GET',
    path: `${BASE}/ack/rows/:id`,
    summary: 'Rows of an uploaded output as they are stored, each with why it was rejected',
    access: 'tracking.read',
    params,
    query: z.strictObject(pageQuery),
    response: pagedEnvelope(outputRow),
  }),
};

export const FILE_KINDS = ['inclusion', 'exclusion', 'sdf', 'original'] as const;

export const brandFile = z.object({
  /** Of the requirement; of an original that of its upload. */
  id: z.number().int(),
  kind: z.enum(FILE_KINDS),
  name: z.string(),
  rows: z.number().int(),
  made_at: z.string(),
});
export type BrandFile = z.infer<typeof brandFile>;

export const downloadEndpoints = {
  list: endpoint({
    method: 'GET',
    path: `${BASE}/downloads`,
    summary: 'Files of a package: lists of what was accepted and what was rejected, and outputs as they came',
    access: 'tracking.read',
    query: z.strictObject({ package_name: packageName, ...pageQuery }),
    response: pagedEnvelope(brandFile),
  }),
  file: endpoint({
    method: 'GET',
    path: `${BASE}/downloads/:kind/:id`,
    summary:
      'One of these files (CSV): inclusion and exclusion have a place a row, sdf the columns that DV360 takes in Structured Data Files',
    access: 'tracking.read',
    answer: 'file',
    params: params.extend({ kind: z.enum(FILE_KINDS) }),
    response: fileBody,
  }),
};
