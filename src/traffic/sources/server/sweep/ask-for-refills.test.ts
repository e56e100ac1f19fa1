// @drawn one kind of facts among many
import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { runJob } from '../../../../../test/support/run-job.ts';
import { GAME_DAYS, gameInstalls } from '../../testing/game-installs.ts';
import { useSweptPackage } from '../../testing/use-swept-package.ts';
import { askForRefills } from './ask-for-refills.ts';
import { refillJob, refillJobs, unfinishedRefills } from './refill-jobs.ts';
import { MADE_BY } from './swept-days.ts';

const { ch, database, sweep } = useSweptPackage('game');
const deps = { clickhouse: ch, database, now: () => new Date('2026-04-01T00:00:00Z') };
beforeEach(async () => {
  await database.pool.query('DELETE FROM job_run');
  await gameInstalls(ch);
});

describe('facts of sources made by another version', { timeout: 120_000 }, () => {
  it('are made anew once, those of this version never', async () => {
    await askForRefills(deps);
    await sweep(GAME_DAYS);
    await askForRefills(deps);
    expect(await unfinishedRefills(deps)).toEqual([]);
    // As an update leaves it that counts otherwise: what is stored was made by an earlier text.
    await ch.command(sql`ALTER TABLE source_swept UPDATE made_by = 'earlier' WHERE day < '2026-03-04'
      SETTINGS mutations_sync = 2`);
    await askForRefills(deps);
    await askForRefills(deps);
    expect(await unfinishedRefills(deps)).toEqual([`${MADE_BY} game`]);
    expect(await runJob(database, refillJobs(deps), refillJob, { period: `${MADE_BY} game` })).toBeDefined();
    const left = await ch.query(sql`SELECT DISTINCT made_by FROM source_swept FINAL`);
    expect(left).toEqual([{ made_by: MADE_BY }]);
    await askForRefills(deps);
    expect(await unfinishedRefills(deps)).toEqual([]);
  });

  it('are made anew for the newest version where an earlier one asked too and has not ended, for other packages nothing changes', async () => {
    await sweep(GAME_DAYS);
    await database.pool.query(
      "INSERT INTO job_run (job, period, state) VALUES ('refill', '0093 game', 'failed'), ('refill', '0093 other game', 'running')",
    );
    await askForRefills(deps, 'next');
    expect(await unfinishedRefills(deps)).toEqual(['0093 other game', 'next game']);
    // What was done once is not asked for again, whatever days nobody makes facts of any more.
    await database.pool.query("UPDATE job_run SET state = 'done' WHERE period = 'next game'");
    await askForRefills(deps, 'next');
    expect(await unfinishedRefills(deps)).toEqual(['0093 other game']);
  });
});
