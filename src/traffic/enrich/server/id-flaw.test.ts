import { expect, it } from 'vitest';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { classifyDeviceId } from './device.ts';
import { ID_FLAW_SQL, type IdsOfEvent, idFlaw } from './id-flaw.ts';

const clickhouse = useClickHouse({ migrate: false });
const GOOD = '38400000-8cf0-11bd-b23e-10b96e40000d';
const ids = (kind: string, device_id: string, click_id = ''): IdsOfEvent => ({ kind, device_id, click_id });

const CASES: readonly [IdsOfEvent, string][] = [
  [ids('click', '{gaid}'), 'device_id_macro'],
  [ids('click', '__IDFA__', '{click_id}'), 'device_id_macro; click_id_macro'],
  [ids('click', '%%ADVERTISING_ID%%', '[CLICKID]'), 'device_id_macro; click_id_macro'],
  [ids('click', GOOD, ['$', '{clickid}'].join('')), 'click_id_macro'],
  [ids('click', 'ffffffff-ffff-ffff-ffff-ffffffffffff'), 'device_id_repeated'],
  [ids('re_click', 'FFFFFFFF-ffff-FFFF-ffff-FFFFFFFFFFFF'), 'device_id_repeated'],
  [ids('install', '11111111-1111-1111-1111-111111111111'), 'device_id_repeated'],
  [ids('app_event', ' 1111 '), 'device_id_repeated'],
  [ids('click', GOOD, '1111111111'), 'click_id_repeated'],
  [ids('click', '38400000-8cf0-11bd-b23e-10b96e4000'), 'device_id_malformed'],
  [ids('click', 'a phone', 'xxxxxxxx'), 'device_id_malformed; click_id_repeated'],
  // In the app the form of a device id is judged by a rule of its own, and a click id is that of the link.
  [ids('install', 'a phone', '{click_id}'), 'click_id_macro'],
  [ids('app_event', GOOD, '{click_id}'), ''],
  // People delete their id; channels without click ids write nothing, in one way or another.
  [ids('click', '00000000-0000-0000-0000-000000000000', '0'), ''],
  [ids('click', '', ''), ''],
  [ids('click', 'null', 'none'), ''],
  [ids('click', GOOD, 'GCL.1700000000.Cj0KCQ'), ''],
  [ids('click', GOOD, '777'), ''],
  [ids('click', 'a1b2c3d4e5f60718', 'aaab'), ''],
  [ids('impression', '{gaid}', '{click_id}'), ''],
  [ids('visit', 'ffffffff'), ''],
];

it.each(CASES)('tells why an id names nothing, here as in imports: %j', async (event, flaw) => {
  const idClass = classifyDeviceId(event.device_id);
  expect(idFlaw(event, idClass)).toBe(flaw);
  const text = (value: string) => typed('String', value);
  const rows = await clickhouse.query<{ flaw: string }>(
    sql`SELECT ${ID_FLAW_SQL} AS flaw FROM (SELECT ${text(event.kind)} AS kind, ${text(event.device_id)} AS device_id,
      ${text(event.click_id)} AS click_id, ${text(idClass)} AS device_id_class) AS s`,
  );
  expect(rows).toEqual([{ flaw }]);
});
