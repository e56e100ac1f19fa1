import { z } from 'zod';
import { safeText } from '#platform/contract/safe-text.ts';
import { MOST_ROWS, SAMPLE } from './scan.ts';

/** To run beside, or never. */
export const LIST_KINDS = ['inclusion', 'exclusion'] as const;
export type ListKind = (typeof LIST_KINDS)[number];
export const LIST_HOLDS = ['videos', 'channels'] as const;
export type ListHolds = (typeof LIST_HOLDS)[number];

/** Of a package, those deleted not counted. */
export const MOST_LISTS = 200;
export const MOST_ENTRIES = 50_000;
/** All that one scan shows. */
export const MOST_ADDED = MOST_ROWS * SAMPLE;

export const listName = safeText(80).min(1, 'Please name the list');

/** A video as a scan shows it, and its channel; of an entry of a list of channels only that. */
export const listed = z.strictObject({
  video_url: z
    .string()
    .trim()
    .max(2_000)
    .regex(/^(https?:\/\/.*)?$/i, 'An address of the web'),
  title: z.string().max(1_000),
  channel_id: z.string().trim().max(200),
  owner_channel_name: z.string().trim().max(500),
});
export type Listed = z.infer<typeof listed>;
