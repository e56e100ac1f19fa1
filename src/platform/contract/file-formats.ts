/** Forms in which rows can be had as a file. */
export const FILE_FORMATS = ['csv', 'xlsx'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** Rows of a workbook; a CSV has no limit. */
export const MOST_SHEET_ROWS = 20_000;
