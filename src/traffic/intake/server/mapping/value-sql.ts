import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { FieldMapping, ImportMapping, TimeFormat } from '#traffic/intake/contract/import-mapping.ts';
import { COUNTRY_CODES } from './countries.ts';
import type { ValueType } from './targets.ts';

/** Words exports write where they have no value. */
export const NOTHING = trusted(
  `('', 'null', 'NULL', 'N/A', 'n/a', 'None', 'none', '-', 'unknown', 'nan', 'undefined')`,
);

export const quoted = (text: string): Sql => sql`${typed('String', text)}`;
const texts = (values: readonly string[]): Sql => sql`${typed('Array(String)', [...values])}`;

/**
 * The raw text of a field: first value that is not empty, translated as the mapping says. `column` finds a file column.
 */
export function rawText(field: FieldMapping, column: (key: string) => Sql | undefined): Sql {
  const sources = field.from.map(column).filter((each) => each !== undefined);
  let text = sources.at(-1) ?? sql`''`;
  for (const source of sources.slice(0, -1).reverse()) text = sql`if(${source} != '', ${source}, ${text})`;
  if (field.split) text = splitText(text, field.split);
  if (field.when) {
    const condition = column(field.when.column);
    if (condition) text = sql`if(has(${texts(field.when.values)}, lower(${condition})), ${text}, '')`;
  }
  if (field.values) {
    const keys = Object.keys(field.values);
    const rest = field.otherwise === undefined ? text : quoted(field.otherwise);
    const known = sql`transform(lower(${text}), ${texts(keys)}, ${texts(Object.values(field.values))}, ${rest})`;
    text = sources.length === 0 ? sql`''` : sql`if(${text} = '', '', ${known})`;
  }
  return field.constant === undefined ? text : sql`if(${text} = '', ${quoted(field.constant)}, ${text})`;
}

/** Does the text of the field come from one of these columns? Null when it never can. */
export function takenFrom(
  field: FieldMapping,
  column: (key: string) => Sql | undefined,
  isOne: (key: string) => boolean,
): Sql | null {
  const sources = field.from.flatMap((key) => {
    const text = column(key);
    return text ? [{ text, one: isOne(key) }] : [];
  });
  if (!sources.some(({ one }) => one)) return null;
  const cases = sources.flatMap(({ text, one }) => [sql`${text} != ''`, trusted(one ? '1' : '0')]);
  return sql`multiIf(${joinSql([...cases, trusted('0')], ', ')})`;
}

function splitText(text: Sql, { by, take, orWhole }: NonNullable<FieldMapping['split']>): Sql {
  const at = sql`position(${text}, ${quoted(by)})`;
  const side =
    take === 'before'
      ? sql`substring(${text}, 1, toInt64(${at}) - 1)`
      : sql`substring(${text}, ${at} + ${trusted(String(Buffer.byteLength(by)))})`;
  return sql`if(${at} = 0, ${orWhole ? text : sql`''`}, ${side})`;
}

/** Parsed value of type Nullable(…), NULL for what is empty or wrong; and the condition under which it is wrong. */
export interface Parsed {
  value: Sql;
  wrong: Sql | null;
}

/** `text` is the name of a column holding the raw text, `value` the name its parsed form will have. */
export function parse(type: ValueType, text: Sql, value: Sql, time: TimeFormat, mapping: ImportMapping): Parsed {
  const given = sql`${text} NOT IN ${NOTHING}`;
  const orWrong = (parsed: Sql, sound?: Sql): Parsed => ({
    value: parsed,
    wrong: sql`(isNull(${value})${sound ? sql` OR NOT (${sound})` : sql``}) AND ${given}`,
  });
  switch (type) {
    case 'time':
      return orWrong(
        timeSql(text, time, mapping.timeZone),
        sql`${value} >= toDateTime64('2000-01-01 00:00:00', 3, 'UTC') AND ${value} < now() + 86400`,
      );
    case 'money':
      return orWrong(amountSql(text, mapping.decimalMark), sql`abs(${value}) < 100000000000000`);
    case 'cost':
      return orWrong(amountSql(text, mapping.decimalMark), sql`${value} >= 0 AND ${value} < 100000000000000`);
    case 'ip':
      // A proxy chain names the client first.
      return orWrong(sql`toIPv6OrNull(if(position(${text}, ',') = 0, ${text}, splitByChar(',', ${text})[1]))`);
    case 'status':
      return orWrong(sql`toUInt16OrNull(${text})`, sql`${value} BETWEEN 0 AND 999`);
    case 'country':
      return orWrong(
        sql`nullIf(transform(lower(${text}), ${texts(Object.keys(COUNTRY_CODES))}, ${texts(Object.values(COUNTRY_CODES))}, ''), '')`,
      );
    case 'count':
      // A unit of pixels or seconds may follow; fractions are dropped.
      return orWrong(
        sql`toInt32OrNull(extract(${text}, ${trusted("'^([0-9]{1,10})(?:[.][0-9]*)? ?(?:px|s|sec)?$'")}))`,
      );
    case 'flag':
      return orWrong(
        sql`nullIf(transform(lower(${text}), ['true', '1', 'yes', 'false', '0', 'no'], ['true', 'true', 'true', 'false', 'false', 'false'], ''), '')`,
      );
    case 'currency':
      return orWrong(sql`if(match(${text}, '^[A-Za-z]{3}$'), upper(${text}), NULL)`);
    case 'id':
      return { value: sql`if(${text} IN ${NOTHING}, '', ${text})`, wrong: null };
    default:
      return { value: text, wrong: null };
  }
}

/** The best-effort reader refuses 30 February and 25 o'clock, but takes bare numbers; hence the check of the form. */
function timeSql(text: Sql, format: TimeFormat, timeZone: string): Sql {
  const zone = quoted(timeZone);
  switch (format) {
    case 'unix_seconds':
    case 'unix_millis': {
      const factor = trusted(format === 'unix_seconds' ? '1000' : '1');
      const number = sql`toDecimal64OrNull(${text}, 3)`;
      return sql`if(${text} IN ('', '0') OR isNull(${number}), NULL, fromUnixTimestamp64Milli(toInt64(assumeNotNull(${number}) * ${factor}), 'UTC'))`;
    }
    case 'log':
      return sql`if(substring(${text}, 3, 1) = '/' AND ${clock(text, 13)}, parseDateTime64BestEffortOrNull(concat(substring(${text}, 1, 11), ' ', substring(${text}, 13)), 3, 'UTC'), NULL)`;
    case 'day_first':
      return dayMonthSql(text, zone, true);
    case 'month_first':
      return dayMonthSql(text, zone, false);
    default:
      return isoSql(text, zone);
  }
}

/**
 * Hours, minutes and seconds in the usual places are within their bounds; cheap, as text, and true when there are none.
 */
const clock = (text: Sql, at: number): Sql =>
  trusted(
    `(substring(${text.pieces.join('')}, ${at}, 2) < '24' AND substring(${text.pieces.join('')}, ${at + 3}, 2) < '60' AND substring(${text.pieces.join('')}, ${at + 6}, 2) < '60')`,
  );

const ODD_CLOCK = trusted(
  `'^[0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}([T ,]+([01]?[0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?.*)?$'`,
);

/** The reader refuses 30 February but takes 25 o'clock for 1 o'clock of the next day. */
const isoSql = (text: Sql, zone: Sql): Sql =>
  sql`if(substring(${text}, 5, 1) IN ('-', '/') AND (${clock(text, 12)} OR match(${text}, ${ODD_CLOCK})), parseDateTime64BestEffortOrNull(${text}, 3, ${zone}), NULL)`;

/** Rebuilt year first, because the engine would quietly swap day and month where only one order is possible. */
function dayMonthSql(text: Sql, zone: Sql, dayFirst: boolean): Sql {
  const form = trusted(
    `'^(\\\\d{1,2})[./-](\\\\d{1,2})[./-](\\\\d{4})(?:[ T,]+((?:[01]?\\\\d|2[0-3]):[0-5]\\\\d(?::[0-5]\\\\d)?.*))?$'`,
  );
  const parts = sql`extractGroups(${text}, ${form})`;
  const [day, month] = dayFirst ? [trusted('1'), trusted('2')] : [trusted('2'), trusted('1')];
  return sql`parseDateTime64BestEffortOrNull(if(length(${parts}) = 4, concat(${parts}[3], '-', leftPad(${parts}[${month}], 2, '0'), '-',
    leftPad(${parts}[${day}], 2, '0'), ' ', if(${parts}[4] = '', '00:00:00', ${parts}[4])), ''), 3, ${zone})`;
}

/** Group separators count only in groups of three: `12,5` is not 125. */
function amountSql(text: Sql, mark: '.' | ','): Sql {
  const other = mark === '.' ? ',' : '.';
  const escaped = `[${other}]`;
  const grouped = trusted(`'^-?\\\\d{1,3}(${escaped}\\\\d{3})+([${mark}]\\\\d*)?$'`);
  const bare = sql`if(position(${text}, ${quoted(other)}) = 0, ${text}, if(match(${text}, ${grouped}), replaceAll(${text}, ${quoted(other)}, ''), 'x'))`;
  const dotted = mark === '.' ? bare : sql`replaceAll(${bare}, ',', '.')`;
  // An exponent is how spreadsheets spoil ids, and no amount needs one.
  return sql`if(match(${text}, '[eE]'), NULL, toDecimal128OrNull(${dotted}, 6))`;
}

export const list = (parts: readonly Sql[]): Sql => joinSql(parts, ',\n  ');
