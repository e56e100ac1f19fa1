import { describe, expect, it } from 'vitest';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { useSweptPackage } from '../../testing/use-swept-package.ts';

const { ch, sweep } = useSweptPackage('shop', 'web');

/** Events of a publisher, so many of each address, some of the addresses abroad. */
const events = (publisher: string, addresses: number, each: number, abroad: { every: number; each: number }) =>
  ch.command(sql`INSERT INTO traffic (row_id, package, kind, ts, publisher, sub_publisher, ip, ip_class, ip_country, declared_country, country_conflict, verdict)
    SELECT generateUUIDv4(), 'shop', 'click', toDateTime64('2026-03-02 00:00:00', 3, 'UTC') + number, ${typed('String', publisher)}, 's',
      toIPv6(concat('2001:db8::', hex(number))), 'public', if(away, 'FR', 'DE'), 'DE', if(away, 'FR ≠ DE', ''), 'clean'
    FROM (SELECT number, number % ${typed('UInt32', abroad.every)} = 0 AS away,
        arrayJoin(range(if(away, ${typed('UInt32', abroad.each)}, ${typed('UInt32', each)}))) AS nth
      FROM numbers(${typed('UInt32', addresses)}))`);

describe('addresses abroad', { timeout: 120_000 }, () => {
  it('are counted once however many events come from them, so that few travellers do not make a source one from abroad', async () => {
    for (const name of ['north', 'south', 'east', 'west']) await events(name, 300, 2, { every: 200, each: 2 });
    await events('travellers', 300, 1, { every: 50, each: 40 });
    await events('masked', 300, 2, { every: 5, each: 2 });
    await sweep({ from: '2026-03-02', to: '2026-03-02' });
    const rows = await ch.query<{ publisher: string; share: number; sample: number }>(
      sql`SELECT toString(publisher) AS publisher, round(source_abroad) AS share, source_abroad_n AS sample FROM source_fact FINAL
        WHERE level = 'sub_publisher' AND publisher IN ('travellers', 'masked') ORDER BY publisher`,
    );
    expect(rows).toEqual([
      { publisher: 'masked', share: 16, sample: 300 },
      { publisher: 'travellers', share: 1, sample: 300 },
    ]);
  });
});
