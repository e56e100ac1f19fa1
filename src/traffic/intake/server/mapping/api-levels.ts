import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { columnOfKey, partOf } from '#traffic/intake/contract/column-part.ts';
import type { FieldMapping, ImportMapping } from '#traffic/intake/contract/import-mapping.ts';
import { ANDROID_API_LEVELS, ANDROID_NEWEST } from '#traffic/lists/server/data/system-releases.ts';
import { quoted, rawText } from './value-sql.ts';

/** `29`, `29.0`, `API 29`, `android-29`. The same in both engines. */
const LEVEL = '^(?:api|sdk|android)?[ -]*([0-9]{2})(?:[.]0)?$';
const level = new RegExp(LEVEL, 'i');

/** Of fewer records nobody can say what the column holds. */
const FEWEST = 10;
/** A share of them from which on they are levels: a tracker that writes one of a device writes it of all. */
const NEARLY_ALL = 0.9;
/** Lower numbers are versions that are there, or come next year. */
const LOWEST = ANDROID_NEWEST + 2;

export interface FoundLevels {
  levels: number;
  /** Records of Android that name a version at all. */
  versions: number;
  /** The most frequent of them. */
  example: string;
}

type Records = readonly (readonly string[])[];

/** Whether nearly all versions of Android among these records are API levels, as a tracker writes them by mistake. */
export function findLevels(
  { declared_os: system, declared_os_version: version }: ImportMapping['fields'],
  columns: readonly string[],
  records: Records,
): FoundLevels | null {
  if (!system || !version) return null;
  const found = new Map<string, number>();
  let versions = 0;
  for (const record of records) {
    if (!/^android/i.test(textOf(system, columns, record))) continue;
    const text = textOf(version, columns, record);
    if (text === '') continue;
    versions += 1;
    const number = level.exec(text)?.[1] ?? '';
    if (Number(number) >= LOWEST && Object.hasOwn(ANDROID_API_LEVELS, number))
      found.set(number, (found.get(number) ?? 0) + 1);
  }
  const [most] = [...found].sort(([, a], [, b]) => b - a);
  const levels = [...found.values()].reduce((sum, n) => sum + n, 0);
  return most && versions >= FEWEST && levels >= versions * NEARLY_ALL ? { levels, versions, example: most[0] } : null;
}

/** The first of the field's columns that is not empty; what stands inside of others is not looked into. */
function textOf({ from }: FieldMapping, columns: readonly string[], record: readonly string[]): string {
  for (const key of from) {
    const text = partOf(key) ? '' : (record[columns.indexOf(columnOfKey(key))] ?? '');
    if (text !== '') return text.trim();
  }
  return '';
}

/** The raw text of a version, with API levels of Android as the versions they are where the mapping says so. */
export function levelsAsVersions(
  text: Sql,
  { fields }: Pick<ImportMapping, 'fields'>,
  column: (key: string) => Sql | undefined,
): Sql {
  if (!fields.declared_os_version?.apiLevels || !fields.declared_os) return text;
  const texts = (values: string[]): Sql => sql`${typed('Array(String)', values)}`;
  const number = sql`extract(lower(${text}), ${quoted(LEVEL)})`;
  const known = sql`transform(${number}, ${texts(Object.keys(ANDROID_API_LEVELS))}, ${texts(Object.values(ANDROID_API_LEVELS))}, ${text})`;
  return sql`if(startsWith(lower(${rawText(fields.declared_os, column)}), 'android'), ${known}, ${text})`;
}
