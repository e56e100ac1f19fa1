// @drawn one kind of facts among many
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { testCause } from '#traffic/judge/testing/test-cause.ts';
import { runJob } from '../../../../../test/support/run-job.ts';
import { useSweptPackage } from '../../testing/use-swept-package.ts';
import { type RefillReached, refillPackage } from './refill.ts';
import { refillJob, refillJobs, unfinishedRefills } from './refill-jobs.ts';

const { ch, database } = useSweptPackage('old', 'web');

const at = (month: number, second: number): string =>
  new Date(Date.UTC(2026, month, 3, 12, 0, 0, 100) + second * 1000).toISOString().slice(0, 23).replace('T', ' ');

/** Stored by an earlier version: columns that came later are empty, and a seek was called a script. */
beforeEach(async () => {
  const called = { verdict: 'suspect', reason: 'vid.event_order', hits: ['video_order'], rule_version: 1 };
  const video = (month: number, person: string) =>
    [0, 5, 10, 10.5, 15.5].map((second, step) => ({
      kind: 'vast_tracking',
      person,
      click_id: `v${person}`,
      video_seconds: 20,
      ts: at(month, second),
      event_name: ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'][step],
      video_conflict: 'too fast',
      ...called,
    }));
  const hosted = (month: number) =>
    ['21', '22'].map((person) => ({
      kind: 'click',
      person,
      ip: '::ffff:203.0.113.9',
      ip_class: 'datacenter',
      ua_class: 'browser',
      device_type: 'mobile',
      ts: at(month, Number(person)),
      verdict: 'clean',
      rule_version: 1,
    }));
  const rows = [1, 2].flatMap((month) => [...video(month, `1${month}`), ...hosted(month)]);
  await ch.insert(
    'traffic',
    rows.map((row, index) => ({
      row_id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      package: 'old',
      publisher: 'p',
      ...row,
    })),
  );
});

const state = () =>
  ch.query<{ kind: string; video_conflict: string; hosted: number | null; verdict: string }>(
    sql`SELECT toString(row_id) AS id, kind, toString(video_conflict) AS video_conflict, hosted_persons_7d AS hosted,
      toString(verdict) AS verdict, hits FROM traffic ORDER BY id`,
  );
const request = () => ({ package: 'old', cause: testCause('sweep') });

describe('a refill', { timeout: 60_000 }, () => {
  it('gives stored events the facts they would have if they came today, and judges by them', async () => {
    const changes = await refillPackage({ clickhouse: ch, database }, request());
    const rows = await state();
    for (const row of rows.filter(({ kind }) => kind === 'vast_tracking'))
      expect(row).toMatchObject({ video_conflict: 'one jump', verdict: 'clean', hits: ['video_jump'] });
    for (const row of rows.filter(({ kind }) => kind === 'click'))
      expect(row).toMatchObject({ hosted: 2, verdict: 'suspect', hits: ['data_center'] });
    expect(changes).toEqual(
      expect.arrayContaining([
        { from: 'suspect', to: 'clean', events: 10 },
        { from: 'clean', to: 'suspect', events: 4 },
      ]),
    );
    expect(await refillPackage({ clickhouse: ch, database }, request())).toEqual([]);
    expect(await state()).toEqual(rows);
  });

  it('keeps to its days', async () => {
    await refillPackage({ clickhouse: ch, database }, { ...request(), from: '2026-03-01' });
    const conflicts = await ch.query<{ month: number; conflict: string }>(
      sql`SELECT DISTINCT toMonth(ts) AS month, toString(video_conflict) AS conflict FROM traffic WHERE kind = 'vast_tracking' ORDER BY month`,
    );
    expect(conflicts).toEqual([
      { month: 2, conflict: 'too fast' },
      { month: 3, conflict: 'one jump' },
    ]);
  });

  it('broken off after any step goes on there and ends as an undisturbed one', async () => {
    await refillPackage({ clickhouse: ch, database }, request());
    const whole = await state();
    const steps: RefillReached[] = [];
    await ch.command(sql`UPDATE traffic SET video_conflict = 'too fast', hosted_persons_7d = NULL WHERE true`);
    await refillPackage({ clickhouse: ch, database }, request(), {
      onStep: async (reached) => void steps.push(structuredClone(reached)),
    });
    // Two months, one slice of persons.
    expect(steps).toHaveLength(3);
    for (const stop of steps.keys()) {
      await ch.command(sql`UPDATE traffic SET video_conflict = 'too fast', hosted_persons_7d = NULL WHERE true`);
      let done: RefillReached | undefined;
      let seen = 0;
      const broken = refillPackage({ clickhouse: ch, database }, request(), {
        onStep: async (reached) => {
          done = structuredClone(reached);
          if (seen++ === stop) throw new Error('power cut');
        },
      });
      await expect(broken, `${stop}`).rejects.toThrow('power cut');
      await refillPackage({ clickhouse: ch, database }, request(), { done });
      expect(await state(), `${stop}`).toEqual(whole);
    }
  });

  it('is asked for by the migration once for each package that was there, and done once', async () => {
    await database.pool.query(readFileSync('db/postgres/0085_refill.sql', 'utf8'));
    const deps = { clickhouse: ch, database, now: () => new Date('2026-04-01T00:00:00Z') };
    expect(await unfinishedRefills(deps)).toEqual(['0085 old']);
    const full = { ...ch, command: () => Promise.reject(new Error('disk full')) };
    const refill = (clickhouse = ch) =>
      runJob(database, refillJobs({ ...deps, clickhouse }), refillJob, { period: '0085 old' });
    await expect(refill(full)).rejects.toThrow('disk full');
    expect(await unfinishedRefills(deps)).toEqual(['0085 old']);
    expect(await refill()).toMatchObject({ changes: expect.any(Array) });
    expect((await state()).every(({ video_conflict }) => video_conflict !== 'too fast')).toBe(true);
    expect(await unfinishedRefills(deps)).toEqual([]);
    expect(await refill()).toBeUndefined();
    const { rows } = await database.pool.query(
      "SELECT DISTINCT cause, reason, told FROM verdict_change WHERE author = 'system'",
    );
    expect(rows).toEqual([
      {
        cause: 'sweep',
        reason: 'Facts of stored events made anew after an update',
        told: { code: 'facts_renewed', values: {} },
      },
    ]);
  });

  it('is asked for anew by a later migration, which takes over what has not ended', async () => {
    const deps = { clickhouse: ch, database, now: () => new Date('2026-04-01T00:00:00Z') };
    await database.pool.query("UPDATE job_run SET state = 'failed' WHERE period = '0085 old'");
    await database.pool.query(readFileSync('db/postgres/0091_refill_sources.sql', 'utf8'));
    expect(await unfinishedRefills(deps)).toEqual(['0091 old']);
    expect(await runJob(database, refillJobs(deps), refillJob, { period: '0091 old' })).toBeDefined();
    expect(await unfinishedRefills(deps)).toEqual([]);
  });
});
