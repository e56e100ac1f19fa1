import type { Column, Row } from '#analytics/contract/rows.ts';
import { labelOf } from '#analytics/server/derive.ts';
import type { Question } from '#analytics/server/question.ts';
import { columnsOf, tableOf, typedTableOf } from '#analytics/server/table-of.ts';
import type { FileFormat } from '#platform/contract/file-formats.ts';
import { formatOf } from '#platform/contract/format.ts';
import type { FileAbout } from '#platform/server/file-about.ts';
import { fileOf } from '#platform/server/file-maker.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { keyText } from '#traffic/event/contract/key-text.ts';
import { isKeyName, type KeyName } from '#traffic/event/contract/keys.ts';
import { CALENDAR_KEYS } from '#traffic/event/contract/time-keys.ts';

interface Wanted {
  /** Columns beside the keys, in the order in which they were chosen. */
  measures: readonly string[];
  format: FileFormat;
  about: 'line' | 'none' | undefined;
  made: Date;
}

/** The rows of an answer as a file: what was chosen and nothing beside it, in words as files of boards have them. */
export function exploreFile(
  question: Question,
  rows: readonly Row[],
  { measures, format, about, made }: Wanted,
): FileAnswer | Promise<FileAnswer> {
  const worded = rows.map((row) => wordedRow(question, row));
  const columns = chosenColumns(question, measures);
  const { head, cells } = tableOf(question, worded, columns);
  const plain = { columns: head.map((label) => ({ label, kind: 'plain' as const })), rows: cells };
  const table = format === 'csv' ? plain : typedTableOf(question, worded, columns);
  return fileOf(format, aboutOf(question, made), table, about);
}

/** As in the table of the screen, the number of the period it is compared with behind its own. */
function chosenColumns(question: Question, measures: readonly string[]): Column<string>[] {
  const { widget, filters } = question;
  const all = columnsOf(question);
  return [...(widget.keys ?? []), ...measures].flatMap((name) => {
    const column = all.find(({ field }) => field === name);
    if (!column) return [];
    if (!filters.compare || (column.unit !== 'events' && column.unit !== 'percent')) return [column];
    return [column, { ...column, field: before(name), label: `${column.label}, before` }];
  });
}

const before = (measure: string): string => `previous_${measure}`;

/** Files are in English, whoever asks: programs go by their words. */
const WORDS = { format: formatOf('en'), language: 'en' };

function wordedRow({ widget: { keys = [] } }: Question, row: Row): Row {
  const worded = { ...row };
  for (const key of keys.filter(isKeyName)) worded[key] = textOf(key, String(row[key] ?? ''));
  for (const [measure, value] of Object.entries(row.previous ?? {})) worded[before(measure)] = value;
  return worded;
}

/** As the screen says it; days and months stay what spreadsheets take for days. */
function textOf(key: KeyName, value: string): string {
  if (value !== '' && CALENDAR_KEYS.has(key)) return value;
  return (value === '' ? undefined : keyText(key, value, WORDS)) ?? labelOf(key, value);
}

function aboutOf({ widget, filters, info, board }: Question, made: Date): FileAbout {
  const { where, not = {}, keys = {}, condition, from, to } = filters;
  const { kinds } = board.dataset;
  const said = (field: string, values: readonly string[]): readonly string[] =>
    isKeyName(field) ? values.map((value) => textOf(field, value)) : values;
  return {
    what: ['explore', ...(widget.keys ?? [])].join('-'),
    package: { name: info.package_name, title: info.package_title },
    from,
    to,
    timeZone: info.time_zone,
    filters: [
      // All of them are no filter.
      ...(kinds.length < EVENT_KINDS.length ? [['kind', kinds] as const] : []),
      ...Object.entries({ ...where, ...keys }).map(([field, values]) => [field, said(field, values)] as const),
      ...Object.entries(not).map(([field, values]) => [`not ${field}`, said(field, values)] as const),
      ...(condition ? [['condition', [JSON.stringify(condition)]] as const] : []),
    ],
    made,
  };
}
