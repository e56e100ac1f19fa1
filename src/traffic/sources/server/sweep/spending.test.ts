// @drawn one kind of facts among many
import { describe, expect, it } from 'vitest';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { useSweptPackage } from '../../testing/use-swept-package.ts';

const { ch, sweep } = useSweptPackage('game');

/** Persons who buy twice on one day, for amounts spread evenly over the octaves between two. */
const buyers = (publisher: string, persons: number, [from, to]: [number, number], currency = 'EUR') =>
  ch.command(sql`INSERT INTO traffic (row_id, package, kind, ts, publisher, sub_publisher, person, event_name, revenue, currency, verdict)
    SELECT generateUUIDv4(), 'game', 'app_event', toDateTime64('2026-03-02 00:00:00', 3, 'UTC') + number, ${typed('String', publisher)}, 's',
      sipHash64(intDiv(number, 2), ${typed('String', `${publisher} ${currency}`)}), 'purchase',
      ${typed('Float64', from)} / 2 * pow(${typed('Float64', to / from)}, (sipHash64(intDiv(number, 2), 1) % 1000) / 1000),
      ${typed('String', currency)}, 'clean'
    FROM numbers(${typed('UInt32', 2 * persons)})`);

/** Events that bring nothing. */
const use = (publisher: string, events: number) =>
  ch.command(sql`INSERT INTO traffic (row_id, package, kind, ts, publisher, sub_publisher, person, event_name, verdict)
    SELECT generateUUIDv4(), 'game', 'app_event', toDateTime64('2026-03-02 00:00:00', 3, 'UTC') + number, ${typed('String', publisher)}, 's',
      number, 'session_start', 'clean' FROM numbers(${typed('UInt32', events)})`);

/** What a sweep finds out about each source. */
async function bands(): Promise<Record<string, number | null>> {
  await sweep({ from: '2026-03-02', to: '2026-03-02' });
  const rows = await ch.query<{ publisher: string; bands: number | null }>(
    sql`SELECT toString(publisher) AS publisher, source_rich_bands AS bands FROM source_fact FINAL WHERE level = 'sub_publisher' ORDER BY publisher`,
  );
  return Object.fromEntries(rows.map((row) => [row.publisher, row.bands]));
}
const others = async () => {
  for (const name of ['north', 'south', 'east', 'west']) await buyers(name, 300, [2, 32]);
};

describe('persons who spend more than those of others', { timeout: 120_000 }, () => {
  it('fill bands beyond the envelope, which marks what they pay', async () => {
    await others();
    await buyers('odd', 150, [16, 256]);
    expect(await bands()).toEqual({ north: 0, south: 0, east: 0, west: 0, odd: 3 });
    const found = await ch.query(
      sql`SELECT DISTINCT toString(publisher) AS publisher, toString(verdict) AS verdict FROM traffic WHERE has(hits, 'rich_users')`,
    );
    expect(found).toEqual([{ publisher: 'odd', verdict: 'clean' }]);
  });

  it('are nothing unusual where they spend less, or about as much', async () => {
    await others();
    await buyers('thrifty', 150, [1, 4]);
    await buyers('alike', 150, [3, 30]);
    expect(await bands()).toMatchObject({ thrifty: 0, alike: 0 });
  });

  it('are unknown below thirty, and in a currency nobody else is paid in', async () => {
    await others();
    await buyers('few', 25, [16, 256]);
    await buyers('abroad', 150, [16, 256], 'JPY');
    expect(await bands()).toMatchObject({ few: null, abroad: null });
  });

  it('add up over currencies, each counted from what is usual in it', async () => {
    for (const name of ['north', 'south', 'east', 'west']) {
      await buyers(name, 100, [2, 32]);
      await buyers(name, 100, [300, 4800], 'JPY');
    }
    await buyers('odd', 20, [16, 256]);
    await buyers('odd', 20, [2400, 38_400], 'JPY');
    expect(await bands()).toMatchObject({ north: 0, odd: 4 });
  });

  it('are told by their number too: amounts are usual, but nearly everybody pays', async () => {
    for (const name of ['north', 'south', 'east', 'west']) {
      await buyers(name, 100, [2, 32]);
      await use(name, 3_000);
    }
    await buyers('spread', 120, [2, 32]);
    await use('spread', 100);
    expect(await bands()).toMatchObject({ north: 0, spread: 4 });
  });
});
