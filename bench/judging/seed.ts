import type { AppContext } from '#app/server/app-context.ts';
import { createPackage } from '#platform/server/access/packages.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';

export const PACKAGE = 'bench.example';
export const DAYS = 30;
/** Events come this long after the one before: a rule hits below 30, the draft below 60. */
export const GAPS = { every: 10, upTo: 3_000 } as const;
const CHUNK = 1_000_000;

/**
 * `rows` events of 30 days in one package: clicks, installs and app events of 200 publishers and 8,000 sub-publishers,
 * three million addresses, 4,000 agents. Verdicts are those of the shipped rules, where one of them hits: repeated
 * clicks.
 */
export async function seed(
  { clickhouse, database }: AppContext,
  rows: number,
  lastDay: string,
  report: (text: string) => void,
): Promise<void> {
  await createPackage(database, {
    name: PACKAGE,
    title: 'Bench',
    platform: 'app',
    timeZone: 'UTC',
    currency: 'USD',
    dashboardTypes: ['Install'],
  });
  for (let from = 0; from < rows; from += CHUNK) {
    await clickhouse.command(
      sql`INSERT INTO traffic (row_id, package, kind, ts, received_at, import_id, source, person, publisher, sub_publisher, campaign,
            ip, ip_class, ip_country, declared_country, user_agent, ua_class, device_id, device_id_class, device_model, os_version,
            event_name, install_time, ctit_seconds, repeat_gap_seconds, cost, currency, verdict, reason, hits, rule_version)
          WITH cityHash64(number) AS h, cityHash64(number, 1) AS h2, cityHash64(number, 2) AS h3,
            ['click', 'click', 'click', 'click', 'click', 'click', 'click', 'install', 'app_event', 'app_event'][h2 % 10 + 1] AS event_kind,
            toUInt32(pow((h3 % 10000) / 10000, 2) * 200) AS pub,
            if(event_kind = 'click' AND h % ${typed('UInt32', GAPS.every)} = 0, toInt32(h2 % ${typed('UInt32', GAPS.upTo)}), NULL) AS gap,
            toDateTime64(${typed('String', lastDay)}, 3, 'UTC') + INTERVAL 1 DAY
              - INTERVAL toInt64((number / ${typed('UInt64', rows)}) * ${typed('UInt64', DAYS * 86_400_000)}) MILLISECOND - INTERVAL 1 MILLISECOND AS moment
          SELECT reinterpretAsUUID(sipHash128(number)), ${typed('String', PACKAGE)}, event_kind, moment, now(), 1, 'bench', h % 9000000 + 1,
            concat('Publisher ', toString(pub)), concat('site-', toString(pub), '-', toString(h % 40)), concat('Campaign ', toString(h2 % 40)),
            toIPv6(concat('::ffff:', IPv4NumToString(toUInt32(h3 % 3000000 + 167772160)))), 'public', 'DE', 'DE',
            concat('Agent ', toString(h3 % 4000)), 'browser', toString(reinterpretAsUUID(sipHash128(h % 9000000))), 'valid',
            concat('Model ', toString(h3 % 600)), toString(h % 9 + 6), if(event_kind = 'app_event', ['open', 'purchase', 'level'][h % 3 + 1], ''),
            if(event_kind = 'app_event', moment - INTERVAL toInt64(3600 + h % 900000) SECOND, NULL),
            if(event_kind = 'install', toInt32(60 + h2 % 80000), NULL), gap, 0.05, 'USD',
            if(gap < 30, 'fraud', 'clean'), if(gap < 30, 'clk.duplicate', ''), if(gap < 30, ['duplicate_click'], []), 1
          FROM numbers(${typed('UInt64', from)}, ${typed('UInt64', Math.min(CHUNK, rows - from))})`,
      {
        settings: {
          max_insert_threads: 1,
          max_block_size: 32_768,
          min_insert_block_size_rows: 131_072,
          min_insert_block_size_bytes: 64_000_000,
        },
      },
    );
    if ((from / CHUNK) % 5 === 4 || from + CHUNK >= rows)
      report(`${Math.min(rows, from + CHUNK) / 1e6} M of ${rows / 1e6} M rows`);
  }
}
