// @drawn one kind of facts among many
import { beforeEach, describe, expect, it } from 'vitest';
import { createPackage } from '#platform/server/access/packages.ts';
import { sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { useClickHouse } from '../../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../../test/support/use-database.ts';
import { importEvents } from '../../testing/import-events.ts';
import { testCause } from '../../testing/test-cause.ts';
import { LINK_INPUT } from './link-facts.ts';
import { recomputeLinks } from './recompute-links.ts';

const ch = useClickHouse();
const database = useDatabase();

beforeEach(async () => {
  await ch.command(sql`TRUNCATE TABLE traffic`);
  await createPackage(database, {
    name: 'game',
    title: 'Game',
    platform: 'web',
    timeZone: 'UTC',
    currency: 'USD',
    dashboardTypes: ['Click'],
  }).catch(() => {});
});

async function importAll(events: readonly { row_id: string; [column: string]: string | number }[]): Promise<void> {
  await importEvents(ch, database, 'game', events, 1);
  const own = sql`SELECT ${trusted(Object.keys(LINK_INPUT).join(', '))} FROM traffic WHERE import_id = 1`;
  await recomputeLinks(
    { clickhouse: ch, database },
    { package: 'game', cause: testCause() },
    { linkedTo: own, newIn: 1 },
  );
}

const stored = () =>
  ch.query<{ order_repeat: string; click_id_repeats: number | null }>(
    sql`SELECT order_repeat, click_id_repeats FROM traffic ORDER BY toString(row_id)`,
  );

describe('facts about events with the same id', { timeout: 180_000 }, () => {
  it.each([
    ['order_id', 'null', 'app_event', 'order_repeat', ''],
    ['order_id', '0000-0000', 'app_event', 'order_repeat', ''],
    ['order_id', 'o-17', 'app_event', 'order_repeat', 'same_person'],
    ['click_id', '{click_id}', 'click', 'click_id_repeats', null],
    ['click_id', 'ffffffff', 'click', 'click_id_repeats', null],
    ['click_id', 'f00f', 'click', 'click_id_repeats', 1],
  ] as const)('an id that names nothing is no repeat: %s %s', async (column, id, kind, fact, expected) => {
    const row = (n: number) => ({
      kind,
      person: 1,
      event_name: 'purchase',
      revenue: 5,
      [column]: id,
      row_id: `00000000-0000-4000-8000-00000000000${n}`,
      ts: `2026-03-01 00:0${n}:00.000`,
    });
    await importAll([row(1), row(2)]);
    const [, second] = await stored();
    expect(second?.[fact]).toBe(expected);
  });

  it('an order id that more persons share than can have one order in common is no repeat', async () => {
    const sold = (persons: number) =>
      Array.from({ length: persons }, (_, n) => ({
        kind: 'app_event',
        person: n + 1,
        event_name: 'purchase',
        revenue: 5,
        order_id: `shared by ${persons}`,
        row_id: `00000000-0000-4000-8000-${String(persons * 1000 + n).padStart(12, '0')}`,
        ts: '2026-03-01 00:01:00.000',
      }));
    await importAll([...sold(20), ...sold(21)]);
    const repeats = (await stored()).filter(({ order_repeat }) => order_repeat === 'another_person');
    expect(repeats).toHaveLength(19);
  });
});
