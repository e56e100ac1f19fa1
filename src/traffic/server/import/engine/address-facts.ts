import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClickHouse, fileSource } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';
import type { AddressGroups } from '#traffic/server/enrich/address-groups.ts';
import type { Enricher, IpFacts } from '#traffic/server/enrich/enrich.ts';

export const ADDRESS_COLUMNS = { ip: 'IPv6', id: 'UInt32' } as const;
export const ADDRESS_FACT_COLUMNS = {
  id: 'UInt32',
  ip_class: 'LowCardinality(String)',
  ip_list: 'LowCardinality(String)',
  ip_country: 'LowCardinality(String)',
  asn: 'UInt32',
  as_name: 'LowCardinality(String)',
} as const;

const IP_BYTES = 16;
const ROW_BYTES = IP_BYTES + 4;

/**
 * Facts of every distinct address in `rows`. Millions of addresses share a few thousand combinations of facts, so only
 * a number travels back per address, in the engine's own binary form: a text per address costs ten times as much.
 */
export async function fillAddressFacts(
  clickhouse: ClickHouse,
  enricher: Enricher,
  groups: AddressGroups,
  tables: { addresses: Sql; addressFacts: Sql },
  rows: Sql,
): Promise<void> {
  await clickhouse.command(sql`TRUNCATE TABLE ${tables.addresses}`, { lane: 'heavy' });
  await clickhouse.command(sql`TRUNCATE TABLE ${tables.addressFacts}`, { lane: 'heavy' });
  const idOfGroup: number[] = [];
  const ids = new Map<string, number>();
  const facts: (IpFacts & { id: number })[] = [];
  const idOf = (address: IpFacts): number => {
    const key = `${address.ip_class}|${address.asn}|${address.ip_country}|${address.ip_list}`;
    const known = ids.get(key);
    if (known !== undefined) return known;
    ids.set(key, facts.length + 1);
    return facts.push({ ...address, id: facts.length + 1 });
  };
  const idAt = (bytes: Buffer, at: number): number => {
    if (!isMapped(bytes, at)) return idOf(enricher.address(addressText(bytes, at)));
    const group = groups.groupOf(bytes.readUInt32BE(at + 12));
    const id = idOfGroup[group] ?? idOf(groups.factsOf(group));
    idOfGroup[group] = id;
    return id;
  };
  const path = join(clickhouse.userFiles, `addresses-${randomUUID()}.bin`);
  const file = await open(path, 'w', 0o600);
  try {
    const stream = await clickhouse.stream(
      sql`SELECT DISTINCT ip FROM (${rows}) WHERE ip != toIPv6('::')`,
      'RowBinary',
    );
    let rest = Buffer.alloc(0);
    for await (const chunk of stream) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk);
      const count = Math.floor(bytes.length / IP_BYTES);
      const out = Buffer.allocUnsafe(count * ROW_BYTES);
      for (let n = 0; n < count; n++) {
        bytes.copy(out, n * ROW_BYTES, n * IP_BYTES, (n + 1) * IP_BYTES);
        out.writeUInt32LE(idAt(bytes, n * IP_BYTES), n * ROW_BYTES + IP_BYTES);
      }
      rest = bytes.subarray(count * IP_BYTES);
      await file.appendFile(out);
    }
    await clickhouse.insert(tables.addressFacts.pieces.join(''), facts, { lane: 'heavy' });
    if (facts.length === 0) return;
    await clickhouse.command(
      sql`INSERT INTO ${tables.addresses} SELECT * FROM file(${fileSource(clickhouse, path)}, 'RowBinary', ${trusted("'ip IPv6, id UInt32'")})`,
      { lane: 'heavy' },
    );
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}

const isMapped = (bytes: Buffer, at: number): boolean =>
  bytes.readUInt32BE(at + 8) === 0xffff && bytes.readUInt32BE(at) === 0 && bytes.readUInt32BE(at + 4) === 0;

function addressText(bytes: Buffer, at: number): string {
  const words = Array.from({ length: 8 }, (_, n) => bytes.readUInt16BE(at + 2 * n).toString(16));
  return words.join(':');
}
