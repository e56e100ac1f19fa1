import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { countEvents, eraseRows, personRows } from './erase.ts';
import { expiredEvents, removeExpired, truncateAddresses, untruncatedEvents } from './retention.ts';

const clickhouse = useClickHouse();
const database = useDatabase();
const stores = { clickhouse, database };

const event = (n: number, fields: Record<string, unknown> = {}) => ({
  row_id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  package: 'shop',
  kind: 'click',
  ts: '2026-01-15 10:00:00.000',
  ip: '::ffff:203.0.113.77',
  person: String(n),
  ...fields,
});
const insert = async (...rows: ReturnType<typeof event>[]) => clickhouse.insert('traffic', rows);
const left = async (): Promise<string[]> =>
  (
    await clickhouse.query<{ id: string }>(
      sql`SELECT concat(package, ' ', toString(toUInt32(substring(toString(row_id), 25)))) AS id FROM traffic ORDER BY package, row_id`,
    )
  ).map(({ id }) => id);

beforeEach(async () => {
  await clickhouse.command(sql`TRUNCATE TABLE traffic`);
  await clickhouse.command(sql`TRUNCATE TABLE import_claim`);
  await clickhouse.command(sql`TRUNCATE TABLE traffic_replaced`);
});

describe('events of days that were replaced', () => {
  it('expire, are truncated and are erased like the others', async () => {
    const left = () =>
      clickhouse.query<{ ip: string }>(sql`SELECT toString(ip) AS ip FROM traffic_replaced ORDER BY row_id`);
    const later = { ts: '2026-06-01 00:00:00.000' };
    await clickhouse.insert('traffic_replaced', [
      event(1),
      event(2, later),
      event(3, { ...later, device_id: 'gone-1' }),
    ]);
    await removeExpired(stores, [{ package: 'shop', before: new Date('2026-05-01T00:00:00Z') }]);
    expect(await left()).toHaveLength(2);
    await truncateAddresses(clickhouse, { package: 'shop', before: new Date('2026-07-01T00:00:00Z') });
    expect(await left()).toEqual([{ ip: '::ffff:203.0.113.0' }, { ip: '::ffff:203.0.113.0' }]);
    await eraseRows(stores, personRows({ device_id: 'GONE-1' }));
    expect(await left()).toHaveLength(1);
  });
});

describe('retention', () => {
  it('removes what is due to the millisecond, of that package only, from the disk', async () => {
    await insert(
      event(1),
      event(2, { ts: '2026-03-09 23:59:59.999' }),
      event(3, { ts: '2026-03-10 00:00:00.000' }),
      event(4, { package: 'other', ts: '2026-03-01 00:00:00.000' }),
      event(5, { package: 'other', ts: '2026-01-20 00:00:00.000' }),
    );
    const due = { package: 'shop', before: new Date('2026-03-10T00:00:00Z') };
    expect(await expiredEvents(clickhouse, due)).toEqual({
      events: 2,
      oldest: '2026-01-15T10:00:00Z',
      newest: '2026-03-09T23:59:59Z',
    });
    expect(await removeExpired(stores, [due])).toEqual(new Map([['shop', 2]]));
    expect(await left()).toEqual(['other 4', 'other 5', 'shop 3']);
    const [stored] = await clickhouse.query<{ rows: number }>(
      sql`SELECT sum(rows) AS rows FROM system.parts WHERE table = 'traffic' AND active`,
    );
    expect(Number(stored?.rows)).toBe(3);
    expect(await removeExpired(stores, [due])).toEqual(new Map([['shop', 0]]));
  });

  it('drops a month in which everything is due without rewriting a row', async () => {
    await insert(event(1), event(2, { package: 'other' }), event(3, { ts: '2026-02-15 00:00:00.000' }));
    const before = new Date('2026-02-01T00:00:00Z');
    await removeExpired(stores, [
      { package: 'shop', before },
      { package: 'other', before },
    ]);
    expect(await left()).toEqual(['shop 3']);
    const mutations = await clickhouse.query<{ n: number }>(
      sql`SELECT count() AS n FROM system.mutations WHERE table = 'traffic' AND command LIKE '%DELETE%2026-02-01%'`,
    );
    expect(Number(mutations[0]?.n)).toBe(0);
  });

  it('forgets the claims of later imports to rows that are gone', async () => {
    await insert(event(1), event(2, { ts: '2026-06-01 00:00:00.000' }));
    const claim = (n: number) => ({ package: 'shop', import_id: 9, row_id: event(n).row_id });
    await clickhouse.insert('import_claim', [claim(1), claim(2)]);
    await removeExpired(stores, [{ package: 'shop', before: new Date('2026-05-01T00:00:00Z') }]);
    const rows = await clickhouse.query<{ row_id: string }>(sql`SELECT row_id FROM import_claim`);
    expect(rows.map(({ row_id }) => row_id)).toEqual([event(2).row_id]);
  });
});

describe('truncation', () => {
  it('keeps /24 and /48, once, of the package and the days asked for', async () => {
    await insert(
      event(1),
      event(2, { ip: '2001:db8:aaaa:bbbb:cccc::1' }),
      event(3, { ip: '::' }),
      event(4, { ts: '2026-05-01 00:00:00.000' }),
      event(5, { package: 'other' }),
      event(6, { device_id: '38400000-8cf0-11bd-b23e-10b96e40000d', device_id_class: 'valid', person: '66' }),
    );
    const due = { package: 'shop', before: new Date('2026-02-01T00:00:00Z') };
    expect(await untruncatedEvents(clickhouse, due)).toBe(3);
    expect(await truncateAddresses(clickhouse, due)).toBe(3);
    const rows = await clickhouse.query<{ ip: string; person: string }>(
      sql`SELECT toString(ip) AS ip, toString(person) AS person FROM traffic ORDER BY row_id`,
    );
    expect(rows.map(({ ip }) => ip)).toEqual([
      '::ffff:203.0.113.0',
      '2001:db8:aaaa::',
      '::',
      '::ffff:203.0.113.77',
      '::ffff:203.0.113.77',
      '::ffff:203.0.113.0',
    ]);
    // A key made from the address is replaced, one made from a device id stays.
    expect(rows.map(({ person }, n) => person === String(n + 1))).toEqual([false, false, true, true, true, false]);
    expect(rows[5]?.person).toBe('66');
    expect(await truncateAddresses(clickhouse, due)).toBe(0);
  });
});

describe('erasing a person', () => {
  it('finds every row by each id, in columns nobody knows too, and nothing else', async () => {
    await insert(
      event(1, { device_id: 'ABC-1' }),
      event(2, { user_id: 'abc-1' }),
      event(3, { extra_map: { gaid: 'Abc-1' } }),
      event(4, { device_id: 'ABC-10' }),
      event(5, { package: 'other', device_id: 'abc-1' }),
      event(6, { extra_names: 'model\u001fgaid', extra_values: 'x\u001fAbc-1' }),
      event(7, { extra_names: 'model\u001fgaid', extra_values: 'x\u001fAbc-10' }),
    );
    const ids = { device_id: 'abc-1' };
    expect(await countEvents(clickhouse, personRows(ids))).toEqual([
      { package: 'other', events: 1 },
      { package: 'shop', events: 3 },
    ]);
    expect(await eraseRows(stores, personRows(ids, 'shop'))).toBe(3);
    expect(await left()).toEqual(['other 5', 'shop 2', 'shop 4', 'shop 7']);
    expect(await eraseRows(stores, personRows({ user_id: 'ABC-1' }))).toBe(1);
    expect(await left()).toEqual(['other 5', 'shop 4', 'shop 7']);
  });

  it('finds addresses of both kinds', async () => {
    await insert(event(1), event(2, { ip: '2001:db8::1' }), event(3, { ip: '::ffff:203.0.113.78' }));
    expect(await eraseRows(stores, personRows({ ip: '203.0.113.77' }))).toBe(1);
    expect(await eraseRows(stores, personRows({ ip: '2001:DB8:0::1' }))).toBe(1);
    expect(await left()).toEqual(['shop 3']);
  });
});
