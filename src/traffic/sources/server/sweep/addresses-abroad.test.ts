// @drawn one kind of facts among many
import { describe, expect, it } from 'vitest';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { useSweptPackage } from '../../testing/use-swept-package.ts';

const { ch, sweep } = useSweptPackage('shop', 'web');

interface Abroad {
  every: number;
  each: number;
  /** Whose addresses abroad they are; their own if not named. */
  through?: string;
}

/** Events of a publisher, so many of each address, some of the addresses abroad. */
const events = (publisher: string, addresses: number, each: number, { through = publisher, ...abroad }: Abroad) =>
  ch.command(sql`INSERT INTO traffic (row_id, package, kind, ts, publisher, sub_publisher, ip, ip_class, ip_country, declared_country, country_conflict, verdict)
    SELECT generateUUIDv4(), 'shop', 'click', toDateTime64('2026-03-02 00:00:00', 3, 'UTC') + number, ${typed('String', publisher)}, 's',
      toIPv6(concat('2001:db8:', lower(hex(sipHash64(if(away, ${typed('String', through)}, ${typed('String', publisher)})) % 65536)), '::', hex(number))), 'public', if(away, 'FR', 'DE'), 'DE', if(away, 'FR ≠ DE', ''), 'clean'
    FROM (SELECT number, number % ${typed('UInt32', abroad.every)} = 0 AS away,
        arrayJoin(range(if(away, ${typed('UInt32', abroad.each)}, ${typed('UInt32', each)}))) AS nth
      FROM numbers(${typed('UInt32', addresses)}))`);

const shares = (...publishers: string[]) =>
  ch.query<{ publisher: string; share: number; sample: number }>(
    sql`SELECT toString(publisher) AS publisher, round(source_abroad) AS share, source_abroad_n AS sample FROM source_fact FINAL
      WHERE level = 'sub_publisher' AND publisher IN ${typed('Array(String)', publishers)} ORDER BY publisher`,
  );

describe('addresses abroad', { timeout: 120_000 }, () => {
  it('are counted once however many events come from them, so that few travellers do not make a source one from abroad', async () => {
    for (const name of ['north', 'south', 'east', 'west']) await events(name, 300, 2, { every: 200, each: 2 });
    await events('travellers', 300, 1, { every: 50, each: 40 });
    await events('masked', 300, 2, { every: 5, each: 2 });
    await sweep({ from: '2026-03-02', to: '2026-03-02' });
    expect(await shares('travellers', 'masked')).toEqual([
      { publisher: 'masked', share: 16, sample: 300 },
      { publisher: 'travellers', share: 1, sample: 300 },
    ]);
  });

  it('do not count where people of three publishers leave by them on a day: exits of a VPN, gateways of a carrier', async () => {
    await ch.command(sql`TRUNCATE TABLE traffic`);
    for (const name of ['north', 'south', 'east', 'west', 'hills']) await events(name, 300, 2, { every: 200, each: 2 });
    for (const name of ['three', 'of', 'them']) await events(name, 300, 2, { every: 5, each: 2, through: 'exits' });
    for (const name of ['only', 'two']) await events(name, 300, 2, { every: 5, each: 2, through: 'proxies' });
    await sweep({ from: '2026-03-02', to: '2026-03-02' });
    expect(await shares('three', 'two')).toEqual([
      { publisher: 'three', share: 0, sample: 300 },
      { publisher: 'two', share: 16, sample: 300 },
    ]);
  });
});
