import { z } from 'zod';
import { type BoundJob, job, nothing, runs } from '#platform/server/jobs/job.ts';
import type { ImportState } from '#traffic/intake/contract/import-endpoints.ts';
import { dropOrphanedTables } from './engine/work-tables.ts';
import { deleteOldUploads } from './import-files.ts';
import { unfinishedImports } from './import-store.ts';
import { type ImportDeps, runImport } from './run-import.ts';

/** One at a time: two would share the engine's write lane and each take twice as long. */
export const importJob = job({
  name: 'import',
  data: z.strictObject({ id: z.number().int() }),
  key: ({ id }) => String(id),
  changes: 'figures',
  retries: 1,
  expireMinutes: 23 * 60,
  resume: { queue: 'resume-imports', cron: '23 * * * *' },
});

const cleanUploadsJob = job({ name: 'delete-old-uploads', data: nothing, cron: '45 2 * * *' });

/** What is visible, or half taken back, is completed even if the tries of the queue were used up meanwhile. */
const COMPLETED_LATER: ReadonlySet<ImportState> = new Set(['committing', 'sweeping', 'undoing']);

export const importJobs = (deps: ImportDeps): BoundJob[] => [
  runs(
    importJob,
    ({ scope, data, signal, show }) => runImport(scope, deps, data.id, ({ progress }) => show(progress), signal),
    async (when) => {
      const every = await unfinishedImports(deps.database);
      // Loads of live traffic are taken up by who loads it.
      const unfinished = every.filter(({ live }) => !live);
      // Later somebody else may be at it: an import of the command line goes past the queue.
      if (when === 'later')
        return unfinished.filter(({ state }) => COMPLETED_LATER.has(state)).map(({ id }) => ({ id }));
      await dropOrphanedTables(
        deps.clickhouse,
        every.map(({ id }) => id),
      );
      return unfinished.map(({ id }) => ({ id }));
    },
  ),
  runs(cleanUploadsJob, () => deleteOldUploads(deps.database, deps.folder, new Date())),
];
