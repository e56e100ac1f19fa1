import { joinSql, type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';
import type { ColumnPart } from '#traffic/intake/contract/column-part.ts';
import { quoted } from './value-sql.ts';

/** Ids, amounts and names are shorter; a signed receipt is longer and would be the largest field of its event. */
export const LONGEST_PART = 512;

/**
 * The text of a part. Nothing for what is absent, nests further, is too long, or lies in text that is no JSON object
 * and no address, and never an error: what a tracker wrote into a field must not cost the record. `name` is an alias
 * no other part of the statement has.
 */
export function partSql(part: ColumnPart, column: Sql, name: string): Sql {
  const found = trusted(name);
  const text = part.inside === 'json' ? jsonValue(part.path, column) : parameter(part.path.join(''), column);
  return sql`if(length(${text} AS ${found}) > ${trusted(String(LONGEST_PART))} OR match(${found}, '^[{[]|[\\x00-\\x1f]') OR NOT isValidUTF8(${found}), '', ${found})`;
}

/** Looking for the name first costs a tenth of understanding the text, which most often does not have it. */
function jsonValue(path: readonly string[], column: Sql): Sql {
  const last = path.at(-1) ?? '';
  const steps = joinSql(path.map(quoted), ', ');
  const value = sql`if(startsWith(trimLeft(${column}), '{'), JSONExtract(${column}, ${steps}, 'String'), '')`;
  return /^\w+$/.test(last) ? sql`if(position(${column}, ${quoted(`"${last}"`)}) = 0, '', ${value})` : value;
}

const parameter = (name: string, column: Sql): Sql =>
  sql`decodeURLFormComponent(extractURLParameter(${column}, ${quoted(name)}))`;
