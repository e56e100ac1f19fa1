import { z } from 'zod';

/** A protected app or site as a signed-in user sees it. `today` is the day in its reporting time zone. */
export const packageInfo = z.object({
  package_name: z.string(),
  package_title: z.string(),
  platform: z.enum(['web', 'app']),
  time_zone: z.string(),
  currency: z.string(),
  suspect_counts_as: z.enum(['clean', 'fraud']),
  demo: z.boolean(),
  today: z.string(),
  /** Day of the newest event where one is known. Older data than today's history move the history back with them. */
  newest_day: z.string().nullish(),
  /** Days that imports brought events of, the newest first, without overlaps; absent where nothing is known. */
  spans: z.array(z.object({ from: z.string(), to: z.string() })).optional(),
  /** Filters selected for the caller; absent or null: all. */
  filters: z.array(z.string()).nullish(),
  /** Ids of the pages selected for the caller; absent or null: all. */
  pages: z.array(z.string()).nullish(),
});

export type PackageInfo = z.infer<typeof packageInfo>;
