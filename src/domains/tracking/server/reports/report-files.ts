import type { Figures } from '#domains/tracking/contract/report-rows.ts';
import type { ReportFilter, TrackingReport } from '#domains/tracking/contract/reports.ts';
import { REPORT_FILTERS } from '#domains/tracking/contract/reports.ts';
import type { Cell } from '#platform/server/csv.ts';
import type { FileAbout } from '#platform/server/file-about.ts';
import type { FileColumn, FileKind } from '#platform/server/file-columns.ts';
import type { FileTable } from '#platform/server/file-maker.ts';
import type { Amounts } from '#traffic/money/contract/decimal.ts';
import type { Question } from './asked.ts';

/** A column of a file: its words, what its cells are, and the cell of a row. */
type Columns<R> = readonly (readonly [label: string, kind: FileKind, cell: (row: R) => Cell])[];

export const plain = <K extends string>(label: string, name: K, kind: FileKind = 'plain') =>
  [label, kind, (row: Readonly<Record<K, Cell>>) => row[name]] as const;

export function tableOf<R>(columns: Columns<R>, rows: Iterable<R> | AsyncIterable<R>): FileTable {
  return {
    columns: columns.map(([label, kind]): FileColumn => ({ label, kind })),
    rows: cellsOf(columns, rows),
  };
}

async function* cellsOf<R>(columns: Columns<R>, rows: Iterable<R> | AsyncIterable<R>) {
  for await (const row of rows) yield columns.map(([, , cell]) => cell(row));
}

const COUNTS = [
  plain('Impressions', 'impressions', 'count'),
  plain('Clicks', 'clicks', 'count'),
  plain('Unique clicks', 'unique_clicks', 'count'),
  plain('Duplicates', 'duplicates', 'count'),
  plain('Valid clicks', 'valid_clicks', 'count'),
  plain('Events', 'events', 'count'),
  plain('Approved', 'approved', 'count'),
  plain('Pending', 'pending', 'count'),
  plain('Rejected', 'rejected', 'count'),
  plain('Over', 'over', 'count'),
  plain('Total', 'total', 'count'),
  plain('Fraud', 'fraud', 'count'),
  plain('Fraud %', 'fraud_percentage', 'percent'),
  plain('Conversion rate %', 'conversion_rate', 'percent'),
] as const;

type Money = 'cost' | 'revenue' | 'profit' | 'epc' | 'publisher_epc';
const MONEY: Readonly<Record<Money, string>> = {
  cost: 'Cost',
  revenue: 'Revenue',
  profit: 'Profit',
  epc: 'Revenue per click',
  publisher_epc: 'Payout per valid click',
};

/** Amounts have a column for each currency that is there: none is ever added to another. */
export function figureColumns(rows: readonly Figures[]): Columns<Figures> {
  const money = (Object.keys(MONEY) as Money[]).flatMap((name) => {
    const currencies = new Set(rows.flatMap((row) => Object.keys(row[name] ?? {})));
    return [...currencies]
      .sort()
      .map(
        (currency) =>
          [`${MONEY[name]} ${currency}`, 'money', (row: Figures) => amountIn(name, row[name], currency)] as const,
      );
  });
  return [...COUNTS, ...money];
}

/** Of a ratio a currency is missing where it has no clicks: that is not nothing for a click. */
const amountIn = (name: Money, amounts: Amounts | null, currency: string): Cell =>
  amounts?.[currency] ?? (amounts && !name.endsWith('epc') ? '0' : null);

/** What the file says of itself. */
export function aboutReport(
  name: TrackingReport,
  { info, from, to }: Question,
  query: Partial<Record<ReportFilter, string | string[] | undefined>>,
  made: Date,
): FileAbout {
  return {
    what: `tracking-${name.replaceAll('_', '-')}`,
    package: { name: info.package_name, title: info.package_title },
    from,
    to,
    timeZone: info.time_zone,
    timesIn: 'UTC',
    filters: REPORT_FILTERS.flatMap((filter) => {
      const values = [query[filter] ?? []].flat();
      return values.length === 0 ? [] : [[filter, values] as const];
    }),
    made,
  };
}
