import { describe, expect, it } from 'vitest';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { useClickHouse } from '../../../../../test/support/use-clickhouse.ts';
import { countDays, OWN_EVENTS_A_DAY } from './count-days.ts';

const ch = useClickHouse();
const id = (n: number) => `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`;
const DAYS = { package: 'shop', from: '2026-03-02', to: '2026-03-02' };

const event = (n: number, more: object) => ({
  row_id: id(n),
  package: 'shop',
  ts: '2026-03-02 10:00:00.000',
  publisher: 'p',
  sub_publisher: 's1',
  person: n,
  ...more,
});
const click = (n: number, more: object = {}) => event(n, { kind: 'click', ip: '::ffff:192.0.2.1', ...more });

describe('counting a day', () => {
  it('counts each source by its sub-publisher, or with the small ones of its publisher, by its publisher and the trusted traffic', async () => {
    await ch.insert('traffic', [
      click(1, { user_agent: 'a' }),
      click(2, { user_agent: 'a', repeat_gap_seconds: 5 }),
      click(3, { user_agent: 'b', ip: '::ffff:192.0.2.2', sub_publisher: 's2' }),
      click(4, { whitelist_id: 3, sub_publisher: 's2' }),
      event(5, { kind: 'install', ctit_seconds: 30, device_id_class: 'zero', device_model: 'X' }),
      event(6, { kind: 'install', ctit_seconds: 30, publisher: 'Organic', sub_publisher: '' }),
      click(7, { ts: '2026-03-03 00:00:00.000' }),
      ...Array.from({ length: OWN_EVENTS_A_DAY }, (_, n) =>
        click(20 + n, { publisher: 'q', sub_publisher: 's9', user_agent: 'a' }),
      ),
    ]);
    expect(await countDays(ch, DAYS)).toMatchObject({ changed: 10 });
    const rows = await ch.query<Record<string, unknown>>(
      sql`SELECT level, publisher, sub_publisher, family, events, clicks, source_clicks, source_installs, addresses, address_squares, agents, bad_ids, peaks
        FROM source_day FINAL ORDER BY level, publisher, sub_publisher, family`,
    );
    const peaks = { '30': 1 };
    const install = { events: 1, clicks: 0, addresses: 0, address_squares: 0, peaks, source_installs: 1 };
    const noInstalls = { bad_ids: 0, peaks: {} };
    const small = (publisher: string) => ({ level: 'small', publisher, sub_publisher: '' });
    const whole = (publisher: string) => ({ level: 'publisher', publisher, sub_publisher: '' });
    const trusted = { level: 'trusted', publisher: '', sub_publisher: '' };
    const counted = (events: number, addresses: number, address_squares: number, agents: number) => ({
      family: 'click',
      events,
      clicks: events,
      addresses,
      address_squares,
      agents,
      ...noInstalls,
    });
    const ofP = { ...counted(4, 2, 10, 2), source_clicks: 4, source_installs: 1 };
    const ofQ = { ...counted(8, 1, 64, 1), source_clicks: 8, source_installs: 0 };
    const installOfP = { family: 'install', ...install, source_clicks: 4, agents: 1, bad_ids: 1 };
    const organic = { family: 'install', ...install, source_clicks: 0, agents: 0, bad_ids: 0 };
    expect(rows).toEqual([
      { level: 'sub_publisher', publisher: 'q', sub_publisher: 's9', ...ofQ },
      { ...whole('Organic'), ...organic },
      { ...whole('p'), ...ofP },
      { ...whole('p'), ...installOfP },
      { ...whole('q'), ...ofQ },
      { ...trusted, ...counted(1, 1, 1, 0), source_clicks: 1, source_installs: 1 },
      { ...trusted, family: 'install', ...install, source_clicks: 1, agents: 0, bad_ids: 0 },
      { ...small('Organic'), ...organic },
      { ...small('p'), ...ofP },
      { ...small('p'), ...installOfP },
    ]);
    expect(await countDays(ch, DAYS)).toMatchObject({ changed: 0 });
  });
});
