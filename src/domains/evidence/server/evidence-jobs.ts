import { z } from 'zod';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { type BoundJob, job, nothing, runs } from '#platform/server/jobs/job.ts';
import { dropOthers } from './evidence-files.ts';
import { keptEvidence, unfinishedEvidence } from './evidence-store.ts';
import { type MakeDeps, makeEvidence } from './make-evidence.ts';

/** One after the other, so that no event is claimed by two at once. */
export const evidenceJob = job({
  name: 'make-evidence',
  data: z.strictObject({ id: z.number().int() }),
  key: ({ id }) => String(id),
  retries: 2,
  expireMinutes: 6 * 60,
  resume: { queue: 'resume-evidence', cron: '0-59/20 * * * *' },
});

/** By the hour, so that files of erased persons and packages do not lie about. */
export const forgetEvidenceJob = job({ name: 'forget-evidence', data: nothing, cron: '43 * * * *' });

export const evidenceJobs = (deps: MakeDeps): BoundJob[] => [
  runs(
    evidenceJob,
    ({ data, signal }) => makeEvidence(deps, data.id, signal),
    () => unfinishedEvidence(deps.database),
  ),
  runs(forgetEvidenceJob, () => forget(deps)),
];

/** Archives that nothing names any more, and claims of tries that were broken off and of files that were deleted. */
async function forget({ database, clickhouse, files }: MakeDeps): Promise<void> {
  const { ids, marks } = await keptEvidence(database);
  await dropOthers(files, ids);
  const [left] = await clickhouse.query<{ n: number }>(
    sql`SELECT count() AS n FROM evidence_claim WHERE claim NOT IN ${typed('Array(UUID)', marks)}`,
    { tag: 'evidence-forget' },
  );
  if ((left?.n ?? 0) === 0) return;
  await clickhouse.command(sql`ALTER TABLE evidence_claim DELETE WHERE claim NOT IN ${typed('Array(UUID)', marks)}`, {
    tag: 'evidence-forget',
  });
}
