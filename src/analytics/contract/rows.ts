import { z } from 'zod';
import { DIMENSIONS } from '#traffic/event/contract/dimensions.ts';
import { labelIn, meaningIn } from './base.ts';
import {
  comparedIn,
  type EveryName,
  type Measure,
  type Measures,
  namesInRows,
  type Unit,
  type UnitValues,
} from './measure.ts';
import type { Counts, MeasureName, VerdictMeasures } from './measures.ts';
import type { Widget } from './widget.ts';

const VALUES = {
  events: z.number().int().min(0),
  number: z.number(),
  percent: z.number().min(0).max(100),
  /** Currency → decimal amount. Currencies are never added up; '' is an amount without a currency. */
  money: z.record(z.string(), z.string()),
  'yes/no': z.boolean(),
} as const satisfies { [U in Unit]: z.ZodType<UnitValues[U]> };

/** What a row is called: `name` is what a person reads, `key` the filter value that selects the row. */
type Names = {
  key: string;
  name: string;
  publisher?: string | undefined;
  date?: string | undefined;
  week?: string | undefined;
  month?: string | undefined;
};

/** One row of any widget of any dataset: its names and, under theirs, the measures of the dataset. */
export interface Row extends Names {
  /** The same question over the period of the same length directly before. */
  previous?: Record<string, number> | undefined;
  [measure: string]: UnitValues[Unit] | string | Record<string, number> | undefined;
}

type ValueOf<M> = M extends { unit: infer U extends Unit } ? UnitValues[U] : never;

/** One row of a widget about verdicts. */
export type BoardRow = Names & { [K in EveryName<VerdictMeasures>]: ValueOf<VerdictMeasures[K]> } & {
  [K in Exclude<MeasureName, EveryName<VerdictMeasures>>]?: ValueOf<VerdictMeasures[K]> | undefined;
} & { previous?: Counts | undefined };

/** A number of a row; undefined where the row has none of that name. */
export function numberIn(row: Row, name: string): number | undefined {
  const value = row[name];
  return typeof value === 'number' ? value : undefined;
}

const text = z.string().optional();

/** Schemas of the values of measures, by name. */
export const measureSchemas = (measures: Measures): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(measures).map(([name, { unit }]) => [name, VALUES[unit]]));

/** The schema of the rows of a dataset with these measures. */
export function rowSchemaOf(all: Measures): z.ZodObject {
  const entries: [string, Measure][] = Object.entries(all);
  const compared = comparedIn(all);
  const schemasOf = (chosen: typeof entries) =>
    Object.fromEntries(chosen.map(([name, { unit }]): [string, z.ZodType] => [name, VALUES[unit]]));
  return z.object({
    key: z.string(),
    name: z.string(),
    publisher: text,
    date: text,
    week: text,
    month: text,
    ...schemasOf(entries.filter(([, { every }]) => every)),
    ...z.object(schemasOf(entries.filter(([, { every }]) => !every))).partial().shape,
    previous: z.object(schemasOf(entries.filter(([name]) => compared.includes(name)))).optional(),
  });
}

/** What the answer is about, as the server understood the question. */
export const metaSchema = z.object({
  from: z.string(),
  to: z.string(),
  time_zone: z.string(),
  today: z.string(),
  /** Where the suspect events of this answer lie: in a part of their own, or in one of two. */
  suspect_counts_as: z.enum(['apart', 'clean', 'fraud']),
  minimum_sample: z.number().int(),
  /** `until`: the last day is not over in the range, and counts to this hour (HH:MM) before as well. */
  previous: z.object({ from: z.string(), to: z.string(), until: z.string().optional() }).optional(),
});
export type BoardMeta = z.output<typeof metaSchema>;

/** What is around the rows of every answer. */
export const answerHead = { status: z.literal(true), message: z.string(), meta: metaSchema };

interface Head {
  status: true;
  message: string;
  meta: BoardMeta;
}
/** Totals are one row without a name. */
export interface TotalsAnswer<R = Row> extends Head {
  data: Omit<R, 'key' | 'name'>;
}
export interface RowsAnswer<R = Row> extends Head {
  data: R[];
}
/** `{data, Total_pages}` of the spec; `total` is the number of rows over all pages. */
export interface TableAnswer<R = Row> extends RowsAnswer<R> {
  Total_pages: number;
  total: number;
}
export type BoardAnswer<R = Row> = TotalsAnswer<R> | RowsAnswer<R> | TableAnswer<R>;

/** The rows of any answer; totals are one row. */
export const rowsOf = (answer: BoardAnswer): Row[] =>
  Array.isArray(answer.data) ? answer.data : [{ key: '', name: '', ...answer.data }];

export interface Column<F extends string = keyof BoardRow & string> {
  field: F;
  label: string;
  description: string;
  unit?: Unit;
}

const GRAIN_LABELS = { date: 'Date', week: 'Week', month: 'Month' } as const;
const GRAIN_DESCRIPTIONS = {
  date: 'Day in the reporting time zone',
  week: 'Monday of the week',
  month: 'Month',
} as const;

/** Columns of a widget's table and CSV, in order; `suspectIn` is where the answer has put its suspect events. */
export function columnsIn<N extends string>(
  all: Readonly<Record<N, Measure>>,
  widget: Widget<N>,
  suspectIn: BoardMeta['suspect_counts_as'] = 'apart',
): Column<N | keyof Names>[] {
  const columns: Column<N | keyof Names>[] = [];
  const { grain, by } = widget;
  if (grain) columns.push({ field: grain, label: GRAIN_LABELS[grain], description: GRAIN_DESCRIPTIONS[grain] });
  if (widget.underPublisher) columns.push({ field: 'publisher', ...DIMENSIONS.publisher });
  if (by) columns.push({ field: 'name', ...DIMENSIONS[by] });
  for (const field of namesInRows(all, widget.extra)) {
    const measure = all[field];
    const label = labelIn(field, measure, widget, suspectIn);
    columns.push({ field, label, description: meaningIn(field, measure, widget), unit: measure.unit });
  }
  return columns;
}
