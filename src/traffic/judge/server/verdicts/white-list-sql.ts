import type { Condition } from '#platform/contract/condition.ts';
import { comparable, fieldOf, NO_ADDRESS, networkOf } from '#platform/contract/condition-predicate.ts';
import { addressText } from '#platform/contract/ip-network.ts';
import { conditionSql } from '#platform/server/clickhouse/condition-sql.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { TRAFFIC_SQL_FIELDS } from '#traffic/event/server/field-sql.ts';
import type { WhiteListEntry } from '#traffic/rules/contract/rule.ts';
import { planWhiteList } from '#traffic/rules/server/rule-plan.ts';

/** Above every id, so that the smallest id wins; means no entry. */
const NONE = 4_294_967_295;
/** The reach of a JavaScript date, in milliseconds either side of 1970. */
const EVER = 8.64e15;

/** A condition that one hash lookup answers: this expression has this value. */
interface Key {
  expression: Sql;
  /** Equal for conditions that look at the same thing. */
  name: string;
  type: 'String' | 'Float64' | 'IPv6';
  value: string | number;
}

interface Lookup {
  key: Key;
  entries: Map<string | number, WhiteListEntry>;
}

/**
 * The id of the first entry that covers a row, 0 when none does. Lists grow to thousands of addresses and devices, so
 * entries on one value become one lookup per column; the rest are asked one after the other.
 */
export function whiteListSql(entries: readonly WhiteListEntry[]): Sql {
  const lookups: Lookup[] = [];
  const others: WhiteListEntry[] = [];
  for (const entry of [...entries].sort((a, b) => a.id - b.id)) {
    const key = keyOf(entry.condition);
    if (key === undefined) others.push(entry);
    else if (key !== 'never') place(lookups, key, entry);
  }
  const found = [...lookups.map(lookupSql), ...(others.length > 0 ? [firstOf(others)] : [])];
  if (found.length === 0) return sql`toUInt32(0)`;
  const first = sql`arrayMin([${joinSql(found, ', ')}])`;
  return sql`toUInt32(if(${first} = ${trusted(String(NONE))}, 0, ${first}))`;
}

/** Two entries on the same value (with other dates) go into two lookups. */
function place(lookups: Lookup[], key: Key, entry: WhiteListEntry): void {
  const free = lookups.find((lookup) => lookup.key.name === key.name && !lookup.entries.has(key.value));
  if (free) free.entries.set(key.value, entry);
  else lookups.push({ key, entries: new Map([[key.value, entry]]) });
}

function lookupSql({ key, entries }: Lookup): Sql {
  const values = [...entries.keys()];
  const each = [...entries.values()];
  // Position in the arrays below, 0 when the value is not listed.
  const place = sql`transform(${key.expression}, ${typed(`Array(${key.type})`, values)}, ${integers(
    each.map((_, index) => index + 1),
    'UInt32',
  )}, toUInt32(0))`;
  const ids = integers(
    each.map(({ id }) => id),
    'UInt32',
  );
  const none = trusted(`toUInt32(${NONE})`);
  const id = sql`if(${place} = 0, ${none}, ${ids}[${place}])`;
  if (each.every(({ from, expires }) => from === null && expires === null)) return id;
  const from = integers(each.map((entry) => (entry.from === null ? -EVER : Date.parse(entry.from))));
  const until = integers(each.map((entry) => (entry.expires === null ? EVER : Date.parse(entry.expires))));
  const covered = sql`${place} != 0 AND toUnixTimestamp64Milli(ts) >= ${from}[${place}] AND toUnixTimestamp64Milli(ts) < ${until}[${place}]`;
  return sql`if(${covered}, ${id}, ${none})`;
}

/** Doubles carry these integers exactly. */
const integers = (values: number[], type: 'UInt32' | 'Int64' = 'Int64'): Sql =>
  sql`CAST(${typed('Array(Float64)', values)}, ${typed('String', `Array(${type})`)})`;

function firstOf(entries: WhiteListEntry[]): Sql {
  const cases = planWhiteList(entries).map(
    ({ id, when }) => sql`${conditionSql(when, TRAFFIC_SQL_FIELDS)}, toUInt32(${typed('UInt32', id)})`,
  );
  return sql`multiIf(${joinSql(cases, ', ')}, ${trusted(`toUInt32(${NONE})`)})`;
}

/** The id of the first entry that covers a row and clears what is called for its reason, 0 without one. */
export function narrowEntrySql(entries: readonly WhiteListEntry[], reason: Sql): Sql {
  const groups = new Map(entries.map(({ id, categories = [] }) => [id, [...categories]]));
  const cases = planWhiteList(entries).map(
    ({ id, when }) =>
      sql`has(${typed('Array(String)', groups.get(id) ?? [])}, splitByChar('.', ${reason})[1]) AND ${conditionSql(when, TRAFFIC_SQL_FIELDS)}, toUInt32(${typed('UInt32', id)})`,
  );
  return sql`multiIf(${joinSql(cases, ', ')}, toUInt32(0))`;
}

/** `never` for values that stand for "not reported": a missing value makes every comparison false. */
function keyOf(condition: Condition): Key | 'never' | undefined {
  if (!('op' in condition)) return undefined;
  const { valueType, missing } = fieldOf(condition.field, TRAFFIC_SQL_FIELDS);
  if (condition.op === 'inNetwork') return networkKey(condition.field, condition.values);
  if (condition.op !== 'eq') return undefined;
  const { field, value } = condition;
  const expression = trusted(TRAFFIC_SQL_FIELDS[field]?.expression ?? field);
  if (valueType === 'ip') {
    const address = String(comparable(value, 'ip'));
    return address === NO_ADDRESS ? 'never' : { expression, name: field, type: 'IPv6', value: addressText(address) };
  }
  if (valueType === 'string' && typeof value === 'string')
    return value === '' ? 'never' : { expression, name: field, type: 'String', value };
  if (typeof value === 'number' && missing !== undefined)
    return value === missing
      ? 'never'
      : { expression: sql`toFloat64(${expression})`, name: field, type: 'Float64', value };
  return undefined;
}

/** One lookup per prefix length. The address that stands for "missing" is moved where no network starts. */
function networkKey(field: string, networks: readonly string[]): Key | undefined {
  const [network, ...more] = networks;
  if (network === undefined || more.length > 0) return undefined;
  const { first, prefix } = networkOf(network);
  // Networks this wide hold the stand-in for "missing" too; there are never many of them.
  if (first === NO_ADDRESS) return undefined;
  const expression = sql`IPv6CIDRToRange(${trusted(field)}, ${typed('UInt8', prefix)}).1`;
  return { expression, name: `${field}/${prefix}`, type: 'IPv6', value: addressText(first) };
}
