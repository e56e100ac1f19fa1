import { z } from 'zod';

export const PAGE_SIZES = [10, 25, 50, 100] as const;
export const MAX_PAGE_SIZE = 500;

/**
 * Every name the spec gives to paging (CLI-GAP-08). A value that makes no sense answers 422 instead of the usual 400.
 */
export const PAGING_PARAMETERS: ReadonlySet<string> = new Set([
  'page',
  'limit',
  'page_number',
  'record_limit',
  'pageNo',
  'campageNo',
]);

/** `page` counts from 1; a limit above the cap is reduced, anything not a positive whole number is refused. */
export const pageQuery = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .default(10)
    .transform((n) => Math.min(n, MAX_PAGE_SIZE)),
};

export const totalPages = (rows: number, limit: number): number => Math.max(1, Math.ceil(rows / limit));
