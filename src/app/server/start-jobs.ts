import type { BoundJob } from '#platform/server/jobs/job.ts';
import type { AppContext } from './app-context.ts';
import { NAME_COLUMNS, PERSONAL_DATA, SERVER_SLICES } from './slices.ts';

/** What jobs work with; each takes what it declares. */
export type JobParts = ReturnType<typeof jobPartsOf>;

const jobPartsOf = ({ clickhouse, database, mailer, imports, clock }: AppContext) => ({
  clickhouse,
  database,
  mailer,
  imports,
  importFolder: imports.folder.path,
  now: () => clock.now(),
  personalData: PERSONAL_DATA,
  nameColumns: NAME_COLUMNS,
});

/** Every job there is, with what it does. */
export const jobsOf = (context: AppContext): BoundJob[] =>
  SERVER_SLICES.flatMap((slice) => slice.jobs?.(jobPartsOf(context)) ?? []);

/** Queues and schedules of the running server. What the last stop broke off is taken up again. */
export const startJobs = (context: AppContext): Promise<void> => context.jobs.start(jobsOf(context));
