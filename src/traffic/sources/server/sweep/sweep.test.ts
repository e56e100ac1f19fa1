import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { isWhole, sample } from '../../../../../test/support/sample.ts';
import { GAME_DAYS, gameInstalls } from '../../testing/game-installs.ts';
import { useSweptPackage } from '../../testing/use-swept-package.ts';

/** Ways for traffic to come in parts, each swept three times: one in a run. */
const [taken] = sample('ways in which swept traffic comes', ['last days', 'late events', 'any order'] as const, 1);
const isLeftOut = (way: typeof taken): boolean => !isWhole && way !== taken;

const { ch, database, clear, sweep: sweepDays } = useSweptPackage('game');
beforeEach(() => gameInstalls(ch));

const sweep = (span: object = {}) => sweepDays({ ...GAME_DAYS, ...span });
const state = async () => ({
  verdicts: await ch.query(sql`SELECT row_id, verdict, reason, hits FROM traffic ORDER BY row_id`),
  facts: await ch.query(sql`SELECT * EXCEPT (version, is_deleted) FROM source_fact FINAL ORDER BY ALL`),
  counts: await ch.query(sql`SELECT * EXCEPT (version, is_deleted) FROM source_day FINAL ORDER BY ALL`),
});

describe('a sweep', { timeout: 120_000 }, () => {
  it('makes a source suspect whose installs come long after their clicks; fraud takes a second signal', async () => {
    expect(await sweep()).toMatchObject({ swept: 14 });
    const found = await ch.query<{ publisher: string; verdict: string; hits: string[] }>(
      sql`SELECT DISTINCT publisher, verdict, hits FROM traffic`,
    );
    for (const { publisher, verdict } of found.filter((row) => row.verdict !== 'clean'))
      expect([publisher, verdict]).toEqual(['odd', expect.stringMatching(/suspect|fraud/)]);
    const odd = found.filter(({ publisher }) => publisher === 'odd');
    expect(odd.some(({ verdict, hits }) => verdict === 'suspect' && hits.includes('late_installs'))).toBe(true);
    expect(odd.filter(({ verdict }) => verdict === 'fraud').every(({ hits }) => hits.includes('anonymizer'))).toBe(
      true,
    );
    const [recorded] = await ch.query<{ n: number }>(sql`SELECT count() AS n FROM traffic WHERE verdict != 'clean'`);
    const { rows } = await database.pool.query(
      "SELECT sum(events)::int AS events FROM verdict_change JOIN verdict_change_count ON change_id = id WHERE cause = 'sweep'",
    );
    expect(rows).toEqual([{ events: recorded?.n }]);
  });

  it('judges the first days of a source by the week that begins with them', async () => {
    await sweep();
    const days = await ch.query<{ day: string; called: number; installs: number }>(
      sql`SELECT toString(toDate(ts)) AS day, countIf(has(hits, 'late_installs')) AS called, countIf(ctit_seconds > 3600) AS installs
        FROM traffic WHERE publisher = 'odd' GROUP BY day ORDER BY day`,
    );
    expect(days).toHaveLength(14);
    for (const { day, called, installs } of days) expect([day, called]).toEqual([day, installs]);
  });

  it.skipIf(isLeftOut('last days'))(
    'of the days that came last ends as one of everything: weeks that begin with earlier days hold them too',
    async () => {
      await sweep();
      const whole = await state();
      await ch.command(
        sql`CREATE OR REPLACE TABLE late ENGINE = Memory AS SELECT * REPLACE ('clean' AS verdict, '' AS reason, CAST([], 'Array(LowCardinality(String))') AS hits) FROM traffic`,
      );
      await clear();
      await ch.command(sql`INSERT INTO traffic SELECT * FROM late WHERE ts < '2026-03-10'`);
      await sweep({ to: '2026-03-09' });
      await ch.command(sql`INSERT INTO traffic SELECT * FROM late WHERE ts >= '2026-03-10'`);
      await sweep({ from: '2026-03-10' });
      expect(await state()).toEqual(whole);
    },
  );

  it.skipIf(isLeftOut('late events'))(
    'of one day with late events ends as one of everything, and leaves days alone that they do not reach',
    async () => {
      await sweep();
      const whole = await state();
      await ch.command(sql`DELETE FROM traffic WHERE publisher = 'west' AND ts >= '2026-03-09' AND ts < '2026-03-10'`);
      await sweep({ from: '2026-03-09', to: '2026-03-09' });
      expect(await state()).not.toEqual(whole);
      await clear();
      await gameInstalls(ch);
      await ch.command(
        sql`CREATE OR REPLACE TABLE late ENGINE = Memory AS SELECT * FROM traffic WHERE publisher = 'west' AND ts >= '2026-03-09' AND ts < '2026-03-10'`,
      );
      await ch.command(sql`DELETE FROM traffic WHERE publisher = 'west' AND ts >= '2026-03-09' AND ts < '2026-03-10'`);
      await sweep();
      await ch.command(sql`INSERT INTO traffic SELECT * FROM late`);
      await sweep({ from: '2026-03-09', to: '2026-03-09' });
      expect(await state()).toEqual(whole);
      // Somebody's hand, on events that a rule is said to have hit: a day that is judged again loses it.
      const touched = async () =>
        (
          await ch.query<{ day: string }>(
            sql`SELECT DISTINCT toString(toDate(ts)) AS day FROM traffic WHERE reason = 'touched' ORDER BY day`,
          )
        ).map(({ day }) => day);
      await ch.command(
        sql`UPDATE traffic SET reason = 'touched', hits = CAST(['late_installs'], 'Array(LowCardinality(String))') WHERE verdict = 'clean'`,
      );
      await sweep({ from: '2026-03-14', to: '2026-03-14' });
      const left = await touched();
      expect(left.length).toBe(12);
      expect(left).not.toContain('2026-03-13');
      expect(left).not.toContain('2026-03-14');
    },
  );

  it('changes nothing when it is done again', async () => {
    await sweep();
    const before = await state();
    expect(await sweep()).toMatchObject({ sources: 0, changes: [] });
    expect(await state()).toEqual(before);
  });

  it.skipIf(isLeftOut('any order'))('comes to the same whatever order the traffic arrived in', async () => {
    await sweep();
    const whole = await state();
    await ch.command(
      sql`CREATE OR REPLACE TABLE aside ENGINE = Memory AS SELECT * REPLACE ('clean' AS verdict, '' AS reason, CAST([], 'Array(LowCardinality(String))') AS hits) FROM traffic`,
    );
    await clear();
    const bring = (where: typeof LATER) => ch.command(sql`INSERT INTO traffic SELECT * FROM aside WHERE ${where}`);
    await bring(sql`ts >= '2026-03-08' AND publisher != 'west'`);
    await sweep({ from: '2026-03-08' });
    await bring(sql`ts < '2026-03-08' AND publisher != 'west'`);
    await sweep({ to: '2026-03-07' });
    await bring(sql`publisher = 'west'`);
    await sweep();
    expect(await state()).toEqual(whole);
  });

  it('takes back what it said when the traffic is gone', async () => {
    await sweep();
    await ch.command(sql`DELETE FROM traffic WHERE publisher != 'odd'`);
    await sweep();
    // Without others there is nothing to compare with, and every statistic abstains.
    const hits = await ch.query<{ hits: string[] }>(sql`SELECT DISTINCT hits FROM traffic ORDER BY hits`);
    expect(hits.flatMap((row) => row.hits)).toEqual(['anonymizer']);
    const [left] = await ch.query<{ n: number }>(
      sql`SELECT count() AS n FROM source_fact FINAL WHERE publisher != 'odd'`,
    );
    expect(left?.n).toBe(0);
  });
});

const LATER = sql`1`;
