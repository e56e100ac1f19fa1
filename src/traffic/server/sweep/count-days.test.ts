import { describe, expect, it } from 'vitest';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { countDays } from './count-days.ts';

const ch = useClickHouse();
const id = (n: number) => `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`;
const DAYS = { package: 'shop', from: '2026-03-02', to: '2026-03-02' };

const event = (n: number, more: object) => ({
  ...{ row_id: id(n), package: 'shop', ts: '2026-03-02 10:00:00.000', publisher: 'p', sub_publisher: 's1', person: n },
  ...more,
});
const click = (n: number, more: object = {}) => event(n, { kind: 'click', ip: '::ffff:192.0.2.1', ...more });

describe('counting a day', () => {
  it('counts each source by its sub-publisher, its publisher and the trusted traffic', async () => {
    await ch.insert('traffic', [
      click(1, { user_agent: 'a' }),
      click(2, { user_agent: 'a', repeat_gap_seconds: 5 }),
      click(3, { user_agent: 'b', ip: '::ffff:192.0.2.2', sub_publisher: 's2' }),
      click(4, { whitelist_id: 3, sub_publisher: 's2' }),
      event(5, { kind: 'install', ctit_seconds: 30, device_id_class: 'zero', device_model: 'X' }),
      event(6, { kind: 'install', ctit_seconds: 30, publisher: 'Organic', sub_publisher: '' }),
      click(7, { ts: '2026-03-03 00:00:00.000' }),
    ]);
    expect(await countDays(ch, DAYS)).toBe(9);
    const rows = await ch.query(
      sql`SELECT level, publisher, sub_publisher, family, events, clicks, source_clicks, source_installs, addresses, address_squares, agents, bad_ids, peaks
        FROM source_day FINAL ORDER BY level, publisher, sub_publisher, family`,
    );
    expect(rows).toMatchInlineSnapshot(`
      [
        {
          "address_squares": 0,
          "addresses": 0,
          "agents": 0,
          "bad_ids": 0,
          "clicks": 0,
          "events": 1,
          "family": "install",
          "level": "sub_publisher",
          "peaks": {
            "30": 1,
          },
          "publisher": "Organic",
          "source_clicks": 0,
          "source_installs": 1,
          "sub_publisher": "",
        },
        {
          "address_squares": 4,
          "addresses": 1,
          "agents": 1,
          "bad_ids": 0,
          "clicks": 2,
          "events": 2,
          "family": "touch",
          "level": "sub_publisher",
          "peaks": {},
          "publisher": "p",
          "source_clicks": 2,
          "source_installs": 1,
          "sub_publisher": "s1",
        },
        {
          "address_squares": 0,
          "addresses": 0,
          "agents": 1,
          "bad_ids": 1,
          "clicks": 0,
          "events": 1,
          "family": "install",
          "level": "sub_publisher",
          "peaks": {
            "30": 1,
          },
          "publisher": "p",
          "source_clicks": 2,
          "source_installs": 1,
          "sub_publisher": "s1",
        },
        {
          "address_squares": 2,
          "addresses": 2,
          "agents": 1,
          "bad_ids": 0,
          "clicks": 2,
          "events": 2,
          "family": "touch",
          "level": "sub_publisher",
          "peaks": {},
          "publisher": "p",
          "source_clicks": 2,
          "source_installs": 0,
          "sub_publisher": "s2",
        },
        {
          "address_squares": 0,
          "addresses": 0,
          "agents": 0,
          "bad_ids": 0,
          "clicks": 0,
          "events": 1,
          "family": "install",
          "level": "publisher",
          "peaks": {
            "30": 1,
          },
          "publisher": "Organic",
          "source_clicks": 0,
          "source_installs": 1,
          "sub_publisher": "",
        },
        {
          "address_squares": 10,
          "addresses": 2,
          "agents": 2,
          "bad_ids": 0,
          "clicks": 4,
          "events": 4,
          "family": "touch",
          "level": "publisher",
          "peaks": {},
          "publisher": "p",
          "source_clicks": 4,
          "source_installs": 1,
          "sub_publisher": "",
        },
        {
          "address_squares": 0,
          "addresses": 0,
          "agents": 1,
          "bad_ids": 1,
          "clicks": 0,
          "events": 1,
          "family": "install",
          "level": "publisher",
          "peaks": {
            "30": 1,
          },
          "publisher": "p",
          "source_clicks": 4,
          "source_installs": 1,
          "sub_publisher": "",
        },
        {
          "address_squares": 1,
          "addresses": 1,
          "agents": 0,
          "bad_ids": 0,
          "clicks": 1,
          "events": 1,
          "family": "touch",
          "level": "trusted",
          "peaks": {},
          "publisher": "",
          "source_clicks": 1,
          "source_installs": 1,
          "sub_publisher": "",
        },
        {
          "address_squares": 0,
          "addresses": 0,
          "agents": 0,
          "bad_ids": 0,
          "clicks": 0,
          "events": 1,
          "family": "install",
          "level": "trusted",
          "peaks": {
            "30": 1,
          },
          "publisher": "",
          "source_clicks": 1,
          "source_installs": 1,
          "sub_publisher": "",
        },
      ]
    `);
    expect(await countDays(ch, DAYS)).toBe(0);
  });
});
