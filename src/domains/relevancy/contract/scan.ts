import { z } from 'zod';

/** Videos shown of a keyword (QL-CONST-01). */
export const SAMPLE = 20;
/** Rows of a scan. */
export const MOST_ROWS = 20;
export const LONGEST_KEYWORD = 200;

/**
 * What a video is called after a scan; `Review` stands between safe and unsafe. The last two are what saved lists of the
 * package say, whose scan it is: they go before what was found (docs/decisions/0064-video-relevancy.md).
 */
export const STATUSES = ['Relevant', 'Irrelevant', 'Review', 'Unsafe', 'Included', 'Excluded'] as const;
export type Status = (typeof STATUSES)[number];

/**
 * How the number of videos there are is known: counted in a catalogue that holds all there are, reported by a vendor, or
 * not at all and estimated (QL-GAP-01).
 */
export const COUNTED_BY = ['counted', 'reported', 'estimated'] as const;

/** A row of a scan: the spelling of its fields is the contract (QL-ENT-01). */
export const scanRow = z.strictObject({
  /** 2000 and the number of ISO 3166-1 (2840 for the United States), or the two letters. */
  location_code: z.union([z.number().int(), z.string().trim().min(1).max(8)]),
  /** ISO 639-1. */
  language_code: z.string().trim().min(1).max(8),
  keywords: z
    .string()
    .trim()
    .min(1)
    .max(LONGEST_KEYWORD)
    .regex(/^\P{Cc}*$/u, 'Control characters are not allowed'),
  is_user_registered: z.enum(['True', 'False']),
});

/** Why a video has its status, worded by the screen: a code and what it was found in. */
export const reason = z.object({
  code: z.string(),
  /** Id of a brand-safety category, for reasons about one. */
  category: z.string().optional(),
  term: z.string().optional(),
  field: z.string().optional(),
  /** Name of a saved list. */
  list: z.string().optional(),
});
export type Reason = z.infer<typeof reason>;

/** What a source may not tell of a video; a row then has '' or 0 there, which are no values. */
export const UNTOLD = ['category', 'view_count', 'length_seconds', 'upload_date'] as const;
export type Untold = (typeof UNTOLD)[number];

export const resultRow = z.object({
  keyword: z.string(),
  category: z.string(),
  title: z.string(),
  video_url: z.string(),
  owner_channel_name: z.string(),
  view_count: z.number().int(),
  length_seconds: z.number().int(),
  /** `YYYY-MM-DD`; empty where nobody said. */
  upload_date: z.string(),
  status: z.enum(STATUSES),
  location_code: z.number().int(),
  language_code: z.string(),
  /** Both 0..1. */
  relevancy: z.number(),
  risk: z.number(),
  risk_categories: z.array(z.string()),
  reasons: z.array(reason),
  channel_id: z.string(),
  /** Videos found, of which these are a sample. */
  matches: z.number().int(),
  potential_count: z.number().int(),
  counted_by: z.enum(COUNTED_BY),
  /** Where the video is known from. */
  source: z.enum(['import', 'sample', 'youtube', 'dataforseo']),
  untold: z.array(z.enum(UNTOLD)),
});
export type ResultRow = z.infer<typeof resultRow>;

/** What a scan says in the place of rows; shown as it is, in the reader's language where it is one of these. */
export const SCAN_MESSAGES = {
  nothing: 'No videos found for these keywords.',
  quota: 'Daily search quota reached. Please try again tomorrow.',
  vendor: 'The video search cannot be reached at the moment. Please try again later.',
  credentials: 'The video search refuses the credentials of this installation. Whoever runs it has to change them.',
  credit: 'The account of this installation with the video search has no credit left. Whoever runs it has to add some.',
  place: 'The video search does not know this country or this language.',
} as const;

/** In the place of rows; beside rows of others, of what was asked without an answer. */
export const scanMessage = z.object({
  message: z.string(),
  keyword: z.string().optional(),
  location_code: z.number().int().optional(),
  language_code: z.string().optional(),
});
export type ScanMessage = z.infer<typeof scanMessage>;

export const scanAnswer = z.array(z.union([resultRow, scanMessage]));
export type ScanAnswer = z.infer<typeof scanAnswer>;

export const isResult = (row: ScanAnswer[number]): row is ResultRow => 'video_url' in row;
