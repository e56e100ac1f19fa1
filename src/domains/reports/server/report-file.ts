import type { FileFormat } from '#platform/contract/file-formats.ts';
import type { FileAbout } from '#platform/server/file-about.ts';
import { fileOf } from '#platform/server/file-maker.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import type { ReportQuestion } from './report-question.ts';
import type { ReportTable } from './report-rows.ts';

/** What the file of a report says of itself. */
export function aboutReport(question: ReportQuestion, made: Date): FileAbout {
  const { report, type, info, from, to, where, not, search, condition } = question;
  const shown = Object.entries(where).map(([field, values]) => [field, values] as const);
  return {
    what: `${report.title} ${type}`.replaceAll(' ', '-').toLowerCase(),
    package: { name: info.package_name, title: info.package_title },
    from,
    to,
    timeZone: info.time_zone,
    ...(question.rows === 'events' ? { timesIn: 'UTC' } : {}),
    filters: [
      ...shown,
      ...Object.entries(not).map(([field, values]) => [`not ${field}`, values] as const),
      ...(search === '' ? [] : [['search', [search]] as const]),
      ...(condition ? [['condition', [JSON.stringify(condition)]] as const] : []),
    ],
    made,
  };
}

/** A table as a file of the asked form. `onRows` is told how many rows have gone into it. */
export async function reportFile(
  format: FileFormat,
  question: ReportQuestion,
  { plain, typed }: ReportTable,
  { made, onRows = () => {} }: { made: Date; onRows?: (rows: number) => void },
): Promise<FileAnswer> {
  const { columns, rows } = format === 'csv' ? plain : typed;
  return fileOf(format, aboutReport(question, made), { columns, rows: counted(rows, onRows) });
}

async function* counted<T>(rows: Iterable<T> | AsyncIterable<T>, onRows: (rows: number) => void): AsyncGenerator<T> {
  let n = 0;
  for await (const row of rows) {
    n++;
    if (n % 1000 === 0) onRows(n);
    yield row;
  }
  onRows(n);
}
