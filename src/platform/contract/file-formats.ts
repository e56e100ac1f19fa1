import { z } from 'zod';

/** Forms in which rows can be had as a file. */
export const FILE_FORMATS = ['csv', 'xlsx'] as const;

/** Rows of a workbook; a CSV has no limit. */
export const MOST_SHEET_ROWS = 20_000;

/** `line`: a CSV begins with a line `# …` that says what it is. Only where asked for: programs expect the head there. */
export const aboutCsv = z.enum(['line', 'none']).optional();
