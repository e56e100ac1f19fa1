import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { searchText } from '#platform/contract/search-text.ts';

export const MOST_IMPORT_BYTES = 50_000_000;
/** Faults of a file that are told one by one; the rest is a number. */
export const TOLD_FAULTS = 50;

export const videoRow = z.object({
  id: z.number().int(),
  url: z.string(),
  title: z.string(),
  channel_name: z.string(),
  category: z.string(),
  language: z.string(),
  countries: z.array(z.string()),
  views: z.number().int(),
  length_seconds: z.number().int(),
  upload_date: z.string(),
  source: z.enum(['import', 'sample']),
  imported_at: z.string(),
});
export type VideoRow = z.infer<typeof videoRow>;

const imported = z.object({
  rows: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  faults: z.number().int(),
  told: z.array(z.object({ line: z.number().int(), field: z.string(), message: z.string() })),
  dry_run: z.boolean(),
});
export type Imported = z.infer<typeof imported>;

const standing = z.object({ videos: z.number().int(), samples: z.number().int(), complete: z.boolean() });
export type Standing = z.infer<typeof standing>;

/** The videos that scans look through: of the installation, so administrators keep them. */
export const catalogueEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/yt_relevancy/catalogue',
    summary: 'Videos of the catalogue, the latest imported first',
    access: 'server.write',
    query: z.strictObject({ search: searchText.optional(), ...pageQuery }),
    response: pagedEnvelope(videoRow),
  }),
  standing: endpoint({
    method: 'GET',
    path: '/api/yt_relevancy/catalogue/standing',
    summary: 'How many videos the catalogue holds, and whether those are all there are',
    access: 'server.write',
    response: envelope(standing),
  }),
  upload: endpoint({
    method: 'PUT',
    path: '/api/yt_relevancy/catalogue',
    summary: 'Import videos from a CSV or JSON file; a dry run only says what would come of it',
    access: 'server.write',
    query: z.strictObject({
      dry_run: z.enum(['true', 'false']).default('false'),
      file_name: z.string().min(1).max(200),
    }),
    upload: true,
    response: envelope(imported),
  }),
  samples: endpoint({
    method: 'POST',
    path: '/api/yt_relevancy/catalogue/samples',
    summary: 'Keep the sample videos that come with the product, or take them out again',
    access: 'server.write',
    body: z.strictObject({ keep: z.boolean() }),
    response: envelope(standing),
  }),
  complete: endpoint({
    method: 'PUT',
    path: '/api/yt_relevancy/catalogue/complete',
    summary:
      'Say whether the catalogue holds all the videos there are, so that its matches are counted and not estimated',
    access: 'server.write',
    body: z.strictObject({ complete: z.boolean() }),
    response: envelope(standing),
  }),
};

const plan = z.object({
  name: z.string(),
  lead: z.string(),
  features: z.array(z.string()),
  price: z.string(),
  contact: z.string(),
});
export type Plan = z.infer<typeof plan>;

export const pricingEndpoints = {
  plans: endpoint({
    method: 'GET',
    path: '/api/pricing',
    summary: 'Plans the operator of this installation offers; none where nothing is configured',
    access: 'public',
    response: envelope(z.object({ plans: z.array(plan) })),
  }),
};
