import type { Condition, Scalar } from '#platform/contract/condition.ts';
import {
  comparable,
  type FieldType,
  type FieldValueType,
  fieldOf,
  type Leaf,
  networkOf,
} from '#platform/contract/condition-predicate.ts';
import { addressText } from '#platform/contract/ip-network.ts';
import { joinSql, type Sql, sql, trusted, typed } from './sql.ts';
import type { ClickHouseType } from './typed-value.ts';

export interface SqlField extends FieldType {
  /** Trusted SQL, from a registry; the field's own name when absent. */
  expression?: string;
}

export type SqlFields = Readonly<Record<string, SqlField>>;

/**
 * The ClickHouse interpreter of a condition, an expression that is 0 or 1 and never NULL; `compilePredicate` is its
 * twin and condition-agreement.test.ts holds them equal. Throws a RangeError for what `checkCondition` would refuse.
 */
export function conditionSql(condition: Condition, fields: SqlFields): Sql {
  if ('all' in condition) return joined(condition.all, ' AND ', trusted('true'), fields);
  if ('any' in condition) return joined(condition.any, ' OR ', trusted('false'), fields);
  if ('not' in condition) return sql`(NOT ${conditionSql(condition.not, fields)})`;
  const field = fieldOf(condition.field, fields);
  const column = columnOf(condition.field, field);
  if (condition.op === 'unknown') return sql`(NOT ${present(column, field)})`;
  return sql`(${present(column, field)} AND ifNull(${comparison(condition, column, field.valueType)}, false))`;
}

function joined(parts: readonly Condition[], separator: string, empty: Sql, fields: SqlFields): Sql {
  if (parts.length === 0) return empty;
  return sql`(${joinSql(
    parts.map((part) => conditionSql(part, fields)),
    separator,
  )})`;
}

function columnOf(name: string, field: SqlField): Sql {
  if (field.expression === undefined && !/^[a-z_][a-z0-9_]*$/.test(name)) throw new RangeError(`Not a column: ${name}`);
  const column = trusted(field.expression ?? name);
  // Numbers are doubles and moments milliseconds on both sides, so that equal means equal.
  if (field.valueType === 'number') return sql`toFloat64(${column})`;
  if (field.valueType === 'datetime') return sql`toFloat64(toUnixTimestamp64Milli(${column}))`;
  return column;
}

function present(column: Sql, { valueType, missing }: SqlField): Sql {
  if (valueType === 'string') return sql`ifNull(${column} != '', false)`;
  if (valueType === 'ip') return sql`ifNull(${column} != toIPv6('::'), false)`;
  if (missing !== undefined) return sql`ifNull(${column} != ${typed('Float64', missing)}, false)`;
  return sql`isNotNull(${column})`;
}

const COMPARE = { eq: '=', ne: '!=', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

function comparison(leaf: Leaf, column: Sql, type: FieldValueType): Sql {
  switch (leaf.op) {
    case 'known':
      return trusted('true');
    case 'unknown':
      return trusted('false');
    case 'eq':
    case 'ne':
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return sql`${column} ${trusted(COMPARE[leaf.op])} ${typed(BINDING[type], bound(leaf.value, type))}`;
    case 'in':
    case 'notIn': {
      const values = typed(`Array(${BINDING[type]})`, [...new Set(leaf.values.map((value) => bound(value, type)))]);
      return leaf.op === 'in' ? sql`${column} IN ${values}` : sql`${column} NOT IN ${values}`;
    }
    case 'contains':
      return sql`position(${column}, ${typed('String', leaf.value)}) > 0`;
    case 'startsWith':
      return sql`startsWith(${column}, ${typed('String', leaf.value)})`;
    case 'endsWith':
      return sql`endsWith(${column}, ${typed('String', leaf.value)})`;
    case 'matches':
      return sql`match(${column}, ${typed('String', leaf.value)})`;
    case 'inNetwork':
      return inNetworks(column, leaf.values);
  }
}

type Binding = Extract<ClickHouseType, 'String' | 'Float64' | 'IPv6' | 'Bool'>;

const BINDING: Record<FieldValueType, Binding> = {
  string: 'String',
  number: 'Float64',
  datetime: 'Float64',
  ip: 'IPv6',
  boolean: 'Bool',
};

function bound(value: Scalar, type: FieldValueType): Scalar {
  const wanted = comparable(value, type);
  if (type === 'ip') return addressText(String(wanted));
  // A set of doubles tells -0 from 0.
  return wanted === 0 ? 0 : wanted;
}

/** One hashed set per prefix length: ten thousand networks cost a handful of lookups a row. */
function inNetworks(column: Sql, networks: readonly string[]): Sql {
  const byPrefix = new Map<number, Set<string>>();
  for (const { first, prefix } of networks.map(networkOf)) {
    const starts = byPrefix.get(prefix) ?? new Set();
    byPrefix.set(prefix, starts.add(addressText(first)));
  }
  const tests = [...byPrefix].map(
    ([prefix, starts]) =>
      sql`IPv6CIDRToRange(${column}, ${typed('UInt8', prefix)}).1 IN ${typed('Array(IPv6)', [...starts])}`,
  );
  return sql`(${joinSql(tests, ' OR ')})`;
}
