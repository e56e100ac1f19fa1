import type { AppContext } from '#app/server/app-context.ts';
import { createUser } from '#domains/account/server/users.ts';
import { createPackage } from '#platform/server/access/packages.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { FILLING } from '../filling.ts';

export const PACKAGE = 'bench-1.example';
export const PERSON = { email: 'bench@adsieve.example', password: 'bench bench bench' };

const PACKAGES = 24;
/** Of each publisher: 45,040 in all. */
const SITES = 563;

/** Rows per INSERT: one block stream that never holds more than a day or two of parts in memory. */
const CHUNK = 2_000_000;

/**
 * `rows` events over 90 days in 24 packages of falling size (the first holds two fifths), four web kinds, 80 publishers,
 * 45,000 sub-publishers, 1,500 placements; the fraud rate depends on the publisher. Deterministic.
 */
export async function seed(
  context: AppContext,
  rows: number,
  lastDay: string,
  report: (text: string) => void,
): Promise<void> {
  for (let n = 1; n <= PACKAGES; n++) {
    await createPackage(context.database, {
      name: `bench-${n}.example`,
      title: `Bench ${n}`,
      platform: 'web',
      timeZone: 'UTC',
      currency: 'USD',
      dashboardTypes: ['Click'],
    });
  }
  await createUser(context.database, { email: PERSON.email, password: PERSON.password, name: 'Bench', role: 'admin' });
  for (let from = 0; from < rows; from += CHUNK) {
    const count = Math.min(CHUNK, rows - from);
    await context.clickhouse.command(
      sql`INSERT INTO traffic (row_id, package, kind, ts, received_at, import_id, source, person, publisher, sub_publisher, campaign, campaign_id, channel,
            placement, placement_type, creative, system_domain, ip, device_id, ip_country, ua_class, browser, os, ip_class, browser_age_months, clicks_1h, repeat_gap_seconds, cost, currency, verdict, reason, hits)
          WITH cityHash64(number) AS h, cityHash64(number, 1) AS h2, cityHash64(number, 2) AS h3,
            if(h % 5 < 2, 1, 2 + toUInt32(pow((intDiv(h, 5) % 10000) / 10000, 2) * ${typed('UInt8', PACKAGES - 1)})) AS package_no,
            toUInt32(pow((h2 % 10000) / 10000, 2.2) * 80) AS pub,
            (h3 % 1000) < (20 + pub * 4) AS bad, NOT bad AND h3 % 53 = 0 AS odd
          SELECT reinterpretAsUUID(sipHash128(number)), concat('bench-', toString(package_no), '.example'),
            ['click', 'click', 'click', 'click', 'click', 'visit', 'visit', 'impression', 'impression', 'web_event'][h2 % 10 + 1],
            toDateTime64(${typed('String', lastDay)}, 3, 'UTC') + INTERVAL 1 DAY - INTERVAL toInt64((number / ${typed('UInt64', rows)}) * 7776000000) MILLISECOND - INTERVAL 1 MILLISECOND,
            now(), 1, 'bench', h, concat('Publisher ', toString(pub)), concat('site-', toString(pub), '-', toString(h2 % ${typed('UInt16', SITES)})),
            concat('Campaign ', toString(h2 % 40)), toString(1000 + h2 % 40), ['social', 'search', 'display', 'video', 'affiliate'][h3 % 5 + 1],
            concat('placement-', toString(h3 % 1500)), ['banner', 'native', 'video'][h % 3 + 1], toString(h % 300), concat('domain-', toString(h2 % 200), '.example'),
            toIPv6(concat('::ffff:', IPv4NumToString(toUInt32(h % 4000000 + 167772160)))), toString(generateUUIDv4(number)),
            ['DE', 'US', 'FR', 'IN', 'BR', 'JP', 'GB', 'ES', 'MX', 'ID'][h % 10 + 1], if(bad, 'bot', 'browser'), ['Chrome', 'Safari', 'Firefox', 'Edge'][h2 % 4 + 1],
            ['Android', 'iOS', 'Windows'][h3 % 3 + 1], if(bad AND h % 2 = 0, 'datacenter', 'public'),
            toInt32(h3 % 40), toInt32(h2 % 7), if(h3 % 4 = 0, NULL, toInt32(h2 % 90000)), 0.05, 'USD',
            multiIf(bad, 'fraud', odd, 'suspect', 'clean'),
            multiIf(bad, ['net.datacenter', 'bot.declared', 'clk.duplicate', 'bot.non_browser'][h2 % 4 + 1], odd, 'net.anonymizer', ''),
            multiIf(bad, ['data-center'], odd, ['anonymizer'], [])
          FROM numbers(${typed('UInt64', from)}, ${typed('UInt64', count)})`,
      FILLING,
    );
    report(`${((from + count) / 1e6).toFixed(0)} M of ${(rows / 1e6).toFixed(0)} M rows`);
  }
}
