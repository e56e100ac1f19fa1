import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClickHouse, fileSource } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';
import type { AddressGroups } from '#traffic/enrich/server/address-groups.ts';
import type { Enricher, IpFacts } from '#traffic/enrich/server/enrich.ts';

export const ADDRESS_COLUMNS = { ip: 'IPv6', id: 'UInt32' } as const;
export const ADDRESS_FACT_COLUMNS = {
  id: 'UInt32',
  ip_class: 'LowCardinality(String)',
  ip_list: 'LowCardinality(String)',
  ip_country: 'LowCardinality(String)',
  asn: 'UInt32',
  as_name: 'LowCardinality(String)',
} as const;

/** An address is four words in the engine's binary form; its number is a fifth. */
const IP_WORDS = 4;
const IP_BYTES = 4 * IP_WORDS;
/** ::ffff:0:0/96, as it lies in memory. */
const MAPPED = new Uint32Array(Uint8Array.of(0, 0, 0xff, 0xff).buffer)[0];

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
  const numbers = new FactNumbers(enricher, groups);
  const path = join(clickhouse.userFiles, `addresses-${randomUUID()}.bin`);
  const file = await open(path, 'w', 0o600);
  try {
    const stream = await clickhouse.stream(
      sql`SELECT reinterpretAsFixedString(ip) FROM (SELECT DISTINCT ip FROM (${rows}) WHERE ip != toIPv6('::')) ORDER BY ip`,
      'bytes',
    );
    let rest = Buffer.alloc(0);
    for await (const chunk of stream) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk);
      const whole = bytes.length - (bytes.length % IP_BYTES);
      rest = bytes.subarray(whole);
      await file.appendFile(numbers.numbered(bytes.subarray(0, whole)));
    }
    await clickhouse.insert(tables.addressFacts.pieces.join(''), numbers.facts, { lane: 'heavy' });
    if (numbers.facts.length === 0) return;
    await clickhouse.command(
      sql`INSERT INTO ${tables.addresses} SELECT * FROM file(${fileSource(clickhouse, path)}, 'RowBinary', ${trusted("'ip IPv6, id UInt32'")})`,
      { lane: 'heavy' },
    );
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}

/** Numbers the different facts of addresses that come in ascending order. */
class FactNumbers {
  readonly facts: (IpFacts & { id: number })[] = [];
  readonly #enricher: Enricher;
  readonly #groups: AddressGroups;
  readonly #groupOf: (word: number) => number;
  readonly #idOfGroup: number[] = [];
  readonly #ids = new Map<string, number>();

  constructor(enricher: Enricher, groups: AddressGroups) {
    this.#enricher = enricher;
    this.#groups = groups;
    this.#groupOf = groups.ascending();
  }

  /** Each address of `bytes` with the number of its facts behind it. */
  numbered(bytes: Buffer): Uint8Array {
    // A copy of its own begins where words may begin.
    const from = new Uint32Array(Uint8Array.from(bytes).buffer);
    const addresses = new DataView(from.buffer);
    const to = new Uint32Array((from.length / IP_WORDS) * (IP_WORDS + 1));
    for (let at = 0, out = 0; at < from.length; at += IP_WORDS) {
      const isMapped = from[at] === 0 && from[at + 1] === 0 && from[at + 2] === MAPPED;
      for (let word = 0; word < IP_WORDS; word++) to[out++] = from[at + word] ?? 0;
      to[out++] = isMapped ? this.#idOfNumber(addresses.getUint32(4 * at + 12)) : this.#idOf(this.#read(addresses, at));
    }
    return new Uint8Array(to.buffer);
  }

  #idOfNumber(address: number): number {
    const group = this.#groupOf(address);
    const id = this.#idOfGroup[group] ?? this.#idOf(this.#groups.factsOf(group));
    this.#idOfGroup[group] = id;
    return id;
  }

  #read(addresses: DataView, at: number): IpFacts {
    const words = Array.from({ length: 8 }, (_, n) => addresses.getUint16(4 * at + 2 * n).toString(16));
    return this.#enricher.address(words.join(':'));
  }

  #idOf(address: IpFacts): number {
    const key = `${address.ip_class}|${address.asn}|${address.ip_country}|${address.ip_list}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    this.#ids.set(key, this.facts.length + 1);
    return this.facts.push({ ...address, id: this.facts.length + 1 });
  }
}
