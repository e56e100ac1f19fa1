import type { EventKind } from '#traffic/event/contract/event.ts';
import { columnOfKey } from '#traffic/intake/contract/column-part.ts';
import type { FieldMapping, ImportMapping, Reading, TimeFormat } from '#traffic/intake/contract/import-mapping.ts';
import type { ImportMessage } from '#traffic/intake/contract/import-messages.ts';
import { ADJUST } from '../formats/adjust.ts';
import { ANY_TABLE, KIND_COLUMNS, KIND_WORDS } from '../formats/any-table.ts';
import { APPSFLYER } from '../formats/appsflyer.ts';
import { columnKeys, type FormatTable } from '../formats/format.ts';
import { LIVE } from '../formats/live.ts';
import { JSON_LOG, WEB_LOG } from '../formats/web-logs.ts';
import { findLevels } from './api-levels.ts';
import { type FoundPart, findParts } from './column-parts.ts';
import { HEADER_WORDS } from './header-words.ts';
import { siteOf } from './own-site.ts';
import { TARGETS } from './targets.ts';

export const FORMATS: readonly FormatTable[] = [APPSFLYER, ADJUST, WEB_LOG, JSON_LOG, ANY_TABLE, LIVE];
export const formatOf = (id: string): FormatTable => FORMATS.find((each) => each.id === id) ?? ANY_TABLE;

/** The beginning of a file, read as text. */
export interface Sample {
  fileName: string;
  reading: Reading;
  /** Column names as they stand in the file. */
  names: readonly string[];
  /** Fields of the first good records. */
  records: readonly (readonly string[])[];
}

export interface Guess {
  mapping: ImportMapping;
  columns: string[];
  warnings: ImportMessage[];
}

/**
 * What the file seems to be, if nobody says it. Everything guessed is shown, and can be corrected, before anything is
 * stored.
 */
export function guessMapping(sample: Sample, timeZone: string, table = guessFormat(sample)): Guess {
  const columns = columnKeys(sample.names, table.aliases);
  const warnings: ImportMessage[] = [];
  const values = (key: string): string[] => {
    const index = columns.indexOf(key);
    return index < 0 ? [] : sample.records.map((record) => record[index] ?? '').filter((value) => value !== '');
  };
  const parts = findParts(columns, sample.records);
  const fields: Record<string, FieldMapping> = {};
  for (const [target, known] of Object.entries(table.fields)) {
    const names = table === ANY_TABLE ? [...known.from, ...(HEADER_WORDS[target] ?? [])] : known.from;
    const whole = [...new Set(names)].filter((key) => columns.includes(columnOfKey(key)));
    const from = whole.length > 0 ? whole : partsNamed(table.partNames?.[target] ?? [], parts);
    if (from.length === 0 && known.constant === undefined) continue;
    const { when, ...rest } = known;
    fields[target] = { ...rest, from, ...(when && columns.includes(when.column) ? { when } : {}) };
    if (TARGETS[target] === 'time') fields[target].time = guessTime(target, from.flatMap(values), table.time, warnings);
  }
  if (table.id === 'table' && new Set(fields.ts?.from ?? []).size > 1)
    fields.ts = { ...fields.ts, from: fields.ts?.from.slice(0, 1) ?? [] };
  if (!fields.ts) warnings.push({ code: 'warn_no_time', values: {} });
  if (sample.names.length === 1 && sample.reading.shape === 'csv')
    warnings.push({ code: 'warn_single_column', values: {} });
  if (fields.declared_os_version && findLevels(fields, columns, sample.records))
    fields.declared_os_version = { ...fields.declared_os_version, apiLevels: true };
  const decimalMark = guessMark([...(fields.revenue?.from ?? []), ...(fields.cost?.from ?? [])].flatMap(values));
  if ((fields.revenue || fields.cost) && !fields.currency) warnings.push({ code: 'warn_no_currency', values: {} });
  if (fields.ip && fields.ip.from.flatMap(values).length === 0) warnings.push({ code: 'warn_no_address', values: {} });
  const report = table.reports.find((each) => each.fileName.test(sample.fileName));
  const kind = guessKind(table, columns, values, report?.kind);
  return {
    columns,
    warnings,
    mapping: {
      format: table.id,
      source: table.id,
      // Never from the file's name: the same records under another name are the same records.
      report: kind.rules.length > 0 ? 'events' : (kind.otherwise ?? 'events'),
      reading: sample.reading,
      kind,
      fields,
      timeZone,
      decimalMark,
      currency: '',
      ...logOf(table, fields, columns, sample.records),
    },
  };
}

/** Of a log: only pages are visits, and the site sends itself nobody. */
function logOf(
  { requests }: FormatTable,
  fields: ImportMapping['fields'],
  columns: readonly string[],
  records: Sample['records'],
): Pick<ImportMapping, 'requests' | 'site'> {
  if (!requests || !fields.url) return {};
  const there = (keys: readonly string[]): string[] => keys.filter((key) => columns.includes(key));
  return {
    requests: { take: ['page'], contentType: there(requests.contentType), size: there(requests.size) },
    site: siteOf(columns, records),
  };
}

/** Best names first; among parts of one name the more frequent. */
const partsNamed = (names: readonly string[], parts: readonly FoundPart[]): string[] =>
  names
    .flatMap((name) => parts.filter(({ part }) => part.path.at(-1)?.toLowerCase() === name.toLowerCase()))
    .map(({ key }) => key)
    .slice(0, MOST_PARTS);

/** As many as a field can be read from. */
const MOST_PARTS = 20;

function guessFormat({ reading, names }: Sample): FormatTable {
  if (reading.shape === 'web_log') return WEB_LOG;
  const candidates = reading.shape === 'ndjson' ? [APPSFLYER, ADJUST, JSON_LOG] : [APPSFLYER, ADJUST];
  const placeholders = names.filter((name) => /^[{[].*[}\]]$/.test(name)).length;
  for (const table of candidates) {
    const keys = columnKeys(names, table.aliases);
    const found = table.signs.filter((sign) => keys.includes(sign)).length;
    if (found >= table.signsNeeded || (table === ADJUST && placeholders > 2)) return table;
  }
  return ANY_TABLE;
}

function guessKind(
  table: FormatTable,
  columns: readonly string[],
  values: (key: string) => string[],
  reportKind: EventKind | undefined,
): ImportMapping['kind'] {
  const rules = table.kindRules
    .filter((rule) => columns.includes(rule.column))
    .map((rule) => ({ column: rule.column, values: [...rule.values], kind: rule.kind }));
  if (table.id !== 'table')
    return {
      rules,
      otherwise:
        rules.length > 0 && reportKind !== 'click' && reportKind !== 'impression'
          ? table.otherwise
          : (reportKind ?? table.otherwise),
    };
  for (const key of KIND_COLUMNS) {
    const words = new Set(values(key).map((value) => value.toLowerCase()));
    const found = Object.entries(KIND_WORDS).flatMap(([kind, spellings]) => {
      const used = spellings.filter((spelling) => words.has(spelling));
      return used.length === 0 ? [] : [{ column: key, values: [...spellings], kind: kind as EventKind }];
    });
    const covered = found.flatMap((rule) => rule.values).filter((word) => words.has(word)).length;
    if (words.size > 0 && covered === words.size) return { rules: allKindRules(key), otherwise: null };
  }
  return { rules: [], otherwise: reportKind ?? table.otherwise };
}

const allKindRules = (column: string) =>
  Object.entries(KIND_WORDS).map(([kind, spellings]) => ({ column, values: [...spellings], kind: kind as EventKind }));

const TIME_FORMS: readonly [RegExp, TimeFormat][] = [
  [/^\d{9,10}(\.\d+)?$/, 'unix_seconds'],
  [/^\d{12,13}$/, 'unix_millis'],
  [/^\d{2}\/[A-Za-z]{3}\/\d{4}:/, 'log'],
  [/^\d{4}[-/]/, 'iso'],
];

function guessTime(
  target: string,
  values: readonly string[],
  usual: TimeFormat,
  warnings: ImportMessage[],
): TimeFormat {
  const known = TIME_FORMS.find(([form]) => values.length > 0 && values.every((value) => form.test(value)));
  if (known) return known[1];
  const split = values
    .map((value) => /^(\d{1,2})([./-])(\d{1,2})[./-]\d{4}/.exec(value))
    .filter((found) => found !== null);
  if (split.length === 0) return usual;
  if (split.some((found) => Number(found[1]) > 12)) return 'day_first';
  if (split.some((found) => Number(found[3]) > 12)) return 'month_first';
  if (split.some((found) => found[2] !== '.')) warnings.push({ code: 'warn_day_order', values: { column: target } });
  return 'day_first';
}

const guessMark = (values: readonly string[]): '.' | ',' =>
  values.some((value) => /,\d{1,2}$/.test(value)) && !values.some((value) => /\.\d{1,2}$/.test(value)) ? ',' : '.';
