/** Who did it, as far as can be told: the one place where the key of window facts is made. */
import { type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';

/** Form of a device id: `missing`, `zero` (limited ad tracking), `valid` or `malformed`. */
export const deviceIdClass = (deviceId: Sql): Sql => sql`multiIf(
  ${deviceId} = '', 'missing',
  replaceAll(replaceAll(${deviceId}, '0', ''), '-', '') = '', 'zero',
  length(${deviceId}) = 36, if(match(${deviceId}, '(?i)^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'), 'valid', 'malformed'),
  match(${deviceId}, '^[0-9A-Za-z][0-9A-Za-z_.:-]{7,127}$'), 'valid',
  'malformed')`;

/**
 * A sound device id is a person; without one, an address with an agent is; without an address nobody can be told apart
 * (0). Columns are names of the SELECT it stands in.
 */
export const personKey = (
  columns = { deviceId: 'device_id', idClass: 'device_id_class', ip: 'ip', agent: 'user_agent' },
): Sql =>
  trusted(
    `multiIf(${columns.idClass} = 'valid', cityHash64(${columns.deviceId}), ` +
      `${columns.ip} != toIPv6('::'), cityHash64(${columns.ip}, toString(${columns.agent})), 0)`,
  );
