import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { isDimension } from '#traffic/event/contract/dimensions.ts';
import { FACTS } from '#traffic/event/contract/facts.ts';
import {
  type AskedKey,
  type BlockKey,
  isBlockKey,
  isFactKey,
  type KeyName,
  stepsOf,
} from '#traffic/event/contract/keys.ts';
import type { TimeKey } from '#traffic/event/contract/time-keys.ts';
import { DIMENSION_SQL } from './dimension-sql.ts';

const ofInstall = (text: Sql): Sql => sql`if(isNull(install_time), '', ${text})`;

const TIME_SQL: Readonly<Record<TimeKey, (zone: Sql) => Sql>> = {
  hour: (zone) => sql`leftPad(toString(toHour(ts, ${zone})), 2, '0')`,
  weekday: (zone) => sql`toString(toDayOfWeek(ts, 0, ${zone}))`,
  date: (zone) => sql`toString(toDate(ts, ${zone}))`,
  week: (zone) => sql`toString(toMonday(toDate(ts, ${zone})))`,
  month: (zone) => sql`substring(toString(toDate(ts, ${zone})), 1, 7)`,
  install_date: (zone) => ofInstall(sql`toString(toDate(assumeNotNull(install_time), ${zone}))`),
  install_week: (zone) => ofInstall(sql`toString(toMonday(toDate(assumeNotNull(install_time), ${zone})))`),
  days_after_install: () =>
    ofInstall(
      stepSql(
        sql`floor((toUnixTimestamp(ts) - toUnixTimestamp(assumeNotNull(install_time))) / 86400)`,
        'days_after_install',
      ),
    ),
};

const IS_V4 = sql`startsWith(IPv6NumToString(ip), '::ffff:')`;
const named = (text: Sql): Sql => sql`if(ip = toIPv6('::'), '', ${text})`;

/** Networks of 256 addresses, of IPv6 those of a site. */
const BLOCK_SQL: Readonly<Record<BlockKey, Sql>> = {
  address: named(sql`IPv6NumToString(ip)`),
  network: named(
    sql`concat(IPv6NumToString(IPv6CIDRToRange(ip, if(${IS_V4}, 120, 48)).1), if(${IS_V4}, '/120', '/48'))`,
  ),
  site: sql`if(declared_domain != '', declared_domain, system_domain)`,
  app: sql`declared_domain`,
};

const isTimeKey = (name: KeyName): name is TimeKey => Object.hasOwn(TIME_SQL, name);

/** Where the step of a number begins, as text. */
function stepSql(number: Sql, name: KeyName): Sql {
  const steps = joinSql(
    (stepsOf(name) ?? []).map((step) => trusted(String(step))),
    ', ',
  );
  return sql`toString(roundDown(toInt64(${number}), [${steps}]))`;
}

/** What an event is told apart by, as text over the columns of `traffic`; empty when not reported. */
export function keySql(name: AskedKey, timeZone: string): Sql {
  if (isBlockKey(name)) return BLOCK_SQL[name];
  if (name === 'kind') return sql`toString(kind)`;
  if (isTimeKey(name)) return TIME_SQL[name](sql`${typed('String', timeZone)}`);
  if (isDimension(name)) return DIMENSION_SQL[name];
  if (!isFactKey(name)) throw new RangeError(`No key ${name}`);
  const column = trusted(name);
  if (stepsOf(name)) return sql`if(isNull(${column}), '', ${stepSql(sql`assumeNotNull(${column})`, name)})`;
  return FACTS[name].valueType === 'string' ? column : sql`if(${column} = 0, '', toString(${column}))`;
}
