// @drawn one kind of facts among many
import { beforeEach, describe, expect, it } from 'vitest';
import { type Sql, sql } from '#platform/server/clickhouse/sql.ts';
import { GAME_DAYS, gameInstalls } from '../../testing/game-installs.ts';
import { useSweptPackage } from '../../testing/use-swept-package.ts';
import { countDays } from './count-days.ts';
import { countedOnce, countInputs, uncountedDays } from './counted-days.ts';
import { outdatedDays } from './swept-days.ts';

const { ch, sweep: sweepDays } = useSweptPackage('game');
beforeEach(async () => {
  await gameInstalls(ch);
});

const sweep = () => sweepDays(GAME_DAYS);
const uncounted = async (): Promise<string[]> => [
  ...(await uncountedDays(ch, GAME_DAYS, await countInputs(ch, GAME_DAYS))),
];
/** Days judged by facts since `before`, and the newest moment of judging. */
const judged = async (before = '0'): Promise<{ days: string[]; newest: string }> => {
  const rows = await ch.query<{ day: string; version: string }>(
    sql`SELECT toString(s.day) AS day, toString(version) AS version FROM source_swept AS s FINAL ORDER BY s.day`,
  );
  const days = rows.filter(({ version }) => BigInt(version) > BigInt(before)).map(({ day }) => day);
  return { days, newest: rows.reduce((last, { version }) => (BigInt(version) > BigInt(last) ? version : last), '0') };
};
const facts = () =>
  ch.query(sql`SELECT * EXCEPT (version) FROM source_fact FINAL ORDER BY day, level, publisher, sub_publisher, family`);
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
      expect(await uncounted()).toEqual(['2026-03-04', '2026-03-05']);
      expect((await sweep()).counted).toBe(2);
      expect(await uncounted()).toEqual([]);
    },
  );

  it('are counted after a change of who installed, as are the eight days after, on which that person may come back', async () => {
    await sweep();
    await update(sql`person = 77`);
    const after = Array.from({ length: 8 }, (_, day) => `2026-03-${String(6 + day).padStart(2, '0')}`);
    expect(await uncounted()).toEqual(['2026-03-04', '2026-03-05', ...after]);
    expect((await sweep()).counted).toBe(10);
    expect(await uncounted()).toEqual([]);
  });

  it('after a newest day are that one, the one before, whose returns it brings, and the one whose week it ends', async () => {
    await sweep();
    await ch.command(sql`INSERT INTO traffic SELECT * REPLACE (generateUUIDv4() AS row_id, ts + INTERVAL 1 DAY AS ts) FROM (
      SELECT * FROM traffic WHERE ts >= '2026-03-14')`);
    await sweepDays({ from: '2026-03-15', to: '2026-03-15', onlyAsked: true });
    const { days } = await judged();
    const span = { first: '2026-03-01', newest: '2026-03-15' };
    const outdated = await outdatedDays(ch, { ...GAME_DAYS, to: '2026-03-15' }, days, span);
    expect([...outdated]).toEqual(['2026-03-08']);
    await sweepDays({ from: '2026-03-15', to: '2026-03-15' });
    expect(await sweepDays({ ...GAME_DAYS, to: '2026-03-15', onlyNew: true })).toMatchObject({
      sources: 0,
      changes: [],
    });
  });

  it('after a day long after all others are those whose weeks it ends too', async () => {
    await sweep();
    await ch.command(sql`INSERT INTO traffic SELECT * REPLACE (generateUUIDv4() AS row_id, ts + INTERVAL 60 DAY AS ts) FROM (
      SELECT * FROM traffic WHERE ts >= '2026-03-14')`);
    await sweepDays({ from: '2026-05-13', to: '2026-05-13' });
    expect(await sweepDays({ ...GAME_DAYS, to: '2026-05-13' })).toMatchObject({ sources: 0, changes: [] });
  });

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

  it('are judged again by a scheduled sweep only where events, or what their facts rest on, are new', async () => {
    await sweep();
    const { newest } = await judged();
    await sweepDays({ ...GAME_DAYS, onlyNew: true });
    expect((await judged(newest)).days).toEqual([]);
    await update(sql`reason = 'x'`);
    await sweepDays({ ...GAME_DAYS, onlyNew: true });
    expect((await judged(newest)).days).toEqual([]);
    await update(sql`ip = toIPv6('192.0.2.9')`);
    await sweepDays({ ...GAME_DAYS, onlyNew: true });
    expect((await judged(newest)).days).toContain('2026-03-05');
  });

  it('are left to the next full sweep around those an hourly one looks at, which ends in the same facts', async () => {
    await sweep();
    const { newest } = await judged();
    await ch.command(
      sql`INSERT INTO traffic SELECT * REPLACE (generateUUIDv4() AS row_id, ts + INTERVAL 1 DAY AS ts) FROM traffic WHERE ts >= '2026-03-14'`,
    );
    await sweepDays({ from: '2026-03-14', to: '2026-03-15', onlyNew: true, onlyAsked: true });
    // The day before, whose installs come back on the first.
    expect((await judged(newest)).days).toEqual(['2026-03-13', '2026-03-14', '2026-03-15']);
    const hourly = await judged();
    await sweepDays({ from: '2026-03-08', to: '2026-03-15', onlyNew: true });
    expect((await judged(hourly.newest)).days).toContain('2026-03-10');
    const then = await facts();
    await ch.command(sql`TRUNCATE TABLE source_fact`);
    await ch.command(sql`TRUNCATE TABLE source_swept`);
    await sweepDays({ from: '2026-03-01', to: '2026-03-15' });
    expect(await facts()).toEqual(then);
  });
});
