import { z } from 'zod';
import { totalPages } from './paging.ts';

/** Objects and lists: `{status, message, data}` (spec CLI-GAP-07). */
export const envelope = <D extends z.ZodType>(data: D) =>
  z.object({ status: z.literal(true), message: z.string(), data });

/** Paged tables: `{data, Total_pages}`; `total` is the number of rows over all pages. */
export const pagedEnvelope = <R extends z.ZodType>(row: R) =>
  z.object({ data: z.array(row), Total_pages: z.number().int(), total: z.number().int() });

export const ok = <D>(data: D, message = 'OK'): { status: true; message: string; data: D } => ({
  status: true,
  message,
  data,
});

/** One page of a table as `pagedEnvelope` describes it; `total` counts the rows of all pages. */
export const paged = <R>({ rows, total }: { rows: R[]; total: number }, limit: number) => ({
  data: rows,
  Total_pages: totalPages(total, limit),
  total,
});

/** Response schema of `answer: 'file'` endpoints: bytes, described only by their media type. */
export const fileBody = z.unknown();
