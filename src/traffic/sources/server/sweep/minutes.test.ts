// @drawn one kind of facts among many
import { describe, expect, it } from 'vitest';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { useSweptPackage } from '../../testing/use-swept-package.ts';

const { ch, sweep: sweepDays } = useSweptPackage('game');
const sweep = () => sweepDays({ from: '2026-03-01', to: '2026-03-07' });

/** A week of clicks of five publishers, 840 each if no other number, by day and night; `when` moves them within the week, in seconds. */
const clicks = (when: Sql, each = 840) =>
  ch.command(sql`INSERT INTO traffic (row_id, package, kind, ts, publisher, person, verdict)
    SELECT generateUUIDv4(), 'game', 'click', toDateTime64('2026-03-01 00:00:00', 3, 'UTC') + INTERVAL toInt64(${when}) SECOND,
      ['north', 'south', 'east', 'west', 'odd'][number % 5 + 1] AS publisher, number + 1, 'clean'
    FROM numbers(${typed('UInt32', 5 * each)})`);
const AT_RANDOM = sql`sipHash64(number) % 604800`;

const called = () =>
  ch.query(sql`SELECT toString(publisher) AS publisher, toString(verdict) AS verdict FROM traffic
    WHERE has(hits, 'clockwork') GROUP BY ALL ORDER BY ALL`);

describe('the fullest minute of the hour', { timeout: 120_000 }, () => {
  it('calls a program that clicks in every hour', async () => {
    await clicks(
      sql`if(publisher = 'odd', 3600 * (sipHash64(number) % 168) + 420 + sipHash64(number, 1) % 60, ${AT_RANDOM})`,
    );
    await sweep();
    expect(await called()).toEqual([{ publisher: 'odd', verdict: 'suspect' }]);
  });

  it.each([
    ['a small list', 840, 5],
    ['a large list of which hardly anybody comes by himself', 3000, 60],
  ])(
    'leaves four messages of the week alone, whose taps come in the minutes after the full hour: %s',
    async (_, each, between) => {
      const after = sql`toInt64(240 * exp(sqrt(-2 * log((1 + sipHash64(number, 2) % 9999) / 10000)) * cos(sipHash64(number, 3) % 6283 / 1000)))`;
      const byItself = sql`sipHash64(number, 4) % ${typed('UInt32', between)} = 0`;
      await clicks(
        sql`if(publisher = 'odd' AND NOT (${byItself}), 3600 * [34, 61, 107, 131][sipHash64(number) % 4 + 1] + ${after}, ${AT_RANDOM})`,
        each,
      );
      await sweep();
      expect(await called()).toEqual([]);
    },
  );
});
