import { beforeEach, describe, expect, it } from 'vitest';
import { type Sql, sql } from '#platform/server/clickhouse/sql.ts';
import { countDays } from './count-days.ts';
import { countedOnce, countInputs, uncountedDays } from './counted-days.ts';
import { GAME_DAYS, gameInstalls } from './testing/game-installs.ts';
import { useSweptPackage } from './testing/use-swept-package.ts';

const { ch, sweep: sweepDays } = useSweptPackage('game');
beforeEach(async () => {
  await gameInstalls(ch);
});

const sweep = () => sweepDays(GAME_DAYS);
const uncounted = async (): Promise<string[]> => [
  ...(await uncountedDays(ch, GAME_DAYS, await countInputs(ch, GAME_DAYS))),
];
const ONE = sql`row_id = (SELECT row_id FROM traffic WHERE ts >= '2026-03-05' AND ts < '2026-03-06' ORDER BY row_id LIMIT 1)`;
const update = (change: Sql) => ch.command(sql`UPDATE traffic SET ${change} WHERE ${ONE}`);

describe('days that are swept again', { timeout: 120_000 }, () => {
  it('are not counted while their events are what they were, whatever their verdicts', async () => {
    expect((await sweep()).counted).toBe(14);
    await update(sql`verdict = 'fraud', reason = 'human.fraud', decision = 'fraud'`);
    expect(await uncounted()).toEqual([]);
    expect(await sweep()).toMatchObject({ counted: 0, sources: 0 });
  });

  it.each([
    ['an address', sql`ip = toIPv6('192.0.2.9')`],
    ['a missing value that is there', sql`ctit_seconds = ifNull(ctit_seconds, 0) + 1`],
  ])(
    'are counted after a change of %s, as is the day before, whose installs may have come back',
    async (_what, change) => {
      await sweep();
      await update(change);
      // Installs come back a week later as well.
      expect(await uncounted()).toEqual(['2026-03-04', '2026-03-05', '2026-03-12']);
      expect((await sweep()).counted).toBe(3);
      expect(await uncounted()).toEqual([]);
    },
  );

  it('are counted where their counts are gone', async () => {
    await sweep();
    await ch.command(sql`ALTER TABLE source_day DELETE WHERE day = '2026-03-05'`, { settings: { mutations_sync: 2 } });
    expect(await uncounted()).toEqual(['2026-03-05']);
  });

  it('are counted when somebody else wrote counts while they were counted', async () => {
    const inputs = await countInputs(ch, GAME_DAYS);
    const day = { package: 'game', from: '2026-03-05', to: '2026-03-05' };
    await countedOnce(ch, day, inputs, async () => {
      const own = await countDays(ch, day);
      await ch.command(
        sql`INSERT INTO source_day SELECT * REPLACE (version + 1 AS version, events + 1 AS events) FROM source_day LIMIT 1`,
      );
      return own;
    });
    expect(await uncounted()).toContain('2026-03-05');
    await countedOnce(ch, day, inputs, () => countDays(ch, day));
    expect(await uncounted()).not.toContain('2026-03-05');
  });
});
