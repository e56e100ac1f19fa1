import { z } from 'zod';

/** Forms in which rows can be had as a file. */
export const FILE_FORMATS = ['csv', 'xlsx', 'parquet'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** Rows of a workbook; the others have no limit. */
export const MOST_SHEET_ROWS = 20_000;

/** `line`: a CSV begins with a line `# …` that says what it is. Only where asked for: programs expect the head there. */
export const aboutCsv = z.enum(['line', 'none']).optional();
