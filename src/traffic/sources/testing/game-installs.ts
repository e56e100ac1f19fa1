import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';

/** Days of `gameInstalls`, UTC. */
export const GAME_DAYS = { package: 'game', from: '2026-03-01', to: '2026-03-14' };

/**
 * Two weeks of installs of one app, 617 a day, alike over all publishers but for `odd`: its installs come any time of
 * the day after their click, and a seventh of them through a VPN. `small` is honest and has six a day.
 */
export const gameInstalls = (ch: ClickHouse): Promise<void> =>
  ch.command(sql`INSERT INTO traffic (row_id, package, kind, ts, publisher, sub_publisher, person, ip, ip_class, device_id,
      device_model, device_id_class, ctit_seconds, verdict)
    SELECT reinterpretAsUUID(sipHash128(number)), 'game', 'install', toDateTime64('2026-03-01 00:00:00', 3, 'UTC') + number * 140,
      ['north', 'south', 'east', 'west', 'odd', 'small'][if(number % 100 = 0, 6, number % 5 + 1)] AS who,
      if(who = 'odd', ['o1', 'o2'][intDiv(number, 5) % 2 + 1], 's'), number + 1,
      toIPv6(concat('::ffff:10.', toString(number % 200), '.', toString(number % 251), '.', toString(number % 13))),
      if(who = 'odd' AND number % 35 = 4, 'vpn', 'public'),
      toString(number), concat('m', toString(sipHash64(number, 1) % 30)), 'valid',
      if(who = 'odd', 600 + sipHash64(number, 2) % 86400, 20 + toInt32(exp(3 + (sipHash64(number, 3) % 1000) / 250))), 'clean'
    FROM numbers(8640)`);
