import { type BoundJob, job, nothing, runs } from '../jobs/job.ts';
import type { Mailer } from './mailer.ts';

const deliverMailJob = job({ name: 'deliver-mail', data: nothing, cron: '* * * * *', retries: 0, expireMinutes: 10 });

/** Tries again what the mail server did not take at first, or what a process that died left behind. */
export const mailJobs = (mailer: Mailer): BoundJob[] => [runs(deliverMailJob, () => mailer.deliverDue())];
