// @drawn one kind of facts among many
import { expect, it } from 'vitest';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { JobCancelled } from '#platform/server/jobs/job-cancel.ts';
import { rejudge } from '#traffic/judge/server/rejudge.ts';
import { testCause } from '#traffic/judge/testing/test-cause.ts';
import { gameInstalls } from '../../testing/game-installs.ts';
import { useSweptPackage } from '../../testing/use-swept-package.ts';
import { sweepJobs } from './sweep-jobs.ts';

const { ch, database, clear } = useSweptPackage('game');
const bound = sweepJobs({ clickhouse: ch, database, now: () => new Date('2026-03-15T02:00:00Z') });

const daily = async (period: string, signal: AbortSignal, show: (share: number) => void = () => {}) =>
  bound
    .find(({ plan }) => plan.name === 'sweep')
    ?.run({ job: 'daily', period }, { database, scope: systemScope(), signal, show, enqueue: async () => null });
const state = async () => ({
  verdicts: await ch.query(sql`SELECT row_id, verdict, reason, hits FROM traffic ORDER BY row_id`),
  facts: await ch.query(sql`SELECT * EXCEPT (version, is_deleted) FROM source_fact FINAL ORDER BY ALL`),
});

/** As an import leaves them: judged by the facts there are. */
const judged = async () => {
  await gameInstalls(ch);
  await judgeAll();
};
const judgeAll = () =>
  rejudge({ clickhouse: ch, database }, { package: 'game', changed: 'anything', cause: testCause('sweep') });

it('a sweep that is cancelled leaves verdicts as the stored facts have them, and the next daily one does the rest', {
  timeout: 300_000,
}, async () => {
  const never = new AbortController().signal;
  await judged();
  await daily('2026-03-14', never);
  await daily('2026-03-15', never);
  const whole = await state();
  expect(whole.facts.length).toBeGreaterThan(0);
  await clear();
  await database.pool.query('DELETE FROM job_run');
  await judged();
  const cancel = new AbortController();
  // After the days were counted, before their facts are made.
  const run = daily('2026-03-14', cancel.signal, () => cancel.abort(new JobCancelled()));
  await expect(run).rejects.toBeInstanceOf(JobCancelled);
  const left = await state();
  expect(left).not.toEqual(whole);
  await judgeAll();
  expect(await state()).toEqual(left);
  await daily('2026-03-15', never);
  expect(await state()).toEqual(whole);
});
