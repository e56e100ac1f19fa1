import { packagesOf } from '#platform/server/access/packages.ts';
import { type BoundJob, job, nothing, runs } from '#platform/server/jobs/job.ts';
import type { Stores } from '#platform/server/stores.ts';
import { escalateDue, tellDue } from './escalate.ts';
import { findSpikes } from './fraud-spikes.ts';
import { openIncident } from './open-incident.ts';
import type { LetterParts } from './ticket-parts.ts';

export interface TicketJobParts extends Stores, LetterParts {
  now: () => Date;
}

/** Ten minutes after each hourly sweep has begun. Found again an hour later a spike is the same incident. */
export const spikesJob = job({ name: 'find-fraud-spikes', data: nothing, cron: '17 * * * *' });
export const escalateJob = job({ name: 'escalate-tickets', data: nothing, cron: '27 * * * *' });

export const ticketJobs = (parts: TicketJobParts): BoundJob[] => [
  runs(spikesJob, async ({ scope, signal, show }) => {
    const { database, clickhouse, now } = parts;
    const packages = await packagesOf(scope, database, now());
    let opened = 0;
    for (const [n, info] of packages.entries()) {
      signal.throwIfAborted();
      for (const incident of await findSpikes(scope, clickhouse, info, signal))
        if ((await openIncident(database, incident)).opened) opened++;
      show((n + 1) / packages.length);
    }
    return { opened };
  }),
  runs(escalateJob, async () => ({ escalated: await escalateDue(parts), due: await tellDue(parts) })),
];
