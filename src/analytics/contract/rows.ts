import { z } from 'zod';
import { DIMENSIONS } from '#traffic/event/contract/dimensions.ts';
import { MEASURES, type MeasureName, ROW_MEASURES } from './measures.ts';
import type { Widget } from './widget.ts';

const count = z.number().int().min(0);
const percent = z.number().min(0).max(100);

const counts = {
  total: count,
  clean: count,
  fraud: count,
  suspect: count,
  clean_percentage: percent,
  fraud_percentage: percent,
};

export const countsSchema = z.object(counts);

/** One row of every widget. `name` is what a person reads, `key` the filter value that selects the row. */
export const rowSchema = z.object({
  key: z.string(),
  name: z.string(),
  publisher: z.string().optional(),
  date: z.string().optional(),
  week: z.string().optional(),
  month: z.string().optional(),
  ...counts,
  wilson_low: percent,
  wilson_high: percent,
  too_few: z.boolean(),
  percentage: percent.optional(),
  unique_events: count.optional(),
  current_month: count.optional(),
  /** Currency → decimal amount. Currencies are never added up; '' is cost without a currency. */
  cost_at_risk: z.record(z.string(), z.string()).optional(),
  /** The same question over the period of the same length directly before. */
  previous: countsSchema.optional(),
});

export type Counts = z.output<typeof countsSchema>;
export type BoardRow = z.output<typeof rowSchema>;

/** What the answer is about, as the server understood the question. */
export const metaSchema = z.object({
  from: z.string(),
  to: z.string(),
  time_zone: z.string(),
  today: z.string(),
  suspect_counts_as: z.enum(['clean', 'fraud']),
  minimum_sample: z.number().int(),
  previous: z.object({ from: z.string(), to: z.string() }).optional(),
});
export type BoardMeta = z.output<typeof metaSchema>;

const head = { status: z.literal(true), message: z.string(), meta: metaSchema };

export const totalsAnswer = z.object({ ...head, data: rowSchema.omit({ key: true, name: true }) });
export const rowsAnswer = z.object({ ...head, data: z.array(rowSchema) });
/** `{data, Total_pages}` of the spec; `total` is the number of rows over all pages. */
export const tableAnswer = z.object({
  ...head,
  data: z.array(rowSchema),
  Total_pages: z.number().int(),
  total: z.number().int(),
});

export type TotalsAnswer = z.output<typeof totalsAnswer>;
export type RowsAnswer = z.output<typeof rowsAnswer>;
export type TableAnswer = z.output<typeof tableAnswer>;
export type BoardAnswer = TotalsAnswer | RowsAnswer | TableAnswer;

export const answerOf = (widget: Widget) => {
  if (widget.shape === 'totals') return totalsAnswer;
  return widget.shape === 'table' ? tableAnswer : rowsAnswer;
};

/** The rows of any answer; totals are one row. */
export const rowsOf = (answer: BoardAnswer): BoardRow[] =>
  Array.isArray(answer.data) ? answer.data : [{ key: '', name: '', ...answer.data }];

export interface Column {
  field: keyof BoardRow;
  label: string;
  description: string;
  unit?: (typeof MEASURES)[MeasureName]['unit'];
}

const GRAIN_LABELS = { date: 'Date', week: 'Week', month: 'Month' } as const;
const GRAIN_DESCRIPTIONS = {
  date: 'Day in the reporting time zone',
  week: 'Monday of the week',
  month: 'Month',
} as const;

/** Columns of a widget's table and CSV, in order. */
export function columnsOf(widget: Widget): Column[] {
  const columns: Column[] = [];
  const { grain, by } = widget;
  if (grain) columns.push({ field: grain, label: GRAIN_LABELS[grain], description: GRAIN_DESCRIPTIONS[grain] });
  if (widget.underPublisher) columns.push({ field: 'publisher', ...DIMENSIONS.publisher });
  if (by) columns.push({ field: 'name', ...DIMENSIONS[by] });
  const measures: MeasureName[] = [...ROW_MEASURES, ...(widget.extra ?? [])];
  for (const field of measures) columns.push({ field, ...MEASURES[field] });
  return columns;
}
