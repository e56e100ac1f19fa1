/**
 * What a column of a file holds: days (`YYYY-MM-DD`), months (`YYYY-MM`) and moments (ISO, UTC) become dates that can be
 * reckoned with, money is decimal text, a share a number of 0 to 100.
 */
export type FileKind = 'plain' | 'flag' | 'count' | 'number' | 'money' | 'percent' | 'day' | 'month' | 'moment';

export interface FileColumn {
  label: string;
  kind: FileKind;
}

/** What a text must look like to be a date of its kind; anything else stays what it is, or is nothing. */
export const DATED: Partial<Record<FileKind, RegExp>> = {
  day: /^\d{4}-\d\d-\d\d$/,
  month: /^\d{4}-\d\d$/,
  moment: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
};

export const DECIMAL = /^-?\d+(\.\d+)?$/;

/** A day, the first of a month, or a moment. */
export const dateOf = (text: string, kind: FileKind): Date | undefined =>
  DATED[kind]?.test(text) ? new Date(kind === 'month' ? `${text}-01` : text) : undefined;
