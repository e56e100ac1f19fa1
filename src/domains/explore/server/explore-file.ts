import type { Row } from '#analytics/contract/rows.ts';
import { labelOf } from '#analytics/server/derive.ts';
import type { Question } from '#analytics/server/question.ts';
import { tableOf, typedTableOf } from '#analytics/server/table-of.ts';
import type { FileFormat } from '#platform/contract/file-formats.ts';
import type { FileAbout } from '#platform/server/file-about.ts';
import { fileOf } from '#platform/server/file-maker.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import { stepAt } from '#traffic/event/contract/keys.ts';
import { CALENDAR_KEYS } from '#traffic/event/contract/time-keys.ts';

interface Wanted {
  format: FileFormat;
  about: 'line' | 'none' | undefined;
  made: Date;
}

/** The rows of an answer as a file, with the words of codes and the ends of steps. */
export function exploreFile(
  question: Question,
  rows: readonly Row[],
  { format, about, made }: Wanted,
): FileAnswer | Promise<FileAnswer> {
  const worded = rows.map((row) => wordedRow(question, row));
  const { head, cells } = tableOf(question, worded);
  const plain = { columns: head.map((label) => ({ label, kind: 'plain' as const })), rows: cells };
  return fileOf(format, aboutOf(question, made), format === 'csv' ? plain : typedTableOf(question, worded), about);
}

function wordedRow({ widget: { keys = [] } }: Question, row: Row): Row {
  const worded = { ...row };
  for (const key of keys) {
    const value = String(row[key] ?? '');
    if (CALENDAR_KEYS.has(key)) continue;
    const step = value === '' ? undefined : stepAt(key, Number(value));
    worded[key] = step ? `${step.from ?? ''}..${step.to ?? ''}` : labelOf(key, value);
  }
  return worded;
}

function aboutOf({ widget, filters, info, board }: Question, made: Date): FileAbout {
  const { where, not = {}, keys = {}, condition, from, to } = filters;
  const { kinds } = board.dataset;
  return {
    what: ['explore', ...(widget.keys ?? [])].join('-'),
    package: { name: info.package_name, title: info.package_title },
    from,
    to,
    timeZone: info.time_zone,
    filters: [
      ...(kinds.length > 0 ? [['kind', kinds] as const] : []),
      ...Object.entries({ ...where, ...keys }).map(([field, values]) => [field, values] as const),
      ...Object.entries(not).map(([field, values]) => [`not ${field}`, values] as const),
      ...(condition ? [['condition', [JSON.stringify(condition)]] as const] : []),
    ],
    made,
  };
}
