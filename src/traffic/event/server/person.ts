/** Who did it, as far as can be told: the one place where the key of window facts is made. */
import { type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';

const UUID = `'(?i)^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'`;
const NOTHING = `'(?i)^(?:-|null|none|n/?a|nil|undefined|unknown|\\\\(null\\\\))?$'`;
const UUID_LIKE = `'^[0-9A-Za-z_]{4,12}(?:-[0-9A-Za-z_]{1,12}){4}$'`;
const TOKEN = `'^[0-9A-Za-z_.:~-]{8,128}$'`;
/** Ids of documentation and SDK samples, and the Android id a whole generation of devices shared. */
const SHARED = `('12345678-1234-1234-1234-123456789012', '01234567-89ab-cdef-0123-456789abcdef', '0123456789abcdef', '9774d56d682e549c')`;

/**
 * Form of a device id: `missing`, `zero` (limited ad tracking, or an id many devices share), `valid` or `malformed`.
 * The SQL twin of `classifyDeviceId`; person.test.ts holds the two equal.
 */
export function deviceIdClass(deviceId: Sql): Sql {
  const id = sql`trimBoth(${deviceId})`;
  const bare = sql`replaceAll(lower(${id}), '-', '')`;
  const alike = sql`(${bare} = repeat(substring(${bare}, 1, 1), length(${bare})) AND match(${bare}, '^[0-9a-f]+$'))`;
  return sql`multiIf(
  length(${id}) < 10 AND match(${id}, ${trusted(NOTHING)}), 'missing',
  ${alike} OR lower(${id}) IN ${trusted(SHARED)} OR ${bare} IN ${trusted(SHARED)}, 'zero',
  match(${id}, ${trusted(UUID)}), 'valid',
  NOT match(${id}, ${trusted(UUID_LIKE)}) AND match(${id}, ${trusted(TOKEN)}) AND match(${id}, '[0-9]|(?i)^[0-9a-f]+$'), 'valid',
  'malformed')`;
}

/**
 * A sound device id is a person; without one, an address with an agent is; without an address nobody can be told apart
 * (0). Columns are names of the SELECT it stands in.
 */
export const personKey = (
  columns = { deviceId: 'device_id', idClass: 'device_id_class', ip: 'ip', agent: 'user_agent' },
): Sql =>
  trusted(
    `multiIf(${columns.idClass} = 'valid', cityHash64(lower(${columns.deviceId})), ` +
      `${columns.ip} != toIPv6('::'), cityHash64(${columns.ip}, toString(${columns.agent})), 0)`,
  );
