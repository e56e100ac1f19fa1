// @drawn one kind of facts among many
import { describe, expect, it } from 'vitest';
import { type Sql, sql } from '#platform/server/clickhouse/sql.ts';
import { useSweptPackage } from '../../testing/use-swept-package.ts';

const { ch, sweep: sweepDays } = useSweptPackage('game');
const sweep = () => sweepDays({ from: '2026-03-01', to: '2026-03-07' });

/** Purchases of five publishers, 200 each, and how many steps their persons took before. */
const purchases = (steps: Sql) =>
  ch.command(sql`INSERT INTO traffic (row_id, package, kind, ts, publisher, person, event_name, revenue, steps_before_purchase, verdict)
    SELECT generateUUIDv4(), 'game', 'app_event', toDateTime64('2026-03-02 00:00:00', 3, 'UTC') + INTERVAL number * 400 SECOND,
      ['north', 'south', 'east', 'west', 'odd'][number % 5 + 1] AS publisher, number + 1, 'purchase', 5, ${steps}, 'clean'
    FROM numbers(1000)`);

const called = () =>
  ch.query(sql`SELECT toString(publisher) AS publisher, toString(verdict) AS verdict, toString(reason) AS reason, count() AS events
    FROM traffic WHERE has(hits, 'skipped_steps') GROUP BY ALL ORDER BY ALL`);

describe('purchases that follow nothing', { timeout: 120_000 }, () => {
  it('are suspect at a source that is full of them, those of its people that follow steps are not', async () => {
    await purchases(sql`if(publisher = 'odd' AND number % 2 = 0, 0, 3)`);
    await sweep();
    expect(await called()).toEqual([{ publisher: 'odd', verdict: 'suspect', reason: 'evt.sequence', events: 100 }]);
  });

  it('say nothing here and there, nor in an app in which others buy at once as well', async () => {
    await purchases(sql`if(number % 40 = 4, 0, 3)`);
    await sweep();
    expect(await called()).toEqual([]);
    await ch.command(sql`TRUNCATE TABLE traffic`);
    await purchases(sql`if(publisher = 'odd' OR sipHash64(number) % 5 = 0, 0, 3)`);
    await sweep();
    expect(await called()).toEqual([]);
  });

  it('are unknown below 30 purchases of a source, and where no install of the person is stored', async () => {
    await purchases(sql`if(publisher = 'odd', if(number < 140, 0, NULL), 3)`);
    await sweep();
    expect(await called()).toEqual([]);
  });
});
