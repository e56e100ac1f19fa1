import { parseAddress } from '#platform/contract/ip-network.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { triedTraffic } from './effect.ts';
import { shortAddress } from './normal-values.ts';
import type { Counted, Counts } from './search-ads.ts';

const NOTHING: Counted = { fraud: 0, clean: 0 };
/** Bits of an IPv4 network of 256 addresses, as it is stored: v4-mapped. */
const NETWORK_BITS = 120;
/** Networks of one question. */
const PART = 5_000;
const inParts = (all: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(all.length / PART) }, (_, at) => all.slice(at * PART, (at + 1) * PART));

/** Events of the addresses of IPv4, by address and by network of 256, and all clean events. */
export async function countAddresses(
  scope: Scope,
  ch: ClickHouse,
  info: PackageInfo,
  values: readonly string[],
): Promise<{ counts: Counts; clean: number }> {
  const where = await triedTraffic(scope, ch, info);
  const wanted = new Set(values);
  const starts = new Set(values.map((value) => value.replace(/\.\d+$/, '')));
  const byNetworkStart = await Promise.all(
    inParts([...starts]).map((part) =>
      ch.query<{ address: string; fraud: number; clean: number }>(
        sql`SELECT IPv6NumToString(ip) AS address, countIf(verdict = 'fraud') AS fraud, countIf(verdict = 'clean') AS clean
          FROM traffic WHERE ${where} AND IPv6CIDRToRange(ip, ${typed('UInt8', NETWORK_BITS)}).1 IN ${typed(
            'Array(IPv6)',
            part.map((start) => `::ffff:${start}.0`),
          )}
          GROUP BY ip`,
        { tag: 'block-feed-addresses' },
      ),
    ),
  );
  const byAddress = new Map<string, Counted>();
  const byNetwork = new Map<string, Counted>();
  for (const { address, fraud, clean } of byNetworkStart.flat()) {
    const value = shortAddress(parseAddress(address) ?? '');
    const start = value.replace(/\.\d+$/, '');
    if (wanted.has(value)) byAddress.set(value, { fraud, clean });
    const sum = byNetwork.get(start) ?? NOTHING;
    byNetwork.set(start, { fraud: sum.fraud + fraud, clean: sum.clean + clean });
  }
  const [all] = await ch.query<{ clean: number }>(
    sql`SELECT countIf(verdict = 'clean') AS clean FROM traffic WHERE ${where}`,
    { tag: 'block-feed-addresses' },
  );
  return {
    counts: {
      address: (value) => byAddress.get(value) ?? NOTHING,
      network: (start) => byNetwork.get(start) ?? NOTHING,
    },
    clean: all?.clean ?? 0,
  };
}
