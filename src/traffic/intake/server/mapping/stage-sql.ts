import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { RAW_COLUMNS } from '#traffic/event/contract/event.ts';
import { deviceIdClass, personKey } from '#traffic/event/server/person.ts';
import { columnOfKey, isReadable, partOf } from '#traffic/intake/contract/column-part.ts';
import type { ImportMapping } from '#traffic/intake/contract/import-mapping.ts';
import { LATE_KEYS } from '../scan/json-lines.ts';
import { levelsAsVersions } from './api-levels.ts';
import { formatOf } from './guess-mapping.ts';
import { ownSite } from './own-site.ts';
import { partSql } from './part-sql.ts';
import { firstFilled, LEFT_OUT, requestColumns } from './request-class.ts';
import { TARGETS, type ValueType } from './targets.ts';
import { list, parse, quoted, rawText, takenFrom } from './value-sql.ts';

/** Between the fields of a line of a stage file. */
const SEPARATOR = '\u001f';

/** Persons are spread over so many slots; the largest slice of a file is one of them. */
export const SLOTS = 4096;

/** What no stored column takes its value from. `extra` of the traffic table reads them. */
export const EXTRA_COLUMNS = {
  extra_names: 'LowCardinality(String)',
  extra_values: 'String',
  extra_map: 'Map(LowCardinality(String), String)',
} as const;

/** Rows of an import before facts and verdict. `slot` spreads persons evenly, so a part of them can be read alone. */
export const STAGE_COLUMNS: Readonly<Record<string, string>> = {
  record_no: 'UInt64',
  line: 'UInt64',
  slot: 'UInt16',
  hash: 'FixedString(16)',
  fault: 'LowCardinality(String)',
  fault_value: 'String',
  kind: 'LowCardinality(String)',
  person: 'UInt64',
  device_id_class: 'LowCardinality(String)',
  ts: "DateTime64(3, 'UTC')",
  ...Object.fromEntries(Object.entries(RAW_COLUMNS).map(([name, column]) => [name, column.type])),
  ...EXTRA_COLUMNS,
};

export interface StageInput {
  mapping: ImportMapping;
  package: string;
  /** Keys of the file's columns, in order. */
  columns: readonly string[];
  /** Columns that have a value somewhere in this piece, by position from 1; others are left out of `extra`. */
  filled?: Uint8Array;
  /** The source is a `lineSource`, which has all fields of a record as one text too. */
  lines?: boolean;
}

const isFilled = ({ filled }: StageInput, index: number): boolean => filled === undefined || filled[index + 1] === 1;

/** A column of the file. One without a value in this piece is a constant, and what follows from it is computed once. */
const fileColumn = (input: StageInput, index: number): Sql => (isFilled(input, index) ? trusted(`c${index}`) : sql`''`);

/** Names and types of a stage file. All text: reading into LowCardinality costs three times the rest of the parsing. */
const stageStructure = ({ columns }: StageInput): string =>
  ['record_no UInt64', 'line UInt64', ...columns.map((_, index) => `c${index} String`)].join(', ');

/** Records of a stage file in CSV, each after its record number and line number. */
export const csvSource = (input: StageInput, path: Sql): Sql =>
  sql`file(${path}, 'CSV', ${trusted(`'${stageStructure(input)}'`)})`;

/** Lines of a stage file: record number, line number and the fields, between unit separators. */
export function lineSource(input: StageInput, path: Sql): Sql {
  const fields = input.columns.flatMap((_, index) =>
    isFilled(input, index) ? [trusted(`parts[${index + 3}] AS c${index}`)] : [],
  );
  return sql`(SELECT toUInt64(parts[1]) AS record_no, toUInt64(parts[2]) AS line, ${list(fields)},
    substring(text, length(parts[1]) + length(parts[2]) + 3) AS texts
    FROM (SELECT text, splitByChar(${quoted(SEPARATOR)}, text) AS parts FROM file(${path}, 'LineAsString', 'text String')))`;
}

/** SELECT that turns stage-file rows of `source` into rows of STAGE_COLUMNS, faults included. */
export function stageSelect(input: StageInput, source: Sql): Sql {
  const { mapping, columns } = input;
  const parts = readParts(input);
  const column: FindColumn = (key) => {
    const index = columns.indexOf(columnOfKey(key));
    if (index < 0) return undefined;
    return partOf(key) ? (parts.get(key)?.name ?? sql`''`) : fileColumn(input, index);
  };
  const raws: Sql[] = [];
  const values: Sql[] = [];
  const faults: Sql[] = [];
  const outputs = new Map<string, Sql>();
  for (const [target, type] of Object.entries(TARGETS)) {
    const field = mapping.fields[target] ?? { from: [] };
    const text = trusted(`r_${target}`);
    const value = trusted(`v_${target}`);
    if (!isReadable(field, columns) && field.constant === undefined) {
      outputs.set(target, emptyValue(target, mapping));
      continue;
    }
    const parsed = parse(type, text, value, field.time ?? 'iso', mapping);
    const find = isAmount(type) && mapping.decimalMark === ',' ? withComma(parts, column) : column;
    const raw = rawText(field, find);
    raws.push(sql`${readAs(target, raw, input, column)} AS ${text}`);
    values.push(sql`${parsed.value} AS ${value}`);
    if (target === 'ts') faults.push(sql`isNull(${value})`, faultOf(target, text));
    let sound: Sql = value;
    if (parsed.wrong) {
      const inside = target === 'ts' ? null : takenFrom(field, column, (key) => parts.has(key));
      faults.push(inside ? sql`${parsed.wrong} AND NOT ${inside}` : parsed.wrong, faultOf(target, text));
      // What is wrong inside another field is as good as not there.
      if (inside) sound = sql`if(${parsed.wrong}, NULL, ${value})`;
    }
    outputs.set(target, filledValue(target, sound, mapping));
  }
  faults.push(sql`v_kind = ''`, sql`('kind', ${kindText(mapping, column)})`);
  const requests = requestsOf(input, column);
  if (mapping.requests)
    faults.push(
      sql`v_requests NOT IN ${typed('Array(String)', mapping.requests.take)}`,
      sql`(${quoted(LEFT_OUT)}, v_requests)`,
    );
  return sql`SELECT record_no, line, toUInt16(if(person = 0, record_no, person) % ${trusted(String(SLOTS))}) AS slot, hash, found.1 AS fault, found.2 AS fault_value,
  v_kind AS kind, ${personKey({ deviceId: 'o_device_id', idClass: 'id_class', ip: 'o_ip', agent: 'o_user_agent' })} AS person,
  id_class AS device_id_class,
  ${list(['ts', ...Object.keys(RAW_COLUMNS)].map((name) => trusted(`o_${name} AS ${name}`)))},
  ${trusted(Object.keys(EXTRA_COLUMNS).join(', '))}
FROM (
  SELECT *, ${deviceIdClass(trusted('o_device_id'))} AS id_class,
    multiIf(${list(faults)}, ('', '')) AS found
  FROM (
    SELECT *, ${list([...outputs].map(([target, value]) => sql`${value} AS ${trusted(`o_${target}`)}`))}
    FROM (
      SELECT *, ${list([...values, ...requests, sql`${kindSql(mapping, column)} AS v_kind`])}
      FROM (
        SELECT *, ${list([...raws, sql`${hashSql(input)} AS hash`, ...extraSql(input)])}
        FROM ${withParts(source, parts)}
      )
    )
  )
)`;
}

/** The raw text of a field, for those that need to know more than their own columns. */
function readAs(target: string, raw: Sql, input: StageInput, column: FindColumn): Sql {
  if (target === 'publisher') return ownSite(raw, input, column);
  return target === 'declared_os_version' ? levelsAsVersions(raw, input.mapping, column) : raw;
}

/** What the requests of a log were for, where the mapping asks; over the raw texts. */
function requestsOf({ mapping, columns }: StageInput, column: FindColumn): Sql[] {
  const { requests, fields } = mapping;
  if (!requests) return [];
  const raw = (target: string): Sql | undefined =>
    fields[target] && isReadable(fields[target], columns) ? trusted(`r_${target}`) : undefined;
  return requestColumns(
    {
      method: raw('http_method'),
      status: raw('http_status'),
      url: raw('url') ?? raw('page_id') ?? quoted(''),
      contentType: firstFilled(requests.contentType, column),
      size: firstFilled(requests.size, column),
    },
    mapping,
  );
}

interface ReadPart {
  name: Sql;
  value: Sql;
}

/** What the mapping takes from inside of columns, by key. Of a column without a value in this piece there is none. */
function readParts(input: StageInput): ReadonlyMap<string, ReadPart> {
  const { mapping, columns } = input;
  const read = new Map<string, ReadPart>();
  const keys = Object.values(mapping.fields).flatMap(({ from, when }) => [...from, ...(when ? [when.column] : [])]);
  for (const key of new Set([...keys, ...mapping.kind.rules.map((rule) => rule.column)])) {
    const part = partOf(key);
    const index = part ? columns.indexOf(part.column) : -1;
    if (!part || index < 0 || !isFilled(input, index)) continue;
    const name = `p${read.size}`;
    read.set(key, { name: trusted(name), value: partSql(part, fileColumn(input, index), `${name}_found`) });
  }
  return read;
}

const withParts = (source: Sql, parts: ReadonlyMap<string, ReadPart>): Sql =>
  parts.size === 0
    ? source
    : sql`(SELECT *, ${list([...parts.values()].map(({ name, value }) => sql`${value} AS ${name}`))} FROM ${source})`;

const isAmount = (type: ValueType): boolean => type === 'money' || type === 'cost';

type FindColumn = (key: string) => Sql | undefined;

/** JSON and addresses have a decimal point whatever the columns of the file have. */
const withComma =
  (parts: ReadonlyMap<string, ReadPart>, column: FindColumn): FindColumn =>
  (key) => {
    const text = column(key);
    return text && parts.has(key)
      ? sql`if(match(${text}, '^-?[0-9]+[.][0-9]+$'), replaceOne(${text}, '.', ','), ${text})`
      : text;
  };

const faultOf = (target: string, text: Sql): Sql => sql`(${quoted(target)}, substring(toString(${text}), 1, 200))`;

function emptyValue(target: string, mapping: ImportMapping): Sql {
  if (target === 'currency') return quoted(mapping.currency);
  if (target === 'install_time') return sql`if(v_kind = 'install', ifNull(v_ts, toDateTime64(0, 3, 'UTC')), NULL)`;
  return sql`defaultValueOfTypeName(${quoted(STAGE_COLUMNS[target] ?? 'String')})`;
}

function filledValue(target: string, value: Sql, mapping: ImportMapping): Sql {
  const type = STAGE_COLUMNS[target] ?? 'String';
  if (target === 'currency') return sql`ifNull(${value}, ${quoted(mapping.currency)})`;
  if (type.startsWith('Nullable')) return value;
  if (type.startsWith('Decimal'))
    return sql`CAST(if(abs(ifNull(${value}, 0)) < 100000000000000, ifNull(${value}, 0), 0), 'Decimal(20, 6)')`;
  return TARGETS[target] === 'text' || TARGETS[target] === 'id'
    ? value
    : sql`ifNull(${value}, defaultValueOfTypeName(${quoted(type)}))`;
}

function kindSql({ kind }: ImportMapping, column: (key: string) => Sql | undefined): Sql {
  const cases = kind.rules.flatMap((rule) => {
    const found = column(rule.column);
    return found ? [sql`has(${typed('Array(String)', rule.values)}, lower(${found}))`, quoted(rule.kind)] : [];
  });
  const otherwise = quoted(kind.otherwise ?? '');
  return cases.length === 0 ? otherwise : sql`multiIf(${joinSql([...cases, otherwise], ', ')})`;
}

function kindText({ kind }: ImportMapping, column: (key: string) => Sql | undefined): Sql {
  const found = kind.rules.map((rule) => column(rule.column)).find((each) => each !== undefined);
  return found ? sql`substring(toString(${found}), 1, 200)` : sql`''`;
}

/**
 * Over the text of all columns in an order that depends on their names alone, so neither dialect nor column order
 * changes who a record is. One long text is hashed, because hashing column by column takes ten times as long; a line
 * whose columns stand in that order already, as in files with the usual columns of their format, is that text. Of a
 * format with ids of its own they alone count.
 */
function hashSql(input: StageInput): Sql {
  const { mapping, package: name, columns, lines } = input;
  const identity = quoted([name, mapping.source, mapping.report].join(SEPARATOR));
  const format = formatOf(mapping.format);
  const own = (format.identity ?? []).filter((key) => columns.includes(key));
  if (own.length > 0)
    return sql`sipHash128(concatWithSeparator(${quoted(SEPARATOR)}, ${joinSql([identity, ...own.map((key) => fileColumn(input, columns.indexOf(key)))], ', ')}))`;
  const ordered = hashOrder(columns, format.usualOrder ?? []);
  const inOrder = ordered.every((index, place) => index === place);
  const texts = lines && inOrder ? [trusted('texts')] : ordered.map((index) => fileColumn(input, index));
  return sql`sipHash128(concatWithSeparator(${quoted(SEPARATOR)}, ${joinSql([identity, ...texts], ', ')}))`;
}

/** Positions of the columns: those of the format in its own order, then the others by name. */
function hashOrder(columns: readonly string[], usual: readonly string[]): number[] {
  const place = new Map(usual.map((key, index) => [key, index]));
  return columns
    .map((key, index) => ({ key, index, at: place.get(key) ?? usual.length }))
    .sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1))
    .map(({ index }) => index);
}

/**
 * Columns that no stored column takes its value from, as far as they are not empty: as text between separators, for the
 * fields of a line cannot contain one, and else as a map.
 */
function extraSql(input: StageInput): Sql[] {
  const { mapping, columns } = input;
  const taken = new Set(
    Object.values(mapping.fields).flatMap((field) => field.from.filter((key) => columns.includes(key)).slice(0, 1)),
  );
  const kept = columns
    .map((key, index) => ({ key, index }))
    .filter(({ key, index }) => !taken.has(key) && key !== LATE_KEYS && isFilled(input, index));
  const keys = kept.map(({ key }) => key);
  const values = kept.map(({ index }) => fileColumn(input, index));
  const asText = input.lines === true && kept.length > 0;
  const names = asText ? quoted(keys.join(SEPARATOR)) : sql`''`;
  const texts = asText ? sql`concatWithSeparator(${quoted(SEPARATOR)}, ${list(values)})` : sql`''`;
  const map =
    kept.length === 0
      ? EMPTY_MAP
      : sql`CAST((arrayFilter((name, value) -> value != '', ${typed('Array(String)', keys)}, [${list(values)}] AS all_values), arrayFilter(value -> value != '', all_values)), 'Map(LowCardinality(String), String)')`;
  const late = columns.indexOf(LATE_KEYS);
  const lateText = late < 0 ? sql`''` : fileColumn(input, late);
  const more = sql`CAST(JSONExtract(${lateText}, 'Map(String, String)'), 'Map(LowCardinality(String), String)')`;
  const isLate = sql`${lateText} != ''`;
  return [
    sql`if(${isLate}, '', ${names}) AS extra_names`,
    sql`if(${isLate}, '', ${texts}) AS extra_values`,
    sql`if(${isLate}, mapConcat(${map}, ${more}), ${asText ? EMPTY_MAP : map}) AS extra_map`,
  ];
}

const EMPTY_MAP = sql`CAST(map(), 'Map(LowCardinality(String), String)')`;
