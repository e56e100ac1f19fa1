import type { Jobs } from '../jobs/jobs.ts';
import type { Mailer } from './mailer.ts';

const EVERY_MINUTE = '* * * * *';

/** Tries again what the mail server did not take at first, or what a process that died left behind. */
export async function defineMailJobs(mailer: Mailer, jobs: Jobs): Promise<void> {
  await jobs.define('deliver-mail', () => mailer.deliverDue(), { retries: 0, expireMinutes: 10 });
  await jobs.schedule('deliver-mail', EVERY_MINUTE);
}
